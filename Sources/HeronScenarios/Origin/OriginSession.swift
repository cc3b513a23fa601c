import NIOCore
import NIOHTTP2

/// One connection of HTTP/2, as its streams share it. Lives on the origin's event loop.
final class OriginSession {
  let number: Int
  let channel: any Channel
  let service: OriginService

  private var openStreams = 0
  private var requests = 0
  private var isLeaving = false

  init(number: Int, channel: any Channel, service: OriginService) {
    self.number = number
    self.channel = channel
    self.service = service
  }

  func streamOpened() { openStreams += 1 }

  func streamClosed() {
    openStreams -= 1
    closeIfDone()
  }

  /// The answer to a request; the last one that the connection serves is told so at once.
  func answer(_ request: OriginRequest, on stream: HTTP2StreamID) -> ReplyScript {
    requests += 1
    let script = service.answer(request)
    if service.isLast(requests) || script.ending == .goAway(answering: true) { leave(after: stream) }
    return script
  }

  /// Says GOAWAY, with the last stream that is acted upon, and closes the connection once no stream is open. Returns
  /// false where that was said before.
  @discardableResult func leave(after stream: HTTP2StreamID) -> Bool {
    guard !isLeaving else { return false }
    isLeaving = true
    channel.writeAndFlush(
      HTTP2Frame(
        streamID: .rootStream, payload: .goAway(lastStreamID: stream, errorCode: .noError, opaqueData: nil)),
      promise: nil)
    closeIfDone()
    return true
  }

  // A stream is closed as soon as its last frame is queued, and closing the connection drops what is queued. So the
  // close waits, from the next turn of the loop on, until the kernel has all of it.
  private func closeIfDone() {
    guard isLeaving, openStreams == 0 else { return }
    channel.eventLoop.assumeIsolated().execute {
      self.channel.drain().assumeIsolated().whenComplete { _ in self.channel.close(promise: nil) }
    }
  }
}
