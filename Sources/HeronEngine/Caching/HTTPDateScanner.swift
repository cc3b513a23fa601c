/// Walks once over the bytes of a date; each step takes exactly what it names, or fails.
struct HTTPDateScanner {
  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// A day's name: which one (0 is Sunday), and whether it was written out, as only RFC 850 does.
  struct Weekday {
    var index: Int
    var isLong: Bool
  }

  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func weekday() -> Weekday? {
    for (index, name) in Self.weekdays.enumerated() where take(name) { return Weekday(index: index, isLong: true) }
    for (index, name) in Self.weekdays.enumerated() where take(String(name.prefix(3))) {
      return Weekday(index: index, isLong: false)
    }
    return nil
  }

  /// What follows the day's name, which tells the form: written out RFC 850, before a comma IMF-fixdate, else asctime.
  mutating func rest(after weekday: Weekday, now: Int64) -> CivilTime? {
    if weekday.isLong { return obsolete(now: now) }
    return take(", ") ? fixdate() : asctime()
  }

  // 06 Nov 1994 08:49:37 GMT
  private mutating func fixdate() -> CivilTime? {
    guard let day = number(2), take(" "), let month = month(), take(" "), let year = fullYear(), take(" ") else {
      return nil
    }
    let date = timeOfDay(on: CivilTime(year: year, month: month, day: day))
    return take(" GMT") ? date : nil
  }

  //  Nov  6 08:49:37 1994
  private mutating func asctime() -> CivilTime? {
    guard take(" "), let month = month(), take(" "), let day = take(" ") ? number(1) : number(2), take(" ") else {
      return nil
    }
    guard var date = timeOfDay(on: CivilTime(year: 0, month: month, day: day)), take(" "), let year = fullYear() else {
      return nil
    }
    date.year = year
    return date
  }

  // , 06-Nov-94 08:49:37 GMT
  private mutating func obsolete(now: Int64) -> CivilTime? {
    guard take(", "), let day = number(2), take("-"), let month = month(), take("-"), let year = number(2) else {
      return nil
    }
    guard take(" "), let date = timeOfDay(on: CivilTime(year: year, month: month, day: day)), take(" GMT") else {
      return nil
    }
    return Self.withCentury(date, now: now)
  }

  // RFC 9110 §5.6.7: what seems to be more than 50 years ahead is the most recent such year in the past.
  private static func withCentury(_ date: CivilTime, now: Int64) -> CivilTime {
    var latest = CivilTime(secondsSince1970: now)
    latest.year += 50
    var date = date
    date.year += latest.year / 100 * 100
    if date.secondsSince1970 > latest.secondsSince1970 { date.year -= 100 }
    return date
  }

  private mutating func timeOfDay(on date: CivilTime) -> CivilTime? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2) else {
      return nil
    }
    var date = date
    (date.hour, date.minute, date.second) = (hour, minute, second)
    return date
  }

  private mutating func month() -> Int? {
    for (index, name) in Self.months.enumerated() where take(name) { return index + 1 }
    return nil
  }

  private mutating func fullYear() -> Int? {
    number(4).flatMap { $0 >= 1900 ? $0 : nil }
  }

  private mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    rest = rest.dropFirst(count)
    return value
  }

  private mutating func take(_ literal: String) -> Bool {
    guard rest.count >= literal.utf8.count else { return false }
    guard zip(rest, literal.utf8).allSatisfy({ $0.asciiLowercased == $1.asciiLowercased }) else { return false }
    rest = rest.dropFirst(literal.utf8.count)
    return true
  }
}
