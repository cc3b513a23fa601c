import Foundation
import Testing

/// The house's table of who may import whom, held against every import line.
@Suite struct `Imports go down` {
  private static let standard: Set<String> = ["Swift", "Synchronization"]

  private static let allowed: [String: Set<String>] = [
    "HeronEngine": ["Dispatch", "FoundationEssentials", "DequeModule", "HeapModule", "Logging"],
    "HeronCurl": ["HeronEngine", "CCurl", "Glibc"],
    "HeronCodecs": ["HeronEngine", "CJPEG", "CPNG", "CWebP"],
    "HeronTesting": ["HeronEngine"],
    "Heron": ["HeronEngine", "HeronCurl", "HeronCodecs", "Dispatch", "FoundationEssentials", "Logging"],
    "HeronScenarios": [
      "Heron", "HeronEngine", "HeronTesting", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTP2",
      "NIOHPACK", "NIOSSL", "Crypto", "SwiftASN1", "X509", "CYAML", "NIOConcurrencyHelpers", "FoundationEssentials",
      "Dispatch",
      "Glibc",
    ],
    "heron": [
      "Heron", "HeronEngine", "HeronCodecs", "HeronCurl", "HeronScenarios", "ArgumentParser", "Crypto", "Dispatch",
      "Foundation", "FoundationEssentials", "Glibc", "Logging",
    ],
    "heron-bench": [
      "Heron", "HeronCodecs", "HeronCurl", "HeronEngine", "HeronScenarios", "ArgumentParser", "Dispatch", "Foundation",
      "CMalloc", "Glibc", "Logging",
    ],
  ]

  @Test(arguments: allowed.keys.sorted())
  func `each target imports only what the house's table allows`(target: String) throws {
    let permitted = Self.allowed[target, default: []].union(Self.standard)
    var checked = 0
    for file in try House.swiftFiles(in: "Sources/\(target)") {
      for module in file.imports {
        #expect(permitted.contains(module), "\(file.path) imports \(module)")
        checked += 1
      }
    }
    #expect(checked > 0, "no import was found in \(target): is the folder there?")
  }

  @Test func `every target of Sources is in the table`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: House.root + "/Sources")
    let targets = Set(folders.filter { !$0.hasPrefix("C") })
    #expect(targets == Set(Self.allowed.keys))
  }

  @Test func `each C module has one importer`() throws {
    var importers: [String: Set<String>] = [:]
    for file in try House.swiftFiles(in: "Sources") {
      for module in file.imports where module.hasPrefix("C") && module != "Crypto" {
        importers[module, default: []].insert(file.target)
      }
    }
    #expect(
      importers == [
        "CCurl": ["HeronCurl"], "CJPEG": ["HeronCodecs"], "CMalloc": ["heron-bench"],
        "CPNG": ["HeronCodecs"],
        "CWebP": ["HeronCodecs"],
        "CYAML": ["HeronScenarios"],
      ])
  }
}
