import NIOCore
import NIOPosix
import NIOSSL

/// An origin on 127.0.0.1 that misbehaves as it is told, over real sockets: HTTP/1.1, and HTTP/2 with TLS.
///
/// It has one thread of its own. All that it tells may be read from any thread at any time.
public final class LoopbackOrigin: Sendable {
  /// Where it listens.
  public let port: Int

  private let scheme: String
  private let log: OriginLog
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel

  private init(
    port: Int, scheme: String, log: OriginLog, group: MultiThreadedEventLoopGroup, listener: any Channel
  ) {
    self.port = port
    self.scheme = scheme
    self.log = log
    self.group = group
    self.listener = listener
  }

  /// Listens and serves `routes` until it is shut down.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - tls: what the origin shows in the handshake; nil: no TLS.
  /// - Throws: ``SocketError`` when it cannot be bound, or what TLS says when it cannot use the identity.
  public static func start(
    port: Int = 0, tls: ServerIdentity? = nil, settings: OriginSettings = OriginSettings(),
    routes: some OriginRoutes
  ) async throws -> LoopbackOrigin {
    let context = try tls.map { try NIOSSLContext($0, versions: settings.versions) }
    let service = OriginService(log: OriginLog(), routes: routes, settings: settings)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let listener = try await bootstrap(group) { service.prepare($0, tls: context) }
        .bind(host: "127.0.0.1", port: port).get()
      return LoopbackOrigin(
        port: listener.localAddress?.port ?? port, scheme: context == nil ? "http" : "https", log: service.log,
        group: group, listener: listener)
    } catch {
      try await group.shutdownGracefully()
      throw (error as? IOError).map { SocketError(call: "bind", code: $0.errnoCode) } ?? error
    }
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

  /// Closes the port and every connection, whatever is under way, and ends the thread.
  public func shutDown() async throws {
    do {
      try await listener.close()
    } catch ChannelError.alreadyClosed {
      // A second call finds nothing left to close.
    }
    try await group.shutdownGracefully()
  }

  static func bootstrap(
    _ group: MultiThreadedEventLoopGroup, _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer(prepare)
  }
}

extension LoopbackOrigin {
  /// Every request in the order of arrival; the first hundred thousand of them.
  public var requests: [OriginRequest] { log.current.requests }

  /// How often each path was asked for.
  public var counts: [String: Int] { log.current.counts }

  /// How often a path was asked for.
  public func count(of path: String) -> Int { log.current.counts[path] ?? 0 }

  /// Connections accepted so far.
  public var connections: Int { log.current.connections }

  /// Requests that are being answered now.
  public var active: Int { log.current.active }

  /// The most requests that were being answered at the same time.
  public var peakActive: Int { log.current.peakActive }
}
