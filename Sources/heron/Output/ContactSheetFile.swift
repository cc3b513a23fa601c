import Heron
import HeronCodecs
import HeronScenarios

/// The picture of --contact-sheet: gathers small pictures as they come, in the order of the input.
struct ContactSheetFile: Sendable {
  let path: String
  private let count: Int
  private var tiles: [Int: ContactSheet.Tile] = [:]

  /// More pictures than this would make a sheet that no viewer opens.
  private static let maxTiles = 1000

  init(path: String, count: Int) {
    self.path = path
    self.count = count
  }

  /// Sees to it before anything is loaded that the file can be written in the end.
  ///
  /// - Parameter overwrites: whether a file that is there may be replaced; what is no regular file never is.
  static func check(_ path: String, overwrites: Bool) throws(FileError) {
    if let error = WholeFile.obstacle(to: path, overwrites: overwrites) { throw error }
  }

  /// Keeps what a result looks like, made small.
  mutating func add(_ result: LoadResult, _ image: Image?) {
    guard result.index <= Self.maxTiles else { return }
    let caption = OutputName(url: result.url).candidate(1)
    let content: ContactSheet.Tile.Content
    if let image, result.outcome == .loaded {
      let layout = SheetLayout()
      let size = image.sizeFitting(width: layout.tileWidth, height: layout.tileHeight)
      content = .picture(image.boxScaled(width: size.width, height: size.height))
    } else if let error = result.error {
      content = .failure(reason: error.status.map { "\(error.kind.rawValue) \($0)" } ?? error.kind.rawValue)
    } else {
      content = .empty
    }
    tiles[result.index] = ContactSheet.Tile(content, caption: caption, attempts: result.attempts)
  }

  /// Draws the sheet and writes it as PNG, over a file that is there.
  ///
  /// - Throws: ``CommandFailure`` where that cannot be done.
  func write(title: String, summary: String) throws(CommandFailure) {
    let shown = min(count, Self.maxTiles)
    let more = count > shown ? "; the first \(shown) of \(count)" : ""
    let tiles = (1...max(shown, 1)).map { self.tiles[$0] ?? ContactSheet.Tile(.empty) }
    let sheet = ContactSheet(title: title, summary: summary + more, tiles: tiles).draw()
    do {
      _ = try WholeFile.write(try PNGEncoder().encode(sheet), to: path, existing: .replaced)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}
