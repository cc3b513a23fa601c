import HeronEngine

/// The first box of an ISO base media file (ISO/IEC 14496-12, 4.3), whose brands tell AVIF and HEIF from films.
enum FileTypeBox {
  /// The format that the major brand names, or else the first compatible brand that names one.
  static func format(of prefix: UnsafeRawBufferPointer) -> ImageDecoders.SniffedFormat {
    // The box's size: the two high bytes are zero, for a box of brands is short.
    let start: [UInt8?] = [0, 0, nil, nil] + Array("ftyp".utf8)
    guard zip(start, prefix).allSatisfy({ $0 == nil || $0 == $1 }) else { return .unknown }
    guard prefix.count >= start.count else { return .undecided }
    let size = Int(prefix[2]) << 8 | Int(prefix[3])
    guard size >= 16, size % 4 == 0 else { return .unknown }

    // The major brand, the minor version (no brand), the compatible brands.
    let end = min(size, longestSearched)
    let brands = [8] + Array(stride(from: 16, to: end, by: 4))
    var generic = false
    for offset in brands {
      guard offset + 4 <= prefix.count else { return .undecided }
      switch String(decoding: prefix[offset..<offset + 4], as: UTF8.self) {
      case "avif", "avis": return .format(.avif)
      case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .format(.heif)
      case "mif1", "msf1": generic = true
      default: break
      }
    }
    return generic ? .format(.heif) : .unknown
  }

  /// Room for 60 compatible brands; real files have fewer than ten.
  private static let longestSearched = 256
}
