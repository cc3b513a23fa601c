import HeronEngine
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// An origin of a script on a port of the loopback, whose connections open, are refused or hang as the script says.
final class RealOrigin: Sendable {
  private enum Door: Sendable {
    case open(any Channel)
    case refusing(RefusingPort)
    case silent(SilentListener)
    case shut
  }

  private struct State {
    var connecting: OriginScript.Connecting
    var door: Door
  }

  /// What makes its connections.
  struct Fitting: Sendable {
    var group: MultiThreadedEventLoopGroup
    var service: OriginService
    var good: NIOSSLContext?
    var bad: NIOSSLContext?
  }

  let name: String
  let port: Int
  let isSecure: Bool
  let routes: ScriptRoutes
  private let fitting: Fitting
  private let state: Mutex<State>

  /// Takes a port, and opens it as the script says.
  ///
  /// - Throws: what the socket says.
  static func start(
    _ name: String, _ script: OriginScript, routes: ScriptRoutes, fitting: Fitting, port: Int = 0
  ) async throws -> RealOrigin {
    let origin = try RealOrigin(name, script, routes: routes, fitting: fitting, port: port)
    try await origin.move(to: script.connecting).get()
    return origin
  }

  // The port is taken at once, so that it is there when it is to be opened.
  private init(
    _ name: String, _ script: OriginScript, routes: ScriptRoutes, fitting: Fitting, port: Int
  ) throws {
    let reserved = try RefusingPort(port: port)
    self.name = name
    self.port = reserved.port
    isSecure = script.isSecure
    self.routes = routes
    self.fitting = fitting
    state = Mutex(State(connecting: .isRefused, door: .refusing(reserved)))
  }

  /// From here on it is like that. Connections that are open stay so.
  func set(_ script: OriginScript) {
    routes.set(script)
    guard state.withLock({ $0.connecting != script.connecting }) else { return }
    // Who connects until it is done, meets what was there.
    move(to: script.connecting).whenFailure { [name] error in
      preconditionFailure("the port of \(name) cannot be opened again: \(error)")
    }
  }

  /// Closes the port.
  func shut() { _ = leave() }

  private func leave() -> EventLoopFuture<Void> {
    let door = state.withLock { state in
      defer { state.door = .shut }
      return state.door
    }
    guard case .open(let channel) = door else { return fitting.group.next().makeSucceededVoidFuture() }
    return channel.close()
  }

  private func move(to connecting: OriginScript.Connecting) -> EventLoopFuture<Void> {
    state.withLock { $0.connecting = connecting }
    return leave().flatMap { self.open(connecting) }
  }

  private func open(_ connecting: OriginScript.Connecting) -> EventLoopFuture<Void> {
    let loop = fitting.group.next()
    do {
      switch connecting {
      case .isRefused, .hasNoName: put(.refusing(try RefusingPort(port: port)))
      case .hangs: put(.silent(try SilentListener(port: port)))
      case .works: return listen(fitting.good)
      // A client's hello is no request of HTTP.
      case .failsTLS: return listen(nil)
      case .hasBadCertificate: return listen(fitting.bad)
      }
      return loop.makeSucceededVoidFuture()
    } catch {
      return loop.makeFailedFuture(error)
    }
  }

  private func listen(_ tls: NIOSSLContext?) -> EventLoopFuture<Void> {
    let service = fitting.service
    return LoopbackOrigin.bootstrap(fitting.group) { service.prepare($0, tls: tls) }
      .bind(host: "127.0.0.1", port: port).map { self.put(.open($0)) }
  }

  private func put(_ door: Door) { state.withLock { $0.door = door } }
}
