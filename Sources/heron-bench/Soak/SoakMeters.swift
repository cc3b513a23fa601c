import CMalloc
import Foundation
import HeronEngine
import HeronScenarios

/// What this process is made of.
enum SoakMeters {
  static func sample(since start: EngineInstant, now: EngineInstant) -> SoakSample {
    var sample = SoakSample(
      moment: Int32(clamping: Int64(start.duration(to: now) / .milliseconds(1))),
      resident: Int32(clamping: Int(Meters.resident) >> 10), descriptors: Int32(clamping: descriptors),
      threads: Int32(clamping: entries(of: "/proc/self/task")))
    sample.heap = Int32(clamping: cmalloc_bytes_in_use() >> 10)
    return sample
  }

  /// Open descriptors, without the one that reads the folder.
  static var descriptors: Int { entries(of: "/proc/self/fd") - 1 }

  /// What the open descriptors are, by number.
  static var openFiles: [String: String] {
    let folder = "/proc/self/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Without the one that reads the folder.
    let files = numbers.compactMap { number in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")).map { (number, $0) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  // Not by Foundation, which makes a string of each.
  private static func entries(of folder: String) -> Int {
    guard let stream = opendir(folder) else { return 0 }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
    return count
  }
}
