import HeronEngine
import Testing

@Suite struct ConfigurationFlagTests {
  @Test(arguments: Configuration.Profile.allCases)
  func `setting every flag to its present value changes nothing`(profile: Configuration.Profile) throws {
    let before = Configuration(profile)
    var after = before
    for flag in ConfigurationFlag.all { try flag.set(flag.text(in: before), in: &after) }
    #expect(after == before)
  }

  @Test func `every stored property has exactly one flag`() throws {
    #expect(ConfigurationFlag.all.count == fields(of: Configuration()))
    #expect(Set(ConfigurationFlag.all.map(\.name)).count == ConfigurationFlag.all.count)
    // Two flags of one field would leave another field without any.
    for flag in ConfigurationFlag.all {
      let before = Configuration()
      var after = before
      try flag.set(other(than: flag.text(in: before), flag.kind), in: &after)
      let changed = ConfigurationFlag.all.filter { $0.text(in: before) != $0.text(in: after) }
      #expect(changed.map(\.name) == [flag.name])
    }
  }

  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("10s", .seconds(10)), ("1m", .seconds(60)), ("2h", .seconds(7200)),
    ("0", .zero), ("0s", .zero), ("1.5s", .milliseconds(1500)), ("7us", .microseconds(7)), ("3ns", .nanoseconds(3)),
  ]) func `a time has its unit`(text: String, expected: Duration) throws {
    #expect(try configuration("age-step", text).ageStep == expected)
  }

  @Test(arguments: [
    ("512B", 512), ("64KiB", 64 << 10), ("32MiB", 32 << 20), ("2GiB", 2 << 30), ("1TiB", 1 << 40), ("1.5KiB", 1536),
    ("0", 0),
  ]) func `a size has its unit`(text: String, expected: Int) throws {
    #expect(try configuration("memory-cache", text).memoryCacheBytes == expected)
  }

  @Test func `a share is a percentage or a fraction`() throws {
    #expect(try configuration("breaker-status-share", "35%").health.breakerStatusShare == 0.35)
    #expect(try configuration("breaker-status-share", "0.35").health.breakerStatusShare == 0.35)
  }

  @Test func `choices and switches are words`() throws {
    #expect(try configuration("retry-backoff", "decorrelated").retry.growth == .decorrelated)
    #expect(try configuration("visible-order", "lifo").visibleOrder == .lifo)
    #expect(try configuration("breaker", "off").health.breaker == false)
    #expect(try configuration("hold-slot", "on").retry.holdsSlot)
  }

  @Test(arguments: [
    ("max-active", ["", "-1", "+1", "1.5", "0x10", "ten", "8 ", "99999999999999999999"]),
    ("age-step", ["", "10", "s", "10 s", "10S", "-1s", "1e3s", "1..5s", "99999999999h", "10sec"]),
    ("max-body", ["", "32", "32MB", "32mib", "-1B", "MiB", "99999999999TiB"]),
    ("start-rate", ["", "nan", "inf", "-1", "1e3", "0x1p3", "."]),
    ("breaker-status-share", ["", "%", "50 %", "half", "-5%"]),
    ("retry-jitter", ["", "Full", "some"]),
    ("hold-slot", ["", "yes", "1", "ON"]),
  ]) func `a bad value is an error that says what is expected, and changes nothing`(name: String, texts: [String])
    throws
  {
    let flag = try #require(ConfigurationFlag.named(name))
    for text in texts {
      var configuration = Configuration()
      let error = #expect(throws: ConfigurationError.self) { try flag.set(text, in: &configuration) }
      #expect(error?.flag == name)
      #expect(error?.message == "found '\(text)', expected \(flag.kind.expectation)")
      #expect(configuration == Configuration())
    }
  }

  @Test func `a figure out of its range passes the flag and is refused by the configuration`() throws {
    let configuration = try configuration("max-active", "0")
    #expect(throws: ConfigurationError.self) { try configuration.validate() }
  }

  private func configuration(_ name: String, _ text: String) throws -> Configuration {
    var configuration = Configuration()
    try #require(ConfigurationFlag.named(name)).set(text, in: &configuration)
    return configuration
  }

  private func other(than text: String, _ kind: ConfigurationFlag.Kind) -> String {
    switch kind {
    case .count, .number: text == "3" ? "5" : "3"
    case .duration: "123ms"
    case .bytes: "123B"
    case .share: "12%"
    case .choice(let words): words.first { $0 != text } ?? text
    case .toggle: text == "on" ? "off" : "on"
    }
  }

  private func fields(of value: Any) -> Int {
    switch value {
    case is RetrySettings, is OriginHealthSettings, is TimeLimits, is SizeLimits, is DecodingLimits, is Configuration:
      Mirror(reflecting: value).children.reduce(0) { $0 + fields(of: $1.value) }
    default: 1
    }
  }
}
