import Foundation

/// What a measurement reads before and after.
enum Meters {
  /// Nanoseconds of the monotonic clock.
  static var wall: Double { read(CLOCK_MONOTONIC) }

  /// Nanoseconds of processor time of this process, all threads together.
  static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Bytes of memory resident in this process.
  static var resident: Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return .nan }
    let words = text.split(separator: " ")
    guard words.count > 1, let pages = Double(words[1]) else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The most bytes of memory that were ever resident in a process, `self` or by its number; nil once it has ended.
  static func peakResident(_ process: String) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return kibibytes * 1024
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Wall and processor time of `body`, per piece of work.
  static func time(per count: Int, _ body: () throws -> Void) rethrows -> (wall: Double, processor: Double) {
    let processor = Self.processor
    let wall = Self.wall
    try body()
    return ((Self.wall - wall) / Double(count), (Self.processor - processor) / Double(count))
  }
}
