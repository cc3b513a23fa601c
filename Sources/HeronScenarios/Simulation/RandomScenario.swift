import HeronEngine
import HeronTesting

/// Scenarios drawn from seeds: origins and what is wrong with them, a screen that scrolls, callers who change their
/// minds, limits that move, a network that goes and comes. Nothing is expected of them but that no invariant breaks.
public struct RandomScenario {
  private var generator: SeededGenerator
  private let time: Duration
  private var scenario: Scenario

  /// The scenario of a seed.
  ///
  /// - Parameter time: how long callers are at it; then they leave.
  public static func make(seed: UInt64, time: Duration) -> Scenario {
    var maker = RandomScenario(seed: seed, time: time)
    maker.draw()
    return maker.scenario
  }

  private init(seed: UInt64, time: Duration) {
    // Apart from what the run draws of the same seed.
    generator = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x51)
    self.time = time
    scenario = Scenario(file: "seed-\(seed).yaml", name: "seed-\(seed)", about: "Drawn from seed \(seed).")
    scenario.seeds = seed...seed
    scenario.time = time + .seconds(600)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func moment(_ share: ClosedRange<Double> = 0...1) -> Duration {
    let milliseconds = Double(time.nanoseconds / 1_000_000)
    return .milliseconds(Int(milliseconds * Double.random(in: share, using: &generator)))
  }

