import Heron

extension AttemptReport {
  /// One line of JSON. Scripts rely on the names; what is not known, and what did not happen, is left out.
  ///
  /// The times of dns, connect, tls and first byte count from the request's start, as curl's do.
  func json(since began: EngineInstant) -> String {
    var object = JSONObject()
    object.add("url", url)
    object.add("request_url", requestURL)
    object.add("attempt", attempt)
    object.add("redirects", redirects)
    object.add("outcome", outcome.name)
    object.add("status", head?.status)
    object.add("version", head?.version.rawValue)
    object.add("started_ms", exactMilliseconds: .nanoseconds(started - began.nanoseconds))
    object.add("elapsed_ms", exactMilliseconds: .nanoseconds(ended - started))
    add(metrics, to: &object)
    object.add("bytes", bytesReceived)
    object.add("resumed", isResumed)
    if case .failed(let error) = outcome {
      object.add("error", error.kind.rawValue)
      object.add("message", error.message)
      object.add("code", error.code)
      object.add("phase", error.phase?.rawValue)
      object.add("offset", error.offset.map(Int.init))
    }
    return object.text
  }

  private func add(_ metrics: TransportMetrics, to object: inout JSONObject) {
    // Nothing is known of a transfer that was given up before it had a connection.
    guard metrics != TransportMetrics() else { return }
    let times = [
      ("dns_ms", metrics.nameLookup), ("connect_ms", metrics.connect), ("tls_ms", metrics.secureConnect),
      ("first_byte_ms", metrics.firstByte), ("total_ms", metrics.total),
    ]
    for (name, time) in times where time > .zero { object.add(name, exactMilliseconds: time) }
    object.add("reused", metrics.reusedConnection)
    object.add("resends", metrics.resends)
  }
}
