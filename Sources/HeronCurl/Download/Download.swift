public import HeronEngine

/// One transfer by itself, without a loader: its head at once, its body as it comes.
///
/// ```swift
/// let download = try await transport.download("https://example.org/large.png")
/// for try await chunk in download.body { file.write(chunk); print(download.progress.received) }
/// ```
///
/// The body is fetched no faster than it is taken: beyond a small buffer the transfer rests. Releasing a download and its
/// body, or cancelling the task that waits for it, ends the transfer.
public final class Download: Sendable {
  /// Status and header fields, whatever the status is.
  public let head: ResponseHead
  /// The body, after content decoding; to be taken once.
  public let body: Body

  private let hold: DownloadHold
  private var source: DownloadSource { hold.source }

  init(_ head: ResponseHead, _ hold: DownloadHold) {
    self.head = head
    self.hold = hold
    body = Body(hold: hold)
  }

  /// Bytes received so far, and how many are expected where the server says so (nil also where the body is coded).
  public var progress: (received: Int64, expected: Int64?) {
    let isCoded = head.headers["Content-Encoding"] != nil
    return (source.received, isCoded ? nil : head.headers["Content-Length"].flatMap { Int64($0) })
  }

  /// What was measured; nil before the end.
  public var metrics: TransportMetrics? { source.metrics }

  /// The chunks of a body, none of them empty.
  public struct Body: AsyncSequence, Sendable {
    /// The bytes of one chunk.
    public typealias Element = [UInt8]
    /// Why it ended early.
    public typealias Failure = TransportError

    let hold: DownloadHold

    /// An iterator; all of them share the one body.
    public func makeAsyncIterator() -> Iterator { Iterator(hold: hold) }

    /// Takes chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
      let hold: DownloadHold

      /// The next chunk, when it has come; nil at the end.
      public mutating func next() async throws(TransportError) -> [UInt8]? { try await hold.source.next() }

      /// The next chunk, when it has come; nil at the end.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> [UInt8]? {
        try await hold.source.next()
      }
    }
  }
}

extension CurlTransport {
  /// Fetches a URL by itself; returns when the head is there.
  ///
  /// - Parameter bufferBytes: about as much of the body is held while nobody takes it.
  /// - Throws: what went wrong before the head came; `.stopped` where the task was cancelled.
  public func download(
    _ request: TransportRequest, bufferBytes: Int = 256 << 10
  ) async throws(TransportError) -> Download {
    let source = DownloadSource(bufferBytes: bufferBytes)
    let hold = DownloadHold(source, transport: self)
    source.hold(send(request, observer: source))
    return Download(try await source.head(), hold)
  }

  /// Fetches a URL by itself; returns when the head is there.
  public func download(_ url: String) async throws(TransportError) -> Download {
    try await download(TransportRequest(url: url))
  }
}

/// Ends the transfer when nobody holds any part of the download; the network thread holds the source itself.
final class DownloadHold: Sendable {
  let source: DownloadSource
  // Releasing a transport ends what it carries.
  private let transport: CurlTransport

  init(_ source: DownloadSource, transport: CurlTransport) {
    self.source = source
    self.transport = transport
  }

  deinit { source.cancel() }
}
