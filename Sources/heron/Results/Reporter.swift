import Heron

/// What is done with each result: files, checksums, lines, the contact sheet.
struct Reporter: Sendable {
  var printer: ResultPrinter?
  var display = ProgressDisplay(.none)
  var output: OutputFolder?
  var sheet: ContactSheetFile?
  var includesChecksum = false
  var includesHeaders = false
  /// Whether results are kept for a table at the end.
  var keepsResults = false

  private(set) var results: [LoadResult] = []
  /// Whether the reader of standard output has left.
  private(set) var isCutOff = false

  /// Handles a result.
  ///
  /// - Returns: the result, which may have become a failure: the body could not be written.
  mutating func receive(_ result: LoadResult, _ media: LoadedMedia?) -> LoadResult {
    var result = result
    if let body = media?.body, output != nil { write(body, of: &result) }
    if includesChecksum, let image = media?.image { result.checksum = Checksum.of(image) }
    if includesHeaders { result.headers = media?.response.headers }
    sheet?.add(result, media?.image)
    if keepsResults { results.append(result) }
    if let printer {
      display.clear()
      if !printer.print(result) { isCutOff = true }
    }
    return result
  }

  private mutating func write(_ body: [UInt8], of result: inout LoadResult) {
    do {
      result.file = try output?.write(body, url: result.url)
    } catch {
      result.fail(MediaLoadError(.output, "\(error)"))
    }
  }
}
