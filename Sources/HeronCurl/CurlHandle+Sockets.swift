import CCurl
import Glibc

extension CurlHandle {
  /// Has every socket opened by `openSocket`, and sets what stands for names.
  func setSocketOptions() {
    curl_easy_setopt_pointer(easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    curl_easy_setopt_opensocket(easy, openSocket)
    curl_easy_setopt_list(easy, CURLOPT_RESOLVE, resolveList.first)
    curl_easy_setopt_list(easy, CURLOPT_CONNECT_TO, connectToList.first)
  }
}

// Refused before there is a socket: curl goes on to the name's next address, if it has one.
private let openSocket: curl_opensocket_callback = { context, _, target in
  guard let context, let target, CurlHandle.from(context).mayConnect(to: NetworkAddress(target)) else {
    return CURL_SOCKET_BAD
  }
  // Not for a child process; the rest curl sets itself.
  let kind = target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
  let made = socket(target.pointee.family, kind, target.pointee.protocol)
  if made < 0 { CurlHandle.from(context).didMissSocket(errno) }
  return made
}

extension NetworkAddress {
  /// The address in what curl is about to connect to; nil where it is not of the internet.
  fileprivate init?(_ target: UnsafeMutablePointer<curl_sockaddr>) {
    let place: (offset: Int?, count: Int)
    switch target.pointee.family {
    case AF_INET: place = (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), MemoryLayout<in_addr>.size)
    case AF_INET6: place = (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), MemoryLayout<in6_addr>.size)
    default: return nil
    }
    // The struct ends with the shortest kind of address, and is followed by what does not fit into it.
    guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr), let offset = place.offset,
      offset + place.count <= Int(target.pointee.addrlen)
    else { return nil }
    self.init(bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(target) + start + offset, count: place.count))
  }
}
