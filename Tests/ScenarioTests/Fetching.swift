import HeronCurl
import HeronEngine
import HeronScenarios
import Synchronization

/// What a transfer told, in full.
struct Fetched: Sendable {
  var head: ResponseHead?
  var body: [UInt8] = []
  var result: Result<TransportMetrics, TransportError>?

  var text: String { String(decoding: body, as: UTF8.self) }

  var failure: TransportError.Failure? {
    if case .failure(let error)? = result { error.failure } else { nil }
  }
}

/// Writes down what a transfer tells, and passes on what is awaited.
final class FetchObserver: TransportObserver {
  private struct State {
    var fetched = Fetched()
    var head: CheckedContinuation<Void, Never>?
    var end: CheckedContinuation<Fetched, Never>?
  }

  private let state = Mutex(State())

  func didReceive(_ head: ResponseHead) -> Bool {
    let waiting = state.withLock { state in
      state.fetched.head = head
      defer { state.head = nil }
      return state.head
    }
    waiting?.resume()
    return true
  }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool {
    state.withLock { $0.fetched.body += body }
    return true
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    let (waiting, head, fetched) = state.withLock { state in
      state.fetched.result = result
      defer { (state.end, state.head) = (nil, nil) }
      return (state.end, state.head, state.fetched)
    }
    head?.resume()
    waiting?.resume(returning: fetched)
  }

  /// Waits for the head, or the end where none comes.
  func head() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.fetched.head != nil || state.fetched.result != nil
        if !isThere { state.head = continuation }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits for the end.
  func end() async -> Fetched {
    await withCheckedContinuation { continuation in
      let fetched = state.withLock { state in
        if state.fetched.result == nil { state.end = continuation }
        return state.fetched
      }
      if fetched.result != nil { continuation.resume(returning: fetched) }
    }
  }
}

extension CurlTransport {
  /// A transport that trusts an authority.
  convenience init(trusting authority: CertificateAuthority) throws {
    var configuration = CurlConfiguration()
    configuration.caFile = authority.caFile
    try self.init(configuration)
  }

  /// Starts a transfer and waits for its end.
  func fetch(_ url: String, headers: HTTPFields = HTTPFields(), connectTimeout: Duration = .seconds(10)) async
    -> Fetched
  {
    let observer = FetchObserver()
    let transfer = start(
      TransportRequest(url: url, headers: headers, connectTimeout: connectTimeout), observer: observer)
    defer { transfer.cancel() }
    return await observer.end()
  }
}

/// Runs `body` against an origin with TLS and a client that trusts it; the origin is shut down in any case.
func serveSecurely(
  _ routes: RouteTable, as kind: CertificateKind = .good, settings: OriginSettings = OriginSettings(),
  _ body: (LoopbackOrigin, CurlTransport) async throws -> Void
) async throws {
  let authority = try CertificateAuthority()
  let origin = try await LoopbackOrigin.start(
    tls: try authority.identity(kind), settings: settings, routes: routes)
  do {
    try await body(origin, try CurlTransport(trusting: authority))
  } catch {
    try await origin.shutDown()
    throw error
  }
  try await origin.shutDown()
}
