import HeronEngine
import Testing

/// What every transport does, the shipped one and the scripted one: where they differed, tests in a virtual world
/// would say nothing about the real one.
@Suite(.timeLimit(.minutes(1))) struct TransportContractTests {
  @Test(arguments: TransportScene.all, Staging.allCases)
  func `a reply is told as it comes`(scene: TransportScene, staging: Staging) async throws {
    try await staging.perform { stage in
      let account = try await stage.fetch(try await stage.serve(scene.reply), headers: scene.asked)
      let head = try #require(account.heads.first)
      #expect(head.status == scene.status)
      #expect(head.headers["Content-Range"] == scene.contentRange)
      #expect(head.version == .http11)
      #expect(account.text == scene.text)
      #expect(account.failure == scene.failure)
      #expect(account.bytesReceived == Int64(scene.text.utf8.count))
      #expect(account.isInOrder)
      #expect(account.results.count == 1)
    }
  }

  @Test(arguments: Staging.allCases)
  func `header fields arrive as they were sent, repeated ones in their order`(staging: Staging) async throws {
    try await staging.perform { stage in
      let sent: HTTPFields = ["X-Many": "one", "X-Other": "a, b", "x-many": "two", "X-Empty": "", "X-MANY": "one"]
      let account = try await stage.fetch(try await stage.serve(DescribedReply(headers: sent)), headers: sent)
      let answered = try #require(account.heads.first?.headers)
      for fields in [answered, try #require(stage.requests.first)] {
        #expect(fields.values(of: "x-many") == ["one", "two", "one"])
        #expect(fields.values(of: "x-other") == ["a, b"])
        #expect(fields.values(of: "x-empty") == [""])
      }
      #expect(answered["Content-Length"] == "10")
    }
  }

  @Test(arguments: Staging.allCases)
  func `a redirect is told and not followed`(staging: Staging) async throws {
    try await staging.perform { stage in
      let target = try await stage.serve(DescribedReply())
      let url = try await stage.serve(DescribedReply(status: 307, headers: ["Location": target], body: []))
      let account = try await stage.fetch(url)
      #expect(account.heads.map(\.status) == [307])
      #expect(account.heads.first?.headers["Location"] == target)
      #expect(account.failure == nil)
      #expect(stage.requests.count == 1)
    }
  }

  @Test(arguments: Staging.allCases)
  func `a refused connection is told without a head`(staging: Staging) async throws {
    try await staging.perform { stage in
      let account = try await stage.fetch(try stage.refuse())
      #expect(account.failure == .connectionRefused)
      #expect(account.heads.isEmpty && account.body.isEmpty)
      #expect(account.results.count == 1)
      #expect(account.isInOrder)
    }
  }

  @Test(arguments: Staging.allCases)
  func `an observer that refuses the head hears no more than the end`(staging: Staging) async throws {
    try await staging.perform { stage in
      let witness = TransferWitness(takesHead: false)
      let account = try await stage.fetch(try await stage.serve(DescribedReply()), witness)
      #expect(account.heads.count == 1)
      #expect(account.failure == .stopped)
      #expect(account.body.isEmpty)
      #expect(account.isInOrder)
    }
  }

  @Test(arguments: Staging.allCases)
  func `an observer that refuses the body hears no more than the end`(staging: Staging) async throws {
    try await staging.perform { stage in
      let witness = TransferWitness(takesBody: false)
      let body = [UInt8](repeating: 1, count: 2 << 20)
      let account = try await stage.fetch(try await stage.serve(DescribedReply(body: body)), witness)
      #expect(account.failure == .stopped)
      #expect(!account.body.isEmpty && account.body.count < body.count)
      #expect(account.isInOrder)
    }
  }
}
