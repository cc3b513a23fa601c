import HeronEngine
import Synchronization

/// Plays a plan to a loader: makes the requests of its views, and lets views come, change and go. The same on the
/// virtual stage and the real one; always called on the loader's delivery executor.
final class Stage: Sendable {
  private struct State {
    /// The views outside of the grid that still wait, in the order of their coming.
    var views: [Cell] = []
    /// The grid's rows in sight.
    var rows: [[Cell]] = []
    /// What each request was made with, by its number.
    var requests: [RunPlan.Request] = []
    var generator: SeededGenerator
    var configuration: Configuration
  }

  let plan: RunPlan
  let log: RunLog
  private let loader: MediaLoader
  private let world: World
  private let state: Mutex<State>

  /// What a stage needs of its world.
  struct World: Sendable {
    var clock: any EngineClock
    var urls: @Sendable (_ origin: String, _ number: Int) -> String
    var isRight: @Sendable (LoadedMedia, String) -> Bool
    var changeOrigin: @Sendable (String, OriginScript) -> Void
    var moveClock: @Sendable (Duration) -> Void
  }

  init(_ plan: RunPlan, loader: MediaLoader, log: RunLog, in world: World) {
    self.plan = plan
    self.loader = loader
    self.log = log
    self.world = world
    state = Mutex(
      State(generator: SeededGenerator(seed: plan.seed ^ 0x5CE4_A210), configuration: loader.currentConfiguration))
  }

  /// Whether a view still waits for something.
  var isWaiting: Bool { state.withLock { ($0.views + $0.rows.joined()).contains(where: \.isWaiting) } }

  /// Does what an entry says.
  func play(_ act: RunPlan.Act) {
    switch act {
    case .request(let request): show(request, in: addView())
    case .row(let requests, let rows): addRow(requests, rows: rows)
    case .repoint(let request, let number): repoint(request, number)
    case .other(let act): play(act)
    }
  }

  private func play(_ act: ScenarioStep.Act) {
    switch act {
    case .kill(let amount, let selection): kill(amount, selection)
    case .cancel(let amount, let selection): cancel(amount, selection)
    case .prioritise(let priority, let selection): prioritise(priority, selection)
    case .change(let flags): change(flags)
    case .network(let isUp): loader.networkChanged(isUp ? .up : .down)
    case .pause(let isPaused): if isPaused { loader.pause() } else { loader.resume() }
    case .trim: loader.removeCachedMedia()
    case .moveClock(let duration): world.moveClock(duration)
    case .set(let origin, let script): world.changeOrigin(origin, script)
    case .request, .scroll, .repoint: break
    }
  }

  private func addView() -> Cell {
    let cell = Cell(log, clock: world.clock, isRight: world.isRight)
    state.withLock { state in
      // Views that have what they came for are out of the way, or a long run would go through them again and again.
      if state.views.count > 64, state.views.count(where: \.isWaiting) < state.views.count / 2 {
        state.views.removeAll { !$0.isWaiting }
      }
      state.views.append(cell)
    }
    return cell
  }

  private func addRow(_ requests: [RunPlan.Request], rows: Int) {
    let cells = requests.map { _ in Cell(log, clock: world.clock, isRight: world.isRight) }
    // What goes out of sight goes outside of the lock: it cancels.
    let gone = state.withLock { state in
      state.rows.append(cells)
      return state.rows.count > rows ? [state.rows.removeFirst()] : []
    }
    for cell in gone.joined() { cell.die() }
    withExtendedLifetime(gone) {}
    for (cell, request) in zip(cells, requests) { show(request, in: cell) }
  }

  private func repoint(_ request: RunPlan.Request, _ number: UInt64) {
    let columns = plan.scenario.screen?.columns ?? 1
    let rows = plan.scenario.screen?.rows ?? 1
    let cell = state.withLock { state in
      while state.rows.count < rows {
        state.rows.append((0..<columns).map { _ in Cell(log, clock: world.clock, isRight: world.isRight) })
      }
      let place = Int(number % UInt64(rows * columns))
      return state.rows[place / columns][place % columns]
    }
    show(request, in: cell)
  }

  private func show(_ request: RunPlan.Request, in cell: Cell) {
    var media = MediaRequest(world.urls(request.origin, request.number), priority: request.priority, kind: request.kind)
    media.tag = request.tag
    media.maxAttempts = request.maxAttempts
    media.deadline = request.deadline
    let number = log.add(
      RunLog.Request(
        url: media.url, origin: request.origin, priority: request.priority, tag: request.tag, step: request.step,
        submitted: world.clock.now))
    state.withLock { $0.requests.append(request) }
    cell.show(number) { [loader] cell in
      if request.hold == .handle { return loader.load(media, for: cell) }
      loader.load(media, for: cell, lifetime: .listener)
      return nil
    }
  }
}

extension Stage {
  private func pick(_ amount: ScenarioStep.Amount, _ selection: ScenarioStep.Selection) -> [Cell] {
    state.withLock { state in
      let fitting = (state.views + state.rows.joined()).filter { cell in
        guard cell.isWaiting, let number = cell.request, number < state.requests.count else { return false }
        let request = state.requests[number]
        return (selection.origin == nil || selection.origin == request.origin)
          && (selection.priority == nil || selection.priority == request.priority)
          && (selection.tag == nil || selection.tag == request.tag)
      }
      switch amount {
      case .all: return fitting
      case .count(let count): return Array(fitting.shuffled(using: &state.generator).prefix(count))
      case .share(let share):
        let count = Int((Double(fitting.count) * share).rounded())
        return Array(fitting.shuffled(using: &state.generator).prefix(count))
      }
    }
  }

  private func kill(_ amount: ScenarioStep.Amount, _ selection: ScenarioStep.Selection) {
    let cells = pick(amount, selection)
    for cell in cells { cell.die() }
    let gone = Set(cells.map { ObjectIdentifier($0) })
    state.withLock { state in
      state.views.removeAll { gone.contains(ObjectIdentifier($0)) }
      // A cell of the grid has another one in its place.
      for row in state.rows.indices {
        for column in state.rows[row].indices where gone.contains(ObjectIdentifier(state.rows[row][column])) {
          state.rows[row][column] = Cell(log, clock: world.clock, isRight: world.isRight)
        }
      }
    }
    withExtendedLifetime(cells) {}
  }

  private func cancel(_ amount: ScenarioStep.Amount, _ selection: ScenarioStep.Selection) {
    // By its tag, as an app does it that leaves a page.
    let cells = pick(amount, selection)
    let isByTag = amount == .all && selection.origin == nil && selection.priority == nil
    if isByTag, let tag = selection.tag {
      loader.cancelAll(tag: tag)
      for cell in cells { cell.drop() }
    } else {
      // Who holds no handle has nothing to cancel.
      for cell in cells where cell.handle != nil { cell.drop() }
    }
  }

  private func prioritise(_ priority: RequestPriority, _ selection: ScenarioStep.Selection) {
    if let tag = selection.tag, selection.origin == nil, selection.priority == nil {
      loader.setPriority(priority, tag: tag)
    } else {
      for cell in pick(.all, selection) { cell.handle?.priority = priority }
    }
  }

  private func change(_ flags: [String]) {
    let configuration = state.withLock { state in
      // The reader has held them against the engine's table.
      for flag in flags { try? state.configuration.set(flag) }
      return state.configuration
    }
    do {
      try loader.update { $0 = configuration }
    } catch {
      log.breach("the engine does not take \(flags.joined(separator: " ")): \(error)", at: world.clock.now)
    }
  }
}
