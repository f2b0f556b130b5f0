/// One argument, with its fields side by side instead of an enumeration, so that the formatter reads only the two or
/// three fields that it needs.
///
/// Copying a whole `MessageValue`, or retaining a text, takes longer than writing a short text. The fields for a short
/// text or a number are in the first 64 bytes, which is one cache line.
struct ArgumentSlot: Sendable {
    enum Kind: UInt8, Sendable {
        case absent
        /// The UTF-8 is in `words`, the length in `integer`.
        case shortText
        /// A longer text, in `other`.
        case text
        case integer
        /// A decimal of at most 38 digits, its coefficient in `words`.
        case decimal
        /// The same with a currency.
        case money
        /// The value is in `other`.
        case other
    }

    /// How many bytes of text fit into the slot itself.
    static let shortest = 48

    private(set) var kind = Kind.absent
    /// For a short text: whether it is ASCII.
    private(set) var isASCII = false
    private var isNegative = false
    private var exponent: Int32 = 0
    private(set) var integer = 0
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    private var other: MessageValue?

    init() {}

    init(_ value: MessageValue?) {
        set(value)
    }
}

// MARK: - Reading

extension ArgumentSlot {
    /// The value as it was given.
    var value: MessageValue? {
        switch kind {
        case .absent: nil
        case .shortText: .string(shortText)
        case .integer: .integer(integer)
        case .decimal: .decimal(decimal)
        case .money: .money(decimal, currency)
        case .text, .other: other
        }
    }

    /// The text, whether short or long.
    var anyText: String? {
        switch kind {
        case .shortText: shortText
        case .text: longText
        case .absent, .integer, .decimal, .money, .other: nil
        }
    }

    /// A text that isn't stored in the slot; only for kind `text`.
    var longText: String {
        guard case .string(let text)? = other else { return "" }
        return text
    }

    /// Only for kinds `decimal` and `money`.
    @inline(__always)
    var decimal: ExactDecimal {
        let coefficient = WideInteger(high: words.1, low: words.0)
        return ExactDecimal(coefficient: coefficient, exponent: exponent, isNegative: isNegative)
    }

    /// Only for kind `money`.
    @inline(__always)
    var currency: CurrencyCode {
        CurrencyCode(
            low: words.2,
            middle: words.3,
            high: words.4,
            row: UInt8(truncatingIfNeeded: words.5)
        )
    }

    /// The address of a short text's bytes in a slot.
    @inline(__always)
    static func shortText(of slot: UnsafePointer<ArgumentSlot>) -> UnsafeRawPointer {
        UnsafeRawPointer(slot) + (MemoryLayout<ArgumentSlot>.offset(of: \.words) ?? 0)
    }

    private var shortText: String {
        withUnsafeBytes(of: words) { bytes in
            String(decoding: UnsafeRawBufferPointer(rebasing: bytes.prefix(integer)), as: UTF8.self)
        }
    }
}

// MARK: - Writing

extension ArgumentSlot {
    mutating func set(_ value: MessageValue?) {
        isASCII = false
        other = nil
        switch value {
        case .string(let text)?:
            set(text)
        case .integer(let number)?:
            kind = .integer
            integer = number
        case .decimal(let number)? where number.wideDigits == nil:
            kind = .decimal
            set(number)
        case .money(let amount, let code)? where amount.wideDigits == nil:
            kind = .money
            set(amount)
            words.2 = code.low
            words.3 = code.middle
            words.4 = code.high
            words.5 = UInt64(code.row)
        case let value?:
            kind = .other
            other = value
        case nil:
            kind = .absent
        }
    }

    private mutating func set(_ number: ExactDecimal) {
        words.0 = number.coefficient.low
        words.1 = number.coefficient.high
        exponent = number.exponent
        isNegative = number.isNegative
    }

    private mutating func set(_ text: String) {
        let length = text.utf8.count
        guard length <= Self.shortest else {
            kind = .text
            other = .string(text)
            return
        }
        kind = .shortText
        integer = length
        var seen: UInt8 = 0
        withUnsafeMutableBytes(of: &words) { bytes in
            var index = 0
            for byte in text.utf8 {
                bytes[index] = byte
                seen |= byte
                index &+= 1
            }
        }
        isASCII = seen < 0x80
    }
}
