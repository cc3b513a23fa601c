import Dispatch
import Synchronization
import Testing

@testable import HeronEngine

@Suite struct `The mailbox` {
  private func note(_ number: Int, in list: Noted) -> Mailbox.Message {
    .perform { _ in list.numbers.withLock { $0.append(number) } }
  }

  private final class Noted: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test func `only the first who posts wakes, until all was taken`() {
    let mailbox = Mailbox()
    let list = Noted()
    var spare: [Mailbox.Message] = []
    #expect(mailbox.post(note(1, in: list)))
    #expect(!mailbox.post(note(2, in: list)))
    #expect(mailbox.take(into: &spare) == .taken && spare.count == 2)
    spare.removeAll()
    #expect(!mailbox.post(note(3, in: list)), "the one who takes will look again")
    #expect(mailbox.take(into: &spare) == .taken && spare.count == 1)
    spare.removeAll()
    #expect(mailbox.take(into: &spare) == .nothing)
    #expect(mailbox.post(note(4, in: list)), "nobody looks any more")
  }

  @Test func `what was gathered is claimed once, unless somebody is coming anyway`() {
    let mailbox = Mailbox()
    let list = Noted()
    #expect(!mailbox.claim())
    mailbox.gather(note(1, in: list))
    #expect(mailbox.claim())
    #expect(!mailbox.claim())
    #expect(!mailbox.post(note(2, in: list)))
  }

  @Test func `what is too much for one who takes is left to the next`() {
    let mailbox = Mailbox()
    let list = Noted()
    var spare: [Mailbox.Message] = []
    for number in 0..<3 { mailbox.gather(note(number, in: list)) }
    #expect(mailbox.claim())
    #expect(mailbox.take(into: &spare, most: 2) == .tooMany && spare.isEmpty)
    #expect(!mailbox.post(note(3, in: list)), "whoever left them has called another")
    #expect(mailbox.take(into: &spare) == .taken && spare.count == 4)
  }

  @Test func `nothing that many threads post is lost`() {
    let mailbox = Mailbox()
    let list = Noted()
    let taken = Atomic<Int>(0)
    let taking = Mutex(())
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for number in 0..<5000 where mailbox.post(note(number, in: list)) {
        taking.withLock { _ in
          var spare: [Mailbox.Message] = []
          while mailbox.take(into: &spare) == .taken {
            taken.add(spare.count, ordering: .relaxed)
            spare.removeAll()
          }
        }
      }
    }
    #expect(taken.load(ordering: .relaxed) == 20_000)
  }
}
