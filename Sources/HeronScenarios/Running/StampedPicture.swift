import HeronEngine

/// The pictures of the virtual world: a letter of fate, the size, and a stamp that is repeated to the end, so that the
/// receiver can tell whose bytes these are and whether they are whole.
enum StampedPicture {
  private static let least = 24
  static let portal = Array("<html>Sign in to this network</html>".utf8)

  /// What the server sends as version `version` of a URL.
  static func body(_ url: String, version: Int, size: Int, _ picture: ScriptedPicture) -> [UInt8] {
    if picture == .html { return portal }
    let size = max(size, least)
    let stamp = bytes(of: self.stamp(url, version: version))
    var body = [UInt8](repeating: 0, count: size)
    for index in body.indices { body[index] = stamp[index & 7] }
    body.replaceSubrange(8..<16, with: bytes(of: UInt64(size)))
    body[0] = fate(picture)
    return body
  }

  /// What says whose picture it is.
  static func stamp(_ url: String, version: Int) -> UInt64 {
    Dice.hash(url) &+ UInt64(version) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func fate(_ picture: ScriptedPicture) -> UInt8 {
    switch picture {
    case .good: 1
    case .corrupt: 2
    case .cut: 3
    case .bomb: 4
    case .html: UInt8(ascii: "<")
    }
  }

  static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The stamp of bytes that are whole and of one picture; nil for others.
  static func stamp(in bytes: [UInt8]) -> UInt64? {
    guard bytes.count >= least, number(bytes[8..<16]) == UInt64(bytes.count) else { return nil }
    let second = bytes[16..<24]
    // The first byte is fate, and the last word is cut off where the size is no multiple of eight.
    guard bytes[1..<8].elementsEqual(second.dropFirst()) else { return nil }
    let end = bytes.count & ~7
    for start in [end - 8, (end / 2) & ~7] where start >= 16 {
      guard bytes[start..<(start + 8)].elementsEqual(second) else { return nil }
    }
    return number(second)
  }

  /// Whether it is of some version that the origin may have served: where validators flip, each request has its own.
  /// What a redirect led to is stamped with the place that served it.
  static func isRight(_ media: LoadedMedia, _ url: String, requests: Int) -> Bool {
    guard let stamp = media.image?.stamp ?? stamp(in: media.body ?? []) else { return media.body == portal }
    return isStamp(stamp, of: [url, media.responseURL], requests: requests)
  }

  static func isStamp(_ stamp: UInt64, of places: [String], requests: Int) -> Bool {
    places.contains { place in (0...max(requests, 64)).contains { self.stamp(place, version: $0) == stamp } }
  }

  /// Whether bytes are fewer than they say themselves.
  static func isShort(_ bytes: [UInt8]) -> Bool { bytes.count < least || number(bytes[8..<16]) > UInt64(bytes.count) }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Decodes what ``StampedPicture`` makes to a picture whose pixels are its stamp.
struct StampedDecoder: ImageDecoder {
  var format: ImageFormat { .png }

  static let decoders = ImageDecoders([StampedDecoder()]) { prefix in
    guard let first = prefix.first else { return .undecided }
    return (1...4).contains(first) ? .format(.png) : .unknown
  }

  func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
    guard let first = prefix.first else { return nil }
    let side = first == 4 ? 30_000 : 1
    return ImageHeader(format: .png, width: 2 * side, height: side)
  }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
    switch bytes.first {
    case 2: throw .corrupt(message: "as scripted", offset: 1)
    case 3: throw .truncated(offset: bytes.count)
    default: break
    }
    guard !StampedPicture.isShort(bytes) else { throw .truncated(offset: bytes.count) }
    // Bytes of two pictures become a picture all the same, of nobody's stamp: what is looked for is a loader that takes
    // them for one.
    return Image(
      width: 2, height: 1, format: .png, pixels: StampedPicture.bytes(of: StampedPicture.stamp(in: bytes) ?? 0))
  }
}

extension Image {
  /// The stamp that its pixels are.
  var stamp: UInt64 { pixels.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
