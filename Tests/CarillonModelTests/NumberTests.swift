import CarillonModel
import Testing

struct NumberTests {
    @Test(
        arguments: [
            ("12", 12), ("12.0", 12), ("-45405.0", -45405), ("1.2e1", 12), ("1e+16", 10_000_000_000_000_000),
            ("100e-2", 1), ("-0.0", 0), ("0e5", 0), ("9223372036854775807.0", Int64.max),
        ]
    )
    func `a number without a fraction is an integer, however it is written`(_ text: String, _ number: Int64) {
        #expect(JSONValue.number(text).wholeNumber == number)
    }

    @Test(arguments: ["12.5", "1e-1", "9223372036854775808", "9223372036854775808.0", "1e30", "1e99999999999999999999"])
    func `what has a fraction or too many digits is no integer`(_ text: String) {
        #expect(JSONValue.number(text).wholeNumber == nil)
    }

    @Test(
        arguments: [
            ("1e-7", "0.0000001"), ("1.5e+3", "1500"), ("-2.50e1", "-25.0"), ("12.50", "12.50"),
            ("1e21", "1000000000000000000000"),
            ("-1.25E-2", "-0.0125"), ("0e0", "0"),
        ]
    )
    func `an exponent is written out`(_ text: String, _ plain: String) {
        #expect(JSONValue.number(text).plainDecimal == plain)
    }

    @Test func `an exponent that would make a very long text is left alone`() {
        #expect(JSONValue.number("1e999999999").plainDecimal == nil)
        #expect(JSONValue.string("1").plainDecimal == nil)
    }
}
