import Testing

@testable import MessageFormat

private func operands(_ text: String) throws -> [UInt64] {
    let found = PluralOperands(try #require(ExactDecimal(text)), compactExponent: 0)
    return [
        found.integer, UInt64(found.fractionDigits), UInt64(found.shortFractionDigits), found.fraction,
        found.shortFraction,
    ]
}

/// The table of UTS #35 part 3: i, v, w, f and t.
@Test(
    arguments: [
        ("1", [1, 0, 0, 0, 0]), ("1.0", [1, 1, 0, 0, 0]), ("1.00", [1, 2, 0, 0, 0]), ("1.3", [1, 1, 1, 3, 3]),
        ("1.30", [1, 2, 1, 30, 3]), ("1.03", [1, 2, 2, 3, 3]), ("1.230", [1, 3, 2, 230, 23]),
        ("-1200.50", [1200, 2, 1, 50, 5]), ("12e2", [1200, 0, 0, 0, 0]),
    ]
)
func `numbers have the operands of the standard`(text: String, expected: [UInt64]) throws {
    #expect(try operands(text) == expected)
}

@Test func `numbers of many digits have them too`() throws {
    let zeros = String(repeating: "0", count: 40)
    let limit = PluralOperands.limit
    #expect(try operands("1\(zeros)21.\(zeros)30") == [limit + 21, 42, 41, 30, 3])
    #expect(try operands("21.7\(zeros)") == [21, 41, 1, limit, 7])
}
