import HeronEngine

/// The frame header of a JPEG, which tells the size (ITU-T T.81, B.2.2).
enum JPEGHeader {
  private enum Marker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let application1: UInt8 = 0xE1
    // Of the sixteen from C0 on, three are no frame headers: DHT, JPG and DAC.
    static let others: Set<UInt8> = [0xC4, 0xC8, 0xCC]
    // TEM and RSTm have no length (B.1.1.3).
    static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD7).contains(marker) }
    static func isFrame(_ marker: UInt8) -> Bool { (0xC0...0xCF).contains(marker) && !others.contains(marker) }
  }

  /// Reads the size; nil while `prefix` is too short.
  ///
  /// Bytes between segments are passed over, as libjpeg does.
  static func parse(_ prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
    try read(prefix)?.header
  }

  /// Reads the size, and the orientation that an Exif segment before it says.
  static func read(
    _ prefix: UnsafeRawBufferPointer
  ) throws(ImageDecodingError) -> (header: ImageHeader, orientation: Orientation)? {
    for (offset, byte) in [0xFF, Marker.startOfImage].enumerated().prefix(prefix.count) where prefix[offset] != byte {
      throw .corrupt(message: "no JPEG signature", offset: offset)
    }
    var place = 2
    var orientation: Orientation?
    while let (marker, start) = nextMarker(in: prefix, from: place) {
      if Marker.isAlone(marker) {
        place = start
        continue
      }
      switch marker {
      case Marker.startOfImage, Marker.endOfImage, Marker.startOfScan:
        throw .corrupt(
          message: "no frame header before marker FF\(String(marker, radix: 16, uppercase: true))", offset: start - 2)
      default: break
      }
      guard let length = number(in: prefix, at: start) else { return nil }
      guard length >= 2 else { throw .corrupt(message: "a segment of \(length) bytes", offset: start) }
      if Marker.isFrame(marker) {
        return try frame(in: prefix, at: start, length).map { ($0, orientation ?? .up) }
      }
      if marker == Marker.application1, orientation == nil { orientation = exif(in: prefix, start..<start + length) }
      place = start + length
    }
    return nil
  }

  /// The next marker, and where its segment begins.
  private static func nextMarker(in prefix: UnsafeRawBufferPointer, from place: Int) -> (UInt8, Int)? {
    var place = place
    while place + 1 < prefix.count {
      // Fill bytes may stand before a marker; FF00 is no marker.
      if prefix[place] == 0xFF, prefix[place + 1] != 0xFF, prefix[place + 1] != 0 {
        return (prefix[place + 1], place + 2)
      }
      place += 1
    }
    return nil
  }

  // Behind the length, "Exif" and two zeros (Exif 2.32, 4.7.2); others use the same marker for their own.
  private static func exif(in prefix: UnsafeRawBufferPointer, _ segment: Range<Int>) -> Orientation? {
    let name = Array("Exif".utf8) + [0, 0]
    let range = segment.clamped(to: 0..<prefix.count).dropFirst(2)
    guard range.count > name.count, prefix[range].starts(with: name) else { return nil }
    return Orientation(exif: UnsafeRawBufferPointer(rebasing: prefix[range.dropFirst(name.count)]))
  }

  // Length, precision, lines, samples a line.
  private static func frame(
    in prefix: UnsafeRawBufferPointer, at start: Int, _ length: Int
  ) throws(ImageDecodingError) -> ImageHeader? {
    guard length >= 8 else { throw .corrupt(message: "a frame header of \(length) bytes", offset: start) }
    guard let height = number(in: prefix, at: start + 3), let width = number(in: prefix, at: start + 5) else {
      return nil
    }
    // Lines that only a later segment tells (DNL) are nothing that libjpeg reads.
    guard width > 0, height > 0 else { throw .corrupt(message: "a size of \(width) × \(height)", offset: start + 3) }
    return ImageHeader(format: .jpeg, width: width, height: height)
  }

  private static func number(in prefix: UnsafeRawBufferPointer, at place: Int) -> Int? {
    guard place + 1 < prefix.count else { return nil }
    return Int(prefix[place]) << 8 | Int(prefix[place + 1])
  }
}
