/// Moments as HTTP writes them: RFC 9110 §5.6.7, the preferred form.
enum HTTPDateText {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Tue, 14 Nov 2023 22:13:20 GMT`.
  static func text(_ secondsSince1970: Int64) -> String {
    let days = Int(secondsSince1970 / 86_400)
    let second = Int(secondsSince1970 % 86_400)
    let date = civil(days)
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    return "\(Self.days[days % 7]), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  // Howard Hinnant, "chrono-compatible low-level date algorithms": civil_from_days, for days from 1970 on.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }
}
