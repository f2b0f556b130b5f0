import Testing

@testable import MessageFormat

private func shown(_ number: String, _ locale: String, _ style: NumberStyle) throws -> String {
    let value = try #require(ExactDecimal(number))
    return withTextWriter { style.append(style.rounded(value), to: &$0, locale: LocaleData(bestFor: locale)) }
}

private func money(_ code: String, _ change: (inout NumberStyle) -> Void = { _ in }) throws -> NumberStyle {
    var style = NumberStyle(currency: try #require(CurrencyCode(code)))
    change(&style)
    return style
}

@Test func `Norwegian amounts look Norwegian`() throws {
    #expect(try shown("11.7", "nb", money("NOK")) == "11,70\u{A0}kr")
    #expect(try shown("-1234567.895", "nb-NO", money("NOK")) == "\u{2212}1\u{A0}234\u{A0}567,90\u{A0}kr")
    #expect(try shown("1000", "nb", money("USD")) == "1\u{A0}000,00\u{A0}USD")
}

@Test func `Serbian dinars have two decimals, as in ISO 4217`() throws {
    #expect(try shown("1234.5", "sr", money("RSD")) == "1.234,50\u{A0}RSD")
}

@Test func `Swiss French amounts have apostrophes and a point`() throws {
    #expect(try shown("1234567.5", "fr-CH", money("CHF")) == "1'234'567.50\u{A0}CHF")
    #expect(try shown("1234567.5", "fr-CH", NumberStyle()) == "1'234'567,5")
}

@Test func `an unknown currency and a token are printed by their codes`() throws {
    #expect(try shown("12.5", "nb", money("ZZZ")) == "12,50\u{A0}ZZZ")
    #expect(try shown("-12.5", "en", money("USDC")) == "-USDC\u{A0}12.50")
    #expect(try shown("12.5", "de", money("wstETH")) == "12,50\u{A0}wstETH")
    let accounts = try money("USDC") { $0.currencySign = .accounting }
    #expect(try shown("-12.5", "nb", accounts) == "(USDC\u{A0}12,50)")
}

@Test func `the code can stand for the symbol, and the symbol can be left out`() throws {
    #expect(try shown("1", "en", money("USD") { $0.currencyDisplay = .code }) == "USD\u{A0}1.00")
    #expect(try shown("1", "en", money("USD") { $0.currencyDisplay = .name }) == "USD\u{A0}1.00")
    #expect(try shown("1", "en", money("USD") { $0.currencyDisplay = .never }) == "1.00")
    #expect(try shown("1", "en-CA", money("USD")) == "US$1.00")
    #expect(try shown("1", "en-CA", money("USD") { $0.currencyDisplay = .narrowSymbol }) == "$1.00")
}

@Test func `India groups by two, and Arabic has digits of its own`() throws {
    #expect(try shown("1234567.891", "hi", NumberStyle()) == "12,34,567.891")
    #expect(try shown("1234567.891", "ar-EG", NumberStyle()) == "١٬٢٣٤٬٥٦٧٫٨٩١")
    #expect(try shown("1234567.891", "ar", NumberStyle()) == "1,234,567.891")
    #expect(try shown("1234567", "ne", NumberStyle()) == "१२,३४,५६७")
}

@Test(
    arguments: [
        (NumberStyle.Grouping.auto, "1234", "12.345", "12.345.678"), (.always, "1.234", "12.345", "12.345.678"),
        (.min2, "1234", "12.345", "12.345.678"), (.never, "1234", "12345", "12345678"),
    ]
)
func `Spanish groups from five digits on, unless told otherwise`(
    grouping: NumberStyle.Grouping,
    four: String,
    five: String,
    eight: String
) throws {
    var style = NumberStyle()
    style.grouping = grouping
    #expect(try shown("1234", "es", style) == four)
    #expect(try shown("12345", "es", style) == five)
    #expect(try shown("12345678", "es", style) == eight)
}

@Test func `leading zeros are grouped like other digits`() throws {
    var style = NumberStyle()
    style.minimumIntegerDigits = 8
    #expect(try shown("42", "en", style) == "00,000,042")
    #expect(try shown("42", "hi", style) == "0,00,00,042")
    style.minimumIntegerDigits = 99
    #expect(try shown("42.5", "en", style).utf8.count == 99 + 32 + 2)
}

@Test(
    arguments: [
        (NumberStyle.SignDisplay.auto, ["-1", "-0", "0", "1"]), (.always, ["-1", "-0", "+0", "+1"]),
        (.exceptZero, ["-1", "0", "0", "+1"]), (.negative, ["-1", "0", "0", "1"]), (.never, ["1", "0", "0", "1"]),
    ]
)
func `signs are shown as asked, by the number as printed`(display: NumberStyle.SignDisplay, texts: [String]) throws {
    var style = NumberStyle()
    style.signDisplay = display
    style.rounding = Rounding(fractionDigits: 0)
    #expect(try ["-1.2", "-0.2", "0.2", "1.2"].map { try shown($0, "en", style) } == texts)
}

@Test func `a percentage is a hundred times the number`() throws {
    #expect(try shown("0.256", "en", .percent) == "26%")
    #expect(try shown("0.5", "nb", .percent) == "50\u{A0}%")
    #expect(try shown("-12345.678", "tr", .percent) == "-%1.234.568")
    #expect(try shown("0.5", "ar-EG", .percent) == "٥٠٪\u{61C}")
}

@Test func `the pieces of a printed number can be told apart`() throws {
    let style = try money("NOK")
    let value = try #require(ExactDecimal("-1234.5"))
    var writer = UTF8Writer()
    writer.append("sum: ")
    let layout = style.appendInPieces(style.rounded(value), to: &writer, locale: LocaleData(bestFor: "nb"))
    let text = Array(writer.string().utf8)
    func piece(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    #expect(piece(layout.start..<layout.integer.lowerBound) == "\u{2212}")
    #expect(piece(layout.integer) == "1\u{A0}234")
    let fraction = try #require(layout.fraction)
    #expect(piece(layout.integer.upperBound..<fraction.lowerBound) == ",")
    #expect(piece(fraction) == "50")
    #expect(piece(fraction.upperBound..<layout.end) == "\u{A0}kr")
    #expect(layout.end == text.count)
}
