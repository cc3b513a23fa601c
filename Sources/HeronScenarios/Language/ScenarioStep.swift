public import HeronEngine

/// Something that happens in a scenario at its moment.
public struct ScenarioStep: Sendable {
  /// A number, or a share, of those that there are.
  public enum Amount: Sendable, Hashable {
    /// So many.
    case count(Int)
    /// Such a part of them.
    case share(Double)
    /// All of them.
    case all
  }

  /// Which loads are meant; nil says nothing about that.
  public struct Selection: Sendable, Hashable {
    /// Those of that origin.
    public var origin: String?
    /// Those that were made with that class.
    public var priority: RequestPriority?
    /// Those of that tag.
    public var tag: String?
  }

  /// Requests, and how they are made.
  public struct Requests: Sendable, Hashable {
    /// Who keeps a load alive.
    public enum Hold: String, Sendable, Hashable {
      /// The view, which owns the handle and dies with it.
      case handle
      /// The listener.
      case listener
    }

    /// How many go to one origin.
    public struct Portion: Sendable, Hashable {
      /// The origin's name.
      public var origin: String
      /// How many.
      public var count: Int
    }

    /// How many go to which origin.
    public var mix: [Portion]
    /// Over how long they are spread.
    public var over = Duration.zero
    /// How many URLs they are for; nil: each its own.
    public var urls: Int?
    /// The number of the first URL; nil: the next new one.
    public var first: Int?
    /// Their class.
    public var priority = RequestPriority.visible
    /// Their tag.
    public var tag: String?
    /// What is asked for.
    public var kind = MediaRequest.Kind.image
    /// Who keeps them alive.
    public var hold = Hold.handle
    /// The most attempts.
    public var maxAttempts: Int?
    /// The deadline.
    public var deadline: Duration?

    /// All of them.
    public var count: Int { mix.reduce(0) { $0 + $1.count } }
  }

  /// What happens.
  public enum Act: Sendable {
    /// Requests are made.
    case request(Requests)
    /// So many rows come into sight.
    case scroll(rows: Int, Requests)
    /// Cells are given other URLs.
    case repoint(Requests)
    /// Listeners are released.
    case kill(Amount, Selection)
    /// Loads are cancelled.
    case cancel(Amount, Selection)
    /// Loads are given another class.
    case prioritise(RequestPriority, Selection)
    /// Settings change.
    case change(flags: [String])
    /// The network goes, or is back.
    case network(isUp: Bool)
    /// The loader pauses, or goes on.
    case pause(Bool)
    /// The loader frees its memory.
    case trim
    /// The calendar is moved forward.
    case moveClock(Duration)
    /// An origin changes.
    case set(origin: String, OriginScript)
  }

  /// When.
  public var at: Duration
  /// What it is called in figures.
  public var name: String?
  /// What happens.
  public var act: Act
}
