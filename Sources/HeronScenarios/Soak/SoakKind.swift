/// What a URL of a soak does. Its path is the kind's name and a number; the same number is the same media.
package enum SoakKind: String, Sendable, Hashable, CaseIterable {
  // Answers, on connections that stay whole.
  case small
  case large
  case slow
  case trickle
  case chunked
  case gzipped
  case missing
  case broken
  case badGatewayOnce = "bad-gateway-once"
  case corrupt
  case cutPicture = "cut-picture"
  case pixelBomb = "pixel-bomb"
  case text
  case gzipBomb = "gzip-bomb"
  case gzipGarbage = "gzip-garbage"
  case redirect
  case redirectLoop = "redirect-loop"
  case redirectAway = "redirect-away"
  case redirectDead = "redirect-dead"

  // Streams.
  case secureSmall = "secure-small"
  case secureLarge = "secure-large"
  case downgrade
  case refusedStreamOnce = "refused-stream-once"
  case refusedStream = "refused-stream"
  case brokenStream = "broken-stream"
  case brokenStreamOnce = "broken-stream-once"
  case goAwayAnswering = "go-away-answering"
  case goAwayOnce = "go-away-once"
  case misdirectedOnce = "misdirected-once"
  case misdirected

  // Connections, and the rules of HTTP/1.1.
  case unrulySmall = "unruly-small"
  case unrulyLarge = "unruly-large"
  case reset
  case resetOnce = "reset-once"
  case resetBeforeHead = "reset-before-head"
  case closed
  case truncated
  case truncatedOnce = "truncated-once"
  case stall
  case badChunk = "bad-chunk"
  case headerFlood = "header-flood"
  case endlessHeader = "endless-header"
  case interimFlood = "interim-flood"
  case garbage
  case bodyOnly = "body-only"

  // Connections, with all their streams.
  case tornSmall = "torn-small"
  case tornReset = "torn-reset"
  case tornGarbage = "torn-garbage"
  case tornHeaders = "torn-headers"

  // Requests to come back later.
  case busySmall = "busy-small"
  case throttledOnce = "throttled-once"
  case unavailableOnce = "unavailable-once"
  case unavailableLong = "unavailable-long"

  // No connection at all.
  case expired
  case wrongName = "wrong-name"
  case selfSigned = "self-signed"
  case incompleteChain = "incomplete-chain"
  case refused
  case silent

  /// Which origin serves it.
  package var origin: SoakOrigin {
    switch self {
    case .small, .large, .slow, .trickle, .chunked, .gzipped, .missing, .broken, .badGatewayOnce, .corrupt,
      .cutPicture, .pixelBomb, .text, .gzipBomb, .gzipGarbage, .redirect, .redirectLoop, .redirectAway, .redirectDead:
      .plain
    case .secureSmall, .secureLarge, .downgrade, .refusedStreamOnce, .refusedStream, .brokenStream, .brokenStreamOnce,
      .goAwayAnswering, .goAwayOnce, .misdirectedOnce, .misdirected:
      .secure
    case .unrulySmall, .unrulyLarge, .reset, .resetOnce, .resetBeforeHead, .closed, .truncated, .truncatedOnce,
      .stall, .badChunk, .headerFlood, .endlessHeader, .interimFlood, .garbage, .bodyOnly:
      .unruly
    case .tornSmall, .tornReset, .tornGarbage, .tornHeaders: .torn
    case .busySmall, .throttledOnce, .unavailableOnce, .unavailableLong: .busy
    case .expired: .expired
    case .wrongName: .wrongName
    case .selfSigned: .selfSigned
    case .incompleteChain: .incompleteChain
    case .refused: .refusing
    case .silent: .silent
    }
  }

  /// How often it is asked for, beside the others.
  package var weight: Int {
    switch self {
    case .small, .secureSmall: 120
    case .large, .unrulySmall: 60
    case .secureLarge, .unrulyLarge, .tornSmall: 30
    case .chunked, .gzipped, .missing, .redirect, .slow: 10
    case .busySmall, .trickle, .corrupt, .redirectAway, .badGatewayOnce: 5
    // Every attempt takes as long as it is allowed to.
    case .stall, .silent, .endlessHeader: 1
    default: 2
    }
  }

  /// The URL of that number, at an origin whose URLs begin so.
  package func url(_ number: Int, at base: String) -> String { "\(base)/\(rawValue)/\(number)" }

  /// The kind that a path names.
  init?(path: String) { self.init(rawValue: String(path.dropFirst().prefix { $0 != "/" })) }
}
