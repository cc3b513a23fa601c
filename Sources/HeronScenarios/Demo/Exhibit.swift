/// One thing that the demo's origin shows: where it is, what it does, and how.
public struct Exhibit: Sendable, Hashable {
  /// Its path.
  public var path: String
  /// What it does, in a few words for a reader.
  public var about: String
  /// How it answers.
  public var behaviour: OriginBehaviour

  /// An exhibit.
  public init(path: String, about: String, behaviour: OriginBehaviour) {
    self.path = path
    self.about = about
    self.behaviour = behaviour
  }
}
