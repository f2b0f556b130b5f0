import Testing

@testable import MessageFormat

private func rounded(_ text: String, _ change: (inout Rounding) -> Void) throws -> String {
    var rounding = Rounding()
    change(&rounding)
    return try rounding(#require(ExactDecimal(text))).description
}

/// The table of ECMA-402 and UTS #35: what becomes of ±1.5, ±2.5 and their neighbours as integers.
@Test(
    arguments: [
        (Rounding.Mode.ceil, ["2", "3", "3", "-1", "-2", "-2", "1"]),
        (.floor, ["1", "2", "2", "-2", "-3", "-3", "0"]),
        (.expand, ["2", "3", "3", "-2", "-3", "-3", "1"]),
        (.trunc, ["1", "2", "2", "-1", "-2", "-2", "0"]),
        (.halfCeil, ["2", "3", "2", "-1", "-2", "-2", "0"]),
        (.halfFloor, ["1", "2", "2", "-2", "-3", "-2", "0"]),
        (.halfExpand, ["2", "3", "2", "-2", "-3", "-2", "0"]),
        (.halfTrunc, ["1", "2", "2", "-1", "-2", "-2", "0"]),
        (.halfEven, ["2", "2", "2", "-2", "-2", "-2", "0"]),
    ]
)
func `every mode rounds as it should, also numbers of many digits`(mode: Rounding.Mode, results: [String]) throws {
    let numbers = ["1.5", "2.5", "2.4", "-1.5", "-2.5", "-2.4", "0.1"]
    for (number, result) in zip(numbers, results) {
        let change: (inout Rounding) -> Void = { rounding in
            rounding.maximumFractionDigits = 0
            rounding.mode = mode
        }
        #expect(try rounded(number, change) == result)
        // The same, written with sixty more digits, and in front of forty others.
        #expect(try rounded(number + String(repeating: "0", count: 60), change) == result)
        let sign = number.hasPrefix("-") ? "-" : ""
        let front = sign + "2" + String(repeating: "0", count: 40)
        let shown = front + result.replacing("-", with: "")
        #expect(try rounded(front + number.replacing("-", with: ""), change) == shown)
    }
}

@Test func `nines carry over`() throws {
    #expect(try rounded("999.9996") { _ in } == "1000")
    #expect(try rounded("0.9996") { _ in } == "1")
    #expect(
        try rounded("99999999999999999999999999999999999999.9999") { _ in } == "1" + String(repeating: "0", count: 38)
    )
    #expect(try rounded("9.99") { $0.maximumSignificantDigits = 2 } == "10")
}

@Test func `digits are filled up with zeros as asked`() throws {
    #expect(try rounded("1.5") { $0.minimumFractionDigits = 2 } == "1.50")
    #expect(try rounded("1e3") { $0.minimumFractionDigits = 1 } == "1000.0")
    #expect(try rounded("0") { $0 = Rounding(fractionDigits: 100) } == "0." + String(repeating: "0", count: 100))
    #expect(try rounded("1") { $0.minimumSignificantDigits = 4 } == "1.000")
    #expect(try rounded("0") { $0.minimumSignificantDigits = 3 } == "0.00")
    #expect(try rounded("0.012") { $0.minimumSignificantDigits = 3 } == "0.0120")
    #expect(try rounded("123456") { $0.maximumSignificantDigits = 2 } == "120000")
    #expect(try rounded("18446744073709551615.5") { $0 = Rounding(fractionDigits: 3) } == "18446744073709551615.500")
}

@Test func `zeros are left out of whole numbers alone`() throws {
    let change: (inout Rounding) -> Void = { rounding in
        rounding = Rounding(fractionDigits: 2)
        rounding.dropsZeroFraction = true
    }
    #expect(try rounded("12.00", change) == "12")
    #expect(try rounded("12.001", change) == "12")
    #expect(try rounded("12.50", change) == "12.50")
}

@Test func `steps are kept, whatever their size`() throws {
    func steps(_ text: String, of increment: Int, digits: Int, _ mode: Rounding.Mode = .halfExpand) throws -> String {
        try rounded(text) { rounding in
            rounding = Rounding(fractionDigits: digits)
            rounding.increment = increment
            rounding.mode = mode
        }
    }
    #expect(try steps("1.22", of: 5, digits: 2) == "1.20")
    #expect(try steps("1.225", of: 5, digits: 2) == "1.25")
    #expect(try steps("1.225", of: 5, digits: 2, .halfTrunc) == "1.20")
    #expect(try steps("1.225", of: 5, digits: 2, .halfEven) == "1.20")
    #expect(try steps("1.275", of: 5, digits: 2, .halfEven) == "1.30")
    #expect(try steps("1", of: 25, digits: 0) == "0")
    #expect(try steps("12.5", of: 25, digits: 0) == "25")
    #expect(try steps("7499.99", of: 5000, digits: 0) == "5000")
    #expect(try steps("7500", of: 5000, digits: 0) == "10000")
    let many = "123456789012345678901234567890123456789012"
    #expect(try steps(many + ".5", of: 25, digits: 0) == "123456789012345678901234567890123456789025")
    #expect(try steps(many + ".4", of: 25, digits: 0) == "123456789012345678901234567890123456789000")
}
