/// How long a server asks to wait before the next attempt (RFC 9110 §10.2.3).
///
/// Whole seconds, or a date in any of HTTP's three forms, which counts from the response's own `Date`, so that a
/// server whose clock is wrong is still understood. A date in the past is no wait; anything else is ignored.
struct RetryAfter: Hashable, Sendable {
  /// The wait, saturating at what 64 bits hold.
  let nanoseconds: Int64

  /// Reads a field's value; `date` is the response's own date and `now` ours, in seconds since 1970.
  init?(_ value: String, date: Int64?, now: Int64) {
    let text = value.trimmingBlanks
    guard !text.isEmpty else { return nil }
    if let seconds = Self.deltaSeconds(text) {
      nanoseconds = Duration.seconds(seconds).nanoseconds
      return
    }
    guard let moment = HTTPDate(String(text), now: now)?.secondsSince1970 else { return nil }
    nanoseconds = Duration.seconds(max(0, moment - (date ?? now))).nanoseconds
  }

  /// Reads a response's first Retry-After; `now` is in seconds since 1970.
  init?(_ head: ResponseHead, now: Int64) {
    guard let value = head.headers["Retry-After"] else { return nil }
    let date = head.headers["Date"].flatMap { HTTPDate($0, now: now)?.secondsSince1970 }
    self.init(value, date: date, now: now)
  }

  /// The wait.
  var duration: Duration { .nanoseconds(nanoseconds) }

  // Saturates instead of failing: a number too large to hold is a very long wait, not garbage.
  private static func deltaSeconds(_ text: Substring) -> Int64? {
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte - 0x30))
      seconds = overflow || carry ? .max : sum
      if seconds == .max { break }
    }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? seconds : nil
  }
}

extension String {
  /// The text without spaces and tabs at either end (OWS, RFC 9110 §5.6.3).
  fileprivate var trimmingBlanks: Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return self[...last].drop(while: isBlank)
  }
}
