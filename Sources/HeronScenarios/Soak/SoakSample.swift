/// What a process that loads is made of at one moment. Small, because a soak keeps thousands of them in the memory that
/// it measures.
package struct SoakSample: Sendable, Hashable {
  /// Milliseconds since the soak began.
  package var moment: Int32
  /// KiB of memory resident.
  package var resident: Int32
  /// KiB that the allocator has lent, which resident memory exceeds by what is free and kept; 0 where it does not say.
  package var heap: Int32 = 0
  /// Open descriptors.
  package var descriptors: Int32
  /// Threads.
  package var threads: Int32
  /// The loader's attempts that run, its loads in line, parked, and in backoff, and its requests that have not ended.
  package var active: Int32 = 0
  package var waiting: Int32 = 0
  package var parked: Int32 = 0
  package var backoff: Int32 = 0
  package var live: Int32 = 0
  /// Requests so far: made, told of media, told of a failure, and given up by their callers in whatever way.
  package var submitted: Int32 = 0
  package var delivered: Int32 = 0
  package var failed: Int32 = 0
  package var givenUp: Int32 = 0

  /// A sample of the process alone.
  package init(moment: Int32, resident: Int32, descriptors: Int32, threads: Int32) {
    self.moment = moment
    self.resident = resident
    self.descriptors = descriptors
    self.threads = threads
  }
}
