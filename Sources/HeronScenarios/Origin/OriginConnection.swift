import HeronEngine
import NIOCore
import NIOHTTP1

/// One connection: takes requests in turn and acts out the script of each reply. Lives on the origin's event loop.
final class OriginConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  private let number: Int
  private let log: OriginLog
  private let routes: any OriginRoutes

  private var arriving: HTTPRequestHead?
  /// Requests that came before the one under way was answered (pipelining, RFC 9112 §9.3.2).
  private var waiting: [HTTPRequestHead] = []
  private var performance: Performance?
  private var isClosing = false

  /// The reply under way.
  private struct Performance {
    var script: ReplyScript
    var body: [UInt8]
    var next = 0
  }

  init(number: Int, log: OriginLog, routes: any OriginRoutes) {
    self.number = number
    self.log = log
    self.routes = routes
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): arriving = head
    case .body: break
    case .end:
      if let head = arriving { waiting.append(head) }
      arriving = nil
      answerNext(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting = []
    end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answerNext(_ context: ChannelHandlerContext) {
    guard performance == nil, !isClosing, !waiting.isEmpty else { return }
    let request = log.requestBegan(OriginRequest(waiting.removeFirst(), connection: number))
    let behaviour = routes.behaviour(for: request) ?? .always(.failed(404))
    let reply = behaviour.reply(toVisit: request.visit)
    performance = Performance(script: ReplyScript(reply, to: request), body: reply.body)
    perform(context)
  }

  /// Takes steps until one has to be waited for; called again when that is over.
  private func perform(_ context: ChannelHandlerContext) {
    guard let current = performance else { return }
    guard current.next < current.script.steps.count else { return finish(current.script.ending, context) }
    performance?.next += 1
    switch current.script.steps[current.next] {
    case .wait(let duration):
      context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(duration.nanoseconds)) {
        self.perform(context)
      }
    case .sendHead:
      send(ByteBuffer(string: current.script.head), context)
    case .sendBody(let range):
      send(ByteBuffer(bytes: current.body[range]), context)
    }
  }

  // The next step waits until the kernel has the bytes: a reset throws away what is still queued here.
  private func send(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(bytes)).assumeIsolated().whenComplete { result in
      switch result {
      case .success: self.perform(context)
      case .failure: context.close(promise: nil)
      }
    }
  }

  private func finish(_ ending: ReplyScript.Ending, _ context: ChannelHandlerContext) {
    guard ending != .hang else { return }
    end()
    isClosing = ending != .keepAlive
    switch ending {
    case .keepAlive, .hang: answerNext(context)
    case .close: context.close(promise: nil)
    case .reset: reset(context)
    }
  }

  private func end() {
    guard performance != nil else { return }
    performance = nil
    log.requestEnded()
  }

  // With lingering on and its time zero, closing sends RST instead of FIN (socket(7), SO_LINGER).
  private func reset(_ context: ChannelHandlerContext) {
    guard let socket = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
    socket.unsafeSetSocketOption(level: .socket, name: .so_linger, value: Linger())
      .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
  }

  /// `struct linger` of the C library.
  private struct Linger: Sendable {
    var isOn: Int32 = 1
    var seconds: Int32 = 0
  }
}

extension OriginRequest {
  /// A request as the parser gives it.
  fileprivate init(_ head: HTTPRequestHead, connection: Int) {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: head.method.rawValue, path: parts.first.map(String.init) ?? "",
      query: parts.count > 1 ? String(parts[1]) : nil,
      fields: HTTPFields(head.headers.map { HTTPFields.Field(name: $0.name, value: $0.value) }),
      connection: connection, keepsAlive: head.isKeepAlive)
  }
}
