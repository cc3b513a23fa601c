import HeronEngine
import HeronTesting
import Synchronization

/// A scripted transport in a world of its own time.
final class VirtualStage: TransportStage {
  private let world: VirtualWorld
  private let scripted: ScriptedTransport
  private let served = Mutex(0)

  init() {
    world = VirtualWorld()
    scripted = ScriptedTransport(world)
  }

  var transport: any Transport { scripted }
  var requests: [HTTPFields] { scripted.requests.map(\.headers) }

  func serve(_ reply: DescribedReply) -> String { serve(ScriptedReply(reply)) }

  func refuse() -> String { serve(.failure(.connectionRefused)) }

  func play(to witness: TransferWitness, until isEnough: @escaping @Sendable (TransferWitness.Account) -> Bool) {
    world.run()
  }

  func settle() { world.run() }

  func close() { world.run() }

  private func serve(_ reply: ScriptedReply) -> String {
    let number = served.withLock { served in
      served += 1
      return served
    }
    let url = "http://virtual.test/\(number)"
    scripted.set(url, reply)
    return url
  }
}

extension ScriptedReply {
  fileprivate init(_ reply: DescribedReply) {
    self.init(
      status: reply.status, headers: reply.headers, body: reply.body, pieceSize: max(4, reply.body.count / 16))
    switch reply.ending {
    case .whole: ending = .complete
    case .cut(let count): ending = .failure(.partialBody, atByte: count)
    case .reset(let count): ending = .failure(.receiveFailed, atByte: count)
    case .silence(let count): ending = .silence(atByte: count)
    case .never: ending = .silence(atByte: -1)
    }
  }
}
