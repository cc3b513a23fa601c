import FoundationEssentials
import Testing

/// The folder of the corpus, by HERON_CORPUS; nil where the tests run without it.
let corpus = ProcessInfo.processInfo.environment["HERON_CORPUS"]

/// Reads a JSON file of the corpus.
func corpusJSON<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
  let folder = try #require(corpus)
  return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
}
