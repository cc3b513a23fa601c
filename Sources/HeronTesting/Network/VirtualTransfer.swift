import HeronEngine
import Synchronization

/// A transfer of a ``VirtualNetwork``, from its start to its end.
final class VirtualTransfer: TransportTransfer {
  struct Progress {
    var connection: Int?
    var reply: ScriptedReply?
    /// Bytes of body told to the observer.
    var told = 0
    var lastTold: EngineInstant
    var lastByte: EngineInstant
    var hadHead = false
    var metrics = TransportMetrics()
  }

  let id: Int
  let request: TransportRequest
  let origin: String
  let observer: any TransportObserver
  let began: EngineInstant
  let progress: Mutex<Progress>
  private let network: VirtualNetwork

  init(
    id: Int, request: TransportRequest, origin: String, observer: any TransportObserver, network: VirtualNetwork,
    now: EngineInstant
  ) {
    self.id = id
    self.request = request
    self.origin = origin
    self.observer = observer
    self.network = network
    began = now
    progress = Mutex(Progress(lastTold: now, lastByte: now))
  }

  var url: String { request.url }

  func cancel() { network.cancel(self) }
}

extension ScriptedReply {
  /// Bytes of body that come before the reply ends.
  var bytesToCome: Int {
    switch ending {
    case .complete: body.count
    case .failure(_, let byte), .silence(let byte): max(0, min(byte, body.count))
    }
  }

  /// Whether it ends before its head.
  var hasHead: Bool {
    switch ending {
    case .complete: true
    case .failure(_, let byte), .silence(let byte): byte >= 0
    }
  }
}
