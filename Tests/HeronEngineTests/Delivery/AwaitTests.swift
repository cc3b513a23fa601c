import Testing

@testable import HeronEngine

@Suite struct `Awaiting media` {
  @Test(.timeLimit(.minutes(1))) func `the media comes back, or the failure is thrown`() async throws {
    let bench = try DispatchBench()
    #expect(try await bench.loader.media(for: MediaRequest("http://a.test/1")).image?.width == 1)
    do throws(MediaLoadError) {
      _ = try await bench.loader.media(for: MediaRequest("http://a.test/missing"))
      Issue.record("it came")
    } catch {
      #expect(error.status == 404)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a hit comes from memory`() async throws {
    let bench = try DispatchBench()
    let request = MediaRequest("http://a.test/1")
    _ = try await bench.loader.media(for: request)
    #expect(try await bench.loader.media(for: request).source == .memory)
  }

  @Test(.timeLimit(.minutes(1))) func `many at a time are all served`() async throws {
    let bench = try DispatchBench()
    let loader = bench.loader
    let served = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<500 {
        group.addTask { (try? await loader.media(for: MediaRequest("http://a.test/\(number % 100)"))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(served == 500)
  }

  @Test(.timeLimit(.minutes(1))) func `cancelling the task cancels the load`() async throws {
    let bench = try DispatchBench()
    let loader = bench.loader
    let task = Task { try await loader.media(for: MediaRequest("http://a.test/silent")) }
    var events = bench.transport.events.makeAsyncIterator()
    #expect(await events.next() == .started("http://a.test/silent"))
    task.cancel()
    #expect(await events.next() == .cancelled("http://a.test/silent"))
    let result = await task.result
    #expect(throws: MediaLoadError.self) { try result.get() }
    if case .failure(let error as MediaLoadError) = result { #expect(error.kind == .cancelled) }
  }

  @Test(.timeLimit(.minutes(1))) func `a task that was cancelled before gets no media`() async throws {
    let loader = try DispatchBench().loader
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await loader.media(for: MediaRequest("http://a.test/silent"))
    }
    let result = await task.result
    #expect(throws: MediaLoadError.self) { try result.get() }
  }

  @Test(.timeLimit(.minutes(1))) func `cancelling the load ends the wait`() async throws {
    let bench = try DispatchBench()
    let loader = bench.loader
    let task = Task {
      var request = MediaRequest("http://a.test/silent")
      request.tag = "page"
      return try await loader.media(for: request)
    }
    var events = bench.transport.events.makeAsyncIterator()
    _ = await events.next()
    loader.cancelAll(tag: "page")
    let result = await task.result
    if case .failure(let error as MediaLoadError) = result { #expect(error.kind == .cancelled) }
    #expect(throws: MediaLoadError.self) { try result.get() }
  }
}

@Suite struct `The events as a sequence` {
  private func words(_ event: MediaLoad.Event) -> String {
    switch event {
    case .waiting: "waiting"
    case .started: "started"
    case .progressed: "progressed"
    case .retrying: "retrying"
    case .finished(.success): "loaded"
    case .finished(.failure(let error)): error.kind.rawValue
    }
  }

  @Test(.timeLimit(.minutes(1))) func `they come in order, and the sequence ends`() async throws {
    let bench = try DispatchBench()
    var heard: [String] = []
    for await event in bench.loader.events(for: MediaRequest("http://a.test/1")) { heard.append(words(event)) }
    // Whether progress is told in between depends on how busy the machine is.
    #expect(heard.filter { $0 != "progressed" } == ["started", "loaded"])
    #expect(heard.last == "loaded")
  }

  @Test(.timeLimit(.minutes(1))) func `a failure is the last event`() async throws {
    let bench = try DispatchBench()
    var heard: [String] = []
    for await event in bench.loader.events(for: MediaRequest("http://a.test/missing")) { heard.append(words(event)) }
    #expect(heard.filter { $0 != "progressed" } == ["started", "http-status"])
    #expect(heard.last == "http-status")
  }

  @Test(.timeLimit(.minutes(1))) func `nothing is asked for before the first event is`() async throws {
    let bench = try DispatchBench()
    let events = bench.loader.events(for: MediaRequest("http://a.test/1"))
    #expect(await bench.loader.statistics.submitted == 0)
    var iterator = events.makeAsyncIterator()
    _ = await iterator.next()
    #expect(await bench.loader.statistics.submitted == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `breaking off cancels the load`() async throws {
    let bench = try DispatchBench()
    for await _ in bench.loader.events(for: MediaRequest("http://a.test/silent")) { break }
    var events = bench.transport.events.makeAsyncIterator()
    #expect(await events.next() == .started("http://a.test/silent"))
    #expect(await events.next() == .cancelled("http://a.test/silent"))
  }

  @Test(.timeLimit(.minutes(1))) func `cancelling the task or the handle ends the sequence`() async throws {
    for byHandle in [true, false] {
      let bench = try DispatchBench()
      let loader = bench.loader
      let task = Task {
        var heard: [MediaLoad.Event] = []
        var iterator = loader.events(for: MediaRequest("http://a.test/silent")).makeAsyncIterator()
        while let event = await iterator.next() {
          heard.append(event)
          if byHandle { iterator.handle.cancel() }
        }
        return heard
      }
      var events = bench.transport.events.makeAsyncIterator()
      #expect(await events.next() == .started("http://a.test/silent"))
      if !byHandle { task.cancel() }
      #expect(await events.next() == .cancelled("http://a.test/silent"))
      #expect(await task.value.map(words).last == "cancelled")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `progress that nobody has taken is replaced by newer`() async {
    let buffer = EventBuffer()
    buffer.receive(.started(attempt: 1))
    for received in 1...5 as ClosedRange<Int64> { buffer.receive(.progressed(received: received, expected: 5)) }
    buffer.receive(.finished(.failure(MediaLoadError(.internal, ""))))
    buffer.receive(.waiting)
    var heard: [String] = []
    while let event = await withCheckedContinuation({ buffer.wait($0) }) {
      if case .progressed(let received, _) = event { #expect(received == 5) }
      heard.append(words(event))
    }
    #expect(heard == ["started", "progressed", "internal"])
  }
}
