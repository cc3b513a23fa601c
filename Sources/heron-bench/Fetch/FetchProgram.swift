import ArgumentParser

/// A program that fetches every URL of a list, some number of them at a time.
struct FetchProgram: Equatable {
  let name: String
  /// The command, with `{list}` and `{active}` where the list's path and the number go.
  let words: [String]

  /// `heron load`, which keeps and decodes nothing.
  static func heron(_ path: String, extra: [String]) -> FetchProgram {
    let flags = ["--max-active", "{active}", "--max-active-per-origin", "{active}"]
    return FetchProgram(
      name: "heron", words: [path, "load", "--no-decode", "--quiet", "--from", "{list}"] + flags + extra)
  }

  /// The command for a list and a number.
  func command(list: String, active: Int) -> [String] {
    words.map { $0.replacing("{list}", with: list).replacing("{active}", with: "\(active)") }
  }
}

/// `NAME=COMMAND`, as it is given to --beside.
extension FetchProgram: ExpressibleByArgument {
  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    name = String(argument[..<sign])
    words = argument[argument.index(after: sign)...].split(separator: " ").map(String.init)
    guard !name.isEmpty, !words.isEmpty, words.contains(where: { $0.contains("{list}") }) else { return nil }
  }
}
