import FoundationEssentials
import Heron

/// A page's pictures as a browser asked for them: when, from whom, how large, and how long the server took.
public struct CapturedPage: Sendable {
  struct Request: Decodable, Sendable {
    struct Timings: Decodable, Sendable {
      var wait: Double?
      var ssl: Double?
    }

    /// Milliseconds.
    var moment: Double
    var host: String
    var url: String
    var status: Int
    var bytes: Int
    var version: String?
    var timings: Timings

    enum CodingKeys: String, CodingKey {
      case moment = "t_ms"
      case host
      case url = "url_id"
      case status
      case bytes = "body_bytes"
      case version = "http"
      case timings
    }

    var isSecure: Bool { (timings.ssl ?? 0) > 0 || version == "h2" }
  }

  /// Smaller than this is no PNG file.
  private static let leastBytes = 200

  let requests: [Request]

  /// Reads a list of requests in JSON: `t_ms`, `host`, `url_id`, `status`, `body_bytes`, `http`, `timings`. What
  /// brought no picture is left out.
  ///
  /// - Throws: `DecodingError` where it is no such list.
  public init(json: [UInt8]) throws {
    requests = try JSONDecoder().decode([Request].self, from: Data(json))
      .filter { (200..<300).contains($0.status) && $0.status != 204 && $0.moment.isFinite && $0.moment < 1e9 }
      .sorted { $0.moment < $1.moment }
  }

  /// The page as a scenario: each host an origin, each request a step at its moment.
  ///
  /// - Parameters:
  ///   - name: lower-case letters, digits and dashes.
  ///   - link: the line, by its name.
  ///   - roundTrip: what of each measured wait was the line's and not the server's, in milliseconds.
  public func scenario(_ name: String, link: String, roundTrip: Int = 30) throws(ScriptError) -> Scenario {
    try Scenario(reading: text(name, link, roundTrip), file: name)
  }

  private func text(_ name: String, _ link: String, _ roundTrip: Int) -> String {
    let hosts = Dictionary(grouping: requests, by: \.host).mapValues { requests in
      (isSecure: requests.contains(where: \.isSecure), pictures: Self.distinct(requests))
    }
    let origins = hosts.sorted { $0.key < $1.key }.map { name, host in
      let replies = host.pictures.map { picture in
        let latency = min(max(0, (picture.timings.wait ?? 0) - Double(roundTrip)), 1e6)
        return "{body: \(max(picture.bytes, Self.leastBytes))B, latency: \(Int(latency))ms}"
      }
      return "  \(name): {tls: \"\(host.isSecure ? "on" : "off")\", numbered: [\(replies.joined(separator: ", "))]}"
    }
    let begin = requests.first?.moment ?? 0
    let steps = requests.map { request in
      let number = hosts[request.host]?.pictures.firstIndex { $0.url == request.url } ?? 0
      return "  - {at: \(Int(request.moment - begin))ms, request: 1, origin: \(request.host), first: \(number)}"
    }
    return """
      scenario: \(name)
      about: A page's pictures as a browser asked for them.
      link: \(link)
      origins:
      \(origins.joined(separator: "\n"))
      steps:
      \(steps.joined(separator: "\n"))

      """
  }

  private static func distinct(_ requests: [Request]) -> [Request] {
    var seen: Set<String> = []
    return requests.filter { seen.insert($0.url).inserted }
  }
}
