import CCurl
import HeronEngine

extension CurlHandle {
  /// What curl measured of the transfer so far.
  func readMetrics() -> TransportMetrics {
    var metrics = TransportMetrics()
    metrics.total = readTime(CURLINFO_TOTAL_TIME_T)
    metrics.firstByte = readTime(CURLINFO_STARTTRANSFER_TIME_T)
    metrics.bytesReceived = readOffset(CURLINFO_SIZE_DOWNLOAD_T)
    metrics.resends = max(0, sends - 1)
    var connections = 0
    curl_easy_getinfo_long(easy, CURLINFO_NUM_CONNECTS, &connections)
    metrics.reusedConnection = connections == 0 && sends > 0
    // curl stamps the phases of a reused connection with the time at which it was found.
    if !metrics.reusedConnection {
      metrics.nameLookup = readTime(CURLINFO_NAMELOOKUP_TIME_T)
      metrics.connect = readTime(CURLINFO_CONNECT_TIME_T)
      metrics.secureConnect = readTime(CURLINFO_APPCONNECT_TIME_T)
    }
    return metrics
  }

  /// What curl measured until the connection was there.
  func readConnection() -> TransportMetrics {
    var metrics = readMetrics()
    metrics.total = .zero
    return metrics
  }

  /// One of curl's times, which are in microseconds.
  func readTime(_ info: CURLINFO) -> Duration { .microseconds(readOffset(info)) }

  private func readOffset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    curl_easy_getinfo_offset(easy, info, &value)
    return Int64(value)
  }
}
