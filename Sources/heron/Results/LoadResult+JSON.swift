import Heron

extension LoadResult {
  /// One line of JSON. Scripts rely on the names; what is not known is left out.
  var json: String {
    var object = JSONObject()
    object.add("index", index)
    object.add("url", url)
    object.add("outcome", outcome.rawValue)
    object.add("source", source?.rawValue)
    object.add("status", status)
    object.add("format", format?.rawValue)
    object.add("width", width)
    object.add("height", height)
    object.add("bytes", bytes)
    object.add("attempts", attempts)
    object.add("waited_ms", milliseconds: waited)
    object.add("elapsed_ms", milliseconds: elapsed)
    object.add("rgba_sha256", checksum)
    if let headers { object.add("headers", pairs: headers.lines.map { ($0.name, $0.value) }) }
    object.add("error", error?.kind.rawValue)
    object.add("message", error?.message)
    object.add("code", error?.code)
    object.add("phase", error?.phase?.rawValue)
    object.add("offset", error?.offset.map(Int.init))
    object.add("limit_name", error?.limit?.name)
    object.add("limit", error?.limit?.limit)
    object.add("value", error?.limit?.value)
    object.add("file", file)
    return object.text
  }
}
