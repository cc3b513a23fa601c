/// One line of the table: what was measured, beside what, and the bar that it is held to.
struct Figure {
  /// One value that a measurement gives.
  struct Source: Hashable {
    let probe: Probe
    let name: String

    init(_ probe: Probe, _ name: String) {
      self.probe = probe
      self.name = name
    }
  }

  enum Bar {
    /// The value itself may be no more.
    case value(Double)
    /// Its ratio to the peer may be no more.
    case ratio(Double)
    /// For comparison only.
    case none
  }

  /// The name by which `--only` selects it.
  let group: String
  let title: String
  let unit: String
  let value: Source
  let peer: Source?
  let bar: Bar

  init(_ group: String, _ title: String, _ unit: String, _ value: Source, beside peer: Source? = nil, bar: Bar = .none)
  {
    self.group = group
    self.title = title
    self.unit = unit
    self.value = value
    self.peer = peer
    self.bar = bar
  }

  static let all = wholeLoads + memory + cancelling + promotions + backoffs + deadOnes + parts

  static let groups = all.reduce(into: [String]()) { if $0.last != $1.group { $0.append($1.group) } }
}
