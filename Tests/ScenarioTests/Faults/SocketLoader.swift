import Dispatch
import HeronCurl
import HeronEngine
import HeronScenarios

/// A loader as it is shipped, libcurl and all, that comes again within milliseconds: its tests are about whether it
/// comes, and with what.
struct SocketLoader: Sendable {
  let loader: MediaLoader

  /// At most three attempts, no breaker, nothing kept back; `configure` changes what a test needs otherwise.
  init(trusting authority: CertificateAuthority? = nil, configure: (inout Configuration) -> Void = { _ in }) throws {
    var configuration = Configuration(.bulk)
    configuration.retry.maxAttempts = 3
    configuration.retry.base = .milliseconds(1)
    configuration.retry.throttledBase = .milliseconds(1)
    configuration.retry.cap = .milliseconds(2)
    configuration.health.breaker = false
    // A machine that is busy, or a sanitizer's, takes its time over a thousand interim responses.
    configuration.timeLimits.firstByte = .seconds(120)
    configure(&configuration)
    var curl = CurlConfiguration()
    curl.caFile = authority?.caFile
    let queue = DispatchQueue(label: "heron.loader")
    loader = try MediaLoader(
      configuration: configuration,
      environment: Environment(
        executor: DispatchExecutor(queue, borrowsThreads: true), clock: DispatchClock(queue: queue),
        workPool: DispatchWorkPool(width: 1),
        transport: try CurlTransport(curl), seed: 1))
  }

  /// Loads raw media, past the cache.
  func load(_ url: String, headers: HTTPFields = HTTPFields()) async -> Result<LoadedMedia, MediaLoadError> {
    var request = MediaRequest(url, kind: .data)
    request.cachePolicy = .ignoreCache
    request.headers = headers
    do throws(MediaLoadError) {
      return .success(try await loader.media(for: request))
    } catch {
      return .failure(error)
    }
  }

  /// Loads all of them at the same time, and gives the results in their order.
  func load(all urls: [String]) async -> [Result<LoadedMedia, MediaLoadError>] {
    await withTaskGroup { group in
      for (index, url) in urls.enumerated() { group.addTask { (index, await load(url)) } }
      var results: [Int: Result<LoadedMedia, MediaLoadError>] = [:]
      for await (index, result) in group { results[index] = result }
      return urls.indices.compactMap { results[$0] }
    }
  }
}

extension Result<LoadedMedia, MediaLoadError> {
  var media: LoadedMedia? { try? get() }

  var text: String? { media?.body.map { String(decoding: $0, as: UTF8.self) } }

  var error: MediaLoadError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Runs `body` against an origin with TLS and a loader that trusts it; the origin is shut down in any case.
func loadSecurely(
  _ routes: RouteTable, as kind: CertificateKind = .good, settings: OriginSettings = OriginSettings(),
  configure: (inout Configuration) -> Void = { _ in },
  _ body: (LoopbackOrigin, SocketLoader) async throws -> Void
) async throws {
  let authority = try CertificateAuthority()
  let loader = try SocketLoader(trusting: authority, configure: configure)
  let origin = try await LoopbackOrigin.start(
    tls: try authority.identity(kind), settings: settings, routes: routes)
  do {
    try await body(origin, loader)
  } catch {
    try await origin.shutDown()
    throw error
  }
  try await origin.shutDown()
}

/// Goes on once that holds, or ends with the test that is out of time.
func until(_ holds: @Sendable () async -> Bool) async throws {
  while await !holds() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
