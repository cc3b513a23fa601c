/// A figure of a run that a scenario expects something of: its name, and which loads it is of.
public struct Figure: Sendable, Hashable {
  /// What is measured.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Requests of listeners: all handles.
    case requests
    /// Requests that were told of media.
    case delivered
    /// Requests that were told of a failure.
    case failed
    /// Requests that their callers cancelled, or whose listeners were released, before they ended.
    case dropped
    /// Requests that never ended though somebody waited.
    case unended
    /// Loads that started at least once.
    case started
    /// Loads that started, but whose media came to nobody.
    case startedForNobody = "started-for-nobody"
    /// Attempts made: requests to origins, redirects not counted.
    case attempts
    /// Attempts divided by the loads that started.
    case amplification
    /// Connections opened.
    case connections
    /// The most attempts that ran at a time.
    case peakActive = "peak-active"
    /// Attempts begun while the network was away.
    case attemptsWhileOffline = "attempts-while-offline"
    /// Events told to listeners that were released: must be none.
    case deliveriesToDeadListeners = "deliveries-to-dead-listeners"
    /// Media that were not what the origin served under that URL: must be none.
    case wrongPictures = "wrong-pictures"
    /// Bytes of body that arrived.
    case bytes
    /// Bytes that arrived for loads that nobody wanted in the end.
    case bytesForDeadListeners = "bytes-for-dead-listeners"
    /// From a request to its media.
    case wait
    /// From a request to the start of its first attempt.
    case firstStart = "first-start"
    /// From the first request to the last delivery.
    case makespan
    /// From the last change of an origin to the first delivery after it.
    case recovery
    /// From the last step of the script to the last delivery.
    case afterLastStep = "after-last-step"

    /// What its values are.
    public enum Unit: Sendable, Hashable {
      /// A whole number.
      case count
      /// A number.
      case ratio
      /// Bytes.
      case bytes
      /// Time.
      case time
    }

    /// What its values are.
    public var unit: Unit {
      switch self {
      case .wait, .firstStart, .makespan, .recovery, .afterLastStep: .time
      case .bytes, .bytesForDeadListeners: .bytes
      case .amplification: .ratio
      default: .count
      }
    }

    /// Whether there is one value for each load, of which a comparison picks a percentile.
    public var isDistribution: Bool { self == .wait || self == .firstStart }

    /// Whether it is told for some of the loads as well as for all.
    public var takesLabels: Bool {
      switch self {
      case .requests, .delivered, .failed, .dropped, .unended, .started, .startedForNobody, .attempts, .amplification,
        .wait, .firstStart,
        .wrongPictures, .bytes, .makespan, .recovery, .afterLastStep:
        true
      case .connections, .peakActive, .attemptsWhileOffline, .deliveriesToDeadListeners, .bytesForDeadListeners: false
      }
    }
  }

  /// What loads are told apart by.
  public enum Label: String, Sendable, Hashable, CaseIterable {
    /// The name of the origin in the script.
    case origin
    /// The class that the request was made with.
    case priority
    /// The request's tag.
    case tag
    /// The step's name in the script.
    case step
    /// The kind of the error that it failed with.
    case error
  }

  /// What is measured.
  public let kind: Kind
  /// Which loads it is of: those that have all of these; none for all loads.
  public let labels: [Label: String]

  /// All loads' figure.
  public init(_ kind: Kind) {
    self.kind = kind
    labels = [:]
  }

  /// Reads `wait{origin=good,priority=visible}`.
  init(_ text: String) throws(FigureError) {
    let name = String(text.prefix { $0 != "{" })
    guard let kind = Kind(rawValue: name) else { throw .unknown(name) }
    var labels: [Label: String] = [:]
    let rest = text.dropFirst(name.count)
    if !rest.isEmpty {
      guard rest.last == "}", rest.count > 2 else { throw .badLabels(text) }
      for part in rest.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false) {
        let sides = part.split(separator: "=", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard sides.count == 2, !sides[1].isEmpty else { throw .badLabels(text) }
        guard let label = Label(rawValue: sides[0]) else { throw .unknownLabel(sides[0]) }
        guard labels.updateValue(sides[1], forKey: label) == nil else { throw .badLabels(text) }
      }
      guard kind.takesLabels else { throw .wholeOnly(kind) }
    }
    self.kind = kind
    self.labels = labels
  }
}

extension Figure: CustomStringConvertible {
  /// As it is written in scripts.
  public var description: String {
    guard !labels.isEmpty else { return kind.rawValue }
    let parts = Label.allCases.compactMap { label in labels[label].map { "\(label.rawValue)=\($0)" } }
    return "\(kind.rawValue){\(parts.joined(separator: ","))}"
  }
}

/// What is wrong with a figure's name.
enum FigureError: Error, CustomStringConvertible {
  case unknown(String)
  case unknownLabel(String)
  case badLabels(String)
  case wholeOnly(Figure.Kind)

  var description: String {
    switch self {
    case .unknown(let name):
      let names = Figure.Kind.allCases.map(\.rawValue)
      let hint = EditDistance.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      return "found the figure '\(name)'; \(hint ?? "expected one of \(names.joined(separator: ", "))")"
    case .unknownLabel(let name):
      let names = Figure.Label.allCases.map(\.rawValue)
      let hint = EditDistance.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      return "found the label '\(name)'; \(hint ?? "expected one of \(names.joined(separator: ", "))")"
    case .badLabels(let text): return "found '\(text)', expected labels such as wait{origin=good,priority=visible}"
    case .wholeOnly(let kind): return "'\(kind.rawValue)' is of the whole run, expected no labels"
    }
  }
}
