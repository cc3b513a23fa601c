import HeronEngine
import Testing

/// Cancelling: whatever the moment, there is one end, and nothing comes after it.
@Suite(.timeLimit(.minutes(1))) struct TransportCancelTests {
  @Test(arguments: [0, 4], Staging.allCases)
  func `a silent transfer that is cancelled ends as stopped`(count: Int, staging: Staging) async throws {
    try await staging.perform { stage in
      let url = try await stage.serve(DescribedReply(ending: .silence(after: count)))
      let witness = TransferWitness()
      let transfer = stage.transport.start(TransportRequest(url: url), observer: witness)
      await stage.play(to: witness) { $0.heads.count == 1 && $0.body.count == count }
      #expect(witness.account.results.isEmpty)
      transfer.cancel()
      await stage.play(to: witness) { !$0.results.isEmpty }
      try await stage.settle()
      let account = witness.account
      #expect(account.failure == .stopped)
      #expect(account.results.count == 1)
      #expect(account.text == String("0123".prefix(count)))
      #expect(account.isInOrder)
    }
  }

  @Test(arguments: [1, 2, 3], Staging.allCases)
  func `a transfer that is cancelled before it began tells only its end`(times: Int, staging: Staging) async throws {
    try await staging.perform { stage in
      let url = try await stage.serve(DescribedReply(ending: .never))
      let witness = TransferWitness()
      let transfer = stage.transport.start(TransportRequest(url: url), observer: witness)
      for _ in 1...times { transfer.cancel() }
      await stage.play(to: witness) { !$0.results.isEmpty }
      try await stage.settle()
      let account = witness.account
      #expect(account.failure == .stopped)
      #expect(account.results.count == 1)
      #expect(account.heads.isEmpty && account.body.isEmpty)
      #expect(account.isInOrder)
    }
  }

  @Test(arguments: Staging.allCases)
  func `cancelling what is over changes nothing`(staging: Staging) async throws {
    try await staging.perform { stage in
      let url = try await stage.serve(DescribedReply())
      let witness = TransferWitness()
      let transfer = stage.transport.start(TransportRequest(url: url), observer: witness)
      await stage.play(to: witness) { !$0.results.isEmpty }
      transfer.cancel()
      transfer.cancel()
      try await stage.settle()
      let account = witness.account
      #expect(account.failure == nil)
      #expect(account.text == "0123456789")
      #expect(account.results.count == 1)
    }
  }

  @Test(arguments: Staging.allCases)
  func `the end of one transfer is not that of another`(staging: Staging) async throws {
    try await staging.perform { stage in
      let silent = try await stage.serve(DescribedReply(ending: .silence(after: 2)))
      let good = try await stage.serve(DescribedReply())
      let witness = TransferWitness()
      let transfer = stage.transport.start(TransportRequest(url: silent), observer: witness)
      await stage.play(to: witness) { $0.body.count == 2 }
      let other = try await stage.fetch(good)
      #expect(other.text == "0123456789")
      #expect(witness.account.results.isEmpty)
      transfer.cancel()
      await stage.play(to: witness) { !$0.results.isEmpty }
      #expect(witness.account.failure == .stopped)
    }
  }
}
