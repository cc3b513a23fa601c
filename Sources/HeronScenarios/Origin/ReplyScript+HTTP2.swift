import HeronEngine
import NIOCore
import NIOHPACK
import NIOHTTP2

extension ReplyScript {
  /// What a step puts on a stream by HTTP/2 (RFC 9113); nothing for what goes past HTTP.
  func frames(of step: Step, isLast: Bool) -> [HTTP2Frame.FramePayload] {
    switch step {
    case .wait, .beginEndlessHead, .sendMoreHead, .endChunks, .sendRaw: []
    case .sendInterim(let count): Array(repeating: Self.interim, count: count)
    case .sendHead: [.headers(.init(headers: headers, endStream: isLast))]
    case .sendBody(let part): [.data(.init(data: .byteBuffer(ByteBuffer(bytes: body[part])), endStream: isLast))]
    }
  }

  /// What a step puts on the wire past HTTP; nil for the other steps.
  func rawBytes(of step: Step, stream: HTTP2StreamID) -> ByteBuffer? {
    switch step {
    // HEADERS without END_HEADERS, holding `:status: 200` alone: entry 8 of the static table (RFC 7541, A).
    case .beginEndlessHead: Self.frame(type: 0x1, stream: stream, [0x88])
    case .sendMoreHead: Self.frame(type: 0x9, stream: stream, Self.moreFields)
    case .sendRaw(let bytes): ByteBuffer(bytes: bytes)
    default: nil
    }
  }

  private var headers: HPACKHeaders {
    HPACKHeaders([(":status", "\(status)")] + fields.lines.map { ($0.name.lowercased(), $0.value) })
  }

  private static let interim = HTTP2Frame.FramePayload.headers(
    .init(headers: [":status": "103", "link": "</style.css>; rel=preload"]))

  /// Literal fields that no table takes up (RFC 7541 §6.2.2), as many as fit into the largest frame of a beginning.
  private static let moreFields: [UInt8] = {
    let value = [UInt8](repeating: 0x7E, count: 100)
    let field: [UInt8] = [0x00, 9] + Array("x-endless".utf8) + [UInt8(value.count)] + value
    return Array(repeatElement(field, count: (16 << 10) / field.count).joined())
  }()

  // RFC 9113 §4.1, with no flag set.
  private static func frame(type: UInt8, stream: HTTP2StreamID, _ payload: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer(integer: UInt32(payload.count) << 8 | UInt32(type))
    buffer.writeInteger(UInt8(0))
    buffer.writeInteger(UInt32(Int(stream)))
    buffer.writeBytes(payload)
    return buffer
  }
}
