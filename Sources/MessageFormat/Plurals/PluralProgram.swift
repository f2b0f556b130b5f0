/// The rules of one set as compiled by `LanguageTables`, for numbers that the table doesn't list.
///
/// Bytes: count of categories; for each its value and count of alternatives; for each the count of conditions; for each
/// operand (with 8 for "not"), modulus, count of ranges, and those as pairs of three-group numbers.
struct PluralProgram {
    private let code: UnsafePointer<UInt8>

    init(_ ruleSet: UInt8) {
        let table = PluralTable.bytes.utf8Start
        let offset = table.number2(at: PluralTable.repetitions + Int(ruleSet) * 3 + 1)
        code = table + (PluralTable.programs + offset)
    }

    /// The first category with an alternative that holds, else `other`.
    func category(of number: PluralOperands) -> PluralCategory {
        var position = 1
        for _ in 0..<code.number1(at: 0) {
            let category = code[position]
            let alternatives = code.number1(at: position + 1)
            position += 2
            var holds = false
            for _ in 0..<alternatives where conditionsHold(for: number, at: &position) { holds = true }
            if holds { return PluralCategory(rawValue: category) ?? .other }
        }
        return .other
    }

    /// Whether all conditions of the alternative at `position` hold; advances past it.
    private func conditionsHold(for number: PluralOperands, at position: inout Int) -> Bool {
        var holds = true
        let count = code.number1(at: position)
        position += 1
        for _ in 0..<count {
            let operand = code.number1(at: position)
            let modulus = Self.moduli[code.number1(at: position + 1)]
            let ranges = code.number1(at: position + 2)
            position += 3
            var isInRange = false
            if let value = Self.value(operand & 7, of: number) {
                let rest = modulus == 1 ? value : value % modulus
                for range in 0..<ranges {
                    let lower = code.number3(at: position + range * 6)
                    let upper = code.number3(at: position + range * 6 + 3)
                    if rest >= UInt64(lower), rest <= UInt64(upper) { isInRange = true }
                }
            }
            position += ranges * 6
            if isInRange == (operand & 8 != 0) { holds = false }
        }
        return holds
    }

    /// A byte of the code.
    func number(at position: Int) -> Int { code.number1(at: position) }

    /// Of remainders, as a condition has it.
    func range(at position: Int) -> ClosedRange<Int> { code.number3(at: position)...code.number3(at: position + 3) }

    static let moduli: [UInt64] = [1, 10, 100, 1_000, 100_000, 1_000_000]

    /// Nil for `n` with a fraction, which equals no integer.
    private static func value(_ operand: Int, of number: PluralOperands) -> UInt64? {
        switch operand {
        case 0: number.shortFraction == 0 ? number.integer : nil
        case 1: number.integer
        case 2: UInt64(number.fractionDigits)
        case 3: UInt64(number.shortFractionDigits)
        case 4: number.fraction
        case 5: number.shortFraction
        default: UInt64(max(0, number.compactExponent))
        }
    }
}
