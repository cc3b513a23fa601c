import HeronEngine
import Testing

/// A reply, and what a transport has to tell of it.
struct TransportScene: Sendable, CustomTestStringConvertible {
  var name: String
  var reply = DescribedReply()
  /// The header fields of the request.
  var asked = HTTPFields()
  var status = 200
  var text = "0123456789"
  var contentRange: String?
  var failure: TransportError.Failure?

  var testDescription: String { name }

  static let all: [TransportScene] = wholes + statuses + ranges + interruptions

  private static let tagged = DescribedReply(headers: ["ETag": "\"v1\""])
  private static let large = [UInt8](repeating: 0x78, count: 300_000)

  private static let wholes = [
    TransportScene(name: "a body"),
    TransportScene(name: "an empty body", reply: DescribedReply(body: []), text: ""),
    TransportScene(
      name: "a large body", reply: DescribedReply(body: large), text: String(decoding: large, as: UTF8.self)),
  ]

  private static let statuses = [
    TransportScene(
      name: "not found", reply: DescribedReply(status: 404, body: Array("gone\n".utf8)), status: 404, text: "gone\n"),
    TransportScene(
      name: "overloaded", reply: DescribedReply(status: 503, headers: ["Retry-After": "7"]), status: 503),
    TransportScene(
      name: "a redirect", reply: DescribedReply(status: 302, headers: ["Location": "/elsewhere"], body: []),
      status: 302, text: ""),
    TransportScene(
      name: "unauthorized", reply: DescribedReply(status: 401, headers: ["WWW-Authenticate": "Basic"]), status: 401),
  ]

  private static let ranges = [
    TransportScene(
      name: "the rest", reply: tagged, asked: ["Range": "bytes=4-", "If-Range": "\"v1\""], status: 206,
      text: "456789", contentRange: "bytes 4-9/10"),
    TransportScene(
      name: "the rest of what has changed", reply: tagged, asked: ["Range": "bytes=4-", "If-Range": "\"v0\""]),
    TransportScene(
      name: "the rest of what has no tag", asked: ["Range": "bytes=4-", "If-Range": "\"v1\""]),
  ]

  private static let interruptions = [
    TransportScene(
      name: "cut off", reply: DescribedReply(ending: .cut(after: 4)), text: "0123", failure: .partialBody),
    TransportScene(
      name: "cut off at once", reply: DescribedReply(ending: .cut(after: 0)), text: "", failure: .partialBody),
    TransportScene(
      name: "reset", reply: DescribedReply(ending: .reset(after: 4)), text: "0123", failure: .receiveFailed),
    TransportScene(
      name: "reset at once", reply: DescribedReply(ending: .reset(after: 0)), text: "", failure: .receiveFailed),
    TransportScene(
      name: "a failure cut off", reply: DescribedReply(status: 500, ending: .cut(after: 4)), status: 500, text: "0123",
      failure: .partialBody),
  ]
}
