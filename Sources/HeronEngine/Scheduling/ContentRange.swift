/// Which part of a whole a 206 brings (RFC 9110 §14.4).
struct ContentRange: Sendable, Hashable {
  /// The first byte, counted from 0.
  let first: Int64
  /// The last byte.
  let last: Int64
  /// The bytes of the whole; nil where the server does not know.
  let total: Int64?

  /// The one Content-Range of a response; nil where there is none, several, or one that makes no sense.
  init?(_ head: ResponseHead) {
    let values = head.headers.values(of: "Content-Range")
    guard values.count == 1 else { return nil }
    self.init(values[0])
  }

  /// Reads `bytes 21010-47021/47022`, or with `*` for an unknown total.
  init?(_ value: String) {
    let unitAndRange = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard unitAndRange.count == 2, String(unitAndRange[0]).equalsIgnoringCase("bytes") else { return nil }
    let rangeAndTotal = unitAndRange[1].split(separator: "/", omittingEmptySubsequences: false)
    guard rangeAndTotal.count == 2 else { return nil }
    let ends = rangeAndTotal[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(digits: ends[0]), let last = Int64(digits: ends[1]) else { return nil }
    let total = rangeAndTotal[1] == "*" ? nil : Int64(digits: rangeAndTotal[1])
    guard first <= last, rangeAndTotal[1] == "*" || total.map({ last < $0 }) == true else { return nil }
    self.first = first
    self.last = last
    self.total = total
  }
}

extension Int64 {
  /// A number of digits only: no sign, no blanks; nil also where 64 bits do not hold it.
  init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}
