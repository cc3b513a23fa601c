import Heron
import HeronCodecs

/// What became of one URL or file.
struct LoadResult: Sendable {
  enum Outcome: String, Sendable {
    case loaded
    case failed
    case cancelled
  }

  /// Its place in the input, from 1.
  var index: Int
  var url: String
  var outcome: Outcome
  var source: LoadedMedia.Source?
  var status: Int?
  var format: ImageFormat?
  var width: Int?
  var height: Int?
  /// Bytes of body.
  var bytes: Int?
  var attempts = 0
  /// In line for a slot.
  var waited = Duration.zero
  /// From the request to the end.
  var elapsed = Duration.zero
  var checksum: String?
  var headers: HTTPFields?
  var error: MediaLoadError?
  /// The file that the body was written to.
  var file: String?

  /// Nothing came of it: it was cancelled.
  init(cancelled index: Int, url: String) {
    self.index = index
    self.url = url
    outcome = .cancelled
  }

  /// Media came.
  init(_ index: Int, url: String, media: LoadedMedia) {
    self.init(cancelled: index, url: url)
    outcome = .loaded
    source = media.source
    status = media.response.status
    bytes = media.body?.count
    attempts = media.trace.attempts
    waited = media.trace.waited
    describe(media.image)
    if media.image == nil, case .format(let known)? = media.body?.withUnsafeBytes(MediaType.format) { format = known }
  }

  /// It failed.
  init(_ index: Int, url: String, error: MediaLoadError) {
    self.init(cancelled: index, url: url)
    attempts = error.attempts
    status = error.status
    headers = error.response?.headers
    fail(error)
  }

  /// A picture from a file.
  init(_ index: Int, file: String, image: Image, bytes: Int) {
    self.init(cancelled: index, url: file)
    outcome = .loaded
    source = .disk
    self.bytes = bytes
    describe(image)
  }

  /// What had been loaded is not a success after all.
  mutating func fail(_ error: MediaLoadError) {
    outcome = .failed
    self.error = error
  }

  private mutating func describe(_ image: Image?) {
    format = image?.format
    width = image?.width
    height = image?.height
  }
}
