import MessageFormat
import Testing

@Test func `codes of ISO 4217 have no case, tickers keep theirs`() throws {
    #expect(try #require(CurrencyCode("nok")).description == "NOK")
    #expect(CurrencyCode("nok") == CurrencyCode("NOK"))
    #expect(try #require(CurrencyCode("wstETH")).description == "wstETH")
    #expect(try #require(CurrencyCode("crvUSD.e-1234567_90.WXYZ")).description == "crvUSD.e-1234567_90.WXYZ")
    #expect(try #require(CurrencyCode("crvUSD.e-1234567_")).description == "crvUSD.e-1234567_")
    for text in ["W", "OP", "USDC.e"] { #expect(try #require(CurrencyCode(text)).description == text) }
    #expect(CurrencyCode("usdc") != CurrencyCode("USDC"))
}

@Test(arguments: ["", "kr ", "NØK", "₿", "1234567890123456789012345", "US D", "\u{0}", "A/B"])
func `texts that can't be codes are refused`(text: String) {
    #expect(CurrencyCode(text) == nil)
}

@Test func `only three letters have the form of ISO 4217`() throws {
    #expect(try #require(CurrencyCode("zzz")).isISOFormed)
    for text in ["USDC", "NO", "N0K", "A-B", "1INCH"] { #expect(try !#require(CurrencyCode(text)).isISOFormed) }
}

@Test(
    arguments: [
        ("NOK", 2), ("JPY", 0), ("KWD", 3), ("RSD", 2), ("VUV", 0), ("LYD", 3), ("CLF", 4), ("QQQ", 2), ("USDC", 2),
    ]
)
func `currencies have as many decimals as they have minor units`(code: String, digits: Int) throws {
    #expect(try #require(CurrencyCode(code)).fractionDigits == digits)
}
