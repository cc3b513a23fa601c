import Foundation
import HeronCurl
import HeronEngine
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private static let size = 64 << 20

  /// A server of one large body that counts what the client's side has taken from it.
  private final class LargeBody: Sendable {
    let sent = Atomic<Int>(0)
    let isOver = Signal()

    func serve() throws -> ScriptedServer {
      try ScriptedServer { connection in
        guard connection.readRequest() != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(DownloadTests.size)\r\n\r\n")
        let piece = [UInt8](repeating: 7, count: 64 << 10)
        while self.sent.load(ordering: .relaxed) < DownloadTests.size, connection.send(piece) {
          self.sent.add(piece.count, ordering: .relaxed)
        }
        self.isOver.fire()
      }
    }
  }

  @Test func `the head comes first, then the body to its end, with progress`() async throws {
    let server = try LargeBody().serve()
    let download = try await CurlTransport().download(server.url())
    #expect(download.head.status == 200)
    var count: Int64 = 0
    var steps = 0
    for try await chunk in download.body {
      #expect(chunk.first == 7 && chunk.last == 7)
      count += Int64(chunk.count)
      steps += 1
      #expect(download.progress.received >= count)
    }
    #expect(count == Int64(Self.size) && steps > 1)
    #expect(download.progress.expected == Int64(Self.size))
    #expect(download.metrics?.bytesReceived == Int64(Self.size))
  }

  @Test func `a body that nobody takes is not fetched beyond the buffers, and goes on when it is taken`() async throws {
    let body = LargeBody()
    let server = try body.serve()
    let transport = try CurlTransport()
    let download = try await transport.download(TransportRequest(url: server.url()), bufferBytes: 64 << 10)
    // Another transfer of the same thread, begun and ended: whatever that thread would do by itself, it has done.
    for _ in 0..<20 {
      let other = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
      _ = await transport.fetch(TransportRequest(url: other.url()))
    }
    #expect(download.progress.received <= 64 << 10 + 128 << 10)
    #expect(body.sent.load(ordering: .relaxed) < Self.size)
    var count = 0
    for try await chunk in download.body { count += chunk.count }
    #expect(count == Self.size)
  }

  @Test func `releasing it ends the transfer`() async throws {
    let body = LargeBody()
    let server = try body.serve()
    let transport = try CurlTransport()
    var download: Download? = try await transport.download(server.url())
    #expect(download?.head.status == 200)
    download = nil
    await body.isOver.wait()
    #expect(body.sent.load(ordering: .relaxed) < Self.size)
  }

  @Test func `the body lives on without the download`() async throws {
    let server = try LargeBody().serve()
    let transport = try CurlTransport()
    var count = 0
    for try await chunk in try await transport.download(server.url()).body { count += chunk.count }
    #expect(count == Self.size)
  }

  @Test func `cancelling the task that waits ends it with its reason`() async throws {
    let server = try ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      _ = connection.readRequest()
    }
    let transport = try CurlTransport()
    let hasBegun = Signal()
    let task = Task { () -> TransportError.Failure? in
      do throws(TransportError) {
        let download = try await transport.download(server.url())
        for try await _ in download.body { hasBegun.fire() }
        return nil
      } catch {
        return error.failure
      }
    }
    await hasBegun.wait()
    task.cancel()
    #expect(await task.value == .stopped)
  }

  @Test func `what goes wrong before the head is thrown at once`() async throws {
    let port = try ScriptedServer.closedPort()
    let transport = try CurlTransport()
    await #expect { try await transport.download("http://127.0.0.1:\(port)/") } throws: {
      ($0 as? TransportError)?.failure == .connectionRefused
    }
  }

  @Test func `a body that breaks off throws after what came`() async throws {
    let transport = try CurlTransport()
    let closing = try ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
    }
    let download = try await transport.download(closing.url())
    var text: [UInt8] = []
    do throws(TransportError) {
      for try await chunk in download.body { text += chunk }
      Issue.record("it did not throw")
    } catch {
      #expect(error.failure == .partialBody && error.bytesReceived == 5)
    }
    #expect(text == Array("hello".utf8))
  }
}
