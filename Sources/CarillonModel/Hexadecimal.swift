extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    public var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The value of an ASCII digit, in either case; nil for other bytes.
    public var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - 48
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - 55
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - 87
        default: nil
        }
    }
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
