import Testing

@testable import HeronEngine

private let second: Int64 = 1_000_000_000

private func context(_ status: Int, retryAfter: String? = nil, attempts: Int = 1) -> RetryContext {
  var head = ResponseHead(status: status)
  head.headers.set("Retry-After", to: retryAfter)
  return RetryContext(outcome: .response(head), attempts: attempts, origin: "https://a.test")
}

private func context(_ failure: TransportError.Failure) -> RetryContext {
  RetryContext(outcome: .transport(TransportError(failure)), origin: "https://a.test")
}

private func decide(
  _ context: RetryContext, _ generator: ScriptedGenerator = .lowest, change: (inout RetrySettings) -> Void = { _ in }
) -> RetryDecision {
  var settings = RetrySettings()
  change(&settings)
  var generator = generator
  return RetryPolicy(settings, health: OriginHealthSettings()).decide(context, generator: &generator)
}

extension RetryDecision {
  fileprivate var plan: RetryPlan? { if case .again(let plan) = self { plan } else { nil } }
  fileprivate var error: MediaLoadError? { if case .fail(let error) = self { error } else { nil } }
}

@Suite struct `Whether there is another attempt` {
  @Test func `a failure on the way waits, costs a token and counts`() throws {
    let plan = try #require(decide(context(.receiveFailed), .highest).plan)
    #expect(plan.wait == second / 4)
    #expect(plan.budgetCost == 1 && plan.countsAsAttempt && plan.resumes && !plan.needsFreshConnection)
    #expect(plan.used == [] && !plan.isThrottled && plan.retryAfter == nil)
    #expect(plan.cause.kind == .reset)
  }

  @Test func `a throttled failure waits longer and costs half`() throws {
    let plan = try #require(decide(context(429), .highest).plan)
    #expect(plan.wait == second && plan.budgetCost == 0.5 && plan.isThrottled)
  }

  @Test func `after throttling the longer waits go on for one more failure`() throws {
    var failure = context(.receiveFailed)
    failure.wasThrottled = true
    let plan = try #require(decide(failure, .highest).plan)
    #expect(plan.wait == second && plan.budgetCost == 1 && !plan.isThrottled)
  }

  @Test(arguments: [404, 501, 204, 304])
  func `a fatal answer fails with its own error`(status: Int) throws {
    let error = try #require(decide(context(status)).error)
    #expect(error.status == status && error.attempts == 1)
  }

  @Test func `a refused stream goes again at once and free, once; then like any failure`() throws {
    var failure = context(.streamRefused)
    failure.maxAttempts = 1
    let plan = try #require(decide(failure).plan)
    #expect(plan.wait == 0 && plan.budgetCost == 0 && !plan.countsAsAttempt && plan.used == [.atOnce])
    failure.used = plan.used
    #expect(decide(failure).error?.kind == .reset)
    failure.maxAttempts = nil
    let second = try #require(decide(failure).plan)
    #expect(second.wait > 0 && second.budgetCost == 1 && second.countsAsAttempt)
  }

  @Test func `a failed resumption starts over free, once, and never resumes again`() throws {
    var failure = context(416)
    failure.wasResumed = true
    let plan = try #require(decide(failure).plan)
    #expect(plan.wait == 0 && plan.budgetCost == 0 && !plan.countsAsAttempt && !plan.resumes)
    failure.used = plan.used
    #expect(decide(failure).error?.status == 416)
    var later = context(.partialBody)
    later.used = plan.used
    #expect(decide(later).plan?.resumes == false)
  }

  @Test func `a misdirected request goes at once to a fresh connection, once, and counts`() throws {
    var failure = context(421)
    let plan = try #require(decide(failure).plan)
    #expect(plan.wait == 0 && plan.needsFreshConnection && plan.countsAsAttempt && plan.budgetCost == 1)
    failure.used = plan.used
    #expect(decide(failure).error?.status == 421)
  }

  @Test func `a 500 gets one more attempt in a load's life`() throws {
    var failure = context(500)
    let plan = try #require(decide(failure).plan)
    #expect(plan.wait > 0 && plan.used == [.retryOnce])
    failure.used = plan.used
    #expect(decide(failure).error?.status == 500)
    var other = context(503)
    other.used = plan.used
    #expect(decide(other).plan != nil)
  }

  @Test func `a truncated picture is fetched from its first byte`() throws {
    let failure = RetryContext(outcome: .decoding(.truncated(offset: 4)), origin: "https://a.test")
    #expect(decide(failure).plan?.resumes == false)
  }
}

