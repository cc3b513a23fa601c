import HeronEngine

/// A transport, and the network that it plays on: the tests of every transport run on each stage.
protocol TransportStage: Sendable {
  /// The transport under test.
  var transport: any Transport { get }
  /// The header fields of each request as the network saw them.
  var requests: [HTTPFields] { get }

  /// Replies so to every request for a URL of its own, which is returned.
  func serve(_ reply: DescribedReply) async throws -> String
  /// The URL of an origin that takes no connections.
  func refuse() throws -> String
  /// Lets things happen until the witness has seen enough.
  func play(to witness: TransferWitness, until isEnough: @escaping @Sendable (TransferWitness.Account) -> Bool) async
  /// Lets all happen that may still come of transfers that are over.
  func settle() async throws
  /// Ends everything.
  func close() async throws
}

/// The stages there are.
enum Staging: String, Sendable, CaseIterable {
  /// A scripted transport in a virtual world.
  case virtual
  /// libcurl, and an origin on the loopback.
  case loopback

  func open() async throws -> any TransportStage {
    switch self {
    case .virtual: VirtualStage()
    case .loopback: try await LoopbackStage()
    }
  }

  /// Runs `body` on a new stage, which is closed in any case.
  func perform(_ body: (any TransportStage) async throws -> Void) async throws {
    let stage = try await open()
    do {
      try await body(stage)
    } catch {
      try await stage.close()
      throw error
    }
    try await stage.close()
  }
}

extension TransportStage {
  /// Starts a transfer, lets it come to its end, and waits for whatever might come after it.
  func fetch(
    _ url: String, headers: HTTPFields = HTTPFields(), _ witness: TransferWitness = TransferWitness()
  ) async throws -> TransferWitness.Account {
    let transfer = transport.start(TransportRequest(url: url, headers: headers), observer: witness)
    await play(to: witness) { !$0.results.isEmpty }
    try await settle()
    return withExtendedLifetime(transfer) { witness.account }
  }
}
