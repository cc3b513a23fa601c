import Dispatch
import Synchronization

/// The Dispatch sources of one clock: one for all timers that are set for the same moment.
///
/// Setting a source costs a trip to Dispatch's manager thread, and a firing 20–80 µs; the engine rounds its moments up
/// to shared ticks, so ten thousand timers over two seconds come to some three hundred moments. A source is activated
/// at once and always cancelled: releasing one that was never activated, or is suspended, crashes.
final class TimerSources: Sendable {
  /// One timer as its sources know it.
  final class Member: Sendable {
    /// When it is to fire, in nanoseconds; the largest number: not at all.
    let due = Atomic<Int64>(.max)
    /// The moment that a source is set for on its behalf, never later than `due`.
    let set = Atomic<Int64>(.max)
    let fire: @Sendable () -> Void

    init(fire: @escaping @Sendable () -> Void) { self.fire = fire }
  }

  private struct Group {
    let source: any DispatchSourceTimer
    var members: [Member]
  }

  private let queue: DispatchQueue
  private let groups = Mutex<[Int64: Group]>([:])

  init(queue: DispatchQueue) { self.queue = queue }

  deinit { groups.withLock { groups in groups.values.forEach { $0.source.cancel() } } }

  /// Arms a member. A source that would fire too early for it is left alone, and the member put off when it does: most
  /// guards of an attempt are put off or dropped before they are due.
  func arm(_ member: Member, at moment: Int64) {
    member.due.store(moment, ordering: .relaxed)
    if moment < member.set.load(ordering: .relaxed) { add(member, at: moment) }
  }

  private func add(_ member: Member, at moment: Int64) {
    member.set.store(moment, ordering: .relaxed)
    groups.withLock { groups in
      if groups[moment]?.members.append(member) == nil {
        groups[moment] = Group(source: makeSource(moment), members: [member])
      }
    }
  }

  private func makeSource(_ moment: Int64) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in self?.fire(moment) }
    let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: moment))
    source.schedule(deadline: deadline, leeway: .nanoseconds(0))
    source.activate()
    return source
  }

  private func fire(_ moment: Int64) {
    let members = groups.withLock { groups in
      let group = groups.removeValue(forKey: moment)
      group?.source.cancel()
      return group?.members ?? []
    }
    for member in members where member.set.load(ordering: .relaxed) == moment {
      member.set.store(.max, ordering: .relaxed)
      let due = member.due.load(ordering: .relaxed)
      if due == .max { continue }
      if due <= moment {
        member.due.store(.max, ordering: .relaxed)
        member.fire()
      } else {
        add(member, at: due)
      }
    }
  }
}
