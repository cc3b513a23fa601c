import Glibc

/// Why a file could not be read or written.
struct FileError: Error, CustomStringConvertible {
  var path: String
  /// What was tried.
  var act: String
  /// The system's `errno`; zero where it is not the system that objects.
  var code: Int32
  var detail = ""

  var description: String {
    let reason = code == 0 ? detail : String(cString: strerror(code))
    return "cannot \(act) '\(path.printable)': \(reason)"
  }
}

/// Whole reads and writes by the system's own calls.
enum FileBytes {
  /// Writes everything.
  ///
  /// - Returns: false where that failed; `errno` says why.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes the whole text as UTF-8.
  ///
  /// - Returns: false where that failed; `errno` says why.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  private static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        // A terminal or pipe that somebody else made non-blocking.
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Reads a file, or what is left of a stream, to its end. Gives one byte more than `limit` where there is more.
  static func read(path: String, limit: Int = .max - 1) throws(FileError) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, act: "open", code: errno) }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw FileError(path: path, act: "read", code: errno)
      }
    }
    return bytes
  }
}
