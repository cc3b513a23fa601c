import HeronEngine

extension OriginReply {
  /// 200 with a body, and with a strong ETag where one is given, which allows ranges.
  public static func found(_ body: [UInt8], type: String? = nil, etag: String? = nil) -> OriginReply {
    var fields = HTTPFields()
    fields.set("Content-Type", to: type)
    fields.set("ETag", to: etag.map { "\"\($0)\"" })
    return OriginReply(fields: fields, body: body)
  }

  /// A failure with a line of text as body, and with Retry-After where a value is given (RFC 9110 §10.2.3).
  public static func failed(_ status: Int, retryAfter: String? = nil) -> OriginReply {
    var fields: HTTPFields = ["Content-Type": "text/plain"]
    fields.set("Retry-After", to: retryAfter)
    return OriginReply(status: status, fields: fields, body: Array("\(status)\n".utf8))
  }

  /// A redirect to another URL, with a line of text as body.
  public static func redirect(to location: String, status: Int = 302) -> OriginReply {
    OriginReply(
      status: status, fields: ["Location": location, "Content-Type": "text/plain"], body: Array("moved\n".utf8))
  }

  /// A refusal (421, RFC 9110 §15.5.20): the request came by a connection to the wrong server.
  public static var misdirected: OriginReply { .failed(421) }

  /// 200 with a body that says it is coded with gzip; what `Gzip` makes, good or bad.
  public static func coded(_ gzip: [UInt8], type: String? = nil, etag: String? = nil) -> OriginReply {
    var reply = found(gzip, type: type, etag: etag)
    reply.fields.set("Content-Encoding", to: "gzip")
    return reply
  }

  /// The same reply with something going wrong.
  public func with(_ fault: Fault) -> OriginReply {
    var reply = self
    reply.fault = fault
    return reply
  }

  /// The same reply after a wait.
  public func after(_ latency: Duration) -> OriginReply {
    var reply = self
    reply.latency = latency
    return reply
  }

  /// The same reply with its length told in another way.
  public func with(_ length: Length) -> OriginReply {
    var reply = self
    reply.length = length
    return reply
  }
}
