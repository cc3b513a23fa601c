import ArgumentParser
import Heron

/// What `heron load` loads, and how it asks for it.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read URLs from a file, one a line; - is standard input. # begins a comment line.", valueName: "file"))
  var from: String?
  @Option(
    name: .customLong("header"), parsing: .singleValue,
    help: ArgumentHelp("A header field to send; may be given repeatedly.", valueName: "Name: value"))
  var headers: [HeaderField] = []
  @Option(help: "The presets that the flags below start from.") var profile = Configuration.Profile.bulk

  /// The URLs given, then those of the file.
  func allURLs(_ given: [String]) throws -> [String] {
    guard let from else { return given }
    do {
      return given + URLList.parse(try FileBytes.read(path: from))
    } catch {
      throw CommandFailure(error.description, status: .usage)
    }
  }

  /// A request for any of them.
  func request(_ kind: MediaRequest.Kind) -> MediaRequest {
    var request = MediaRequest("", kind: kind)
    // Files are written from it, and results tell its size.
    request.keepsBody = true
    if !headers.isEmpty {
      request.headers = HTTPFields(headers.map { HTTPFields.Field(name: $0.name, value: $0.value) })
    }
    return request
  }
}
