import HeronEngine
import NIOCore
import NIOHTTP1

extension ReplyScript {
  /// Status line, header fields and the empty line.
  var head: String {
    let lines = fields.lines.map { "\($0.name): \($0.value)\r\n" }
    return "HTTP/1.1 \(status) \(Self.reason(of: status))\r\n\(lines.joined())\r\n"
  }

  /// What a step puts on the wire by HTTP/1.1 (RFC 9112).
  func bytes(of step: Step) -> ByteBuffer {
    switch step {
    case .wait: ByteBuffer()
    case .sendInterim(let count): ByteBuffer(string: String(repeating: Self.interim, count: count))
    case .sendHead: ByteBuffer(string: head)
    case .beginEndlessHead: ByteBuffer(string: "HTTP/1.1 200 OK\r\nX-Endless: ")
    case .sendMoreHead: ByteBuffer(repeating: 0x7E, count: 16 << 10)
    case .sendBody(let part): isChunked ? chunk(part) : ByteBuffer(bytes: body[part])
    case .endChunks: ByteBuffer(string: "0\r\n\r\n")
    case .sendRaw(let bytes): ByteBuffer(bytes: bytes)
    }
  }

  private func chunk(_ part: Range<Int>) -> ByteBuffer {
    var buffer = ByteBuffer(string: "\(String(part.count, radix: 16))\r\n")
    buffer.writeBytes(body[part])
    buffer.writeString("\r\n")
    return buffer
  }

  private static let interim = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"

  private static func reason(of status: Int) -> String { HTTPResponseStatus(statusCode: status).reasonPhrase }
}
