import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// Signs certificates for servers on the loopback, good ones and bad ones. Its keys live in memory only.
public final class CertificateAuthority: Sendable {
  /// The authority's own certificate as PEM: what a client has to trust.
  public let pem: String
  /// A file that holds `pem`; removed with the authority.
  public let caFile: String

  private let root: CertificateIssuer

  /// An authority with a new key.
  ///
  /// - Throws: what the file system says when the file cannot be written.
  public init() throws {
    root = try CertificateIssuer("Heron test authority")
    pem = try root.certify(root).pem
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let file = FileManager.default.temporaryDirectory.appending(path: "heron-authority-\(number).pem")
    try Data(pem.utf8).write(to: file)
    caFile = file.path
  }

  deinit { try? FileManager.default.removeItem(atPath: caFile) }

  /// A server's certificates and key, all new.
  ///
  /// - Parameter names: the names that a good one is made out to, besides those of the loopback.
  public func identity(_ kind: CertificateKind = .good, names: [String] = []) throws -> ServerIdentity {
    let server = try CertificateIssuer("Heron test origin")
    let intermediate = try CertificateIssuer("Heron test intermediate")
    let signer = kind.isIndirect ? intermediate : kind == .selfSigned ? server : root
    var chain = [try signer.certify(server, as: kind.names + names.map { .dnsName($0) }, days: kind.days)]
    if kind == .chained { chain.append(try root.certify(intermediate)) }
    return ServerIdentity(certificates: try chain.map { try $0.pem }, key: server.key.pemRepresentation)
  }
}

extension CertificateKind {
  fileprivate var isIndirect: Bool { self == .chained || self == .incompleteChain }

  fileprivate var days: Range<Int> {
    switch self {
    case .expired: -2 ..< -1
    case .notYetValid: 1..<2
    default: -1..<1
    }
  }

  fileprivate var names: [GeneralName] {
    self == .wrongName
      ? [.dnsName("elsewhere.test")]
      : [.dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))]
  }
}
