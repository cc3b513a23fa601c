import ArgumentParser
import Heron
import Logging

/// `heron load`.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Load pictures, and say what became of each.",
    discussion: """
      Each URL gives one line on standard output as soon as it is loaded or has failed for good; progress goes to \
      standard error.

      Examples:
        heron load https://example.org/a.png https://example.org/b.png
        heron load --from urls.txt --output pictures --contact-sheet sheet.png
        generate-urls | heron load --from - --json --quiet > results.jsonl
        heron load --max-active 32 --max-attempts 3 --stall-timeout 5s --from urls.txt
      """)

  @Argument(help: "What to load: http and https URLs.") var urls: [String] = []
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var engine: EngineFlags

  func validate() throws {
    if urls.isEmpty, input.from == nil { throw ValidationError("nothing to load: give URLs, or --from FILE") }
    _ = try engineConfiguration()
  }

  func run() async throws {
    let urls = try input.allURLs(urls)
    let configuration = try engineConfiguration()
    let loader = try MediaLoader.live(logger: .command(isQuiet: output.quiet)) { $0 = configuration }
    let reporter = try output.reporter(count: urls.count)
    let template = input.request(output.noDecode ? .data : .image)
    let session = LoadSession(urls, template: template, loader: loader, reporter: reporter)
    let interruption = Interruption { session.interrupt() }
    let end = await session.run()
    withExtendedLifetime(interruption) {}
    try output.conclude(end)
  }

  private func engineConfiguration() throws -> Configuration {
    var configuration = Configuration(input.profile)
    try engine.apply(to: &configuration)
    return configuration
  }
}
