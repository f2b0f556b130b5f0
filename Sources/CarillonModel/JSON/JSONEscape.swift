/// An escape in a JSON string, as it is in a text: for the reader of requests, which stops at the first fault, and that
/// of tenants' files, which goes on.
///
/// Source: RFC 8259, section 7.
package enum JSONEscape: Hashable, Sendable {
    /// What it represents; two escapes of a surrogate pair are one.
    case scalar(Unicode.Scalar, length: Int)
    /// None of JSON's, or a `\u` without four digits.
    ///
    /// The length counts what belongs to it: a backslash alone where the text or the line ends behind it.
    case unknown(length: Int)
    /// Half of a surrogate pair.
    case loneSurrogate(length: Int)

    /// - Parameter start: the position of the backslash.
    package init(in bytes: [UInt8], at start: Int) {
        let next = start + 1
        guard next < bytes.count else {
            self = .unknown(length: 1)
            return
        }
        switch bytes[next] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            self = .scalar(Unicode.Scalar(bytes[next]), length: 2)
        case UInt8(ascii: "b"): self = .scalar("\u{8}", length: 2)
        case UInt8(ascii: "f"): self = .scalar("\u{C}", length: 2)
        case UInt8(ascii: "n"): self = .scalar("\n", length: 2)
        case UInt8(ascii: "r"): self = .scalar("\r", length: 2)
        case UInt8(ascii: "t"): self = .scalar("\t", length: 2)
        case UInt8(ascii: "u"): self = Self.unicode(in: bytes, at: start)
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): self = .unknown(length: 1)
        default:
            let end = bytes[(next + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
            self = .unknown(length: end - start)
        }
    }

    private static func unicode(in bytes: [UInt8], at start: Int) -> JSONEscape {
        let first = unit(in: bytes, at: start + 2)
        guard let high = first.value else { return .unknown(length: first.end - start) }
        if let scalar = Unicode.Scalar(high) { return .scalar(scalar, length: first.end - start) }
        let second = unit(in: bytes, at: first.end + 2)
        guard high < 0xDC00, bytes[first.end...].starts(with: #"\u"#.utf8), let low = second.value,
            (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        else { return .loneSurrogate(length: first.end - start) }
        return .scalar(scalar, length: second.end - start)
    }

    /// Four hexadecimal digits, and where they end; without a value where there are fewer.
    private static func unit(in bytes: [UInt8], at start: Int) -> (value: UInt32?, end: Int) {
        var value: UInt32 = 0
        for position in start..<start + 4 {
            guard position < bytes.count, let digit = bytes[position].hexadecimalValue else { return (nil, position) }
            value = value << 4 | UInt32(digit)
        }
        return (value, start + 4)
    }
}
