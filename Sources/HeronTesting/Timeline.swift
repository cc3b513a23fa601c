public import HeronEngine
import Synchronization

/// What happened in a world, as text: a line an event, its moment first. Two runs of a seed give the same text.
public final class Timeline: Sendable {
  private let lines = Mutex<[String]>([])
  private let clock: any EngineClock

  /// A timeline by that clock.
  public init(_ clock: any EngineClock) { self.clock = clock }

  /// All lines.
  public var text: [String] { lines.withLock(\.self) }

  /// Notes that something happened now.
  public func note(_ line: String) {
    let now = clock.now
    lines.withLock { $0.append("\(now) \(line)") }
  }

  /// Notes an event of a load.
  public func note(_ name: String, _ event: MediaLoad.Event) { note("\(name) \(Self.text(of: event))") }

  /// An event in a few words.
  public static func text(of event: MediaLoad.Event) -> String {
    switch event {
    case .waiting: "waiting"
    case .started(let attempt): "started \(attempt)"
    case .progressed(let received, let expected): "progressed \(received)/\(expected.map(String.init) ?? "?")"
    case .retrying(let after, let error): "retrying after \(after.milliseconds) ms (\(error.kind.rawValue))"
    case .finished(.success(let media)): "loaded from \(media.source.rawValue)"
    case .finished(.failure(let error)): "failed: \(error.kind.rawValue)"
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  public var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
