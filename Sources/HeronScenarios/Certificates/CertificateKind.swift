/// What is right or wrong about a server's certificate, in the eyes of a client that trusts the authority.
public enum CertificateKind: String, Sendable, Hashable, CaseIterable {
  /// Valid for localhost and 127.0.0.1, signed by the authority itself.
  case good
  /// As good, but signed by an intermediate, whose certificate is sent too.
  case chained
  /// Its time was over a day ago.
  case expired
  /// Its time begins in a day.
  case notYetValid
  /// Made out to another host.
  case wrongName
  /// Signed by its own key and by nobody else.
  case selfSigned
  /// Signed by an intermediate, whose certificate is not sent.
  case incompleteChain
}
