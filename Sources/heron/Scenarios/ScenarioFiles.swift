import Glibc
import HeronScenarios

/// Scenarios from files and folders.
enum ScenarioFiles {
  // Far more than a scenario needs, and a device that never ends is not one.
  private static let mostBytes = 4 << 20

  /// Reads all, in the order given, those of a folder by their names.
  ///
  /// - Throws: ``CommandFailure`` for the first that is none.
  static func read(_ paths: [String]) throws(CommandFailure) -> [Scenario] {
    var scenarios: [Scenario] = []
    do {
      for path in try paths.flatMap(files) { scenarios.append(try scenario(path)) }
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure("\(error)", status: .usage)
    }
    return scenarios
  }

  private static func scenario(_ path: String) throws -> Scenario {
    let bytes = try FileBytes.read(path: path, limit: mostBytes)
    guard bytes.count <= mostBytes else {
      throw CommandFailure("'\(path.printable)' has more than \(mostBytes) bytes: no scenario", status: .usage)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("'\(path.printable)' is not UTF-8", status: .usage)
    }
    return try Scenario(reading: text, file: path.printable)
  }

  private static func files(_ path: String) throws -> [String] {
    var state = stat()
    guard stat(path, &state) == 0 else { throw FileError(path: path, act: "open", code: errno) }
    guard state.st_mode & S_IFMT == S_IFDIR else { return [path] }
    let files = try names(in: path).sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    guard !files.isEmpty else {
      throw CommandFailure("there is no scenario (.yaml, .yml, .json) in '\(path.printable)'", status: .usage)
    }
    return files
  }

  private static func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw FileError(path: path, act: "read", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      // The schema lies beside what it describes.
      let isScenario = [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) } && name != "schema.json"
      if isScenario, !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
