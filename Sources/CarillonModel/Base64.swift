/// Base64 in its two alphabets.
///
/// Source: RFC 4648, sections 4 and 5.
public enum Base64 {
    public enum Alphabet: Sendable {
        /// With `+` and `/`, padded.
        case standard
        /// With `-` and `_`, without padding: what tokens and URLs hold.
        case url
    }

    public static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard) -> String {
        let digits = Array((alphabet == .standard ? standardDigits : urlDigits).utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var count = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            count += 1
            guard count == 3 else { continue }
            for shift: UInt32 in [18, 12, 6, 0] { text.append(digits[Int(group >> shift & 63)]) }
            group = 0
            count = 0
        }
        if count > 0 {
            group <<= UInt32(8 * (3 - count))
            for shift: UInt32 in [18, 12, 6].prefix(count + 1) { text.append(digits[Int(group >> shift & 63)]) }
            if alphabet == .standard { text += repeatElement(UInt8(ascii: "="), count: 3 - count) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Takes what ``encode(_:_:)`` makes with this alphabet, and nothing else: one text for each value.
    public static func decode(_ text: some StringProtocol, only alphabet: Alphabet) -> [UInt8]? {
        guard let bytes = decode(text), encode(bytes, alphabet).utf8.elementsEqual(text.utf8) else { return nil }
        return bytes
    }

    /// Takes both alphabets, padded or not; nil for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8.dropFirst(digits.count)
        guard digits.count % 4 != 1, padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        var bytes: [UInt8] = []
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            group = group << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        }
        return bytes
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standardDigits = letters + "+/"
    private static let urlDigits = letters + "-_"

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
