/// A date of HTTP in one of its three forms, read strictly (RFC 9110 §5.6.7): IMF-fixdate, RFC 850, asctime.
///
/// Names of days and months, and `GMT`, may be in either case; nothing else is loose. A day's name that is not that
/// day's, a day that its month does not have and a year before 1900 (RFC 5322 §3.3) make a date no date. The leap
/// second 23:59:60 is the second after.
struct HTTPDate: Hashable, Sendable {
  /// Seconds since 1970 by the calendar, leap seconds not counted.
  let secondsSince1970: Int64

  /// That moment of the calendar.
  init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  /// Reads a date without blanks around it; `now` (seconds since 1970) tells the century of a year of two digits.
  init?(_ text: String, now: Int64) {
    var scanner = HTTPDateScanner(text)
    guard let weekday = scanner.weekday(), let civil = scanner.rest(after: weekday, now: now) else { return nil }
    guard scanner.isAtEnd, civil.isValid, civil.weekday == weekday.index else { return nil }
    secondsSince1970 = civil.secondsSince1970
  }

  /// The date as an IMF-fixdate; beyond the year 9999, which that form cannot say, its last second.
  var text: String {
    let last: Int64 = 253_402_300_799
    let civil = CivilTime(secondsSince1970: min(secondsSince1970, last))
    let day = HTTPDateScanner.weekdays[civil.weekday].prefix(3)
    let month = HTTPDateScanner.months[civil.month - 1]
    let date = "\(day), \(civil.day.digits(2)) \(month) \(civil.year.digits(4))"
    return "\(date) \(civil.hour.digits(2)):\(civil.minute.digits(2)):\(civil.second.digits(2)) GMT"
  }
}

extension Int {
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
