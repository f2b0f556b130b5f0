import Foundation

/// A connection to this machine, byte by byte.
enum RawSocket {
    /// - Parameter source: the last number of the client's address: 2 is 127.0.0.2.
    /// - Returns: the descriptor, which the caller closes.
    static func connect(to port: Int, from source: UInt8 = 1) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        if source != 1 { _ = withAddress(source, port: 0) { bind(descriptor, $0, size) } }
        let status = withAddress(1, port: port) { Foundation.connect(descriptor, $0, size) }
        guard descriptor >= 0, status == 0 else {
            let failure = POSIXError(.init(rawValue: errno) ?? .EIO)
            if descriptor >= 0 { close(descriptor) }
            throw failure
        }
        return descriptor
    }

    /// Writes as much as the other side takes at once.
    static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Asks for a path on a connection of its own.
    ///
    /// - Returns: the answer; what has come of it, where that takes more than ten seconds.
    static func ask(_ path: String, port: Int, from source: UInt8) throws -> String {
        let descriptor = try connect(to: port, from: source)
        defer { close(descriptor) }
        var timeLimit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeLimit, socklen_t(MemoryLayout<timeval>.size))
        write("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: descriptor)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ports that nobody listens on; another program may take one before they are used, which is rare.
    static func freePorts(_ count: Int) throws -> [Int] {
        let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for descriptor in sockets { close(descriptor) } }
        return try sockets.map { descriptor in
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            var address = sockaddr_in()
            let status = withAddress(1, port: 0) { bind(descriptor, $0, size) }
            let named = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
            }
            guard status == 0, named == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return Int(in_port_t(bigEndian: address.sin_port))
        }
    }

    private static func withAddress<Result>(
        _ last: UInt8,
        port: Int,
        _ body: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = (in_addr_t(0x7F00_0000) + in_addr_t(last)).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }
}
