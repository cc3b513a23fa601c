import Testing

@testable import heron

@Suite struct `The inbox of a session` {
  private let inbox = BatchInbox<Int>()

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

  @Test func `it is crowded above 256, and free below 64`() {
    for number in 0..<300 { _ = inbox.add(number, bytes: 1) }
    #expect(inbox.take().count == 300)
    let told = (0..<300).map { _ in inbox.reported(bytes: 1) }
    #expect(told[..<43].allSatisfy { $0 == true })
    #expect(told[43..<236].allSatisfy { $0 == nil })
    #expect(told[236...].allSatisfy { $0 == false })
  }

  @Test func `it is crowded by few that are large`() {
    for number in 0..<3 { _ = inbox.add(number, bytes: 5 << 20) }
    _ = inbox.take()
    #expect([5, 5, 5].map { inbox.reported(bytes: $0 << 20) } == [true, nil, false])
  }
}
