/// How alike two words are.
enum EditDistance {
  /// The word that is nearest, where one is near enough to have been meant.
  static func nearest(to word: String, among words: [String]) -> String? {
    let distances = words.map { ($0, between(word, $0)) }
    guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= max(1, word.count / 3), best.1 < word.count else {
      return nil
    }
    return best.0
  }

  /// Levenshtein's distance: the fewest letters to insert, delete or change.
  static func between(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (place, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for column in right.indices {
        let change = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
