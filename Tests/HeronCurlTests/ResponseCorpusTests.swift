import HeronCurl
import HeronEngine
import Testing

/// The responses of llhttp's own tests, byte by byte over a socket.
@Suite(.timeLimit(.minutes(1))) struct ResponseCorpusTests {
  /// Where libcurl refuses what that parser takes.
  private static let refused: [String: TransportError.Failure] = [
    // An empty line before the status line: that parser passes it over.
    "HTTP 100 first, then 400": .badResponse, "Response starting with CRLF": .badResponse,
    // A protocol that is like HTTP and is not it.
    "ICE response": .badResponse,
    // Chunked is not the last coding: the body goes on to the end of the connection (RFC 9112 §6.3), or is refused.
    "`chunked` before other transfer-encoding": .protocolError,
    "multiple transfer-encoding where chunked is not the last one": .protocolError,
  ]

  /// Where libcurl takes what that parser refuses, with the status that it gives.
  private static let accepted: [String: Int] = [
    // What comes after the body's end is thrown away, with the connection.
    "HTTP/1.1 with keep-alive disabled, content-length": 200,
    // A line may end in LF alone (RFC 9112 §2.2); a CR without one belongs to the reason phrase, which nobody reads.
    "Only LFs present": 200, "No carriage ret": 200, "Bare CR after response line": 200,
    // A field's name with a blank in it is passed on as it is.
    "Spaces in header name": 200,
    // What follows a chunk's size is not looked at.
    "No semicolon before chunk extensions": 200,
    "Unbalanced chunk extensions quoting": 200,
  ]

  private static func examples() throws -> [ResponseExample] {
    try corpusJSON("http-fields/http-responses/llhttp-responses.json", as: [ResponseExample].self)
  }

  private func fetch(_ example: ResponseExample, by transport: CurlTransport) async throws -> TransferRecorder.Record {
    let bytes = example.bytes
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(bytes)
    }
    return await transport.fetch(TransportRequest(url: server.url()))
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `a parser's own responses come out as there`() async throws {
    let transport = try CurlTransport()
    var (same, different, skipped) = (0, 0, 0)
    for example in try Self.examples() {
      // What is taken in a lenient mode of that parser stands among the rest as what it refuses otherwise.
      if example.meta.type.hasPrefix("response-lenient-") {
        skipped += 1
        continue
      }
      let record = try await fetch(example, by: transport)
      if let failure = Self.refused[example.name] {
        different += 1
        #expect(record.error?.failure == failure, "\(example.name)")
      } else if let status = Self.accepted[example.name] {
        different += 1
        #expect(record.head?.status == status, "\(example.name)")
      } else {
        same += 1
        check(record, example)
      }
    }
    #expect((same, different, skipped) == (40, 12, 4))
  }

  private func check(_ record: TransferRecorder.Record, _ example: ResponseExample) {
    let name = "\(example.file): \(example.name)"
    guard !example.isRefused, let message = example.message else {
      #expect(record.error != nil, "\(name)")
      return
    }
    #expect(record.head?.status == message.status, "\(name)")
    #expect(record.head?.version == message.version, "\(name)")
    let fields = record.head?.headers.lines.map { [$0.name, $0.value] }
    #expect(fields == message.fields.map { [$0[0], $0[1].trimmed] }, "\(name)")
    #expect(record.text == message.body, "\(name)")
    let isCut = message.isFramed && !message.isComplete
    #expect(record.error?.failure == (isCut ? .partialBody : nil), "\(name)")
  }
}

extension String {
  // A value's last blanks belong to it by that parser's account.
  fileprivate var trimmed: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
