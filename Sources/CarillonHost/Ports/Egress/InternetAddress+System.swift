import Foundation
import NIOCore

extension InternetAddress: CustomStringConvertible {
    /// Reads what `inet_pton` reads: four decimal numbers, or IPv6 without a zone.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
        }
    }

    /// The address of a socket address; nil for other families.
    init?(_ info: UnsafePointer<addrinfo>) {
        guard let address = info.pointee.ai_addr else { return nil }
        switch info.pointee.ai_family {
        case AF_INET:
            var four = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            self.init(bytes: withUnsafeBytes(of: &four) { Array($0) })
        case AF_INET6:
            var six = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_addr }
            self.init(bytes: withUnsafeBytes(of: &six) { Array($0) })
        default: return nil
        }
    }

    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let four): self.init(bytes: withUnsafeBytes(of: four.address.sin_addr) { Array($0) })
        case .v6(let six): self.init(bytes: withUnsafeBytes(of: six.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: return nil
        }
    }

    /// As `inet_pton` reads it again.
    var description: String {
        if isVersion4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":")
    }
}
