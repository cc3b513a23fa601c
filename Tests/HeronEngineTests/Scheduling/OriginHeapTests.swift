import Testing

@testable import HeronEngine

@Suite struct `The heap of origins` {
  @Test func `the smallest key is first, and a key can change either way`() {
    var heap = OriginHeap()
    #expect(heap.first == nil)
    heap.place(3, key: 30)
    heap.place(1, key: 10)
    heap.place(2, key: 20)
    #expect(heap.first == 1)
    heap.place(1, key: 40)
    #expect(heap.first == 2)
    heap.place(3, key: 5)
    #expect(heap.first == 3)
  }

  @Test func `who is not in it can be removed in vain`() {
    var heap = OriginHeap()
    heap.remove(7)
    heap.place(1, key: 1)
    heap.remove(7)
    heap.remove(1)
    heap.remove(1)
    #expect(heap.first == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `after any changes the first is that of a scan`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var heap = OriginHeap()
    var keys: [OriginID: UInt64] = [:]
    for key in 1...500 as ClosedRange<UInt64> {
      let origin = OriginID.random(in: 0..<40, using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        heap.remove(origin)
        keys[origin] = nil
      } else {
        // Keys are sequences, so no two are alike.
        let key = Bool.random(using: &generator) ? key : 1_000_000 - key
        heap.place(origin, key: key)
        keys[origin] = key
      }
      #expect(heap.first == keys.min { $0.value < $1.value }?.key)
    }
  }
}
