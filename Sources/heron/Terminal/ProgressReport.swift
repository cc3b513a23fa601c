import Heron

/// How far a session is: counts of its URLs, and bytes.
struct ProgressReport: Sendable, Equatable {
  var total: Int
  var loaded = 0
  var failed = 0
  var cancelled = 0
  /// Attempts that run.
  var active = 0
  /// Between attempts.
  var retrying = 0
  var bytes: Int64 = 0
  var bytesPerSecond: Int64 = 0

  var done: Int { loaded + failed + cancelled }
  var waiting: Int { max(0, total - done - active - retrying) }

  /// One line without a bar: `12/62 done, 11 loaded, …`.
  var text: String {
    "\(done)/\(total) done, \(loaded) loaded, \(failed) failed, \(active) active, \(waiting) waiting, "
      + "\(retrying) retrying, \(Quantity.text(bytes: bytesPerSecond))/s"
  }

  /// One line of at most that many columns, with a bar where there is room.
  func liveLine(columns: Int, _ style: TextStyle) -> String {
    var parts = ["\(done)/\(total)", "\(loaded) loaded"]
    var coloured = [style.strong(parts[0]), style.good(parts[1])]
    let counts: [(Int, String, (String) -> String)] = [
      (failed, "failed", style.bad), (active, "active", style.strong), (waiting, "waiting", style.faint),
      (retrying, "retrying", style.warning),
    ]
    for (count, word, paint) in counts {
      let part = "\(count) \(word)"
      parts.append(part)
      coloured.append(count > 0 ? paint(part) : style.faint(part))
    }
    parts.append("\(Quantity.text(bytes: bytesPerSecond))/s")
    coloured.append(parts[parts.count - 1])

    let plain = parts.joined(separator: "  ")
    // The last column stays free: a line that fills it makes some terminals scroll.
    let room = columns - 1 - plain.count - 2
    if room >= Self.leastBar {
      return "\(bar(width: min(room, Self.mostBar), style))  \(coloured.joined(separator: "  "))"
    }
    return plain.count < columns ? coloured.joined(separator: "  ") : String(plain.prefix(max(columns - 1, 0)))
  }

  private static let leastBar = 6
  private static let mostBar = 32

  private func bar(width: Int, _ style: TextStyle) -> String {
    let share = total == 0 ? 1 : Double(done) / Double(total)
    let eighths = Int(share * Double(width * 8))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let full = String(repeating: "█", count: eighths / 8) + partial
    return style.good(full) + style.faint(String(repeating: "░", count: width - full.count))
  }
}
