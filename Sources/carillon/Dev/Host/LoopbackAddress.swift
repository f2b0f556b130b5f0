import CarillonModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a host listens on this machine: keys are sent there unencrypted, so it is never another machine.
///
/// Without Foundation, whose client would make a small program large, and without the system's resolver, which a static
/// program can't have.
struct LoopbackAddress: DevHostAddress, Hashable {
    /// Such as `http://127.0.0.1:8080`.
    let origin: String
    private let name: String
    private let isIPv6: Bool
    private let port: UInt16

    static let shape = "http:// with localhost, an address 127.… or [::1], and a port"

    /// What an answer may have, in bytes.
    private static let answerLimit = 1 << 20
    /// How long a host may take to answer, in seconds.
    private static let answerTimeout = 5

    /// - Returns: nil for anything but the address of this machine over plain HTTP.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("http://") else { return nil }
        var authority = text.dropFirst(7)
        if authority.hasSuffix("/") { authority = authority.dropLast() }
        var number = "80"
        if let colon = authority.lastIndex(of: ":"), authority.last != "]" {
            number = String(authority[authority.index(after: colon)...])
            authority = authority[..<colon]
        }
        guard number.allSatisfy(\.isASCII), let port = UInt16(number), port > 0 else { return nil }
        let host = authority.lowercased()
        isIPv6 = host == "[::1]"
        name = host == "localhost" ? "127.0.0.1" : isIPv6 ? "::1" : host
        self.port = port
        var address = in_addr()
        guard isIPv6 || name.hasPrefix("127.") && inet_pton(AF_INET, name, &address) == 1 else { return nil }
        origin = "http://\(host):\(port)"
    }

    /// Sends a request, and waits for the answer.
    func answer(to request: LoopbackRequest) throws(LoopbackFailure) -> LoopbackAnswer {
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw Self.failure("there is no socket") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: .init(Self.answerTimeout), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor) == 0 else { throw Self.failure("there is no host") }
        var rest = request.bytes(to: String(origin.dropFirst(7)))[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.flags) }
            guard count > 0 else { throw Self.failure("the host doesn't listen") }
            rest = rest.dropFirst(count)
        }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while bytes.count < Self.answerLimit {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Self.failure("the host doesn't answer") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return try LoopbackAnswer(bytes)
    }

    private func connect(_ descriptor: Int32) -> Int32 {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, name, &address.sin6_addr)
            return Self.connect(descriptor, &address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, name, &address.sin_addr)
        return Self.connect(descriptor, &address)
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connectToAddress(descriptor, $0, size) }
        }
    }

    private static func failure(_ what: String) -> LoopbackFailure {
        LoopbackFailure("\(what) (\(String(cString: strerror(errno))))")
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
    #if canImport(Darwin)
    private static let flags: Int32 = 0
    #else
    /// A host that goes away is no reason to end.
    private static let flags = Int32(MSG_NOSIGNAL)
    #endif
}

/// The system's `connect`, which a method of the same name hides.
private func connectToAddress(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

extension Instant {
    /// By the system's clock.
    static var systemTime: Instant {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Instant(epochMilliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    }
}
