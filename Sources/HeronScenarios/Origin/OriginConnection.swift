import HeronEngine
import NIOCore
import NIOHTTP1

/// One connection of HTTP/1.1: takes requests in turn and acts out the script of each reply. Lives on the origin's
/// event loop.
final class OriginConnection: ChannelInboundHandler, ReplyStage {
  typealias InboundIn = HTTPServerRequestPart

  private let number: Int
  private let channel: any Channel
  private let service: OriginService

  private var arriving: HTTPRequestHead?
  /// Requests that came before the one under way was answered (pipelining, RFC 9112 §9.3.2).
  private var waiting: [HTTPRequestHead] = []
  private var performance: ReplyPerformance?
  private var answered = 0
  private var isClosing = false

  init(number: Int, channel: any Channel, service: OriginService) {
    self.number = number
    self.channel = channel
    self.service = service
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): arriving = head
    case .body: break
    case .end:
      if let head = arriving { waiting.append(head) }
      arriving = nil
      answerNext()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting = []
    end()
    service.pace?.value.closed(number)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func send(_ step: ReplyScript.Step, of script: ReplyScript, isLast: Bool) -> EventLoopFuture<Void> {
    channel.writeAndFlush(script.bytes(of: step))
  }

  func finish(_ ending: ReplyScript.Ending) {
    guard ending != .hang else { return }
    end()
    isClosing = ending != .keepAlive
    switch ending {
    case .keepAlive, .hang: answerNext()
    case .close, .goAway: channel.close(promise: nil)
    case .reset, .resetStream: channel.reset()
    }
  }

  func abandon() { channel.close(promise: nil) }

  private func answerNext() {
    guard performance == nil, !isClosing, !waiting.isEmpty else { return }
    answered += 1
    let request = OriginRequest(waiting.removeFirst(), connection: number)
    let script = service.answer(request, isLast: service.isLast(answered))
    performance = ReplyPerformance(
      script, on: self, loop: channel.eventLoop, pace: service.pace?.value, connection: number)
    performance?.perform()
  }

  private func end() {
    guard let performance else { return }
    performance.stop()
    self.performance = nil
    service.log.requestEnded()
  }
}

extension OriginRequest {
  /// A request as the parser gives it.
  fileprivate init(_ head: HTTPRequestHead, connection: Int) {
    self.init(
      method: head.method.rawValue, target: head.uri,
      fields: HTTPFields(head.headers.map { HTTPFields.Field(name: $0.name, value: $0.value) }),
      version: head.version == .http1_0 ? .http10 : .http11, connection: connection, keepsAlive: head.isKeepAlive)
  }
}
