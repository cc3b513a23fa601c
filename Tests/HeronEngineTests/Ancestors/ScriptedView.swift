import HeronEngine
import HeronTesting
import Synchronization

/// A view as an app writes one: it listens, keeps the handle of what it shows, and may be pointed elsewhere.
final class ScriptedView: SendableMediaLoadListener {
  /// What a view heard; outlives it.
  final class Notes: Sendable {
    private let notes = Mutex<[(url: String, event: MediaLoad.Event)]>([])

    func add(_ url: String, _ event: MediaLoad.Event) { notes.withLock { $0.append((url, event)) } }

    var count: Int { notes.withLock(\.count) }

    /// The URLs of the pictures that were shown, in their order.
    var pictures: [String] {
      notes.withLock { notes in
        notes.compactMap { note in
          guard case .finished(.success(let media)) = note.event else { return nil }
          return media.url
        }
      }
    }

    /// How many ends were heard.
    var ends: Int {
      notes.withLock { $0.count { if case .finished = $0.event { true } else { false } } }
    }
  }

  let notes: Notes
  private let loader: MediaLoader
  private let handle = Mutex<MediaLoad?>(nil)

  init(_ bench: TestBench, notes: Notes = Notes()) {
    loader = bench.loader
    self.notes = notes
  }

  /// Shows another URL from now on; the handle of the one before is let go.
  func show(_ url: String) {
    let load = loader.load(MediaRequest(url), for: self)
    let before = handle.withLock { handle in
      defer { handle = load }
      return handle
    }
    withExtendedLifetime(before) {}
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) { notes.add(load.request.url, event) }
}
