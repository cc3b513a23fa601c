import Heron
import Testing

@testable import heron

@Suite struct ResultLineTests {
  @Test func `a loaded picture is one line`() {
    let image = Image(width: 2, height: 1, format: .png, pixels: Array(repeating: 0, count: 8))
    let media = LoadedMedia(
      image: image, body: Array(repeating: 0, count: 2048), response: ResponseHead(status: 200), url: "http://a/b",
      source: .network, trace: LoadTrace())
    var result = LoadResult(7, url: "http://a/b", media: media)
    result.elapsed = .milliseconds(142)
    result.attempts = 2
    #expect(result.line(.plain) == "✓  7  200  png 2×1  2.0 KiB  142 ms  2 attempts  http://a/b")
  }

  @Test func `a failure says what, where and why`() {
    let error = MediaLoadError(.dns, "no such name")
    #expect(LoadResult(1, url: "http://a/b", error: error).line(.plain) == "✗  1  dns  http://a/b  no such name")
  }

  @Test func `a server's text cannot move the cursor`() {
    let error = MediaLoadError(.corrupt, "\u{1B}[2Jgone\r\n")
    #expect(LoadResult(1, url: "u", error: error).line(.plain)?.contains("\u{1B}") == false)
  }

  @Test func `what was cancelled has no line`() {
    #expect(LoadResult(cancelled: 1, url: "u").line(.plain) == nil)
  }

  @Test(arguments: [
    (Int64(0), "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_572_864, "1.5 MiB"), (5 << 40, "5.0 TiB"),
  ]) func `bytes are told in the largest unit`(bytes: Int64, text: String) {
    #expect(Quantity.text(bytes: bytes) == text)
  }

  @Test(arguments: [
    (Duration.microseconds(400), "0 ms"), (.milliseconds(2500), "2.5 s"), (.seconds(200), "3 min 20 s"),
  ])
  func `times are told in a fitting unit`(duration: Duration, text: String) {
    #expect(Quantity.text(duration) == text)
  }
}
