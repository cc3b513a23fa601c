import CCurl

/// Strings in curl's own list, which must outlive the handles that were given it. Frees itself.
final class CurlStringList {
  /// What curl is given; nil where there are no strings.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// A list of `strings`; nil without memory.
  init?(_ strings: [String]) {
    for string in strings {
      guard let longer = curl_slist_append(first, string) else { return nil }
      first = longer
    }
  }

  deinit { curl_slist_free_all(first) }
}
