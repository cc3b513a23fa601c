/// What holds for every transfer of a transport.
public struct CurlConfiguration: Sendable, Equatable {
  /// A proxy's URL; nil: none, whatever the environment's variables say.
  public var proxy: String?
  /// A file of PEM certificates to trust instead of the system's; nil: the system's.
  public var caFile: String?
  /// The value of User-Agent where a request's headers have none.
  public var userAgent = "Heron/0.1"
  /// The most connections kept, those in use included: with more than that in flight none is used twice.
  public var maxConnections = 128

  /// No proxy, the system's certificates.
  public init() {}
}
