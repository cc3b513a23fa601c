import CCurl
import Glibc
import HeronEngine

/// An easy handle and the transfer that it carries: belongs to the network thread, is used again and again.
///
/// curl's callbacks get the handle itself, unretained: it must be out of the multi handle before it is released.
final class CurlHandle {
  /// Who is told, and who may cancel.
  struct Parties {
    let transfer: CurlTransfer
    let observer: any TransportObserver

    /// The last call of all.
    func end(_ result: Result<TransportMetrics, TransportError>) {
      transfer.didFinish()
      observer.didFinish(result)
    }

    /// The last call but `handleEnds`.
    func endAmongOthers(_ result: Result<TransportMetrics, TransportError>) {
      transfer.didFinish()
      observer.didFinishAmongOthers(result)
    }
  }

  let easy: UnsafeMutableRawPointer
  let errorBuffer: UnsafeMutablePointer<CChar>
  var headers = HTTPFields()
  var headerList: RequestHeaderList?
  var connectTimeout: Duration?
  var isFresh = false
  var isSharing = false
  // curl keeps pointers into both.
  let resolveList: CurlStringList
  let connectToList: CurlStringList

  private var parties: Parties?
  // Asked for once a transfer: a cast costs more than a call.
  private var resting: (any RestingObserver)?
  private(set) var parser = ResponseHeadParser(maxBytes: 0)
  /// How often a request was about to be sent.
  private(set) var sends = 0
  // Why we ended the transfer, where it was us.
  private var refusal: TransportError?
  private var tellsConnection = false
  private let addressGuard: AddressGuard
  private let isProxied: Bool
  private let multi: UnsafeMutableRawPointer
  private var refusedAddresses = RefusedAddresses()
  // Why the system gave no socket.
  private var socketError: Int32 = 0

  /// A handle for `multi`, with the options that never change; nil without memory.
  init?(_ configuration: CurlConfiguration, multi: UnsafeMutableRawPointer) {
    guard let resolveList = CurlStringList(configuration.resolve),
      let connectToList = CurlStringList(configuration.connectTo), let easy = curl_easy_init()
    else { return nil }
    self.easy = easy
    self.resolveList = resolveList
    self.connectToList = connectToList
    addressGuard = configuration.addressGuard
    isProxied = configuration.proxy?.isEmpty == false
    self.multi = multi
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    setConstantOptions(configuration)
  }

  deinit {
    curl_easy_cleanup(easy)
    errorBuffer.deallocate()
  }

  /// The handle that curl speaks of.
  static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? {
    var context: UnsafeMutableRawPointer?
    curl_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &context)
    return context.map(from)
  }

  /// The handle behind the pointer that curl was given.
  static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
    Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
  }

  /// Gets ready to send `request`.
  func begin(_ request: TransportRequest, for parties: Parties) throws(TransportError) {
    try setOptions(of: request)
    self.parties = parties
    resting = parties.observer as? any RestingObserver
    parser = ResponseHeadParser(maxBytes: request.maxHeaderBytes)
    sends = 0
    tellsConnection = request.tellsConnection
    refusal = nil
    refusedAddresses = RefusedAddresses()
    socketError = 0
    errorBuffer[0] = 0
  }

  /// Gives the parties back with what they are to be told; nil code where the end was not curl's doing.
  func end(_ code: CURLcode?) -> (Parties, Result<TransportMetrics, TransportError>)? {
    guard let parties else { return nil }
    self.parties = nil
    resting = nil
    return (parties, result(code))
  }

  // MARK: Called by curl, in the middle of curl_multi_perform

  /// Whether a socket may be opened to `address`; nil: of a kind that is not of the internet.
  func mayConnect(to address: NetworkAddress?) -> Bool {
    guard let address else { return false }
    guard let refusal = addressGuard.refusal(of: address) else { return true }
    refusedAddresses.append(refusal)
    // Without it curl 7.88 goes on to the next address only when half of the connect timeout is over.
    curl_multi_wakeup(multi)
    return false
  }

  /// The system has no socket to give.
  func didMissSocket(_ code: Int32) { socketError = code }

  func willSend() -> Bool {
    sends += 1
    guard isWanted else { return false }
    if tellsConnection { parties?.observer.didConnect(readConnection()) }
    return true
  }

  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    guard isWanted, let parties else { return false }
    do throws(TransportError) {
      guard let head = try parser.take(line) else { return true }
      return parties.observer.didReceive(head) || refuse(.stopped)
    } catch {
      return refuse(error)
    }
  }

  /// The bytes taken: all, or none, which ends the transfer, or the number that has it rest.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard isWanted, let parties else { return 0 }
    if let resting, resting.isFull { return Int(CURL_WRITEFUNC_PAUSE) }
    return parties.observer.didReceive(bytes) || refuse(.stopped) ? bytes.count : 0
  }

  private var isWanted: Bool { parties?.transfer.isCancelled == false || refuse(.stopped) }

  private func refuse(_ error: TransportError) -> Bool {
    refusal = error
    return false
  }

  // MARK: The end

  private func result(_ code: CURLcode?) -> Result<TransportMetrics, TransportError> {
    let metrics = readMetrics()
    if code == CURLE_OK, refusal == nil, parser.isComplete { return .success(metrics) }
    var error = refusal ?? code.map(cause) ?? .stopped
    error.bytesReceived = metrics.bytesReceived
    error.metrics = metrics
    error.phase = phase
    return .failure(error)
  }

  private func cause(_ code: CURLcode) -> TransportError {
    if code == CURLE_OK { return TransportError(.receiveFailed, message: "the connection ended before a final head") }
    if code == CURLE_COULDNT_CONNECT, socketError != 0 {
      let reason = String(cString: strerror(socketError))
      return TransportError(
        .noConnection, code: Int(code.rawValue), message: "this process gets no socket: \(reason); see ulimit -n")
    }
    if code == CURLE_COULDNT_CONNECT, let error = refusedAddresses.error(code: Int(code.rawValue)) { return error }
    let error = CurlError(code: code.rawValue, phase: phase, detail: String(cString: errorBuffer), isProxied: isProxied)
    return TransportError(error.failure, code: Int(error.code), message: error.message)
  }

  private var phase: TransportError.Phase {
    if parser.isComplete { return .receivingBody }
    if sends == 0 { return .connecting }
    return readTime(CURLINFO_STARTTRANSFER_TIME_T) > .zero ? .receivingHead : .requesting
  }
}

extension TransportError {
  /// The end that the caller wanted.
  static let stopped = TransportError(.stopped, message: "ended by the caller")
}
