import CCurl
import HeronEngine

extension CurlHandle {
  /// Sets what holds for every transfer: curl_easy_reset would cost more than a small transfer's share.
  func setConstantOptions(_ configuration: CurlConfiguration) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_easy_setopt_pointer(easy, CURLOPT_PRIVATE, context)
    curl_easy_setopt_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
    curl_easy_setopt_pointer(easy, CURLOPT_WRITEDATA, context)
    curl_easy_setopt_write(easy, CURLOPT_WRITEFUNCTION, passBody)
    curl_easy_setopt_pointer(easy, CURLOPT_HEADERDATA, context)
    curl_easy_setopt_write(easy, CURLOPT_HEADERFUNCTION, passHeader)
    curl_easy_setopt_pointer(easy, CURLOPT_PREREQDATA, context)
    curl_easy_setopt_prereq(easy, passSend)

    curl_easy_setopt_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    let version = configuration.prefersHTTP3 && CurlTransport.speaksHTTP3 ? CURL_HTTP_VERSION_3 : CURL_HTTP_VERSION_2TLS
    curl_easy_setopt_long(easy, CURLOPT_HTTP_VERSION, Int(version))
    if let rate = configuration.bytesPerSecond {
      curl_easy_setopt_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(max(1, rate)))
    }
    curl_easy_setopt_string(easy, CURLOPT_USERAGENT, configuration.userAgent)
    // All codings that this libcurl can undo. Stays on for a range: the header then asks for none, but a server may
    // ignore both.
    curl_easy_setopt_string(easy, CURLOPT_ACCEPT_ENCODING, "")

    // The empty proxy is none; without it, and without the empty exception list, the environment decides.
    curl_easy_setopt_string(easy, CURLOPT_PROXY, configuration.proxy ?? "")
    curl_easy_setopt_string(easy, CURLOPT_NOPROXY, "")
    if let caFile = configuration.caFile {
      curl_easy_setopt_string(easy, CURLOPT_CAINFO, caFile)
      curl_easy_setopt_string(easy, CURLOPT_PROXY_CAINFO, caFile)
    }
    // Where there is a folder of certificates besides the file, curl keeps none of them from one connection to the
    // next, and reads the file anew for each: 25 ms (curl 7.88).
    if configuration.caFile != nil || CurlTransport.hasBundle { curl_easy_setopt_string(easy, CURLOPT_CAPATH, nil) }
    setSocketOptions()
    setConstantNumbers(configuration)
  }

  private func setConstantNumbers(_ configuration: CurlConfiguration) {
    let numbers: [(CURLoption, Int)] = [
      // Signals are the application's.
      (CURLOPT_NOSIGNAL, 1),
      // Without it, removing a handle waits for its name to be resolved, and all transfers with it.
      (CURLOPT_QUICK_EXIT, 1),
      // The loader follows redirects: each hop has its own rules.
      (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_HTTP09_ALLOWED, 0),
      (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_PATH_AS_IS, 0),
      (CURLOPT_TCP_NODELAY, 1),
      (CURLOPT_BUFFERSIZE, configuration.receiveBufferBytes),
    ]
    for (option, value) in numbers { curl_easy_setopt_long(easy, option, value) }
  }

  /// Sets what `request` asks for and the last one did not.
  func setOptions(of request: TransportRequest) throws(TransportError) {
    // A NUL would end the string early; curl itself refuses the rest, but not in every version.
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw TransportError(.badRequest, message: "the URL has a blank or a control character")
    }
    guard curl_easy_setopt_string(easy, CURLOPT_URL, request.url) == CURLE_OK else {
      throw TransportError(.badRequest, message: "curl does not take the URL")
    }
    if request.headers != headers { try setHeaders(request.headers) }
    if request.connectTimeout != connectTimeout { setConnectTimeout(request.connectTimeout) }
    if request.needsFreshConnection != isFresh {
      isFresh = request.needsFreshConnection
      curl_easy_setopt_long(easy, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
    }
    if request.sharesConnection != isSharing {
      isSharing = request.sharesConnection
      curl_easy_setopt_long(easy, CURLOPT_PIPEWAIT, isSharing ? 1 : 0)
    }
  }

  private func setHeaders(_ headers: HTTPFields) throws(TransportError) {
    let list = try RequestHeaderList(headers)
    // curl keeps the pointer: the old list goes only after the new one is in its place.
    curl_easy_setopt_list(easy, CURLOPT_HTTPHEADER, list.first)
    headerList = list
    self.headers = headers
  }

  private func setConnectTimeout(_ timeout: Duration) {
    connectTimeout = timeout
    let (seconds, attoseconds) = timeout.components
    // Zero would mean curl's own 300 s; over a day is for ever.
    let milliseconds = min(max(0, seconds), 86_400) * 1000 + attoseconds / 1_000_000_000_000_000
    curl_easy_setopt_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, milliseconds)))
  }
}

// Returning less than was given ends the transfer with CURLE_WRITE_ERROR.

private let passBody: curl_write_callback = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return CurlHandle.from(context).receiveBody(body)
}

private let passHeader: curl_write_callback = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return CurlHandle.from(context).receiveHeader(line) ? line.count : 0
}

private let passSend: curl_prereq_callback = { context, _, _, _, _ in
  guard let context, CurlHandle.from(context).willSend() else { return Int32(CURL_PREREQFUNC_ABORT) }
  return Int32(CURL_PREREQFUNC_OK)
}
