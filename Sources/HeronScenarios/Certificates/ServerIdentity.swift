/// What a server shows in a TLS handshake: its certificates, and the key of the first of them.
public struct ServerIdentity: Sendable, Hashable {
  /// The certificates as PEM, the server's own first, as they are sent.
  public var certificates: [String]
  /// The private key as PEM (PKCS #8).
  public var key: String

  /// An identity.
  public init(certificates: [String], key: String) {
    self.certificates = certificates
    self.key = key
  }
}
