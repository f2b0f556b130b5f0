/// A currency: three letters of ISO 4217 (`NOK`), or the ticker of a token (`USDC`, `wstETH`).
public struct CurrencyCode: Sendable, Hashable {
    /// How many bytes a code may have.
    public static let longest = 24

    /// The code's bytes, with the first one lowest and unused ones zero.
    let low: UInt64
    let middle: UInt64
    let high: UInt64
    /// Row of the currency in the tables, or `noRow`.
    let row: UInt8

    static let noRow: UInt8 = 127

    /// A code from stored parts.
    @inline(__always)
    init(low: UInt64, middle: UInt64, high: UInt64, row: UInt8) {
        self.low = low
        self.middle = middle
        self.high = high
        self.row = row
    }

    /// Reads a code of 1 to 24 ASCII letters, digits, `.`, `-` or `_`; nil for any other text.
    ///
    /// Three letters are read as an ISO 4217 code without case, whether the standard lists it or not; any other text is
    /// kept as written.
    public init?(_ text: some StringProtocol) {
        var bytes: (low: UInt64, middle: UInt64, high: UInt64) = (0, 0, 0)
        var count = 0
        var letters = 0
        for byte in text.utf8 {
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            let isOther = byte &- UInt8(ascii: "0") < 10 || byte == 0x2D || byte == 0x2E || byte == 0x5F
            guard count < Self.longest, isLetter || isOther else { return nil }
            letters += isLetter ? 1 : 0
            let shifted = UInt64(byte) << (8 * UInt64(count & 7))
            switch count >> 3 {
            case 0: bytes.low |= shifted
            case 1: bytes.middle |= shifted
            default: bytes.high |= shifted
            }
            count += 1
        }
        guard count > 0 else { return nil }
        if count == 3, letters == 3 {
            low = bytes.low & 0xDF_DFDF
            middle = 0
            high = 0
            row = Self.row(ofISO: low)
        } else {
            low = bytes.low
            middle = bytes.middle
            high = bytes.high
            row = Self.noRow
        }
    }

    /// Whether the code has the form of ISO 4217.
    public var isISOFormed: Bool {
        low >> 24 == 0 && low >> 16 != 0
            && (0..<3).allSatisfy { UInt8(truncatingIfNeeded: low >> ($0 * 8)).isUpperCase }
    }

    /// The number of minor digits: 2 for `NOK`, 0 for `JPY`, 3 for `KWD`, and 2 for unknown codes.
    public var fractionDigits: Int {
        if row != Self.noRow {
            let start = NumberTable.currencies + NumberTable.currencyCount * 3
            return NumberTable.bytes.utf8Start.number1(at: start + Int(row))
        }
        switch description {
        case "BIF", "DJF", "GNF", "KMF", "PYG", "UYI", "VUV", "XPF": return 0
        case "LYD": return 3
        case "CLF", "UYW": return 4
        default: return 2
        }
    }

    /// Looks the code up in a perfect hash table.
    private static func row(ofISO code: UInt64) -> UInt8 {
        let table = NumberTable.bytes.utf8Start
        let key = Int(code & 31) << 10 | Int(code >> 8 & 31) << 5 | Int(code >> 16 & 31)
        let slot = table.number1(at: NumberTable.hash + (key &* NumberTable.hashMultiplier) >> 7 & NumberTable.hashMask)
        guard slot > 0 else { return noRow }
        let listed = table + (NumberTable.currencies + (slot - 1) * 3)
        let matches = UInt64(listed[0]) | UInt64(listed[1]) << 8 | UInt64(listed[2]) << 16 == code
        return matches ? UInt8(slot - 1) : noRow
    }
}

extension CurrencyCode: CustomStringConvertible {
    /// The code as it is shown.
    public var description: String {
        withTextWriter(expecting: Self.longest) { append(to: &$0) }
    }

    func append(to writer: inout UTF8Writer) {
        for word in [low, middle, high] {
            var rest = word
            while rest != 0 {
                writer.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
    }
}

extension UInt8 {
    fileprivate var isUpperCase: Bool { self &- UInt8(ascii: "A") < 26 }
}
