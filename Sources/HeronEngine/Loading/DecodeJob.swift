import Synchronization

/// A fetched body on its way through the decoder.
final class DecodeJob: Sendable {
  let load: LoadID
  let head: ResponseHead
  let queuedAt: EngineInstant
  private let body: Mutex<[UInt8]>
  private let isCancelled = Atomic<Bool>(false)
  private let outcome = Mutex<Result<Image, ImageDecodingError>?>(nil)

  init(load: LoadID, head: ResponseHead, body: [UInt8], queuedAt: EngineInstant) {
    self.load = load
    self.head = head
    self.queuedAt = queuedAt
    self.body = Mutex(body)
  }

  /// Work that has not started never will.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    body.withLock { $0 = [] }
  }

  /// Decodes, on a thread of the work pool. False where the job was cancelled before it began.
  func run(_ decoders: ImageDecoders, limits: DecodingLimits) -> Bool {
    guard !isCancelled.load(ordering: .relaxed) else { return false }
    let bytes = body.withLock(\.self)
    do throws(ImageDecodingError) {
      let image = try decoders.decode(bytes, limits: limits)
      outcome.withLock { $0 = .success(image) }
    } catch {
      outcome.withLock { $0 = .failure(error) }
    }
    return true
  }

  var result: Result<Image, ImageDecodingError>? { outcome.withLock(\.self) }

  /// The encoded bytes, once it is over.
  func takeBody() -> [UInt8] {
    body.withLock { body in
      defer { body = [] }
      return body
    }
  }
}
