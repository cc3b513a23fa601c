import Foundation
import HeronEngine
import HeronScenarios

/// What this process is made of.
enum SoakMeters {
  static func sample(since start: EngineInstant, now: EngineInstant) -> SoakSample {
    SoakSample(
      moment: Int32(clamping: Int64(start.duration(to: now) / .milliseconds(1))),
      resident: Int32(clamping: Int(Meters.resident) >> 10), descriptors: Int32(clamping: descriptors),
      threads: Int32(clamping: entries(of: "/proc/self/task")))
  }

  /// Open descriptors, without the one that reads the folder.
  static var descriptors: Int { entries(of: "/proc/self/fd") - 1 }

  // Not by Foundation, which makes a string of each.
  private static func entries(of folder: String) -> Int {
    guard let stream = opendir(folder) else { return 0 }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
    return count
  }
}
