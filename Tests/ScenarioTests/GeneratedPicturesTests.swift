import HeronEngine
import HeronScenarios
import Testing

@Suite struct GeneratedPicturesTests {
  private let pictures = GeneratedPictures(seed: 3, width: 64, height: 48)

  @Test func `the same seed and number give the same pixels`() {
    for number in 1...9 {
      #expect(GeneratedPictures(seed: 3, width: 64, height: 48).picture(number) == pictures.picture(number))
    }
  }

  @Test func `other numbers and other seeds give other pictures`() {
    let all = Set((1...60).map { pictures.picture($0) })
    #expect(all.count == 60)
    #expect(GeneratedPictures(seed: 4, width: 64, height: 48).picture(1) != pictures.picture(1))
  }

  @Test func `pictures are opaque, of the size asked for, and of many colours`() {
    for number in 1...14 {
      let picture = pictures.picture(number)
      #expect((picture.width, picture.height) == (64, 48))
      #expect(stride(from: 3, to: picture.pixels.count, by: 4).allSatisfy { picture.pixels[$0] == 255 })
      let colours = Set(stride(from: 0, to: picture.pixels.count, by: 4).map { Array(picture.pixels[$0..<$0 + 3]) })
      #expect(colours.count > 20)
    }
  }

  @Test(arguments: [-1, 0, Int.max, Int.min])
  func `any number has a picture`(number: Int) {
    #expect(pictures.picture(number).width == 64)
  }

  @Test func `a size too small to draw on is made sixteen`() {
    let picture = GeneratedPictures(seed: 1, width: 0, height: -5).picture(3)
    #expect((picture.width, picture.height) == (16, 16))
  }
}
