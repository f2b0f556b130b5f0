import Foundation
import NIOCore

extension InternetAddress: CustomStringConvertible {
    /// Reads what `inet_pton` reads: four decimal numbers, or IPv6 without a zone.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// The address of a socket address; nil for other families.
    ///
    /// Read by its place in memory, `sin_addr` behind 4 bytes and `sin6_addr` behind 8: several C modules declare these
    /// structures, and which of them the compiler believes to own a member differs from build to build.
    ///
    /// Source: RFC 3493, sections 3.2 and 3.3, and POSIX, `netinet/in.h`.
    init?(_ info: UnsafePointer<addrinfo>) {
        guard let address = UnsafeRawPointer(info.pointee.ai_addr) else { return nil }
        switch info.pointee.ai_family {
        case AF_INET: self.init(bytes: Array(UnsafeRawBufferPointer(start: address + 4, count: 4)))
        case AF_INET6: self.init(bytes: Array(UnsafeRawBufferPointer(start: address + 8, count: 16)))
        default: return nil
        }
    }

    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(text)
    }

    /// As `inet_pton` reads it again.
    var description: String {
        if isVersion4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":")
    }
}
