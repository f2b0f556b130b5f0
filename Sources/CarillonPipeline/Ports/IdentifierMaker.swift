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
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for place in 0..<32 {
                if place.isMultiple(of: 4), (8...20).contains(place) {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                text[end] = (place < 16 ? high : low).hexadecimalDigit(place % 16)
                end += 1
            }
            return end
        }
    }

    public func hexadecimal(digits: Int) -> String {
        String(unsafeUninitializedCapacity: digits) { text in
            var number: UInt64 = 0
            for place in 0..<digits {
                if place.isMultiple(of: 16) { number = UInt64.random(in: .min ... .max) }
                text[place] = number.hexadecimalDigit(place % 16)
            }
            return digits
        }
    }
}

extension UInt64 {
    /// One of sixteen in lower case, the most significant first, as an ASCII byte.
    fileprivate func hexadecimalDigit(_ place: Int) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: self >> UInt64(60 - place * 4)) & 15
        return digit < 10 ? 48 + digit : 87 + digit
    }
}
