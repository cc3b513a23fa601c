import Dispatch
import Heron
import HeronCodecs
import HeronScenarios

/// The origins of a scenario, served by hand.
struct ScenarioOrigin {
  private let scenario: Scenario
  private let seed: UInt64
  private let port: Int

  init(_ scenario: Scenario, seed: UInt64, port: Int) {
    self.scenario = scenario
    self.seed = seed
    self.port = port
  }

  /// Serves until Ctrl-C, and tells of each request.
  func serve() async throws {
    let clock = DispatchClock(queue: .main)
    let began = clock.now
    let origins: RealOrigins
    do {
      origins = try await RealOrigins.start(
        scenario, seed: seed, port: port, calendar: { clock.secondsSince1970 },
        encode: { try? PNGEncoder().encode($0) },
        told: { name, request, reply in
          let moment = Self.moment(began.duration(to: clock.now))
          StandardStream.output.write(line: "\(moment) \(name) \(Self.text(request)) \(Self.text(reply, to: request))")
        })
    } catch {
      let place = port == 0 ? "" : " from port \(port) on"
      throw CommandFailure("cannot serve \(scenario.file)\(place): \(error)", status: .failure)
    }
    for (name, url) in origins.places { StandardStream.output.write(line: "\(name) is at \(url)") }
    for way in origins.connectTo { StandardStream.output.write(line: "under its own name with --connect-to \(way)") }
    let changes = Task { try await change(origins, began, clock) }
    await Interruption.wait()
    changes.cancel()
    try await origins.shutDown()
  }

  private func change(_ origins: RealOrigins, _ began: EngineInstant, _ clock: DispatchClock) async throws {
    for step in scenario.steps {
      guard case .set(let name, let script) = step.act else { continue }
      let wait = step.at - began.duration(to: clock.now)
      if wait > .zero { try await Task.sleep(for: wait) }
      origins.set(name, script)
      StandardStream.output.write(line: "\(Self.moment(step.at)) \(name) changes")
    }
  }

  private static func moment(_ duration: Duration) -> String {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  private static func text(_ request: OriginRequest) -> String {
    let fields = ["Range", "If-Range", "If-None-Match"].compactMap { name in
      request.fields[name].map { "\(name): \($0)" }
    }
    let notes = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
    return "#\(request.connection) \(request.method) \(request.path.printable)\(notes.printable)"
  }

  private static func text(_ reply: OriginReply, to request: OriginRequest) -> String {
    let sent = reply.sent(to: request)
    var text = "\(sent.status), \(sent.bytes) bytes"
    for name in ["Retry-After", "Location", "ETag"] {
      if let value = reply.fields[name] { text += ", \(name): \(value)" }
    }
    return reply.fault == .none ? text : "\(text); \(reply.fault.inWords)"
  }
}

extension OriginReply.Fault {
  /// What goes wrong, for a log; those that scripts have.
  fileprivate var inWords: String {
    switch self {
    case .reset(let bytes): "reset after \(bytes) bytes"
    case .stall(let bytes, _): "nothing more after \(bytes) bytes"
    case .trickle(let rate): "\(rate) bytes a second"
    case .truncate(let bytes): "closed after \(bytes) bytes"
    case .closeWithoutReply: "closed instead"
    case .silence: "silence instead"
    case .headerFlood(let bytes): "headers of \(bytes) bytes"
    case .garbage: "garbage instead"
    default: "\(self)"
    }
  }
}
