import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EndingTests {
  @Test func `an observer that refuses the head gets no body`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let record = try await CurlTransport().fetch(
      TransportRequest(url: server.url()), TransferRecorder(takesHead: false))
    #expect(record.heads.count == 1)
    #expect(record.body.isEmpty)
    #expect(record.error?.failure == .stopped)
    #expect(record.results.count == 1)
  }

  @Test func `an observer that refuses more body gets no more, and the server is rid of it`() async throws {
    let end = Signal()
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      connection.send([UInt8](repeating: 0, count: 1 << 20))
      connection.waitForEnd()
      end.fire()
    }
    let transport = try CurlTransport()
    let record = await transport.fetch(TransportRequest(url: server.url()), TransferRecorder(mostBody: 1000))
    #expect(record.error?.failure == .stopped)
    #expect(record.body.count <= 1000 + (128 << 10))
    await end.wait()
  }

  @Test func `cancel frees the socket of a silent transfer`() async throws {
    let begin = Signal()
    let end = Signal()
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      begin.fire()
      connection.waitForEnd()
      end.fire()
    }
    let transport = try CurlTransport()
    let recorder = TransferRecorder()
    let transfer = transport.start(TransportRequest(url: server.url()), observer: recorder)
    await begin.wait()
    transfer.cancel()
    transfer.cancel()
    await end.wait()
    let record = await recorder.finished()
    #expect(record.error?.failure == .stopped)
    #expect(record.heads.isEmpty)
    transfer.cancel()
    #expect(recorder.record.results.count == 1)
  }

  @Test func `cancel before the start has been seen ends the transfer all the same`() async throws {
    let transport = try CurlTransport()
    for _ in 0..<200 {
      let recorder = TransferRecorder()
      let port = try ScriptedServer.closedPort()
      let transfer = transport.start(TransportRequest(url: "http://127.0.0.1:\(port)/"), observer: recorder)
      transfer.cancel()
      #expect(await recorder.finished().results.count == 1)
    }
  }

  @Test func `an observer may cancel and start from inside a call`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let transport = try CurlTransport()
    let chain = ChainedObserver(transport: transport, url: server.url(), count: 50)
    chain.startNext()
    await chain.end.wait()
    #expect(chain.finished == 50)
  }

  @Test func `releasing the transport ends what is in flight`() async throws {
    let begin = Signal(count: 5)
    let end = Signal(count: 5)
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      begin.fire()
      connection.waitForEnd()
      end.fire()
    }
    let recorders = (0..<5).map { _ in TransferRecorder() }
    var transport: CurlTransport? = try CurlTransport()
    for recorder in recorders { _ = transport?.start(TransportRequest(url: server.url()), observer: recorder) }
    await begin.wait()
    transport = nil
    for recorder in recorders { #expect(await recorder.finished().error?.failure == .stopped) }
    await end.wait()
  }

  @Test func `the last hold on a transport may go on its own thread`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let owner = OwningObserver(try CurlTransport())
    owner.start(server.url())
    await owner.end.wait()
  }

  @Test func `a thousand small transfers, 32 at a time, all end well`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let transport = try CurlTransport()
    let good = await withTaskGroup(of: Bool.self) { group in
      var good = 0
      for index in 0..<1000 {
        if index >= 32, await group.next() == true { good += 1 }
        group.addTask {
          let record = await transport.fetch(TransportRequest(url: server.url("/\(index)")))
          return record.metrics != nil && record.text == "hello" && record.results.count == 1
        }
      }
      return await group.reduce(good) { $0 + ($1 ? 1 : 0) }
    }
    #expect(good == 1000)
  }
}
