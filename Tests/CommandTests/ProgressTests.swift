import Heron
import Testing

@testable import heron

@Suite struct ProgressTests {
  private var report: ProgressReport {
    var report = ProgressReport(total: 62)
    report.loaded = 30
    report.failed = 1
    report.active = 8
    report.retrying = 2
    report.bytesPerSecond = 2048
    return report
  }

  @Test func `what is left waits`() {
    #expect(report.waiting == 21)
    #expect(report.text == "31/62 done, 30 loaded, 1 failed, 8 active, 21 waiting, 2 retrying, 2.0 KiB/s")
  }

  @Test func `half done is half a bar`() {
    let line = report.liveLine(columns: 200, .plain)
    #expect(line.hasPrefix(String(repeating: "█", count: 16) + String(repeating: "░", count: 16) + "  31/62"))
  }

  @Test func `the line never fills the terminal's last column`() {
    for columns in 0...200 { #expect(report.liveLine(columns: columns, .plain).count <= max(columns - 1, 0)) }
  }

  @Test func `a rate is over two seconds`() {
    var meter = RateMeter()
    var rate: Int64 = 0
    for step in 0...100 {
      let total: Int64 = step < 50 ? 0 : Int64(step - 50) * 100
      rate = meter.rate(at: .zero.advanced(by: .milliseconds(100) * step), total: total)
    }
    #expect(rate == 1000)
  }
}
