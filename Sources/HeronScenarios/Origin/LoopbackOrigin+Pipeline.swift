import HeronEngine
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

extension OriginService {
  /// Fits out a connection that was accepted; with TLS the client's offer decides about the version of HTTP.
  func prepare(_ channel: any Channel, tls: NIOSSLContext?) -> EventLoopFuture<Void> {
    let number = log.connectionOpened()
    pace?.value.accepted(number)
    do {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(PipelinePlace(), name: PipelinePlace.socket)
      if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
      try pipeline.addHandler(PipelinePlace(), name: PipelinePlace.wire)
      guard tls != nil else { return addHTTP1(to: channel, number: number) }
      return channel.configureHTTP2SecureUpgrade(
        h2ChannelConfigurator: { addHTTP2(to: $0, number: number) },
        http1ChannelConfigurator: { addHTTP1(to: $0, number: number) })
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  private func addHTTP1(to channel: any Channel, number: Int) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ByteToMessageHandler(decoder))
      try pipeline.addHandler(OriginConnection(number: number, channel: channel, service: self))
    }
  }

  private func addHTTP2(to channel: any Channel, number: Int) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let session = NIOLoopBound(
        OriginSession(number: number, channel: channel, service: self), eventLoop: channel.eventLoop)
      let pipeline = channel.pipeline.syncOperations
      _ = try pipeline.configureHTTP2Pipeline(
        mode: .server, connectionConfiguration: connectionConfiguration, streamConfiguration: streamConfiguration
      ) { stream in
        stream.eventLoop.makeCompletedFuture {
          try stream.pipeline.syncOperations.addHandler(OriginStream(channel: stream, session: session.value))
        }
      }
      try pipeline.addHandler(PipelinePlace())
    }
  }

  // An origin that is to break the rules must not be held to them by its own tools.
  private var connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration {
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    configuration.initialSettings.append(
      HTTP2Setting(parameter: .maxConcurrentStreams, value: max(settings.maxConcurrentStreams, 0)))
    configuration.headerBlockValidation = .disabled
    configuration.contentLengthValidation = .disabled
    return configuration
  }

  // A client that gives up hundreds of loads is what is tested here, and no attack.
  private var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
    var configuration = NIOHTTP2Handler.StreamConfiguration()
    configuration.streamResetFrameRateLimit.maximumCount = 1_000_000
    return configuration
  }
}

extension NIOSSLContext {
  /// The server's side of TLS with an identity, offering those versions of HTTP.
  convenience init(_ identity: ServerIdentity, versions: [HeronEngine.HTTPVersion]) throws {
    let certificates = try identity.certificates.map { try NIOSSLCertificate(bytes: Array($0.utf8), format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)))
    configuration.applicationProtocols = versions.map { $0.isMultiplexed ? "h2" : "http/1.1" }
    // A client that has left does not say good-bye any more.
    configuration.shutdownTimeout = .milliseconds(200)
    try self.init(configuration: configuration)
  }
}
