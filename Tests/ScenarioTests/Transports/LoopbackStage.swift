import HeronCurl
import HeronEngine
import HeronScenarios
import Synchronization

/// libcurl and an origin on the loopback.
final class LoopbackStage: TransportStage {
  /// Routes that are made up as the test goes on.
  private final class Routes: OriginRoutes {
    let replies = Mutex<[OriginReply]>([])

    func behaviour(for request: OriginRequest) -> OriginBehaviour? {
      guard let index = Int(request.path.dropFirst()) else { return nil }
      return replies.withLock { $0.indices.contains(index) ? .always($0[index]) : nil }
    }
  }

  let transport: any Transport
  private let origin: LoopbackOrigin
  private let routes = Routes()
  private let refusing: RefusingPort

  init() async throws {
    refusing = try RefusingPort()
    transport = try CurlTransport()
    origin = try await LoopbackOrigin.start(routes: routes)
  }

  var requests: [HTTPFields] { origin.requests.map(\.fields) }

  func serve(_ reply: DescribedReply) -> String {
    let index = routes.replies.withLock { replies in
      replies.append(OriginReply(reply))
      return replies.count - 1
    }
    return origin.url("/\(index)")
  }

  func refuse() -> String { refusing.url("/") }

  func play(
    to witness: TransferWitness, until isEnough: @escaping @Sendable (TransferWitness.Account) -> Bool
  ) async {
    await witness.wait(until: isEnough)
  }

  // What is fetched after them ends after them: one thread carries all transfers.
  func settle() async {
    let witness = TransferWitness()
    let transfer = transport.start(TransportRequest(url: refuse()), observer: witness)
    await witness.wait { !$0.results.isEmpty }
    transfer.cancel()
  }

  func close() async throws { try await origin.shutDown() }
}

extension OriginReply {
  fileprivate init(_ reply: DescribedReply) {
    self.init(status: reply.status, fields: reply.headers, body: reply.body)
    switch reply.ending {
    case .whole: fault = .none
    case .cut(let count): fault = .truncate(afterBytes: count)
    case .reset(let count): fault = .reset(afterBytes: count)
    case .silence(let count): fault = .stall(afterBytes: count)
    case .never: latency = .seconds(600)
    }
  }
}
