import MessageFormat
import Testing

@Test(
    arguments: [
        "0", "-0", "1", "-1", "0.1", "12.50", "100", "0.000", "9223372036854775808", "18446744073709551616",
        "99999999999999999999999999999999999999", "100000000000000000000000000000000000000",
        "-123456789012345678901234567890123456789012345678901234567890.0000000000000000000000000000000000000000010",
    ]
)
func `a decimal is written as it was read`(text: String) throws {
    #expect(try #require(ExactDecimal(text)).description == text)
}

@Test(
    arguments: [
        ("1e3", "1000"), ("1E+3", "1000"), ("12e-1", "1.2"), ("1.50e1", "15.0"), ("5e-3", "0.005"), ("0e5", "0"),
        ("0e-999999999", "0"), ("0.0e99999999999999999999", "0.0"), ("-1e0", "-1"), ("1.2e-2", "0.012"),
    ]
)
func `exponents move the point`(text: String, plain: String) throws {
    #expect(try #require(ExactDecimal(text)).description == plain)
}

@Test(
    arguments: [
        "", "-", "+1", ".1", "1.", "00", "01", "-01", "1e", "1e+", "0x1", "1_000", " 1", "1 ", "1,5", "١", "Infinity",
        "NaN", "--1", "1.2.3", "1e1.5",
    ]
)
func `texts that aren't number literals are refused`(text: String) {
    #expect(ExactDecimal(text) == nil)
}

@Test(arguments: ["1e999999999", "1e-999999999", "1e4096", "1e-4097", "1e99999999999999999999999999999"])
func `numbers whose digits stand too far from the point are refused, at no cost`(text: String) {
    #expect(ExactDecimal(text) == nil)
}

@Test func `numbers at the limit are made, and beyond it they aren't`() throws {
    #expect(try #require(ExactDecimal("1e4095")).description.count == 4096)
    #expect(try #require(ExactDecimal("1e-4096")).description.count == 4098)
    let long = String(repeating: "7", count: 4096)
    #expect(try #require(ExactDecimal(long)).description == long)
    #expect(ExactDecimal(long + "7") == nil)
    #expect(ExactDecimal("0." + long) != nil)
    #expect(ExactDecimal("0." + long + "7") == nil)
}

@Test func `equality and order go by value`() throws {
    let ascending = [
        "-1e40", "-100000000000000000000000000000000000000.5", "-12.5", "-1", "-0.01", "0", "0.01", "0.5", "1", "9.99",
        "10", "12.49999999999999999999999999999999999999999999", "12.5", "12.50000000000000000000000000000000000000001",
        "1e38", "1e40",
    ].compactMap { ExactDecimal($0) }
    #expect(ascending.count == 16)
    for (index, first) in ascending.enumerated() {
        for (other, second) in ascending.enumerated() {
            #expect((first < second) == (index < other), "\(first) \(second)")
            #expect((first == second) == (index == other), "\(first) \(second)")
        }
    }
    let equal = ["12.5", "12.50", "125e-1", "12.50000000000000000000000000000000000000000"].compactMap {
        ExactDecimal($0)
    }
    #expect(Set(equal).count == 1)
    #expect(Set(["0", "-0", "0.00"].compactMap { ExactDecimal($0) }).count == 1)
    #expect(Set(["1e50", "10000000000e40"].compactMap { ExactDecimal($0) }).count == 1)
}

@Test func `sums are exact, whatever the lengths`() throws {
    func sum(_ first: String, _ second: String) throws -> String {
        try (#require(ExactDecimal(first)) + #require(ExactDecimal(second))).description
    }
    #expect(try sum("0.1", "0.2") == "0.3")
    #expect(try sum("12.50", "-12.5") == "0.00")
    #expect(try sum("-0", "-0") == "-0")
    #expect(try sum("1e40", "1") == "10000000000000000000000000000000000000001")
    #expect(try sum("1e40", "-1") == "9999999999999999999999999999999999999999")
    #expect(try sum("-1e40", "1") == "-9999999999999999999999999999999999999999")
    #expect(try sum("1", "-1e40") == "-9999999999999999999999999999999999999999")
    #expect(try sum("99999999999999999999999999999999999999.9", "0.1") == "100000000000000000000000000000000000000.0")
    #expect(try sum("1e-50", "-1e-50") == "0." + String(repeating: "0", count: 50))
    #expect(try sum("1e60", "-1e60") == "0")
    #expect((ExactDecimal(41) - ExactDecimal(42)).description == "-1")
}

@Test func `integers of every width come in exactly`() {
    #expect(ExactDecimal(Int64.min).description == "-9223372036854775808")
    #expect(ExactDecimal(UInt64.max).description == "18446744073709551615")
    #expect(ExactDecimal(Int128.min).description == "-170141183460469231731687303715884105728")
    #expect(ExactDecimal(UInt128.max).description == "340282366920938463463374607431768211455")
    #expect(ExactDecimal(minorUnits: -5, fractionDigits: 2).description == "-0.05")
    #expect(ExactDecimal(minorUnits: .min, fractionDigits: 0).description == "-9223372036854775808")
}

@Test func `integers come out where they fit`() throws {
    #expect(try #require(ExactDecimal("42.000")).integer == 42)
    #expect(try #require(ExactDecimal("4.2e1")).integer == 42)
    #expect(try #require(ExactDecimal("-9223372036854775808")).integer == Int.min)
    #expect(try #require(ExactDecimal("9223372036854775807")).integer == Int.max)
    #expect(try #require(ExactDecimal("9223372036854775808")).integer == nil)
    #expect(try #require(ExactDecimal("0.5")).integer == nil)
    #expect(try #require(ExactDecimal("1e50")).integer == nil)
    #expect(try #require(ExactDecimal("-0.00")).integer == 0)
}

@Test func `a Double is the shortest decimal that reads back as it`() throws {
    #expect(try #require(ExactDecimal(0.1)).description == "0.1")
    #expect(try #require(ExactDecimal(1.0)).description == "1")
    #expect(try #require(ExactDecimal(-0.0)).description == "-0")
    #expect(try #require(ExactDecimal(1e21)).description == "1000000000000000000000")
    #expect(try #require(ExactDecimal(Double.leastNonzeroMagnitude)).description.hasSuffix("0005"))
    #expect(try #require(ExactDecimal(Double.greatestFiniteMagnitude)).description.count == 309)
    #expect(ExactDecimal(Double.nan) == nil)
    #expect(ExactDecimal(-Double.infinity) == nil)
}
