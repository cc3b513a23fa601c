import Glibc

/// A file that is there whole or not at all: written under another name in the same folder, then moved.
struct WholeFile {
  /// What happens where a file of that name is there already.
  enum Existing {
    /// It is replaced.
    case replaced
    /// It stays as it is, and nothing is written.
    case kept
  }

  /// What stands in the way of writing a file, as far as it can be seen before; what is no regular file is never
  /// replaced.
  static func obstacle(to path: String, overwrites: Bool) -> FileError? {
    var state = stat()
    if lstat(path, &state) == 0 {
      let detail =
        state.st_mode & S_IFMT != S_IFREG
        ? "it is there already, and no ordinary file"
        : overwrites ? nil : "it is there already; --overwrite replaces it"
      if let detail { return FileError(path: path, act: "write", code: 0, detail: detail) }
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    do throws(FileError) {
      // What rights say is not what a file system allows: it is tried.
      let trial = try unfinished(in: String(folder), for: path)
      close(trial.fd)
      unlink(trial.path)
      return nil
    } catch {
      return error
    }
  }

  /// Writes a file.
  ///
  /// - Returns: false where there is a file of that name which is kept.
  static func write(_ bytes: [UInt8], to path: String, existing: Existing) throws(FileError) -> Bool {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let temporary = try unfinished(in: String(folder), for: path)
    do {
      try fill(temporary, with: bytes, for: path)
      return try move(temporary.path, to: path, existing: existing)
    } catch {
      unlink(temporary.path)
      throw error
    }
  }

  private static func unfinished(in folder: String, for path: String) throws(FileError) -> (path: String, fd: Int32) {
    for number in 0..<100 {
      let candidate = "\(folder).heron-\(getpid())-\(number).part"
      let descriptor = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if descriptor >= 0 { return (candidate, descriptor) }
      if errno != EEXIST { break }
    }
    throw FileError(path: path, act: "write", code: errno)
  }

  // Some file systems report a full disk or a quota only when the file is closed.
  private static func fill(
    _ temporary: (path: String, fd: Int32), with bytes: [UInt8], for path: String
  ) throws(FileError) {
    let isWritten = FileBytes.write(bytes, to: temporary.fd)
    let code = errno
    let isClosed = close(temporary.fd) == 0
    guard isWritten, isClosed else { throw FileError(path: path, act: "write", code: isWritten ? errno : code) }
  }

  private static func move(_ temporary: String, to path: String, existing: Existing) throws(FileError) -> Bool {
    switch existing {
    case .replaced:
      guard rename(temporary, path) == 0 else { throw FileError(path: path, act: "write", code: errno) }
      return true
    case .kept:
      // A second name is given only where none is: `rename` would replace what is there.
      let isLinked = link(temporary, path) == 0
      let code = errno
      unlink(temporary)
      if isLinked { return true }
      guard code == EEXIST else { throw FileError(path: path, act: "write", code: code) }
      return false
    }
  }
}
