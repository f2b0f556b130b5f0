extension NumberStyle {
    /// Appends a number that `rounded` returned.
    @discardableResult
    @inline(__always)
    func append(_ shown: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) -> NumberLayout {
        let row = NumberSymbols.row(of: locale)
        let symbols = NumberSymbols(row: row, for: use)
        let (set, code) = affixSet(row: row, locale: locale)
        let affixes = Affixes(set: set, sign(of: shown))

        let start = writer.count
        writer.append(affixes.prefix, code: code)
        let integerStart = writer.count
        var integerEnd = integerStart
        if shown.wideDigits == nil, shown.coefficient <= UInt128(UInt64.max), shown.exponent <= 0, shown.exponent > -20
        {
            let coefficient = UInt64(truncatingIfNeeded: shown.coefficient)
            let scale = Int(-shown.exponent)
            if scale == 0 {
                appendInteger(coefficient, symbols, to: &writer)
                integerEnd = writer.count
            } else {
                let (whole, fraction) = coefficient.quotientAndRemainder(dividingBy: PowersOfTen.small[scale])
                appendInteger(whole, symbols, to: &writer)
                integerEnd = writer.count
                writer.append(symbols.decimal)
                symbols.appendFixed(fraction, digits: scale, to: &writer)
            }
        } else {
            integerEnd = appendLong(shown, symbols, to: &writer)
        }
        let fractionEnd = writer.count
        writer.append(affixes.suffix, code: code)
        return NumberLayout(
            start: start,
            integer: integerStart..<integerEnd,
            fraction: fractionEnd > integerEnd ? integerEnd &+ symbols.decimal.count..<fractionEnd : nil,
            end: writer.count
        )
    }

    @inline(__always)
    private var use: NumberSymbols.Use {
        switch kind {
        case .decimal: .numbers
        case .percent: .percentages
        case .currency: isForAccounts ? .accounts : .money
        }
    }

    @inline(__always)
    private func appendInteger(_ value: UInt64, _ symbols: NumberSymbols, to writer: inout UTF8Writer) {
        let digits = max(PowersOfTen.digitCount(value), minimumIntegerDigits)
        if symbols.groups(digits, grouping) {
            symbols.appendGrouped(value, digits: digits, to: &writer)
        } else {
            symbols.appendFixed(value, digits: digits, to: &writer)
        }
    }

    /// A number whose digits don't fit 64 bits.
    ///
    /// Returns where its integer ends.
    @inline(never)
    private func appendLong(_ shown: ExactDecimal, _ symbols: NumberSymbols, to writer: inout UTF8Writer) -> Int {
        let digits = shown.digits
        let point = digits.count + Int(shown.exponent)
        let places = max(point, minimumIntegerDigits)
        let isGrouped = symbols.groups(places, grouping)
        for place in stride(from: places - 1, through: 0, by: -1) {
            let index = point - 1 - place
            symbols.append(digit: digits.indices.contains(index) ? digits[index] : 0, to: &writer)
            if isGrouped, symbols.separates(after: place) { writer.append(symbols.group) }
        }
        let end = writer.count
        guard shown.exponent < 0 else { return end }
        writer.append(symbols.decimal)
        for index in point..<digits.count {
            symbols.append(digit: index < 0 ? 0 : digits[index], to: &writer)
        }
        return end
    }
}

extension NumberSymbols {
    /// Whether a group separator follows the digit with `place` digits behind it.
    @inline(__always)
    func separates(after place: Int) -> Bool {
        place == primary || place > primary && (place &- primary) % secondary == 0
    }

    /// A digit 0–9 in the locale's digits.
    @inline(__always)
    func append(digit: UInt8, to writer: inout UTF8Writer) {
        guard let digits else { return writer.append(UInt8(ascii: "0") &+ digit) }
        writer.append(digits + Int(digit) &* digitLength, count: digitLength)
    }

    /// Exactly `count` digits of `value`, with zeros in front where it has fewer.
    @inline(__always)
    func appendFixed(_ value: UInt64, digits count: Int, to writer: inout UTF8Writer) {
        guard digits == nil else { return appendNative(value, digits: count, isGrouped: false, to: &writer) }
        writer.append(atMost: count) { start in
            DigitPairs.write(value, digits: count, to: start)
            return count
        }
    }

    @inline(__always)
    func appendGrouped(_ value: UInt64, digits count: Int, to writer: inout UTF8Writer) {
        guard digits == nil, primary == 3, secondary == 3 else {
            return appendNative(value, digits: count, isGrouped: true, to: &writer)
        }
        // From the last group to the first, each of three digits with its separator in front.
        let separators = (count &- 1) / 3
        let length = count &+ separators &* group.count
        writer.append(atMost: length) { start in
            var end = start + length
            var rest = value
            for _ in 0..<separators {
                let (upper, lower) = rest.quotientAndRemainder(dividingBy: 1000)
                DigitPairs.write(lower, digits: 3, to: end - 3)
                end -= 3 &+ group.count
                for index in 0..<group.count { end[index] = group.start[index] }
                rest = upper
            }
            DigitPairs.write(rest, digits: count &- separators &* 3, to: start)
            return length
        }
    }

    /// Digits other than ASCII's, or groups that aren't all of three.
    @inline(never)
    private func appendNative(_ value: UInt64, digits count: Int, isGrouped: Bool, to writer: inout UTF8Writer) {
        let separators = isGrouped ? 1 &+ (count &- primary &- 1) / secondary : 0
        let length = count &* digitLength &+ separators &* group.count
        writer.append(atMost: length) { start in
            var end = start + length
            var rest = value
            for place in 0..<count {
                if isGrouped, place > 0, separates(after: place) {
                    end -= group.count
                    for index in 0..<group.count { end[index] = group.start[index] }
                }
                let (upper, digit) = rest.quotientAndRemainder(dividingBy: 10)
                rest = upper
                end -= digitLength
                if let digits {
                    for index in 0..<digitLength { end[index] = digits[Int(digit) &* digitLength &+ index] }
                } else {
                    end[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                }
            }
            return length
        }
    }
}

/// ASCII digits, two at a time.
enum DigitPairs {
    /// Writes the last `count` digits of `value`, with zeros in front where it has fewer.
    @inline(__always)
    static func write(_ value: UInt64, digits count: Int, to start: UnsafeMutablePointer<UInt8>) {
        let pairs = text.utf8Start
        var rest = value
        var index = count
        while index >= 2 {
            index &-= 2
            let (upper, lower) = rest.quotientAndRemainder(dividingBy: 100)
            start[index] = pairs[Int(truncatingIfNeeded: lower) &* 2]
            start[index &+ 1] = pairs[Int(truncatingIfNeeded: lower) &* 2 &+ 1]
            rest = upper
        }
        if index == 1 { start[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
    }

    private static var text: StaticString {
        """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
        5556575859606162636465666768697071727374757677787980818283848586878889909192939495969798\
        99
        """
    }
}
