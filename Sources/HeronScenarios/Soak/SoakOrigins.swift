/// All origins of a soak, on ports of their own.
package final class SoakOrigins: Sendable {
  /// What each origin's URLs begin with.
  package let bases: [SoakOrigin: String]
  /// The certificate to trust.
  package var caFile: String { authority.caFile }

  private let authority: CertificateAuthority
  private let listening: [LoopbackOrigin]
  private let refusing: RefusingPort
  private let silent: SilentListener

  private init(
    authority: CertificateAuthority, listening: [SoakOrigin: LoopbackOrigin], refusing: RefusingPort,
    silent: SilentListener
  ) {
    self.authority = authority
    self.listening = Array(listening.values)
    self.refusing = refusing
    self.silent = silent
    bases = listening.mapValues { $0.url("") }
      .merging([.refusing: refusing.url(""), .silent: silent.url("")]) { _, own in own }
  }

  /// Listens until it is released.
  ///
  /// - Throws: what a socket or TLS says.
  package static func start(_ pictures: SoakPictures) async throws -> SoakOrigins {
    let authority = try CertificateAuthority()
    let refusing = try RefusingPort()
    var listening: [SoakOrigin: LoopbackOrigin] = [:]
    // First the one that another's redirects lead to.
    for origin in [.secure] + SoakOrigin.allCases.filter({ ![.secure, .refusing, .silent].contains($0) }) {
      let routes = SoakRoutes(
        pictures: pictures, secure: listening[.secure]?.url("") ?? "", refusing: refusing.url(""))
      let identity = try origin.certificate.map { try authority.identity($0) }
      listening[origin] = try await LoopbackOrigin.start(tls: identity, routes: routes)
    }
    return SoakOrigins(
      authority: authority, listening: listening, refusing: refusing, silent: try SilentListener())
  }

  /// Closes all ports and connections.
  package func shutDown() async throws {
    for origin in listening { try await origin.shutDown() }
  }
}
