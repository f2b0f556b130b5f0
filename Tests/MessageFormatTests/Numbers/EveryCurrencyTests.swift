import Testing

@testable import MessageFormat

/// Negative, zero, rounding in every direction, beyond 2^63, and with many digits.
private let amounts = [
    "0", "1", "-1", "9.5", "-0.004", "0.005", "12", "999.995", "1234.5", "-1234.56", "12345", "-123456.785",
    "1234567.891", "99999999.999", "9223372036854775808", "-9223372036854775809.07", "18446744073709551615.995",
    "-98765432109876543210.123456789", "123456789012345678901234567890.987654321",
    "-1234567890123456789012345678901234567890123456789.0000000000000000000000000000005",
]

@Test func `every amount in every currency and locale looks as the data says`() throws {
    let file: NumberFile = try DataFiles.read("numbers.json")
    #expect(file.locales.count == 102)
    var checked = 0
    for (name, locale) in file.locales {
        let data = LocaleData(bestFor: name)
        // The fraction of an amount has the separator of the generic currency: some in the file show no fraction.
        let generic = try #require(locale.currency["XXX"]).code
        let values = try amounts.map { try #require(ExactDecimal($0)) }
        let bodies = Set(file.currencyDigits.values).reduce(into: [Int: [String]]()) { bodies, digits in
            bodies[digits] = amounts.map { expected($0, digits: digits, locale, generic) }
        }
        for (code, forms) in locale.currency {
            let currency = try #require(CurrencyCode(code))
            #expect(currency.fractionDigits == file.currencyDigits[code])
            for (display, form) in [
                (NumberStyle.CurrencyDisplay.symbol, forms.symbol), (.narrowSymbol, forms.narrow ?? forms.symbol),
                (.code, forms.code),
            ] {
                var style = NumberStyle(currency: currency)
                style.currencyDisplay = display
                let expected = try #require(bodies[currency.fractionDigits])
                for (value, body) in zip(values, expected) {
                    let affixes = value.isNegative ? form.neg : form.pos
                    let printed = withTextWriter { style.append(style.rounded(value), to: &$0, locale: data) }
                    if !printed.utf8.elementsEqual((affixes[0] + body + affixes[1]).utf8) {
                        Issue.record("\(name) \(code) \(display) \(value): \(printed)")
                    }
                    checked += 1
                }
            }
        }
    }
    #expect(checked == 102 * 68 * 3 * amounts.count)
}

@Test func `every number and percentage in every locale looks as the data says`() throws {
    struct Additions: Decodable {
        var percentSecondary: [String: Int]
    }
    let file: NumberFile = try DataFiles.read("numbers.json")
    let secondary = try DataFiles.read("number-additions.json", as: Additions.self).percentSecondary
    for (name, locale) in file.locales {
        let data = LocaleData(bestFor: name)
        let sizes = (locale.primary, locale.secondary, locale.minGroupingDigits)
        let percentSizes = (locale.primary, secondary[name] ?? locale.secondary, locale.minGroupingDigits)
        for amount in amounts {
            let isNegative = amount.hasPrefix("-")
            let digits = Paper.round(amount.replacing("-", with: ""), to: 3)
            let fraction = String(digits.fraction.reversed().drop { $0 == "0" }.reversed())
            let grouped = Paper.group(digits.integer, by: sizes, with: locale.group)
            let body = Paper.native(grouped + (fraction.isEmpty ? "" : locale.decimal + fraction), locale.digits)
            let affixes = isNegative ? locale.number.neg : locale.number.pos
            let printed = try print(amount, NumberStyle(), data)
            #expect(printed.utf8.elementsEqual((affixes[0] + body + affixes[1]).utf8), "\(name) \(amount)")

            // A hundredth in percent has the same digits.
            let percent = isNegative ? locale.percent.neg : locale.percent.pos
            let whole = Paper.round(amount.replacing("-", with: ""), to: 0).integer
            let text = Paper.native(Paper.group(whole, by: percentSizes, with: locale.group), locale.digits)
            let hundredth = try print(amount + "e-2", .percent, data)
            #expect(hundredth.utf8.elementsEqual((percent[0] + text + percent[1]).utf8), "\(name) \(amount) %")
        }
    }
}

private func expected(_ amount: String, digits: Int, _ locale: NumberFile.Locale, _ form: NumberFile.Form) -> String {
    let (integer, fraction) = Paper.round(amount.replacing("-", with: ""), to: digits)
    let sizes = (locale.currencyPrimary, locale.currencySecondary, locale.currencyMinGroupingDigits)
    let body = Paper.group(integer, by: sizes, with: form.grp)
    return Paper.native(fraction.isEmpty ? body : body + form.dec + fraction, locale.digits)
}

private func print(_ number: String, _ style: NumberStyle, _ locale: LocaleData) throws -> String {
    let value = try #require(ExactDecimal(number))
    return withTextWriter { style.append(style.rounded(value), to: &$0, locale: locale) }
}
