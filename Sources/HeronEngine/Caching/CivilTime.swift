/// A moment of the proleptic Gregorian calendar in universal time, to the second.
struct CivilTime: Hashable, Sendable {
  var year: Int
  /// 1 … 12
  var month: Int
  /// 1 … 31
  var day: Int
  var hour = 0
  var minute = 0
  /// 0 … 59, or 60 in the last minute of a day: a leap second.
  var second = 0

  private static let secondsPerDay: Int64 = 86_400

  /// Whether the calendar has such a moment.
  var isValid: Bool {
    guard (1...12).contains(month), day >= 1, day <= daysInMonth else { return false }
    guard (0...23).contains(hour), (0...59).contains(minute) else { return false }
    return (0...59).contains(second) || (second == 60 && hour == 23 && minute == 59)
  }

  /// The day of the week, 0 for Sunday.
  var weekday: Int {
    // 1 January 1970 was a Thursday.
    let index = (daysSince1970 + 4) % 7
    return index < 0 ? index + 7 : index
  }

  /// Seconds since 1970; a leap second counts as the second after.
  var secondsSince1970: Int64 {
    Int64(daysSince1970) * Self.secondsPerDay + Int64(hour * 3600 + minute * 60 + second)
  }

  private var daysInMonth: Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil: years begin in March, so that the
  // day that may be missing is the last one; 400 years are 146,097 days.
  private var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension CivilTime {
  /// The calendar's name for a moment (the same source's civil_from_days).
  init(secondsSince1970: Int64) {
    let remainder = secondsSince1970 % Self.secondsPerDay
    let secondOfDay = Int(remainder < 0 ? remainder + Self.secondsPerDay : remainder)
    let shifted = Int(secondsSince1970 / Self.secondsPerDay) - (remainder < 0 ? 1 : 0) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
  }
}
