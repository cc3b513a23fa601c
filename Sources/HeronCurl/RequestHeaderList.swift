import CCurl
import HeronEngine

/// A request's header fields in curl's own list. Used on the network thread alone; frees itself.
final class RequestHeaderList {
  /// What curl is given; nil where there are no fields.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Throws `.badRequest` for a name or value that could become another line, or another field, on the wire.
  init(_ fields: HTTPFields) throws(TransportError) {
    for field in fields.lines { try append(field) }
    // Bytes of a coded body do not match the range of the plain one.
    if fields["Range"] != nil, fields["Accept-Encoding"] == nil {
      try append(HTTPFields.Field(name: "Accept-Encoding", value: "identity"))
    }
  }

  deinit { curl_slist_free_all(first) }

  // A request that says that a body follows, and brings none, makes the next one on its connection a part of it
  // (RFC 9112 §6.3, §11.2).
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]

  private func append(_ field: HTTPFields.Field) throws(TransportError) {
    guard !Self.framing.contains(field.name.lowercased()) else {
      throw TransportError(.badRequest, message: "the header field \(field.name) is the transport's own")
    }
    guard field.name.isHTTPToken, field.value.isHTTPFieldValue else {
      throw TransportError(.badRequest, message: "header field \(String(reflecting: field.name)) cannot be sent")
    }
    // curl takes "Name:" as an order to send no such field; "Name;" is an empty one.
    let line = field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value
    guard let longer = curl_slist_append(first, line) else {
      throw TransportError(.transportFailed, message: "no memory for a header field")
    }
    first = longer
  }
}

extension String {
  // RFC 9110 §5.6.2.
  fileprivate var isHTTPToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
      }
  }

  // RFC 9110 §5.5: CR, LF and NUL are dangerous.
  fileprivate var isHTTPFieldValue: Bool {
    utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
  }
}
