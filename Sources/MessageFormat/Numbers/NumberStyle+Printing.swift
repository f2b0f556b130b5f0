extension NumberStyle {
    /// Appends a number that `rounded` returned.
    @inline(__always)
    func append(_ shown: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) {
        if !appendQuickly(shown, to: &writer, locale) { appendInPieces(shown, to: &writer, locale: locale) }
    }

    /// Appends a number of at most 32 printed digits whose digits fit 64 bits, if the writer has room.
    ///
    /// Texts and digits are copied in blocks of fixed length, which is faster than copying their exact length; surplus
    /// bytes are overwritten by what follows. Returns false where nothing was written.
    @inline(__always)
    private func appendQuickly(_ shown: ExactDecimal, to writer: inout UTF8Writer, _ locale: LocaleData) -> Bool {
        guard
            shown.wideDigits == nil, shown.coefficient.high == 0, shown.exponent <= 0, shown.exponent > -20
        else { return false }
        let row = NumberSymbols.row(of: locale)
        let (set, code) = affixSet(row: row, locale: locale)
        let coefficient = shown.coefficient.low
        let fraction = Int(-shown.exponent)
        let count = max(PowersOfTen.digitCount(coefficient), fraction &+ minimumIntegerDigits)
        guard code == nil, count <= 32 else { return false }

        let symbols = NumberSymbols(row: row, for: use)
        let affixes = Affixes(set: set, sign(of: shown))
        let integer = count &- fraction
        let isGrouped = symbols.groups(integer, grouping)
        var room = affixes.prefix.count &+ affixes.suffix.count &+ count &* symbols.digitLength &+ NumberBlock.length
        if isGrouped { room = room &+ integer &* symbols.group.count }
        if fraction > 0 { room = room &+ symbols.decimal.count }

        return writer.append(ifThereIsRoomFor: room) { start in
            var block = NumberBlock(coefficient, digits: count, symbols)
            var end = start
            NumberBlock.copy(affixes.prefix, to: &end)
            if isGrouped {
                block.copyGroups(integer, symbols, to: &end)
            } else {
                block.copy(integer, to: &end)
            }
            if fraction > 0 {
                NumberBlock.copy(symbols.decimal, to: &end)
                block.copy(fraction, to: &end)
            }
            NumberBlock.copy(affixes.suffix, to: &end)
            return end
        }
    }

    /// What the style prints, for selecting symbols.
    @inline(__always)
    var use: NumberSymbols.Use {
        switch kind {
        case .decimal: .numbers
        case .percent: .percentages
        case .currency: isForAccounts ? .accounts : .money
        }
    }
}
