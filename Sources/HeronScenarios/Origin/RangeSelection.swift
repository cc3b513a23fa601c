import HeronEngine

/// Which part of a body a request gets: RFC 9110 §14, for a single range of bytes.
enum RangeSelection: Sendable, Hashable {
  /// All of it: no range was asked for, or none that counts.
  case whole
  /// 206 with those bytes.
  case part(Range<Int>)
  /// 416: the range lies behind the end.
  case unsatisfiable

  /// Only a GET that would be answered 200 with a strong ETag is served in parts; several ranges, or one that breaks
  /// the grammar, are ignored, as a server may (§14.2).
  init(_ request: OriginRequest, of reply: OriginReply) {
    guard request.method == "GET", reply.allowsRanges, let range = request.fields["Range"],
      Self.conditionHolds(request, of: reply)
    else {
      self = .whole
      return
    }
    self = Self.parse(range, size: reply.body.count) ?? .whole
    if case .part(let part) = self, reply.ranges == .wrong, part.count > 1 {
      self = .part(part.lowerBound + 1..<part.upperBound)
    }
  }

  // If-Range compares strongly (§13.1.5): a weak tag or a date never matches here.
  private static func conditionHolds(_ request: OriginRequest, of reply: OriginReply) -> Bool {
    guard let condition = request.fields["If-Range"] else { return true }
    return condition == reply.fields["ETag"]
  }

  private static func parse(_ field: String, size: Int) -> RangeSelection? {
    let parts = field.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, String(parts[0]).equalsIgnoringCase("bytes") else { return nil }
    let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    // A number that 64 bits do not hold lies behind every end.
    let numbers = ends.map { $0.isEmpty ? nil : Int($0) ?? .max }
    switch (numbers[0], numbers[1]) {
    case (nil, let suffix?):
      return suffix > 0 && size > 0 ? .part(max(size - suffix, 0)..<size) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return nil }
      guard first < size else { return .unsatisfiable }
      return .part(first..<min(last ?? size - 1, size - 1) + 1)
    case (nil, nil):
      return nil
    }
  }
}

extension OriginReply {
  /// Whether it is a whole representation that can be named exactly.
  var allowsRanges: Bool { status == 200 && ranges != .ignored && (fields["ETag"]?.hasPrefix("\"") ?? false) }
}
