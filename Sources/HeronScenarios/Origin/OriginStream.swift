import HeronEngine
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One stream of HTTP/2: one request, and the script of its reply. Lives on the origin's event loop.
final class OriginStream: ChannelInboundHandler, ReplyStage {
  typealias InboundIn = HTTP2Frame.FramePayload

  private let channel: any Channel
  private let session: OriginSession
  private var head: HPACKHeaders?
  private var id = HTTP2StreamID.rootStream
  private var performance: ReplyPerformance?

  init(channel: any Channel, session: OriginSession) {
    self.channel = channel
    self.session = session
  }

  func handlerAdded(context: ChannelHandlerContext) { session.streamOpened() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let headers):
      // A second section has the trailers.
      if head == nil { head = headers.headers }
      if headers.endStream { answer() }
    case .data(let part):
      if part.endStream { answer() }
    default:
      break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    session.streamClosed()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func send(_ step: ReplyScript.Step, of script: ReplyScript, isLast: Bool) -> EventLoopFuture<Void> {
    if let bytes = script.rawBytes(of: step, stream: id) { return session.channel.sendRaw(bytes) }
    let frames = script.frames(of: step, isLast: isLast)
    for frame in frames.dropLast() { channel.write(frame, promise: nil) }
    return frames.last.map { channel.writeAndFlush($0) } ?? channel.eventLoop.makeSucceededVoidFuture()
  }

  func finish(_ ending: ReplyScript.Ending) {
    guard ending != .hang else { return }
    end()
    switch ending {
    case .keepAlive, .hang: break
    case .close: session.channel.close(promise: nil)
    case .reset: session.channel.reset()
    case .resetStream(let code): reset(code)
    case .goAway(answering: true): break
    // A connection that was given up already can still refuse the stream.
    case .goAway(answering: false): if !session.leave(after: id.previous) { reset(.refused) }
    }
  }

  func abandon() { channel.close(promise: nil) }

  private func answer() {
    guard performance == nil, let head else { return }
    id = (try? channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)) ?? .rootStream
    let script = session.answer(OriginRequest(head, connection: session.number), on: id)
    performance = ReplyPerformance(
      script, on: self, loop: channel.eventLoop, pace: session.service.pace?.value, connection: session.number)
    performance?.perform()
  }

  private func reset(_ code: OriginReply.StreamError) {
    let code = HTTP2ErrorCode(networkCode: Int(code.rawValue))
    channel.writeAndFlush(HTTP2Frame.FramePayload.rstStream(code), promise: nil)
  }

  private func end() {
    guard let performance else { return }
    performance.stop()
    self.performance = nil
    session.service.log.requestEnded()
  }
}

extension HTTP2StreamID {
  /// The stream that the client opened before this one, or none.
  fileprivate var previous: HTTP2StreamID { HTTP2StreamID(max(Int(self) - 2, 0)) }
}

extension OriginRequest {
  /// A request as HTTP/2 gives it (RFC 9113 §8.3.1).
  fileprivate init(_ head: HPACKHeaders, connection: Int) {
    var fields = HTTPFields()
    for (name, value, _) in head where !name.hasPrefix(":") { fields.append(name, value) }
    if let authority = head.first(name: ":authority"), fields["host"] == nil { fields.append("host", authority) }
    self.init(
      method: head.first(name: ":method") ?? "", target: head.first(name: ":path") ?? "", fields: fields,
      version: .http2, connection: connection, keepsAlive: true)
  }
}
