/// The figures of one number of active requests: heron's beside each program's.
struct FetchTable {
  let active: Int
  let volume: FetchVolume
  let heron: FetchSamples
  let bars: [FetchBar]

  /// Five rows, or four for a program that has no clock of its own.
  func rows(beside name: String, _ peer: FetchSamples) -> [Row] {
    let bar = bars.first { $0.name == name }
    let title = "\(active) active, requests a second; \(name)"
    var rows = [row(title, "1/s", perSecond(heron.wall), perSecond(peer.wall), atLeast: bar)]
    if !peer.ownWall.isEmpty {
      // Heron's whole process stands for what it has no clock for, which can only be to its disadvantage.
      rows.append(row("  by \(name)'s own clock", "1/s", perSecond(heron.wall), perSecond(peer.ownWall)))
    }
    rows.append(row("  body", "MB/s", megabytesPerSecond(heron.wall), megabytesPerSecond(peer.wall)))
    rows.append(row("  processor per request", "µs", perRequest(heron.processor), perRequest(peer.processor)))
    rows.append(row("  peak memory", "MiB", mebibytes(heron.peakMemory), mebibytes(peer.peakMemory)))
    return rows
  }

  private func row(
    _ title: String, _ unit: String, _ value: [Double], _ peer: [Double], atLeast bar: FetchBar? = nil
  ) -> Row {
    Row(
      group: "active-\(active)", title: title, unit: unit, value: Spread(value), peer: Spread(peer),
      leastRatio: bar?.leastRatio)
  }

  private func perSecond(_ wall: [Double]) -> [Double] { wall.map { Double(volume.requests) / $0 } }
  private func megabytesPerSecond(_ wall: [Double]) -> [Double] { wall.map { Double(volume.bytes) / 1e6 / $0 } }
  private func perRequest(_ time: [Double]) -> [Double] { time.map { $0 * 1e6 / Double(volume.requests) } }
  private func mebibytes(_ bytes: [Double]) -> [Double] { bytes.map { $0 / 1_048_576 } }
}
