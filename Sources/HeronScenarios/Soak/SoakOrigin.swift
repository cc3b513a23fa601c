/// The origins of a soak, each with trouble of its own, so that the breaker of one spares the others.
package enum SoakOrigin: String, Sendable, Hashable, CaseIterable {
  /// HTTP/1.1; what goes wrong is in the answers, and connections stay whole.
  case plain
  /// TLS and HTTP/2; what goes wrong is one stream's.
  case secure
  /// HTTP/1.1 that breaks connections and rules.
  case unruly
  /// TLS and HTTP/2 that breaks connections, and with them other streams.
  case torn
  /// HTTP/1.1 that asks to come back later.
  case busy
  /// A certificate whose time is over.
  case expired
  /// A certificate of another host.
  case wrongName = "wrong-name"
  /// A certificate that nobody else has signed.
  case selfSigned = "self-signed"
  /// A certificate whose signer is not known.
  case incompleteChain = "incomplete-chain"
  /// A port where nobody listens.
  case refusing
  /// A port that answers no SYN.
  case silent

  var certificate: CertificateKind? {
    switch self {
    case .secure, .torn: .good
    case .expired: .expired
    case .wrongName: .wrongName
    case .selfSigned: .selfSigned
    case .incompleteChain: .incompleteChain
    default: nil
    }
  }
}
