import HeronEngine

/// What the origins of a soak answer, by the kind that the path names.
struct SoakRoutes: OriginRoutes {
  let pictures: SoakPictures
  /// Where redirects to a TLS origin lead, and those to nobody.
  let secure: String
  let refusing: String

  func behaviour(for request: OriginRequest) -> OriginBehaviour? {
    guard let kind = SoakKind(path: request.path) else { return nil }
    let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
    let behaviour = redirect(kind, number) ?? content(kind) ?? status(kind) ?? connection(kind) ?? stream(kind)
    // A wait of its own for each number, so that what is given up is given up in every stage.
    let latency = Duration.milliseconds(number % 64)
    return behaviour.map { OriginBehaviour($0.replies.map { reply in reply.after(max(reply.latency, latency)) }) }
  }

  private var small: OriginReply { .found(pictures.small, type: "image/png") }
  // With a validator, so that what is cut can be resumed.
  private var large: OriginReply { .found(pictures.large, type: "image/png", etag: "large") }

  private func redirect(_ kind: SoakKind, _ number: Int) -> OriginBehaviour? {
    switch kind {
    case .redirect: .always(.redirect(to: "/\(SoakKind.small.rawValue)/\(number)"))
    case .redirectLoop: .always(.redirect(to: "/\(kind.rawValue)/\(number)"))
    case .redirectAway: .always(.redirect(to: SoakKind.secureSmall.url(number, at: secure)))
    case .redirectDead: .always(.redirect(to: SoakKind.refused.url(number, at: refusing)))
    case .downgrade: .always(.redirect(to: SoakKind.small.url(number, at: refusing)))
    default: nil
    }
  }

  private func content(_ kind: SoakKind) -> OriginBehaviour? {
    switch kind {
    case .small, .secureSmall, .unrulySmall, .tornSmall, .busySmall: .always(small)
    case .large, .secureLarge, .unrulyLarge: .always(large)
    case .slow: .always(small.after(.milliseconds(300)))
    case .trickle: .always(small.with(.trickle(bytesPerSecond: max(1, pictures.small.count))))
    case .chunked: .always(large.with(.chunked))
    case .gzipped: .always(.coded(pictures.gzipped, type: "image/png"))
    case .corrupt: .always(.found(pictures.corrupt, type: "image/png"))
    case .cutPicture: .always(.found(Array(pictures.large.prefix(pictures.large.count / 2)), type: "image/png"))
    case .pixelBomb: .always(.found(pictures.pixelBomb, type: "image/png"))
    case .text: .always(.found(Array("no picture\n".utf8), type: "text/plain"))
    case .gzipBomb: .always(.coded(pictures.gzipBomb, type: "image/png"))
    case .gzipGarbage: .always(.coded(Gzip.garbage, type: "image/png"))
    default: nil
    }
  }

  private func status(_ kind: SoakKind) -> OriginBehaviour? {
    switch kind {
    case .missing: .always(.failed(404))
    case .broken: .always(.failed(500))
    case .badGatewayOnce: [.failed(502), small]
    case .misdirectedOnce: [.misdirected, small]
    case .misdirected: .always(.misdirected)
    case .throttledOnce: [.failed(429, retryAfter: "1"), small]
    case .unavailableOnce: [.failed(503, retryAfter: "1"), small]
    case .unavailableLong: .always(.failed(503, retryAfter: "3600"))
    default: nil
    }
  }

  private func connection(_ kind: SoakKind) -> OriginBehaviour? {
    let half = pictures.large.count / 2
    switch kind {
    // Without a validator: what can be resumed comes to its end all the same.
    case .reset, .tornReset: return .always(small.with(.reset(afterBytes: 10)))
    case .resetOnce: return [large.with(.reset(afterBytes: half)), large]
    case .resetBeforeHead: return .always(small.with(.resetBeforeHead))
    case .closed: return .always(small.with(.closeWithoutReply))
    case .truncated: return .always(small.with(.truncate(afterBytes: pictures.small.count / 2)))
    case .truncatedOnce: return [large.with(.truncate(afterBytes: half)), large]
    case .stall: return .always(small.with(.stall(afterBytes: 10)))
    case .badChunk: return .always(small.with(.badChunk(afterBytes: 10)))
    case .headerFlood, .tornHeaders: return .always(small.with(.headerFlood(bytes: 1 << 20)))
    case .endlessHeader: return .always(small.with(.endlessHeader))
    case .interimFlood: return .always(small.with(.interimFlood(count: 50)))
    case .garbage, .tornGarbage: return .always(small.with(.garbage))
    case .bodyOnly: return .always(small.with(.bodyOnly))
    default: return nil
    }
  }

  private func stream(_ kind: SoakKind) -> OriginBehaviour? {
    let broken = large.with(.streamReset(.serverFailed, afterBytes: 100))
    switch kind {
    case .refusedStreamOnce: return [small.with(.streamReset(.refused)), small]
    case .refusedStream: return .always(small.with(.streamReset(.refused)))
    case .brokenStream: return .always(broken)
    case .brokenStreamOnce: return [broken, large]
    case .goAwayAnswering: return .always(small.with(.goAway(answering: true)))
    case .goAwayOnce: return [small.with(.goAway(answering: false)), small]
    default: return nil
    }
  }
}
