import Foundation
import HeronScenarios

/// This program once more, serving the origins of a soak until this is released.
final class SoakOriginProcess {
  /// What each origin's URLs begin with.
  let bases: [SoakOrigin: String]
  /// The certificate to trust.
  let caFile: String

  private let process = Process()
  private let life = Pipe()

  /// Starts it and waits until it listens.
  init(seed: UInt64) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["soak-origin", "--seed", "\(seed)"]
    let output = Pipe()
    process.standardInput = life
    process.standardOutput = output
    try process.run()
    var told = Data()
    while !told.suffix(8).elementsEqual(Data("ready -\n".utf8)) {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw SoakFailure("the origins did not start") }
      told += part
    }
    var values: [String: String] = [:]
    for line in String(decoding: told, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { values[words[0]] = words[1] }
    }
    bases = Dictionary(
      uniqueKeysWithValues: SoakOrigin.allCases.compactMap { origin in
        values[origin.rawValue].map { (origin, $0) }
      })
    guard let caFile = values["trust"], bases.count == SoakOrigin.allCases.count else {
      throw SoakFailure("the origins told nothing of themselves")
    }
    self.caFile = caFile
  }

  /// Whether it still serves.
  var isRunning: Bool { process.isRunning }

  deinit {
    try? life.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// Why a soak failed, or could not be made.
struct SoakFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
