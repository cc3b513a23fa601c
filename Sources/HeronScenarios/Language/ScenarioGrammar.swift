import Heron
import HeronTesting

/// The language: every key of a scenario, what it may be, and what it means. Reader, schema and document go by it.
enum ScenarioGrammar {
  static let scenario = ScriptGrammar(
    name: "scenario",
    keys: [
      .init("scenario", .name, "Its name.", isRequired: true),
      .init("about", .text, "What it shows, in a sentence.", isRequired: true),
      .init("seed", .seeds, "The seeds that it holds for; 1 where it is absent."),
      .init("profile", .choice(Configuration.Profile.allCases.map(\.rawValue)), "The settings to start from."),
      .init("flags", flags, "Settings of the engine, as on the command line."),
      .init(
        "link", .either([.choice(NetworkLink.named.map(\.name)), .map(link)]), "The line; lan where it is absent."),
      .init("time", .duration, "How long a run may take, in its own time; 10m where it is absent."),
      .init("decode", .duration, "How long decoding a picture takes in the virtual world."),
      .init("worlds", .list(.choice(["virtual", "real"])), "Where it can run; in both where it is absent."),
      .init("origins", .named(.map(origin), by: .name), "The origins by name.", isRequired: true),
      .init("screen", .map(screen), "A grid of cells, for scroll and repoint."),
      .init("steps", .list(.map(step)), "What happens when.", isRequired: true),
      .init("baseline", .map(baseline), "Another run with the same seed, to compare with."),
      .init("expect", .named(.comparisons, by: .figure), "Figures that must be right exactly."),
      .init("thresholds", .named(.comparisons, by: .figure), "Figures that must be good enough."),
    ])

  static let flags = ScriptKind.list(.flag)

  static let link = ScriptGrammar(
    name: "link",
    keys: [
      .init("rtt", .duration, "The round trip.", isRequired: true),
      .init("down", .rate, "The rate towards us.", isRequired: true),
    ])

  static let screen = ScriptGrammar(
    name: "screen",
    keys: [
      .init("rows", .count(1...1000), "Rows that are in sight.", isRequired: true),
      .init("columns", .count(1...1000), "Cells in a row.", isRequired: true),
    ])

  static let baseline = ScriptGrammar(
    name: "baseline",
    keys: [
      .init("without", .list(.name), "Origins whose requests are left out."),
      .init("without-steps", .list(.name), "Steps that are left out, by name."),
      .init("flags", flags, "Settings besides those of the scenario."),
    ])

  private static let statuses = 200...599

  static let replyKeys: [ScriptGrammar.Key] = [
    .init("status", .count(statuses), "The status; 200 where it is absent."),
    .init("latency", .durations, "How long a worker takes for it."),
    .init("body", .sizes, "How many bytes a picture has; 20KiB where it is absent."),
    .init("picture", .choice(ScriptedPicture.allCases.map(\.rawValue)), "What the body is."),
    .init(
      "retry-after", .text, "The field's value: seconds such as 2s, date+2s, skewed+2s, or any other text as it is."),
    .init("etag", .choice(["strong", "weak", "none", "flips"]), "Which validator; flips: another one each time."),
    .init("ranges", .choice(["honoured", "ignored", "wrong"]), "What becomes of a request for a part."),
    .init("length", .choice(["exact", "long", "short", "absent", "chunked"]), "What is said of the body's length."),
    .init(
      "location", .text,
      "Where a redirect leads: a URL, a path, origin:NAME for the same path there, or under:/FOLDER for it below that."),
    .init("fault", .choice(ReplyFault.allCases.map(\.rawValue)), "What goes wrong."),
    .init("at", .either([.bytes, .share]), "After how much of the body it goes wrong; half where it is absent."),
    .init("rate", .bytes, "Bytes per second of a trickle."),
  ]

  static let reply = ScriptGrammar(name: "reply", keys: replyKeys)

  static let lottery = ScriptGrammar(
    name: "fault",
    keys: [.init("share", .share, "Of how many requests this is the reply.", isRequired: true)] + replyKeys)

  static let originKeys: [ScriptGrammar.Key] = [
    .init("connect", .choice(OriginScript.Connecting.allCases.map(\.rawValue)), "What becomes of a connection."),
    .init(
      "replies", .list(.either([.count(statuses), .map(reply)])),
      "Replies to a URL in turn, the last one again and again."),
    .init(
      "numbered", .list(.map(reply)),
      "Replies to the URLs by their number: the first to /0, the next to /1; the rest have the others."),
    .init("faults", .list(.map(lottery)), "Replies drawn for a share of the requests instead."),
  ]

  static let origin = ScriptGrammar(
    name: "origin",
    keys: [
      .init("protocol", .choice(["http/1.1", "h2"]), "The version of HTTP; h2 has TLS."),
      .init("tls", .choice(["on", "off"]), "Whether http/1.1 goes by TLS."),
      .init(
        "workers", .count(1...ScriptKind.most),
        "How many requests it works on at a time; any number where it is absent."),
    ] + originKeys + replyKeys)

  static let change = ScriptGrammar(name: "change", keys: originKeys + replyKeys)

  static let step = ScriptGrammar(
    name: "step",
    keys: [
      .init("at", .duration, "When.", isRequired: true),
      .init("name", .name, "What it is called in figures."),
      .init("request", .count(1...ScriptKind.most), "So many requests are made."),
      .init("scroll", .count(1...ScriptKind.most), "So many rows come into sight, and as many go out of it."),
      .init(
        "repoint", .count(1...ScriptKind.most), "So often a cell of the screen, drawn at random, is given another URL."),
      .init(
        "kill", .either([.count(1...ScriptKind.most), .share]), "So many listeners, or such a share, are released."),
      .init(
        "cancel", .either([.count(1...ScriptKind.most), .share, .choice(["all"])]),
        "So many loads, or such a share, are cancelled."),
      .init("prioritise", .choice(priorities), "Loads are given another class."),
      .init("flags", flags, "Settings change."),
      .init("network", .choice(["up", "down"]), "The network goes, or is back."),
      .init("loader", .choice(["pause", "resume", "trim"]), "The loader pauses, goes on, or frees its memory."),
      .init("clock", .duration, "The calendar is moved forward."),
      .init("set", .map(change), "The origin changes."),
      .init("origin", .name, "The origin of requests, or of a change."),
      .init(
        "mix", .named(.count(0...ScriptKind.most), by: .name),
        "How many requests go to which origin, in a random order."),
      .init("priority", .choice(priorities), "The class of requests, or of the loads that are meant."),
      .init("tag", .name, "The tag of requests, or of the loads that are meant."),
      .init("over", .duration, "The time over which requests, rows or cells are spread."),
      .init(
        "urls", .count(1...ScriptKind.most), "How many URLs the requests are for; each its own where it is absent."),
      .init("first", .count(0...ScriptKind.most), "The number of the first URL; the next new one where it is absent."),
      .init("kind", .choice(["image", "data"]), "What is asked for."),
      .init("hold", .choice(["handle", "listener"]), "Who keeps a load alive; handle where it is absent."),
      .init(
        "attempts", .count(0...ScriptKind.most), "The most attempts of these requests; 0: as long as somebody waits."),
      .init("deadline", .duration, "The deadline of these requests."),
    ], verbs: StepReader.verbs.map(\.name))

  static let priorities = RequestPriority.allCases.map { "\($0)" }
}
