import CCurl
import HeronEngine

/// The multi handle and all easy handles: made, used and freed on the network thread, by `run()`.
final class CurlMulti {
  // An idle handle saves the making of the next one, and costs its buffers.
  private static let mostIdle = 64
  // Only a forgotten wake-up would make it matter: commands bring the descriptor.
  private static let longestSleepMilliseconds: Int32 = 60_000
  // Transfers bring curl's own timers; but once in some thousand the end of an HTTP/2 stream without Content-Length was
  // noticed only by the next of them, ten seconds later (curl 7.88).
  private static let longestRestMilliseconds: Int32 = 1_000

  private let multi: UnsafeMutableRawPointer
  private let configuration: CurlConfiguration
  private let inbox: CurlInbox
  private var isRunning = true
  private var commands: [CurlCommand] = []
  private var active: [ObjectIdentifier: CurlHandle] = [:]
  private var idle: [CurlHandle] = []
  private var ended: [(CurlHandle.Parties, Result<TransportMetrics, TransportError>)] = []

  init(_ configuration: CurlConfiguration, inbox: CurlInbox) {
    guard let multi = curl_multi_init() else { preconditionFailure("no memory for curl's multi handle") }
    self.multi = multi
    self.configuration = configuration
    self.inbox = inbox
    curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.maxConnections))
    // Beyond curl's own hundred, another connection would be opened for each further request; the server's setting holds.
    curl_multi_setopt_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 1 << 16)
  }

  deinit {
    // curl's order: the easy handles first.
    idle = []
    curl_multi_cleanup(multi)
  }

  /// Carries transfers until told to shut down.
  func run() {
    while isRunning {
      var running: Int32 = 0
      obey()
      curl_multi_perform(multi, &running)
      endFinished()
      if isRunning, inbox.mayFallAsleep() { sleep() }
    }
    for handle in Array(active.values) { end(handle, nil) }
  }

  private func sleep() {
    var wakeUp = curl_waitfd(fd: inbox.wakeDescriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    var ready: Int32 = 0
    let longest = active.isEmpty ? Self.longestSleepMilliseconds : Self.longestRestMilliseconds
    curl_multi_poll(multi, &wakeUp, 1, longest, &ready)
    inbox.didAwake(byDescriptor: wakeUp.revents != 0)
  }

  private func obey() {
    inbox.take(into: &commands)
    for command in commands {
      switch command {
      case .start(let transfer, let request, let observer):
        start(request, for: CurlHandle.Parties(transfer: transfer, observer: observer))
      case .cancel(let transfer):
        if let handle = active[ObjectIdentifier(transfer)] { end(handle, nil) }
      case .resume(let transfer):
        if let handle = active[ObjectIdentifier(transfer)] { curl_easy_pause(handle.easy, CURLPAUSE_CONT) }
      case .shutDown:
        isRunning = false
      }
    }
    commands.removeAll(keepingCapacity: true)
  }

  private func start(_ request: TransportRequest, for parties: CurlHandle.Parties) {
    do throws(TransportError) {
      if parties.transfer.isCancelled { throw .stopped }
      guard let handle = idle.popLast() ?? CurlHandle(configuration, multi: multi) else {
        throw TransportError(.transportFailed, message: "no memory for a transfer")
      }
      try handle.begin(request, for: parties)
      let code = curl_multi_add_handle(multi, handle.easy)
      guard code == CURLM_OK else {
        throw TransportError(.transportFailed, message: String(cString: curl_multi_strerror(code)))
      }
      active[ObjectIdentifier(parties.transfer)] = handle
    } catch {
      parties.end(.failure(error))
    }
  }

  private func endFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      // Removing the handle frees the message.
      let code = message.pointee.data.result
      guard message.pointee.msg == CURLMSG_DONE, let handle = CurlHandle.of(message.pointee.easy_handle) else {
        continue
      }
      if let end = takeEnd(of: handle, code) { ended.append(end) }
    }
    for (parties, result) in ended { parties.endAmongOthers(result) }
    // What these start is in the inbox, and goes on its way before this thread sleeps.
    for (parties, _) in ended { parties.observer.handleEnds() }
    ended.removeAll(keepingCapacity: true)
  }

  /// Ends the handle's transfer, by curl's code or, without one, by ourselves.
  private func end(_ handle: CurlHandle, _ code: CURLcode?) {
    if let (parties, result) = takeEnd(of: handle, code) { parties.end(result) }
  }

  private func takeEnd(
    of handle: CurlHandle, _ code: CURLcode?
  ) -> (CurlHandle.Parties, Result<TransportMetrics, TransportError>)? {
    curl_multi_remove_handle(multi, handle.easy)
    guard let end = handle.end(code) else { return nil }
    active[ObjectIdentifier(end.0.transfer)] = nil
    if idle.count < Self.mostIdle { idle.append(handle) }
    return end
  }
}
