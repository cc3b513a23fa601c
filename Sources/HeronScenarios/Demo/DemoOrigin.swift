public import HeronEngine

/// The routes of `heron demo` and `heron origin`: pretty pictures, of which many do not come at the first attempt,
/// and a page that lists them.
///
/// The same seed gives the same pictures and the same trouble. All of it is over within a few seconds: the longest
/// wait that the origin itself causes is the slow picture's, two and a half seconds.
public struct DemoOrigin: OriginRoutes {
  /// Everything on show except the index page: the pictures in their order, then the hopeless cases.
  public let exhibits: [Exhibit]
  private let table: RouteTable

  /// Draws and encodes the pictures, each once.
  ///
  /// - Parameters:
  ///   - count: how many pictures there are beside the slow one.
  ///   - encode: turns pixels into a PNG file.
  /// - Throws: what `encode` throws.
  public init<Failure: Error>(
    seed: UInt64 = 1, count: Int = 60, encode: (Image) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let pictures = GeneratedPictures(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var exhibits: [Exhibit] = []
    for number in stride(from: 1, through: count, by: 1) {
      let latency = Duration.milliseconds(Int.random(in: 20...200, using: &generator))
      let body = try encode(pictures.picture(number))
      let good = OriginReply.found(body, type: "image/png", etag: "\(seed)-\(number)").after(latency)
      exhibits.append(.picture(number, good))
    }
    exhibits.append(.slow(try encode(pictures.picture(count + 1))))
    exhibits.append(.dead)
    exhibits.append(.missing)
    self.exhibits = exhibits
    table = RouteTable(Dictionary(exhibits.map { ($0.path, $0.behaviour) }) { _, latter in latter })
  }

  /// How a path behaves; `/` is the page that lists the others.
  public func behaviour(for request: OriginRequest) -> OriginBehaviour? {
    if request.path == "/" { return .always(IndexPage(exhibits: exhibits).reply) }
    return table.behaviour(for: request)
  }
}

extension Exhibit {
  /// The picture of that number with the trouble that belongs to it.
  fileprivate static func picture(_ number: Int, _ good: OriginReply) -> Exhibit {
    let path = "/pictures/\(number).png"
    let half = good.body.count / 2
    if number % 7 == 0 {
      let busy = OriginReply.failed(503, retryAfter: "1").after(good.latency)
      return Exhibit(path: path, about: "503 with Retry-After: 1, then well", behaviour: [busy, good])
    }
    if number % 11 == 0 {
      let cut = good.with(.reset(afterBytes: half))
      return Exhibit(path: path, about: "reset in mid-body, then well", behaviour: [cut, good])
    }
    switch number {
    case 17:
      let cut = good.with(.truncate(afterBytes: half))
      return Exhibit(path: path, about: "ends too early, then well", behaviour: [cut, good])
    case 25:
      let stalled = good.with(.stall(afterBytes: half, lasting: .milliseconds(1500)))
      return Exhibit(path: path, about: "pauses for 1.5 s in mid-body", behaviour: .always(stalled))
    case 38:
      let gone = good.with(.closeWithoutReply)
      return Exhibit(path: path, about: "closed without a reply, then well", behaviour: [gone, good])
    default:
      return Exhibit(path: path, about: "well", behaviour: .always(good))
    }
  }

  fileprivate static func slow(_ body: [UInt8]) -> Exhibit {
    let reply = OriginReply.found(body, type: "image/png", etag: "slow")
    let rate = body.count * 2 / 5
    return Exhibit(
      path: "/slow.png", about: "trickles for 2.5 s", behaviour: .always(reply.with(.trickle(bytesPerSecond: rate))))
  }

  fileprivate static let dead = Exhibit(
    path: "/dead.png", about: "503, or reset: for ever",
    behaviour: [.failed(503), .failed(503).with(.resetBeforeHead), .failed(503)])

  fileprivate static let missing = Exhibit(path: "/missing.png", about: "404", behaviour: .always(.failed(404)))
}
