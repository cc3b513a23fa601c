import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// A name and a key (P-256) that sign certificates.
struct CertificateIssuer: Sendable {
  let name: DistinguishedName
  let key = P256.Signing.PrivateKey()

  init(_ name: String) throws {
    self.name = try DistinguishedName { CommonName(name) }
  }

  /// The certificate of another authority, or of this one itself.
  func certify(_ authority: CertificateIssuer) throws -> Certificate {
    try sign(
      authority.name, authority.key, days: -1..<2,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      })
  }

  /// The certificate of a server of those names, valid on the days counted from today.
  func certify(_ server: CertificateIssuer, as names: [GeneralName], days: Range<Int>) throws -> Certificate {
    try sign(
      server.name, server.key, days: days,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names)
      })
  }

  private func sign(
    _ subject: DistinguishedName, _ subjectKey: P256.Signing.PrivateKey, days: Range<Int>,
    extensions: Certificate.Extensions
  ) throws -> Certificate {
    let day = 86_400.0
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(subjectKey.publicKey),
      notValidBefore: Date.now.addingTimeInterval(Double(days.lowerBound) * day),
      notValidAfter: Date.now.addingTimeInterval(Double(days.upperBound) * day),
      issuer: name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: Certificate.PrivateKey(key))
  }
}

extension Certificate {
  /// The certificate as PEM.
  var pem: String { get throws { try serializeAsPEM().pemString } }
}
