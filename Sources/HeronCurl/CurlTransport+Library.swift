import CCurl
import Glibc

extension CurlTransport {
  /// Whether the libcurl that is loaded speaks HTTP/3.
  public static let speaksHTTP3: Bool = {
    guard let version = curl_loaded_version() else { return false }
    return curl_has_http3(version) != 0
  }()

  /// Whether libcurl's own default for trusted certificates is a file that is there.
  static let hasBundle: Bool = {
    guard let version = curl_loaded_version(), let path = version.pointee.cainfo else { return false }
    return access(path, R_OK) == 0
  }()
}