  private mutating func one<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  private mutating func draw() {
    scenario.profile = one([.interactive, .interactive, .bulk, .kiosk])
    scenario.link = one([.lan, .wifi, .wifi, .lte, .lte, .threeG])
    scenario.decodeTime = .milliseconds(number(0...20))
    scenario.screen = Scenario.Screen(rows: number(2...6), columns: number(2...5))
    drawFlags()
    for place in 0..<number(1...5) { scenario.origins.append(("o\(place)", origin())) }
    var steps: [ScenarioStep] = []
    // As busy however long it is.
    for _ in 0..<number(12...40) * max(1, Int(time.components.seconds / 60)) { steps += step() }
    steps += ending
    let tags = Set(steps.compactMap(\.act.requests?.tag))
    // What means nobody does nothing, and is no scenario that could be read again.
    steps.removeAll { step in step.act.selection?.tag.map { !tags.contains($0) } ?? false }
    scenario.steps = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
      \.element)
  }

  private mutating func drawFlags() {
    scenario.flags = ["--max-active=\(number(1...12))", "--max-active-per-origin=\(number(1...8))"]
    if chance(30) { scenario.flags.append("--visible-order=lifo") }
    if chance(30) { scenario.flags.append("--max-attempts=\(number(1...6))") }
    if chance(30) { scenario.flags.append("--retry-budget=\(number(0...20))") }
    if chance(30) { scenario.flags.append("--start-rate=\(one([0, 5, 20, 80]))") }
    if chance(20) { scenario.flags.append("--memory-cache=\(one(["0", "20KiB", "1MiB"]))") }
    if chance(20) { scenario.flags.append("--batch-window=\(one(["0", "16ms", "50ms"]))") }
    if chance(20) { scenario.flags.append("--breaker-minimum=\(number(2...8))") }
    if chance(20) { scenario.flags.append("--max-wait=\(number(1...10))s") }
    if chance(20) { scenario.flags.append("--deadline=\(number(1...30))s") }
    if chance(10) { scenario.flags.append("--retry-backoff=\(one(["fixed", "decorrelated"]))") }
    if chance(10) { scenario.flags.append("--max-decoding=\(number(1...4))") }
  }

  private mutating func origin() -> OriginScript {
    var origin = OriginScript()
    origin.isMultiplexed = chance(30)
    origin.isSecure = origin.isMultiplexed || chance(20)
    if chance(40) { origin.workers = number(1...8) }
    if chance(15) { origin.connecting = one([.isRefused, .hangs, .hasNoName]) }
    origin.replies = (0..<number(1...3)).map { _ in reply(isGood: chance(80)) }
    if chance(60) {
      origin.lots = (0..<number(1...3)).map { _ in
        OriginScript.Lot(share: Double(number(1...15)) / 100, reply: reply(isGood: false))
      }
    }
    return origin
  }

  private mutating func reply(isGood: Bool) -> ReplySpecification {
    var reply = ReplySpecification()
    let latency = number(0...300)
    reply.latency = .milliseconds(latency) ... .milliseconds(latency + number(0...200))
    let size = number(24...40_000)
    reply.body = size...(size + number(0...20_000))
    reply.entityTag = one([.strong, .strong, .weak, .none, .flips])
    guard !isGood else { return reply }
    switch number(0...9) {
    case 0...2: reply.fault = one([.reset, .stall, .truncate, .trickle, .silence, .close, .headers, .garbage])
    case 3: reply.status = one([404, 410, 500, 408, 421, 204, 416, 304])
    case 4:
      reply.status = one([429, 503])
      reply.retryAfter = one(["1s", "3s", "date+2s", "skewed+2s", "soon", "3600s"])
    case 5: reply.status = one([502, 503, 504])
    case 6: reply.picture = one([.corrupt, .cut, .html, .bomb])
    case 7: reply.length = one([.long, .short, .absent])
    case 8:
      reply.status = one([301, 302, 307])
      // To a place of its own, so that what is known of a URL is known of one load.
      reply.location = "under:/moved"
    default: reply.ranges = one([.ignored, .wrong])
    }
    reply.place = .share(Double(number(0...100)) / 100)
    return reply
  }

  private mutating func step() -> [ScenarioStep] {
    let at = moment()
    switch number(0...19) {
    case 0...7: return [ScenarioStep(at: at, act: .request(requests(number(1...60))))]
    case 8...9:
      let rows = number(3...40)
      let columns = scenario.screen?.columns ?? 1
      return [
        ScenarioStep(at: at, act: .scroll(rows: rows, requests(rows * columns, .milliseconds(number(100...4000)))))
      ]
    case 10:
      return [ScenarioStep(at: at, act: .repoint(requests(number(10...150), .milliseconds(number(100...8000)))))]
    case 11: return [ScenarioStep(at: at, act: .kill(.share(Double(number(1...10)) / 10), selection()))]
    case 12: return [ScenarioStep(at: at, act: .cancel(chance(50) ? .all : .count(number(1...10)), selection()))]
    case 13: return [ScenarioStep(at: at, act: .prioritise(priority(), selection()))]
    case 14:
      var flags = ["--max-active=\(number(1...12))", "--max-active-per-origin=\(number(1...8))"]
      if chance(30) { flags.append("--memory-cache=\(one(["0", "20KiB", "200KiB"]))") }
      return [ScenarioStep(at: at, act: .change(flags: flags))]
    case 15: return pair(at, .network(isUp: false), .network(isUp: true))
    case 16: return pair(at, .pause(true), .pause(false))
    case 17: return [ScenarioStep(at: at, act: chance(70) ? .trim : .moveClock(.seconds(number(1...7200))))]
    default:
      let place = number(0...(scenario.origins.count - 1))
      var script = origin()
      // A connection does not change what it speaks.
      script.isMultiplexed = scenario.origins[place].script.isMultiplexed
      script.isSecure = scenario.origins[place].script.isSecure
      script.workers = scenario.origins[place].script.workers
      return [ScenarioStep(at: at, act: .set(origin: scenario.origins[place].name, script))]
    }
  }

  private mutating func pair(_ at: Duration, _ first: ScenarioStep.Act, _ second: ScenarioStep.Act) -> [ScenarioStep] {
    [ScenarioStep(at: at, act: first), ScenarioStep(at: at + .milliseconds(number(10...8000)), act: second)]
  }

  private mutating func requests(_ count: Int, _ over: Duration? = nil) -> ScenarioStep.Requests {
    let origin = one(scenario.origins).name
    var requests = ScenarioStep.Requests(mix: [.init(origin: origin, count: count)])
    requests.over = over ?? (chance(60) ? .milliseconds(number(1...10_000)) : .zero)
    requests.priority = priority()
    if chance(30) { requests.tag = "t\(number(0...3))" }
    if over == nil, chance(30) { requests.urls = number(1...max(1, count / 2)) }
    if over == nil, chance(20) { requests.first = number(0...50) }
    if over == nil, chance(15) { requests.hold = .listener }
    if chance(10) { requests.maxAttempts = number(1...5) }
    if chance(10) { requests.deadline = .seconds(number(1...20)) }
    return requests
  }

  private mutating func priority() -> RequestPriority {
    one([.visible, .visible, .visible, .urgent, .near, .prefetch, .background])
  }

  private mutating func selection() -> ScenarioStep.Selection {
    switch number(0...3) {
    case 0: ScenarioStep.Selection(tag: "t\(number(0...3))")
    case 1: ScenarioStep.Selection(origin: one(scenario.origins).name)
    case 2: ScenarioStep.Selection(priority: priority())
    default: ScenarioStep.Selection()
    }
  }

  // Everything works again, and everybody leaves.
  private var ending: [ScenarioStep] {
    let end = time + .seconds(15)
    return [
      ScenarioStep(at: end, act: .network(isUp: true)), ScenarioStep(at: end, act: .pause(false)),
      ScenarioStep(at: end + .seconds(15), act: .kill(.share(1), ScenarioStep.Selection())),
    ]
  }
}
