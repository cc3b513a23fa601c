import ArgumentParser
import Dispatch
import Heron
import Logging

/// `heron load`.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Load pictures, and say what became of each.",
    discussion: """
      Each URL gives one line on standard output as soon as it is loaded or has failed for good; progress goes to \
      standard error. A list is read to its end before anything is loaded.

      Examples:
        heron load https://example.org/a.png https://example.org/b.png
        heron load --from urls.txt --output pictures --contact-sheet sheet.png
        generate-urls | heron load --from - --json --quiet > results.jsonl
        heron load --max-active 32 --max-attempts 3 --stall-timeout 5s --from urls.txt
        heron load --limit-rate 100KiB --resolve example.org:443:192.0.2.7 https://example.org/a.png
        heron load --json --summary --timing --trace requests.jsonl --from urls.txt > results.jsonl
      """)

  @Argument(help: "What to load: http and https URLs.") var urls: [String] = []
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Network") var network: NetworkOptions
  @OptionGroup var engine: EngineFlags

  func validate() throws {
    if urls.isEmpty, input.from == nil { throw ValidationError("nothing to load: give URLs, or --from FILE") }
    try network.check(with: try engineConfiguration(), profile: input.profile, headers: input.headers)
  }

  func run() async throws {
    let began = DispatchClock(queue: .main).now
    let urls = try input.allURLs(urls)
    var reporter = try output.reporter(count: urls.count)
    let measurement = try output.measurement(since: began)
    reporter.timing = measurement.timing
    let loader = try makeLoader(measurement)
    var template = input.request(output.noDecode ? .data : .image)
    if let cookie = network.cookie { template.headers.append("Cookie", cookie) }
    let session = LoadSession(urls, template: template, loader: loader, reporter: reporter)
    let interruption = Interruption { session.interrupt() }
    let end = await session.run()
    withExtendedLifetime(interruption) {}
    try conclude(end, measurement)
  }

  private func makeLoader(_ measurement: Measurement) throws -> MediaLoader {
    let configuration = try engineConfiguration()
    do {
      return try MediaLoader.live(
        profile: input.profile, logger: .command(isQuiet: output.quiet), configure: { $0 = configuration },
        network: network.apply, attemptObserver: measurement.observer)
    } catch let error as TransportError {
      throw CommandFailure(error.message, status: error.failure == .badRequest ? .usage : .failure)
    }
  }

  // A trace that cannot be written takes nothing from the results: it is told after them.
  private func conclude(_ end: SessionEnd, _ measurement: Measurement) throws {
    var traceFailure: CommandFailure?
    do throws(CommandFailure) {
      try measurement.trace?.close()
    } catch {
      traceFailure = error
      StandardStream.errors.write(line: "heron: \(error.message)")
    }
    try output.conclude(end)
    measurement.timing?.lines(TextStyle(for: .errors)).forEach { StandardStream.errors.write(line: $0) }
    let status = end.status == .success ? traceFailure?.status ?? .success : end.status
    if status != .success { throw status.exitCode }
  }

  private func engineConfiguration() throws -> Configuration {
    var configuration = Configuration(input.profile)
    try engine.apply(to: &configuration)
    return configuration
  }
}
