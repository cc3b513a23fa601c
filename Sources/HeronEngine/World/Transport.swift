/// The door to the network: fetches the bytes of one URL, once. No retrying, no queueing, no following of redirects.
///
/// A conformer starts what it is given at once (the loader has already waited for a slot), calls the observer from
/// any thread but serially per transfer, and ends every transfer with exactly one `didFinish` (or
/// `didFinishAmongOthers` and `handleEnds`), after which it calls nothing. After `cancel()` it may still tell the end;
/// the observer ignores it.
public protocol Transport: Sendable {
  /// Starts a transfer; returns without waiting for anything.
  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer
}

/// A transfer that was started.
public protocol TransportTransfer: AnyObject, Sendable {
  /// Ends the transfer and frees its socket; never blocks, may be called from any thread and more than once.
  func cancel()
}

/// Told what a transfer brings, on the transport's own thread, one call at a time.
public protocol TransportObserver: AnyObject, Sendable {
  /// A connection is there and the request goes out next: the phases so far. Told only where the request asks for it,
  /// and again where the transport sends again by itself. The total is zero.
  func didConnect(_ metrics: TransportMetrics)

  /// The final status line and header fields (never a 1xx). Returns false to end the transfer.
  func didReceive(_ head: ResponseHead) -> Bool

  /// The next bytes of the body, after content decoding; valid only during the call. Returns false to end the transfer.
  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool

  /// The end: all went well, or not. Called once, also after one of the others returned false.
  func didFinish(_ result: Result<TransportMetrics, TransportError>)

  /// The same, by a transport that calls ``handleEnds()`` of the same observer next, on the same thread, once it has
  /// told everyone whose transfer ended at that moment. What ended together is handled together.
  func didFinishAmongOthers(_ result: Result<TransportMetrics, TransportError>)

  /// All that ended at that moment has been told. May start and cancel transfers, and take some time.
  func handleEnds()
}

extension TransportObserver {
  /// Takes no note of it.
  public func didConnect(_ metrics: TransportMetrics) {}

  /// The end, by itself.
  public func didFinishAmongOthers(_ result: Result<TransportMetrics, TransportError>) { didFinish(result) }

  /// Nothing is left to be done.
  public func handleEnds() {}
}

/// What a transport is asked to fetch.
public struct TransportRequest: Sendable {
  /// An http or https URL, already checked.
  public var url: String
  /// The header fields to send beside those that the transport itself needs.
  public var headers: HTTPFields
  /// The most that DNS, TCP and TLS together may take.
  public var connectTimeout: Duration
  /// The most bytes that the response's header section may have.
  public var maxHeaderBytes: Int
  /// Whether a connection of its own is wanted, because the last one was the wrong one (421).
  public var needsFreshConnection: Bool
  /// Whether to wait for a connection that is being opened, since it is likely to carry this request too.
  public var sharesConnection: Bool
  /// Whether the observer is told when its connection is there; costs a little with each request. An origin that has
  /// not answered yet, and of which nothing is told, may be given up for others after `Configuration.connectPatience`.
  public var tellsConnection: Bool

  /// A request for `url`; the engine fills in the rest from its configuration.
  public init(
    url: String, headers: HTTPFields = HTTPFields(), connectTimeout: Duration = .seconds(10),
    maxHeaderBytes: Int = 64 << 10, needsFreshConnection: Bool = false, sharesConnection: Bool = false,
    tellsConnection: Bool = false
  ) {
    self.url = url
    self.headers = headers
    self.connectTimeout = connectTimeout
    self.maxHeaderBytes = maxHeaderBytes
    self.needsFreshConnection = needsFreshConnection
    self.sharesConnection = sharesConnection
    self.tellsConnection = tellsConnection
  }
}

/// The version of HTTP that a response came by.
public enum HTTPVersion: String, Sendable, Hashable {
  /// HTTP/1.0
  case http10 = "1.0"
  /// HTTP/1.1
  case http11 = "1.1"
  /// HTTP/2
  case http2 = "2"
  /// HTTP/3
  case http3 = "3"

  /// Whether one connection carries many requests at a time.
  public var isMultiplexed: Bool { self == .http2 || self == .http3 }
}

/// Status and header fields of a response.
public struct ResponseHead: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields as received.
  public var headers: HTTPFields
  /// The protocol's version.
  public var version: HTTPVersion

  /// A response head.
  public init(status: Int, headers: HTTPFields = HTTPFields(), version: HTTPVersion = .http11) {
    self.status = status
    self.headers = headers
    self.version = version
  }
}

/// What a transport measured of one transfer. Durations count from the start of the transfer; zero where a phase
/// did not happen (a reused connection has no DNS, TCP or TLS).
public struct TransportMetrics: Sendable, Hashable {
  /// Until the name was resolved.
  public var nameLookup: Duration = .zero
  /// Until TCP was connected.
  public var connect: Duration = .zero
  /// Until TLS was agreed.
  public var secureConnect: Duration = .zero
  /// Until the first byte of the response.
  public var firstByte: Duration = .zero
  /// Until the end.
  public var total: Duration = .zero
  /// Bytes of body received, before content decoding.
  public var bytesReceived: Int64 = 0
  /// How often the transport itself sent the request again (a refused stream, a dead reused connection).
  public var resends: Int = 0
  /// Whether a connection that was already open carried it.
  public var reusedConnection: Bool = false

  /// Metrics of a transfer that took no time.
  public init() {}
}
