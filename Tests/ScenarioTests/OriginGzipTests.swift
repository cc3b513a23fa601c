import HeronCurl
import HeronEngine
import Testing

@testable import HeronScenarios

@Suite struct OriginGzipTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func `a stored body arrives as it was`(count: Int) async throws {
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await serve(["/a": .always(.coded(Gzip.stored(body)))]) { origin in
      let fetched = try await CurlTransport().fetch(origin.url("/a"))
      #expect(fetched.failure == nil)
      #expect(fetched.body == body)
    }
  }

  @Test(arguments: [1, 2, 258, 259, 260, 1_000_000])
  func `a bomb of zeros swells to its size, and its checksum holds`(count: Int) async throws {
    let bomb = Gzip.zeros(count)
    #expect(bomb.count <= 300 + count / 158)
    try await serve(["/a": .always(.coded(bomb))]) { origin in
      let fetched = try await CurlTransport().fetch(origin.url("/a"))
      #expect(fetched.failure == nil)
      #expect(fetched.body.count == count)
      #expect(fetched.body.allSatisfy { $0 == 0 })
    }
  }

  @Test func `garbage behind the magic is a bad content coding`() async throws {
    try await serve(["/a": .always(.coded(Gzip.garbage))]) { origin in
      let fetched = try await CurlTransport().fetch(origin.url("/a"))
      #expect(fetched.failure == .badContentEncoding)
    }
  }

  @Test func `the checksum of zeros is that of so many zero bytes`() {
    for count in [0, 1, 2, 7, 8, 255, 1000] {
      #expect(CRC32.ofZeros(count) == CRC32.of([UInt8](repeating: 0, count: count)))
    }
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
  }
}
