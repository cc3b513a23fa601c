import ArgumentParser
import Heron
import HeronCurl

/// How `heron load` reaches the network.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most bytes per second of each transfer, such as 100KiB or 100k: on average: media of some "
        + "hundred KiB are not held back. 0 for no limit.", valueName: "rate"),
    transform: NetworkFlagText.rate)
  var limitRate: Int?
  @Option(
    help: ArgumentHelp(
      "Connect to HOST2:PORT2 for URLs of HOST1:PORT1, each may be empty; may be given repeatedly.",
      valueName: "host1:port1:host2:port2"),
    transform: NetworkFlagText.connectTo)
  var connectTo: [String] = []
  @Option(
    help: ArgumentHelp("Take HOST:PORT to be at ADDRESS; may be given repeatedly.", valueName: "host:port:address"),
    transform: NetworkFlagText.resolve)
  var resolve: [String] = []
  @Option(
    help: ArgumentHelp("The value of User-Agent, unless --header has one.", valueName: "text"),
    transform: NetworkFlagText.userAgent)
  var userAgent: String?
  @Option(
    help: ArgumentHelp(
      "Cookies of every request; another origin that a redirect leads to gets none.", valueName: "a=b; c=d"),
    transform: NetworkFlagText.cookie)
  var cookie: String?
  @Option(
    help: ArgumentHelp(
      "A proxy: http, https, socks5 or socks5h. Only this one is used: the environment's http_proxy and its kin are "
        + "ignored.", valueName: "url"),
    transform: NetworkFlagText.proxy)
  var proxy: String?
  @Option(
    help: ArgumentHelp("A file of PEM certificates to trust instead of the system's.", valueName: "file"),
    transform: NetworkFlagText.certificateFile)
  var cacert: String?
  @Flag(name: .customLong("http3"), help: "Try HTTP/3 first, where the installed libcurl has it.") var http3 = false
  @Option(
    help: ArgumentHelp(
      "Addresses that may be connected to all the same, such as 127.0.0.0/8 with --profile server; may be given "
        + "repeatedly.", valueName: "prefix"),
    transform: NetworkFlagText.prefix)
  var allowAddress: [AddressPrefix] = []

  func validate() throws {
    if http3, !CurlTransport.speaksHTTP3 { throw ValidationError("--http3: the installed libcurl has no HTTP/3") }
  }

  /// Refuses what contradicts the flags of other groups.
  func check(with configuration: Configuration, profile: Configuration.Profile, headers: [HeaderField]) throws {
    // The transport refuses it too, but by then a trace has been begun in the place of the last one.
    if profile == .server, proxy != nil {
      throw ValidationError("--proxy does not go with --profile server, whose address guard cannot see behind a proxy")
    }
    let limits = configuration.timeLimits
    try checkRate(limits)
    if cookie != nil, headers.contains(where: { $0.name.lowercased() == "cookie" }) {
      throw ValidationError("--cookie does not go with --header 'Cookie: …'")
    }
    for header in headers where Self.ownHeaders.contains(header.name.lowercased()) {
      throw ValidationError("--header: \(header.name) is set by the loader itself, which takes no other answer")
    }
  }

  // How long a request is, and which part of a file it asks for.
  private static let ownHeaders: Set = ["content-length", "transfer-encoding", "range", "if-range"]

  // What we hold back ourselves must not look like a server that has gone quiet.
  private func checkRate(_ limits: TimeLimits) throws {
    guard let limitRate, limitRate > 0 else { return }
    if limits.slowWindow > .zero, limitRate < limits.slowRate {
      throw ValidationError(
        "--limit-rate is below --slow-rate \(FlagText.text(bytes: limits.slowRate)), under which transfers are given up"
      )
    }
    var curl = CurlConfiguration()
    curl.bytesPerSecond = limitRate
    guard limits.stall > .zero, curl.longestRest > limits.stall / 2 else { return }
    throw ValidationError(
      "--limit-rate so low has transfers rest for up to \(curl.longestRest.components.seconds) s at a time, which "
        + "--stall-timeout \(FlagText.text(limits.stall)) takes for a dead connection; raise one of them")
  }

  /// Sets what is given.
  func apply(to curl: inout CurlConfiguration) {
    curl.bytesPerSecond = limitRate == 0 ? nil : limitRate
    curl.connectTo = connectTo
    curl.resolve = resolve
    if let userAgent { curl.userAgent = userAgent }
    curl.proxy = proxy
    curl.caFile = cacert
    curl.prefersHTTP3 = http3
    curl.addressGuard = curl.addressGuard.allowing(allowAddress)
  }
}
