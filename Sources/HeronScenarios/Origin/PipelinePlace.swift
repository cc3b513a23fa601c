import NIOCore

/// A place in a connection's pipeline. What starts there goes on towards the socket, past all handlers behind it;
/// an error that comes there closes the connection.
final class PipelinePlace: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Right at the socket, before TLS.
  static let socket = "socket"
  /// Between TLS and HTTP.
  static let wire = "wire"

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension Channel {
  /// Puts bytes on the wire as they are, past HTTP; the future completes when the kernel has them.
  func sendRaw(_ bytes: ByteBuffer) -> EventLoopFuture<Void> {
    do {
      return try pipeline.syncOperations.context(name: PipelinePlace.wire).writeAndFlush(NIOAny(bytes))
    } catch {
      return eventLoop.makeFailedFuture(error)
    }
  }

  /// Waits until the kernel has all bytes that were sent before.
  func drain() -> EventLoopFuture<Void> {
    do {
      return try pipeline.syncOperations.context(name: PipelinePlace.socket).writeAndFlush(NIOAny(ByteBuffer()))
    } catch {
      return eventLoop.makeFailedFuture(error)
    }
  }

  /// Ends the connection with RST instead of FIN, whatever TLS would still have to say.
  ///
  /// That is what closing does with lingering on and its time zero (socket(7), SO_LINGER).
  func reset() {
    guard let socket = self as? any SocketOptionProvider else { return close(promise: nil) }
    socket.unsafeSetSocketOption(level: .socket, name: .so_linger, value: Linger())
      .assumeIsolated().whenComplete { _ in
        if let place = try? self.pipeline.syncOperations.context(name: PipelinePlace.socket) {
          place.close(promise: nil)
        } else {
          self.close(promise: nil)
        }
      }
  }
}

/// `struct linger` of the C library.
private struct Linger: Sendable {
  var isOn: Int32 = 1
  var seconds: Int32 = 0
}
