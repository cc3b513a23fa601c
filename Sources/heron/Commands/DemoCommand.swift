import ArgumentParser
import Heron
import HeronScenarios
import Logging

/// `heron demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Load pictures from an unruly origin on the loopback, and show what happened.",
    discussion: """
      Needs no network. Two of the paths never bring a picture; the exit status is 0 when exactly these have failed.

      Examples:
        heron demo
        heron demo --count 200 --contact-sheet sheet.png
      """)

  @Option(help: ArgumentHelp("Where the contact sheet goes.", valueName: "file")) var contactSheet = "contact-sheet.png"
  @Option(help: "How many pictures there are.") var count = 60
  @Flag(help: "No progress.") var quiet = false

  func validate() throws { try DemoPictures.check(count) }

  func run() async throws {
    let style = TextStyle(for: .output)
    let routes = try DemoPictures.routes(count: count)
    let origin = try await LoopbackOrigin.start(routes: routes)
    StandardStream.output.write(
      line: "\(Quantity.text(count: routes.exhibits.count, "path")) at \(origin.url("/")), many of them in trouble")

    let loader = try MediaLoader.live(logger: .command(isQuiet: quiet))
    let end = await load(routes.exhibits.map { origin.url($0.path) }, by: loader)
    let outcome = DemoOutcome(exhibits: routes.exhibits, results: end.reporter.results)
    for line in outcome.table(style) { StandardStream.output.write(line: line) }
    for line in DemoOutcome.totals(await loader.statistics, end, connections: origin.connections) {
      StandardStream.output.write(line: line)
    }
    try await origin.shutDown()

    if !end.cause.isCompletion { throw end.status.exitCode }
    try end.reporter.sheet?.write(title: "heron demo", summary: end.summary)
    StandardStream.output.write(line: "contact sheet: \(contactSheet.printable)")
    if !outcome.isAsExpected {
      let expected = DemoOutcome.hopeless.joined(separator: " and ")
      throw CommandFailure("not exactly \(expected) have failed", status: .failure)
    }
  }

  private func load(_ urls: [String], by loader: MediaLoader) async -> SessionEnd {
    var reporter = Reporter()
    reporter.display = ProgressDisplay(isQuiet: quiet)
    reporter.keepsResults = true
    reporter.sheet = ContactSheetFile(path: contactSheet, count: urls.count)
    var template = MediaRequest("")
    template.keepsBody = true
    let session = LoadSession(urls, template: template, loader: loader, reporter: reporter)
    let interruption = Interruption { session.interrupt() }
    let end = await session.run()
    withExtendedLifetime(interruption) {}
    return end
  }
}
