import Synchronization
import Testing

@testable import heron

@Suite struct `The inbox of a session` {
  private let told = Told()
  private let inbox: BatchInbox<Int>

  init() { inbox = BatchInbox { [told] in told.note($0) } }

  @Test func `the first after silence calls, those that follow it gather`() {
    #expect(inbox.add(1, bytes: 10))
    #expect((2...63).allSatisfy { !inbox.add($0, bytes: 10) })
    #expect(inbox.take() == Array(1...63))
  }

  @Test func `while the queue looks by itself, sixty-four call it, and only once`() {
    #expect(inbox.add(0, bytes: 0))
    #expect(inbox.take() == [0])
    #expect((1...63).allSatisfy { !inbox.add($0, bytes: 0) })
    #expect(inbox.add(64, bytes: 0))
    #expect(!inbox.add(65, bytes: 0))
    #expect(inbox.take().count == 65)
  }

  @Test func `so does a mebibyte`() {
    #expect(inbox.add(0, bytes: 0))
    #expect(inbox.take() == [0])
    #expect(!inbox.add(1, bytes: 1_000_000))
    #expect(inbox.add(2, bytes: 100_000))
  }

  @Test func `who has looked and found nothing is called again`() {
    #expect(inbox.add(0, bytes: 0))
    #expect(inbox.take() == [0])
    #expect(inbox.take().isEmpty)
    #expect(inbox.add(1, bytes: 0))
  }

  @Test func `it is crowded above 256, also while the queue is busy, and free below 64`() {
    for number in 0..<200 { _ = inbox.add(number, bytes: 1) }
    #expect(inbox.take().count == 200)
    for number in 200..<256 { _ = inbox.add(number, bytes: 1) }
    #expect(told.words == [])
    _ = inbox.add(256, bytes: 1)
    #expect(told.words == [true])
    _ = inbox.take()
    for _ in 0..<193 { inbox.reported(bytes: 1) }
    #expect(told.words == [true])
    inbox.reported(bytes: 1)
    #expect(told.words == [true, false])
  }

  @Test func `it is crowded by few that are large`() {
    for number in 0..<3 { _ = inbox.add(number, bytes: 5 << 20) }
    #expect(told.words == [true])
    _ = inbox.take()
    inbox.reported(bytes: 5 << 20)
    inbox.reported(bytes: 5 << 20)
    #expect(told.words == [true])
    inbox.reported(bytes: 5 << 20)
    #expect(told.words == [true, false])
  }
}

private final class Told: Sendable {
  private let noted = Mutex<[Bool]>([])

  var words: [Bool] { noted.withLock(\.self) }

  func note(_ word: Bool) { noted.withLock { $0.append(word) } }
}
