import HeronTesting
import Testing

@testable import HeronEngine

@Suite struct `The table of loads` {
  private func load(_ id: LoadID, _ handle: MediaLoad) -> Load {
    Load(
      handle.request, first: .one(Interests.WeakHandle(load: handle)), priority: .visible, origin: 0, id: id)
  }

  @Test func `a place is used again, a name never`() throws {
    let handle = try TestBench().loader.prefetch(MediaRequest("http://a.test/"))
    var table = LoadTable()
    let first = table.reserve()
    table.insert(load(first, handle))
    #expect(table[first] != nil && table.count == 1)
    table.remove(first)
    #expect(table[first] == nil && table.count == 0)
    let second = table.reserve()
    #expect(second.slot == first.slot && second != first)
    table.insert(load(second, handle))
    #expect(table[first] == nil, "a late message finds nothing")
    #expect(table[second] != nil && table.all.count == 1)
  }
}

@Suite struct `The index of tags` {
  private func id(_ slot: UInt32) -> LoadID { LoadID(slot: slot, generation: 1) }

  @Test func `loads are found under each of their tags, until they are forgotten`() {
    var tags = TagIndex()
    tags.remember(id(2), under: "page")
    tags.remember(id(1), under: "page")
    tags.remember(id(1), under: "page")
    tags.remember(id(1), under: "date")
    #expect(tags.loads(under: "page") == [id(1), id(2)])
    #expect(tags.loads(under: "date") == [id(1)])
    tags.forget(id(1))
    #expect(tags.loads(under: "page") == [id(2)] && tags.loads(under: "date") == [])
    tags.forget(id(1))
    #expect(tags.loads(under: "none") == [])
  }
}

@Suite struct `Those who share a load` {
  private func handle(_ priority: RequestPriority = .visible) throws -> MediaLoad {
    MediaLoad(
      MediaRequest("http://a.test/", priority: priority), recipient: .nobody, loader: try TestBench().loader)
  }

  @Test func `the most urgent current class counts`() {
    let shared = SharedInterests()
    shared.count(.near)
    #expect(shared.mostUrgent == .near)
    shared.count(.urgent)
    #expect(shared.mostUrgent == .urgent)
    shared.change(.urgent, to: .background)
    #expect(shared.mostUrgent == .near)
    shared.remove(.near)
    #expect(shared.mostUrgent == .background && !shared.isEmpty)
    shared.remove(.background)
    #expect(shared.isEmpty)
  }

  @Test func `messages that cross are right in the end`() {
    let shared = SharedInterests()
    shared.count(.near)
    shared.count(.near)
    // near → urgent → visible, heard the wrong way round.
    shared.change(.urgent, to: .visible)
    shared.change(.near, to: .urgent)
    #expect(shared.mostUrgent == .visible)
  }

  @Test func `one who joins makes them many, each heard once and in order`() throws {
    let (first, second) = (try handle(), try handle())
    var interests = Interests(first, isKept: false)
    interests.add(second, isKept: false, .visible, to: .visible)
    var heard: [ObjectIdentifier] = []
    interests.forEach { load, isKept in
      heard.append(ObjectIdentifier(load))
      #expect(!isKept)
    }
    #expect(heard == [ObjectIdentifier(first), ObjectIdentifier(second)])
  }

  @Test func `those who have gone are dropped before they are many`() throws {
    let shared = SharedInterests()
    let alive = try handle()
    shared.add(alive, isKept: false, .visible)
    for _ in 0..<1000 {
      shared.add(try handle(), isKept: false, .visible)
      shared.remove(.visible)
    }
    var heard = 0
    shared.forEach { _, _ in heard += 1 }
    #expect(heard == 1)
  }
}
