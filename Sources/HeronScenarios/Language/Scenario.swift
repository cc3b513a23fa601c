public import HeronEngine
public import HeronTesting

/// A scenario: what origins do, what is asked for, and what must come of it.
public struct Scenario: Sendable {
  /// Where a scenario can run.
  public enum World: String, Sendable, Hashable, CaseIterable {
    /// In time of its own, with a network that is made up.
    case virtual
    /// In life, over sockets.
    case real
  }

  /// A grid of cells.
  public struct Screen: Sendable, Hashable {
    /// Rows that are in sight.
    public var rows: Int
    /// Cells in a row.
    public var columns: Int
  }

  /// What a run is compared with.
  public struct Baseline: Sendable, Hashable {
    /// Origins whose requests are left out.
    public var leavesOut: Set<String> = []
    /// Steps that are left out.
    public var leavesOutSteps: Set<String> = []
    /// Settings besides the scenario's.
    public var flags: [String] = []
  }

  /// Something that must be so.
  public struct Expectation: Sendable, Hashable {
    /// What is measured.
    public var figure: Figure
    /// What it is held against.
    public var comparison: Comparison
    /// Its place in the file.
    public var line: Int
  }

  /// The file that it was read from.
  public var file: String
  /// Its name.
  public var name: String
  /// What it shows.
  public var about: String
  /// The seeds that it holds for.
  public var seeds: ClosedRange<UInt64> = 1...1
  /// The settings to start from.
  public var profile = Configuration.Profile.interactive
  /// Settings, as flags of the command line.
  public var flags: [String] = []
  /// The line's name in the script, or its figures.
  public var link = NetworkLink.lan
  /// How long a run may take in its own time.
  public var time = Duration.seconds(600)
  /// How long decoding a picture takes in the virtual world.
  public var decodeTime = Duration.zero
  /// Where it can run.
  public var worlds: Set<World> = [.virtual, .real]
  /// The origins, by name, in the order of the file.
  public var origins: [(name: String, script: OriginScript)] = []
  /// The grid, where there is one.
  public var screen: Screen?
  /// What happens, in the order of its time.
  public var steps: [ScenarioStep] = []
  /// What a run is compared with.
  public var baseline: Baseline?
  /// What must be so.
  public var expectations: [Expectation] = []

  /// One in which nothing happens.
  public init(file: String, name: String, about: String) {
    self.file = file
    self.name = name
    self.about = about
  }

  /// The origin of that name.
  public func origin(_ name: String) -> OriginScript? { origins.first { $0.name == name }?.script }

  /// Seeds as scripts and command lines have them: `7`, or `1..200`, a million at most.
  public static func seeds(_ text: String) -> ClosedRange<UInt64>? { ScriptQuantity.seeds(text) }

  /// What seeds look like, for messages.
  public static let seedsExpectation = ScriptKind.seeds.expectation
}
