public import CarillonModel
public import CarillonProfiles

/// Makes ids that nobody can guess and nothing repeats; injected, so that tests can foretell them.
public protocol IdentifierMaker: Sendable {
    /// A UUIDv7 (RFC 9562): in time order.
    func uuid() -> String
    /// So many random lower-case hexadecimal digits.
    func hexadecimal(digits: Int) -> String
}

extension IdentifierMaker {
    public func notification(_ style: NotificationIDStyle) -> String {
        switch style {
        case .uuid: uuid()
        case .hexadecimal(let prefix, let digits): prefix + hexadecimal(digits: digits)
        }
    }
}

/// Ids from the system's random numbers.
public struct SystemIdentifiers: IdentifierMaker {
    private let now: @Sendable () -> Instant

    public init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    public func uuid() -> String {
        let milliseconds = UInt64(max(0, now().epochMilliseconds))
        let high = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0xFFF)
        let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF)
        let digits = Hexadecimal.text(of: high) + Hexadecimal.text(of: low)
        let starts = [0, 8, 12, 16, 20, 32]
        return zip(starts, starts.dropFirst())
            .map { String(decoding: digits[$0..<$1], as: UTF8.self) }
            .joined(separator: "-")
    }

    public func hexadecimal(digits: Int) -> String {
        var text: [UInt8] = []
        while text.count < digits { text += Hexadecimal.text(of: UInt64.random(in: .min ... .max)) }
        return String(decoding: text.prefix(digits), as: UTF8.self)
    }
}

private enum Hexadecimal {
    /// Sixteen lower-case digits.
    static func text(of number: UInt64) -> [UInt8] {
        (0..<16).map { place in
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - place * 4)) & 15
            return digit < 10 ? 48 + digit : 87 + digit
        }
    }
}
