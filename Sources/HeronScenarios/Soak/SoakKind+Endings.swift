package import HeronEngine

/// How a request of a soak ends.
package enum SoakEnding: Sendable, Hashable {
  /// It brought media.
  case media
  /// It failed.
  case failure(MediaLoadError.Kind)

  /// What is printed.
  package var name: String {
    switch self {
    case .media: "media"
    case .failure(let kind): kind.rawValue
    }
  }
}

extension SoakKind {
  /// The ends that it may come to where nobody gives it up. Any other is a defect, of the loader or of this list.
  package var endings: Set<SoakEnding> {
    // What stands in line behind the origin's breaker, or comes to its end there, has the breaker's reason.
    switch origin {
    case .plain, .secure: Set(own)
    case .unruly, .torn, .busy, .expired, .wrongName, .selfSigned, .incompleteChain, .refusing, .silent:
      Set(own + [.failure(.hostUnavailable)])
    }
  }

  private var own: [SoakEnding] {
    switch self {
    case .small, .large, .slow, .trickle, .chunked, .gzipped, .badGatewayOnce, .redirect, .redirectAway: [.media]
    case .secureSmall, .secureLarge, .refusedStreamOnce, .brokenStreamOnce, .goAwayAnswering, .goAwayOnce: [.media]
    case .unrulySmall, .unrulyLarge, .resetOnce, .truncatedOnce, .interimFlood: [.media]
    case .misdirectedOnce, .busySmall, .throttledOnce, .unavailableOnce: [.media]
    case .missing, .broken, .misdirected: [.failure(.httpStatus)]
    case .corrupt: [.failure(.corrupt)]
    case .cutPicture, .truncated: [.failure(.truncated)]
    case .pixelBomb: [.failure(.tooManyPixels)]
    case .text: [.failure(.notAnImage)]
    case .gzipBomb, .headerFlood, .endlessHeader: [.failure(.tooLarge)]
    case .gzipGarbage, .garbage, .bodyOnly: [.failure(.protocol)]
    // Which curl tells by, where the connection ends at the same time, is chance: the stream's code, the missing bytes,
    // or, where its neighbours have broken five connections in a row, that.
    case .brokenStream: [.failure(.protocol), .failure(.truncated), .failure(.reset)]
    case .redirectLoop, .downgrade: [.failure(.redirect)]
    case .redirectDead: [.failure(.connect), .failure(.hostUnavailable)]
    // A bad chunk has the code of a connection that breaks (curl's 56).
    case .refusedStream, .reset, .resetBeforeHead, .closed: [.failure(.reset)]
    case .badChunk: [.failure(.protocol)]
    case .stall: [.failure(.timeout)]
    // Which stream's fault breaks the connection first is chance.
    case .tornSmall: [.media, .failure(.reset), .failure(.protocol), .failure(.truncated), .failure(.tooLarge)]
    case .tornReset, .tornGarbage, .tornHeaders:
      [.failure(.reset), .failure(.protocol), .failure(.truncated), .failure(.tooLarge)]
    case .unavailableLong: [.failure(.retryAfter)]
    case .expired, .wrongName, .selfSigned, .incompleteChain: [.failure(.certificate)]
    case .refused: [.failure(.connect)]
    case .silent: [.failure(.timeout)]
    }
  }
}
