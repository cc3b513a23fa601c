/// What a program's runs gave, one value a run.
struct FetchSamples {
  /// Seconds of the whole process.
  private(set) var wall: [Double] = []
  /// Seconds by its own clock, where it tells them.
  private(set) var ownWall: [Double] = []
  /// Seconds of processor time.
  private(set) var processor: [Double] = []
  /// Bytes.
  private(set) var peakMemory: [Double] = []

  mutating func add(_ outcome: ChildProcess.Outcome, ownWall: Double? = nil) {
    wall.append(outcome.wall)
    processor.append(outcome.processor)
    peakMemory.append(outcome.peakMemory)
    if let ownWall { self.ownWall.append(ownWall) }
  }
}
