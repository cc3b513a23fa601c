import Glibc

/// The folder of --output. Every body becomes a file directly in it, named after its URL.
struct OutputFolder: Sendable {
  private let path: String
  private let overwrites: Bool
  /// The number that the next file of a name is tried with, so that a thousand of one name are not tried in turn.
  private var nextNumber: [OutputName: Int] = [:]
  private var written: Set<String> = []

  private static let maxTries = 100_000

  /// Makes the folder where it is not there.
  init(_ path: String, overwrites: Bool) throws(FileError) {
    self.path = path
    self.overwrites = overwrites
    try Self.make(path)
  }

  private static func make(_ path: String) throws(FileError) {
    // What is wrong with a folder on the way shows when the last one is made.
    for end in path.indices where path[end] == "/" && end > path.startIndex { _ = mkdir(String(path[..<end]), 0o777) }
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw FileError(path: path, act: "make the folder", code: errno)
    }
    var state = stat()
    guard stat(path, &state) == 0 else { throw FileError(path: path, act: "open the folder", code: errno) }
    guard state.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(path: path, act: "open the folder", code: ENOTDIR)
    }
  }

  /// Writes a body whole or not at all, over no file but, where that is allowed, one that was there before.
  ///
  /// - Returns: the file's path.
  mutating func write(_ body: [UInt8], url: String) throws(FileError) -> String {
    let name = OutputName(url: url)
    let first = nextNumber[name, default: 1]
    for number in first..<(first + Self.maxTries) {
      let candidate = name.candidate(number)
      if written.contains(candidate) { continue }
      let file = "\(path)/\(candidate)"
      guard try WholeFile.write(body, to: file, existing: overwrites ? .replaced : .kept) else { continue }
      nextNumber[name] = number + 1
      written.insert(candidate)
      return file
    }
    throw FileError(path: "\(path)/\(name.candidate(1))", act: "write", code: 0, detail: "too many of that name")
  }
}
