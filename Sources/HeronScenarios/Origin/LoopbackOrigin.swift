import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 origin on 127.0.0.1 that misbehaves as it is told, over real sockets.
///
/// It has one thread of its own. All that it tells may be read from any thread at any time.
public final class LoopbackOrigin: Sendable {
  /// Where it listens.
  public let port: Int

  private let log: OriginLog
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel

  private init(port: Int, log: OriginLog, group: MultiThreadedEventLoopGroup, listener: any Channel) {
    self.port = port
    self.log = log
    self.group = group
    self.listener = listener
  }

  /// Listens and serves `routes` until it is shut down.
  ///
  /// - Parameter port: 0 for one that is free.
  /// - Throws: what the socket says when it cannot be bound.
  public static func start(port: Int = 0, routes: some OriginRoutes) async throws -> LoopbackOrigin {
    let log = OriginLog()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let listener = try await bootstrap(group, log: log, routes: routes).bind(host: "127.0.0.1", port: port).get()
      return LoopbackOrigin(port: listener.localAddress?.port ?? port, log: log, group: group, listener: listener)
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Closes the port and every connection, whatever is under way, and ends the thread.
  public func shutDown() async throws {
    do {
      try await listener.close()
    } catch ChannelError.alreadyClosed {
      // A second call finds nothing left to close.
    }
    try await group.shutdownGracefully()
  }

  private static func bootstrap(
    _ group: MultiThreadedEventLoopGroup, log: OriginLog, routes: some OriginRoutes
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(ByteToMessageHandler(decoder))
          try pipeline.addHandler(OriginConnection(number: log.connectionOpened(), log: log, routes: routes))
        }
      }
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
