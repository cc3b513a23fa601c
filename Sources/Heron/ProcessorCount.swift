import FoundationEssentials

/// The processors that this process may use.
enum ProcessorCount {
  /// At least one.
  static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
