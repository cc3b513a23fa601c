import Foundation

/// The project's own files, as its tests of style read them.
enum House {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()

  struct File {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]

    /// The modules that it imports.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        // Also within a condition, where it stands further in.
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
          words[..<place].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
        else { return nil }
        return words[place + 1].split(separator: ".").first.map(String.init)
      }
    }
  }

  /// The Swift files below a folder of the project.
  static func swiftFiles(in folder: String) throws -> [File] {
    let base = URL(filePath: root).appending(path: folder)
    let found = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    var files: [File] = []
    while let url = found?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      let path = url.path().replacing(root, with: "", maxReplacements: 1)
      files.append(File(path: path, text: try String(contentsOf: url, encoding: .utf8)))
    }
    return files.sorted { $0.path < $1.path }
  }
}
