/// Figures for readers.
enum Quantity {
  /// `812 B`, `12.3 KiB`, `1.0 MiB`.
  static func text(bytes: Int64) -> String {
    var value = Double(bytes)
    var unit = "B"
    for next in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 {
      value /= 1024
      unit = next
    }
    return unit == "B" ? "\(bytes) B" : "\(oneDecimal(value)) \(unit)"
  }

  /// `142 ms`, `2.5 s`, `3 min 20 s`.
  static func text(_ duration: Duration) -> String {
    let milliseconds = Int64((duration / .milliseconds(1)).rounded())
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 { return "\(oneDecimal(Double(milliseconds) / 1000)) s" }
    return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
  }

  /// `0.4 ms`, `12.3 ms`, and from 100 ms on as above.
  static func text(exact duration: Duration) -> String {
    duration < .milliseconds(100) ? "\(oneDecimal(duration / .milliseconds(1))) ms" : text(duration)
  }

  static func text(count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
