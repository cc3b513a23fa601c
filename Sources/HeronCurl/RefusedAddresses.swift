import HeronEngine

/// What the guard refused in the course of one transfer.
struct RefusedAddresses {
  private var first: AddressRefusal?
  private var count = 0

  /// Notes one refusal.
  mutating func append(_ refusal: AddressRefusal) {
    first = first ?? refusal
    count += 1
  }

  /// The end of a transfer that found nothing else to connect to; nil where nothing was refused.
  func error(code: Int) -> TransportError? {
    guard let first else { return nil }
    let more = count == 1 ? "" : " (and \(count - 1) more of its addresses were refused)"
    return TransportError(
      .addressRefused, code: code,
      message: "\(first)\(more); to allow it, give the address guard the exception \(first.address) (--allow-address)")
  }
}
