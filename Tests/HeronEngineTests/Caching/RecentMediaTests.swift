import Dispatch
import Testing

@testable import HeronEngine

private func key(_ number: Int) -> CacheKey { CacheKey(MediaRequest("http://a.test/\(number)")) }

private func media(_ bytes: Int = 0) -> LoadedMedia {
  LoadedMedia(
    image: nil, body: [UInt8](repeating: 0, count: bytes), response: ResponseHead(status: 200), url: "",
    source: .network, trace: LoadTrace())
}

@Suite struct `Recent media` {
  @Test func `the least recently used goes first`() {
    var recent = RecentMedia(limit: 30)
    for number in 1...3 { recent.insert(media(), for: key(number), cost: 10) }
    #expect(recent.use(key(1)) != nil)
    recent.insert(media(), for: key(4), cost: 10)
    #expect(recent.use(key(2)) == nil)
    #expect([1, 3, 4].allSatisfy { recent.use(key($0)) != nil })
    #expect(recent.cost == 30 && recent.count == 3)
  }

  @Test func `one that costs much drives out several`() {
    var recent = RecentMedia(limit: 30)
    for number in 1...3 { recent.insert(media(), for: key(number), cost: 10) }
    recent.insert(media(), for: key(4), cost: 15)
    #expect(recent.count == 2 && recent.cost == 25 && recent.use(key(3)) != nil)
  }

  @Test func `a lower limit evicts at once`() {
    var recent = RecentMedia(limit: 30)
    for number in 1...3 { recent.insert(media(), for: key(number), cost: 10) }
    recent.limit = 19
    #expect(recent.count == 1 && recent.use(key(3)) != nil)
    recent.limit = 0
    #expect(recent.count == 0 && recent.cost == 0)
  }

  @Test func `what is removed leaves a place for the next`() {
    var recent = RecentMedia(limit: 30)
    for number in 1...3 { recent.insert(media(), for: key(number), cost: 10) }
    recent.remove(key(2))
    recent.remove(key(2))
    #expect(recent.count == 2 && recent.cost == 20)
    recent.insert(media(), for: key(5), cost: 10)
    recent.insert(media(), for: key(6), cost: 10)
    #expect(recent.use(key(1)) == nil && recent.use(key(3)) != nil)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `it holds what a list would hold`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var recent = RecentMedia(limit: 100)
    var list: [(number: Int, cost: Int)] = []
    for _ in 0..<500 {
      let number = Int.random(in: 0..<20, using: &generator)
      let place = list.firstIndex { $0.number == number }
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        #expect((recent.use(key(number)) != nil) == (place != nil))
        if let place { list.append(list.remove(at: place)) }
      case 1:
        recent.remove(key(number))
        if let place { list.remove(at: place) }
      default:
        recent.remove(key(number))
        if let place { list.remove(at: place) }
        let cost = Int.random(in: 1...40, using: &generator)
        recent.insert(media(), for: key(number), cost: cost)
        list.append((number, cost))
        while list.reduce(0, { $0 + $1.cost }) > 100 { list.removeFirst() }
      }
      #expect(recent.cost == list.reduce(0) { $0 + $1.cost } && recent.count == list.count)
    }
  }
}

@Suite struct `The memory cache` {
  @Test func `an item of more than a tenth is not kept, and drives out what it replaces`() {
    let cache = MemoryCache(limit: 100_000)
    cache.store(media(9_000), for: key(1))
    #expect(cache.media(for: key(1)) != nil)
    cache.store(media(10_000), for: key(1))
    #expect(cache.media(for: key(1)) == nil && cache.cost == 0)
  }

  @Test func `the same key is kept once, with the newest media`() {
    let cache = MemoryCache(limit: 100_000)
    let (old, new) = (media(1000), media(2000))
    cache.store(old, for: key(1))
    cache.store(new, for: key(1))
    #expect(cache.media(for: key(1)) === new && cache.count == 1 && cache.cost == new.memoryCost)
  }

  @Test func `a limit of zero keeps nothing, and emptying it keeps the limit`() {
    let cache = MemoryCache(limit: 0)
    cache.store(media(), for: key(1))
    #expect(cache.count == 0)
    cache.setLimit(100_000)
    cache.store(media(), for: key(1))
    cache.removeAll()
    #expect(cache.count == 0)
    cache.store(media(), for: key(1))
    #expect(cache.count == 1)
  }

  @Test func `many threads may use it, and it is never too full`() {
    let cache = MemoryCache(limit: 50_000)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var generator = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<5000 {
        let number = Int.random(in: 0..<100, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: cache.store(media(number * 20), for: key(number))
        case 1: cache.remove(key(number))
        default: _ = cache.media(for: key(number))
        }
      }
    }
    #expect(cache.cost <= 50_000)
    cache.setLimit(0)
    #expect(cache.cost == 0 && cache.count == 0)
  }

  @Test func `requests that can be answered differently have different keys`() {
    let plain = MediaRequest("http://a.test/1")
    func differs(_ change: (inout MediaRequest) -> Void) -> Bool {
      var other = plain
      change(&other)
      return CacheKey(other) != CacheKey(plain)
    }
    #expect(differs { $0.url = "http://a.test/2" })
    #expect(differs { $0.kind = .data })
    #expect(differs { $0.headers = ["Authorization": "Bearer a"] })
    #expect(differs { $0.keepsBody = true })
    #expect(differs { $0.maxBodyBytes = 10 })
    #expect(!differs { $0.priority = .urgent })
    #expect(!differs { $0.tag = "page" })
    #expect(!differs { $0.delay = .seconds(1) })
    #expect(!differs { $0.fallbacks = ["http://b.test/"] })
  }
}
