import CCurl
public import HeronEngine

/// The network by libcurl: one thread carries all transfers.
///
/// Releasing the transport ends what is still in flight with `.stopped`, and then its thread.
public final class CurlTransport: Transport {
  private let inbox: CurlInbox

  /// A transport with a thread of its own; throws where the configuration contradicts itself, or the machine has no
  /// descriptor or thread left for it.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) throws(TransportError) {
    try configuration.validate()
    guard curlIsReady else { throw TransportError(.transportFailed, message: "libcurl does not initialise") }
    let inbox = try CurlInbox()
    self.inbox = inbox
    // The thread makes every handle of curl itself, so that none ever crosses a thread.
    try NetworkThread.start(name: "heron.curl") { CurlMulti(configuration, inbox: inbox).run() }
  }

  deinit { inbox.post(.shutDown) }

  /// Starts a transfer; a request that cannot be sent ends with `.badRequest`.
  public func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    send(request, observer: observer)
  }

  func send(_ request: TransportRequest, observer: any TransportObserver) -> CurlTransfer {
    let transfer = CurlTransfer(inbox: inbox)
    inbox.post(.start(transfer, request, observer))
    return transfer
  }
}

private let curlIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