@Suite struct `How many attempts` {
  @Test func `somebody's load has eight attempts, a prefetch three`() {
    #expect(decide(context(503, attempts: 7)).plan != nil)
    #expect(decide(context(503, attempts: 8)).error?.status == 503)
    for priority in [RequestPriority.prefetch, .background] {
      var failure = context(503, attempts: 2)
      failure.priority = priority
      #expect(decide(failure).plan != nil)
      failure.attempts = 3
      #expect(decide(failure).error?.attempts == 3)
    }
  }

  @Test func `the request's own limit goes before the configuration's`() {
    var failure = context(503, attempts: 9)
    failure.maxAttempts = 10
    #expect(decide(failure).plan != nil)
    failure.maxAttempts = 9
    #expect(decide(failure).error != nil)
    failure.maxAttempts = -3
    failure.attempts = 1
    #expect(decide(failure).error != nil)
  }

  @Test func `no limit passes twenty, but zero has no end`() {
    var failure = context(503, attempts: 20)
    failure.maxAttempts = 1000
    #expect(decide(failure).error != nil)
    failure.attempts = 1_000_000
    failure.maxAttempts = 0
    #expect(decide(failure).plan?.wait == 5 * second / 2)
  }
}

@Suite struct `When the next attempt is` {
  @Test func `never before Retry-After, and at most a second or a tenth of it later`() throws {
    let early = try #require(decide(context(503, retryAfter: "30"), .lowest).plan)
    let late = try #require(decide(context(503, retryAfter: "30"), .highest).plan)
    #expect(early.wait == 30 * second && late.wait == 31 * second)
    #expect(early.retryAfter?.duration == .seconds(30) && early.isThrottled && early.budgetCost == 0.5)
    #expect(early.cause.retryAfter == .seconds(30))
    #expect(try #require(decide(context(503, retryAfter: "5"), .highest).plan).wait == 5 * second + second / 2)
  }

  @Test func `backoff counts where it is longer`() throws {
    let plan = try #require(decide(context(429, retryAfter: "1", attempts: 3), .highest).plan)
    #expect(plan.wait == 4 * second + second / 10)
    #expect(try #require(decide(context(429, retryAfter: "0"), .highest).plan).wait == second)
  }

  @Test func `garbage in Retry-After is as if it were not there`() throws {
    let plan = try #require(decide(context(503, retryAfter: "soon"), .highest).plan)
    #expect(plan.wait == second / 4 && !plan.isThrottled && plan.retryAfter == nil)
  }

  @Test func `a Retry-After over the limit fails at once and names the moment`() throws {
    var failure = context(429, retryAfter: "3600")
    failure.secondsSince1970 = 784_111_777
    let error = try #require(decide(failure).error)
    #expect(error.kind == .retryAfter && error.status == 429 && error.retryAfter == .seconds(3600))
    #expect(error.message.contains("Sun, 06 Nov 1994 09:49:37 GMT"))
    #expect(error.limit == MediaLoadError.Limit("max-retry-after", limit: 60_000, value: 3_600_000))
    #expect(decide(context(429, retryAfter: "60")).plan != nil)
    #expect(decide(context(429, retryAfter: "61")).error?.kind == .retryAfter)
  }

  @Test func `the longest Retry-After saturates`() {
    let failure = context(503, retryAfter: String(repeating: "9", count: 40))
    #expect(decide(failure).error?.kind == .retryAfter)
    #expect(decide(failure, .highest) { $0.maxRetryAfter = .nanoseconds(Int64.max) }.plan?.wait == .max)
  }

  @Test func `a wait that would pass the deadline fails now with the last error`() throws {
    var failure = context(503, retryAfter: "10")
    failure.deadline = RetryContext.Deadline(limit: .seconds(60), remaining: 10 * second)
    let error = try #require(decide(failure).error)
    #expect(error.kind == .httpStatus && error.status == 503 && error.message.contains("deadline"))
    #expect(error.limit == MediaLoadError.Limit("deadline", limit: 60_000, value: 60_000))
    failure.deadline?.remaining = 10 * second + 1
    #expect(decide(failure).plan != nil)
  }

  @Test func `a passed deadline forbids free attempts too`() {
    var failure = context(.streamRefused)
    failure.deadline = RetryContext.Deadline(limit: .seconds(60), remaining: 0)
    #expect(decide(failure).error?.limit?.name == "deadline")
    failure.deadline?.remaining = .min
    #expect(decide(failure).error?.limit?.name == "deadline")
    failure.deadline?.remaining = 1
    #expect(decide(failure).plan != nil)
  }
}
