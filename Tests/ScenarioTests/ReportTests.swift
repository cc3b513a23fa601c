import HeronEngine
import Testing

@testable import HeronScenarios

@Suite struct `The report` {
  private func record(_ text: String) throws -> RunRecord {
    try VirtualRun.run(try Scenario(reading: text, file: "test.yaml"), seed: 1)
  }

  private func page(_ name: String = "test", about: String = "A test.") throws -> String {
    let record = try record(
      """
      scenario: \(name)
      about: "\(about)"
      origins: {photos: {replies: [503, 200]}}
      steps: [{at: 0ms, request: 2, origin: photos}]
      """)
    var report = HTMLReport(title: "heron run test.yaml")
    report.add(Verdict(record), flags: [], replay: "heron run test.yaml --seed 1")
    return String(decoding: try report.page(), as: UTF8.self)
  }

  @Test func `a load's life is told without gaps, from its making to its end`() throws {
    let record = try record(
      """
      scenario: test
      about: A test.
      flags: [--max-active=1, --retry-jitter=none]
      decode: 20ms
      link: {rtt: 100ms, down: 100Mbit/s}
      origins: {photos: {latency: 50ms, replies: [503, 200]}}
      steps: [{at: 0ms, request: 1, origin: photos}]
      """)
    let timeline = LoadTimeline(record.events, attempts: record.attempts, away: [], end: record.end.nanoseconds)
    // 100 ms to connect, then a round trip and the worker's 50 ms; the second time the connection is there.
    #expect(timeline.spans.map(\.state) == [.connect, .firstByte, .backoff, .firstByte, .transfer, .decode])
    let times = timeline.spans.map { ($0.end - $0.start) / 1_000_000 }
    #expect(times[0] == 100 && times[1] == 150 && times[3] == 150 && times[5] == 20)
    for (span, next) in zip(timeline.spans, timeline.spans.dropFirst()) { #expect(span.end == next.start) }
    #expect(timeline.spans.first?.start == 0 && timeline.spans.last?.end == record.requests[0].ended?.nanoseconds)
  }

  @Test func `while the network is away a load is parked`() throws {
    let record = try record(
      """
      scenario: test
      about: A test.
      origins: {photos: {latency: 100ms}}
      steps:
        - {at: 0ms, network: down}
        - {at: 500ms, request: 1, origin: photos}
        - {at: 2s, network: up}
      """)
    let timeline = LoadTimeline(
      record.events, attempts: record.attempts, away: record.plan.offline, end: record.end.nanoseconds)
    let parked = timeline.spans.filter { $0.state == .parked }
    #expect(parked.map(\.start) == [500_000_000] && parked.map(\.end) == [2_000_000_000])
  }

  @Test func `curves count what is in which state, and keep peaks when they leave points out`() {
    let spans = (0..<5000).map { number in
      LoadTimeline.Span(state: .waiting, start: Int64(number) * 1_000_000, end: Int64(number + 10) * 1_000_000)
    }
    let curves = StateCurves(spans, attempts: [(0, 2_000_000_000), (1_000_000_000, 3_000_000_000)])
    #expect(curves.t.count < 3200 && curves.t == curves.t.sorted())
    #expect(curves.waiting.max() == 10 && curves.active.max() == 2)
    #expect(curves.waiting.last == 0 && curves.active.last == 0)
  }

  @Test func `a page asks nothing of any network, and has all of its data`() throws {
    let page = try page()
    #expect(page.contains("default-src 'none'") && !page.contains("/*DATA*/") && !page.contains("/*SCRIPT*/"))
    #expect(page.contains("\"scenario\":\"test\"") && page.contains("heron run test.yaml --seed 1"))
    for word in ["src=", "href=\"http", "@import", "url(", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `no text of a script can leave its place`() throws {
    let page = try page(about: "</script><script>alert(1)</script> /*STYLE*/")
    #expect(!page.contains("<script>alert") && page.contains("\\u003c"))
    #expect(page.contains("/*STYLE*/"), "what looks like a place for the style is text")
  }
}
