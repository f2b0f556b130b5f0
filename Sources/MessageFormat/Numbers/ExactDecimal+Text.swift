extension ExactDecimal: LosslessStringConvertible {
    /// Reads a number literal of MessageFormat: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
    ///
    /// Nil where the text isn't one, or where a digit is further than `maximumDistance` from the decimal point.
    public init?(_ text: String) {
        var text = text
        guard let number = text.withUTF8({ ExactDecimal(utf8: $0) }) else { return nil }
        self = number
    }

    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard let shape = NumberLiteral(text) else { return nil }
        let distance = Self.maximumDistance
        guard shape.fraction.count <= distance else { return nil }

        if shape.digitCount <= 19 {
            self.init(coefficient: WideInteger(Self.small(text, shape)), exponent: 0, isNegative: shape.isNegative)
        } else {
            let digits = (Array(text[shape.integer]) + text[shape.fraction]).map { $0 &- UInt8(ascii: "0") }
            self.init(digits: digits[...], exponent: 0, isNegative: shape.isNegative)
        }
        // The exponent of zero doesn't matter.
        let scale = (isZero ? 0 : shape.exponent) - shape.fraction.count
        guard scale >= -distance, digitCount + scale <= distance else { return nil }
        exponent = isZero ? min(0, Int32(scale)) : Int32(scale)
    }

    /// Reads at most 19 digits as an integer.
    @inline(__always)
    private static func small(_ text: UnsafeBufferPointer<UInt8>, _ shape: NumberLiteral) -> UInt64 {
        var value: UInt64 = 0
        for index in shape.integer { value = value &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0")) }
        for index in shape.fraction { value = value &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0")) }
        return value
    }

    /// The number with all its digits and without an exponent: `12.50`, `-0`, `1000`.
    public var description: String {
        var text = isNegative ? "-" : ""
        let digits = digits
        let point = digits.count + Int(exponent)
        if point <= 0 { text += "0" }
        for (index, digit) in digits.enumerated() where index < point { text.append(Self.character(digit)) }
        if exponent > 0, !isZero { text += String(repeating: "0", count: Int(exponent)) }
        guard exponent < 0 else { return text }
        text += "."
        if point < 0 { text += String(repeating: "0", count: -point) }
        for digit in digits.dropFirst(max(0, point)) { text.append(Self.character(digit)) }
        return text
    }

    private static func character(_ digit: UInt8) -> Character {
        Character(Unicode.Scalar(UInt8(ascii: "0") + digit))
    }
}

/// The ranges of a number literal's parts in its bytes.
private struct NumberLiteral {
    var isNegative = false
    var integer: Range<Int>
    var fraction: Range<Int>
    /// Clamped to ±1,000,000, because larger numbers are refused anyway.
    var exponent = 0

    var digitCount: Int { integer.count + fraction.count }

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if index < text.count, text[index] == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        integer = Self.digits(text, from: index)
        guard !integer.isEmpty, integer.count == 1 || text[integer.lowerBound] != UInt8(ascii: "0") else { return nil }
        index = integer.upperBound
        fraction = index..<index

        if index < text.count, text[index] == UInt8(ascii: ".") {
            fraction = Self.digits(text, from: index + 1)
            guard !fraction.isEmpty else { return nil }
            index = fraction.upperBound
        }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            guard readExponent(text, from: index + 1, end: &index) else { return nil }
        }
        guard index == text.count else { return nil }
    }

    private mutating func readExponent(
        _ text: UnsafeBufferPointer<UInt8>,
        from start: Int,
        end: inout Int
    ) -> Bool {
        var start = start
        var isNegative = false
        if start < text.count, text[start] == UInt8(ascii: "-") || text[start] == UInt8(ascii: "+") {
            isNegative = text[start] == UInt8(ascii: "-")
            start += 1
        }
        let digits = Self.digits(text, from: start)
        guard !digits.isEmpty else { return false }
        for index in digits where exponent < 1_000_000 {
            exponent = exponent * 10 + Int(text[index] &- UInt8(ascii: "0"))
        }
        if isNegative { exponent = -exponent }
        end = digits.upperBound
        return true
    }

    @inline(__always)
    private static func digits(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
        var end = start
        while end < text.count, text[end] &- UInt8(ascii: "0") < 10 { end &+= 1 }
        return start..<end
    }
}
