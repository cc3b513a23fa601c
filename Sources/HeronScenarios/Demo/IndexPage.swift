import HeronEngine

/// The page that lists what the demo's origin shows, for a person with a browser.
struct IndexPage {
  var exhibits: [Exhibit]

  /// The page as a reply that is never kept by a cache.
  var reply: OriginReply {
    var reply = OriginReply.found(Array(html.utf8), type: "text/html; charset=utf-8")
    reply.fields.set("Cache-Control", to: "no-store")
    return reply
  }

  private var html: String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Heron: an unruly origin</title>
    <style>
    :root { color-scheme: light dark }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem; padding: 0 }
    li { list-style: none }
    a { color: inherit; text-decoration: none }
    img { aspect-ratio: 4 / 3; width: 100%; border-radius: 6px; background: #8883; display: block }
    small { opacity: .7; display: block }
    .trouble small { color: #c60; opacity: 1 }
    </style>
    <h1>Heron: an unruly origin</h1>
    <p>Each picture below says what happens to the request for it. A browser asks once, so what fails the first time
    stays empty until the page is loaded again.</p>
    <ul>
    \(exhibits.map(item).joined(separator: "\n"))
    </ul>
    </html>

    """
  }

  private func item(_ exhibit: Exhibit) -> String {
    let path = Self.escaped(exhibit.path)
    let marked = exhibit.about == "well" ? "" : " class=\"trouble\""
    let about = "\(path)<small>\(Self.escaped(exhibit.about))</small>"
    return "<li\(marked)><a href=\"\(path)\"><img src=\"\(path)\" alt=\"\" loading=\"lazy\">\(about)</a></li>"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
