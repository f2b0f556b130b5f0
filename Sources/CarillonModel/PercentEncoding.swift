/// Percent-encoding.
///
/// Source: RFC 3986, section 2.
public enum PercentEncoding {
    /// Encodes every byte that isn't unreserved (letters, digits, `-._~`) as `%XX`.
    public static func encode(_ text: String) -> String { encode(text, keeping: isUnreserved) }

    /// Encodes every byte as `%XX`, apart from those that are kept.
    public static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        guard !text.utf8.allSatisfy(isKept) else { return text }
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isKept(byte) { encoded.append(byte) } else { encoded += escape(byte) }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// One byte as `%XX`.
    public static func encode(_ byte: UInt8) -> String { String(decoding: escape(byte), as: UTF8.self) }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// Nil for a `%` without two hexadecimal digits, and for bytes that are no UTF-8.
    ///
    /// - Parameters:
    ///   - plusIsSpace: `+` is a space, as in queries that forms write.
    ///   - keepsStray: a `%` without two hexadecimal digits is kept as it is.
    public static func decode(
        _ text: some StringProtocol,
        plusIsSpace: Bool = false,
        keepsStray: Bool = false
    ) -> String? {
        let isEncoded = { (byte: UInt8) in byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+") }
        guard text.utf8.contains(where: isEncoded) else { return String(text) }
        return bytes(of: text, plusIsSpace: plusIsSpace, keepsStray: keepsStray).flatMap {
            $0.text(in: $0.indices, isChecked: false)
        }
    }

    /// The bytes that a text stands for; nil for a `%` without two hexadecimal digits that isn't kept.
    static func bytes(of text: some StringProtocol, plusIsSpace: Bool, keepsStray: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            let digits = rest.prefix(2).compactMap(\.hexadecimalValue)
            if digits.count == 2 {
                decoded.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                guard keepsStray else { return nil }
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Whether a byte is a letter, a digit or one of `-._~`.
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: byte.isAlphanumeric
        }
    }
}
