import Testing

@testable import MessageFormat

private func said(_ locale: String, _ moment: String, capitalises: Bool = true) throws -> String {
    let now = try #require(DateLiteral("2026-02-25T15:00:00")).dateTime
    let then = try #require(DateLiteral(moment)).dateTime
    let style = RelativeDateStyle(capitalises: capitalises)
    return withTextWriter { style.append(then, now: now, to: &$0, locale: LocaleData(bestFor: locale)) }
}

@Test(
    arguments: [
        ("nb", "2026-02-25T14:32:00", "I dag kl. 14:32"),
        ("no", "2026-02-24T18:45:00", "I går kl. 18:45"),
        ("nb-NO", "2026-02-19T09:00:00", "19.02.2026 kl. 09:00"),
        ("nn", "2026-02-26T09:00:00", "I morgon kl. 09:00"),
        ("en", "2026-02-25T14:32:00", "Today at 2:32\u{202F}PM"),
        ("en", "2026-02-19T09:00:00", "2/19/2026 at 9:00\u{202F}AM"),
        ("en-GB", "2026-02-24T18:45:00", "Yesterday at 18:45"),
        ("sv", "2026-02-24T18:45:00", "I går kl. 18:45"),
        ("da", "2026-02-25T14:32:00", "I dag kl. 14.32"),
        ("fi", "2026-02-19T09:00:00", "19.2.2026 klo 9.00"),
        ("de", "2026-02-25T14:32:00", "Heute um 14:32"),
        ("de", "2026-02-19T09:00:00", "19.02.2026 um 09:00"),
        ("fr", "2026-02-24T18:45:00", "Hier à 18:45"),
        ("ru", "2026-02-25T14:32:00", "Сегодня в 14:32"),
        ("pl", "2026-02-24T18:45:00", "Wczoraj, 18:45"),
        ("ar-EG", "2026-02-24T18:45:00", "أمس في ٦:٤٥ م"),
        ("fa", "2026-02-19T09:00:00", "۱۴۰۴/۱۱/۳۰ ساعت ۹:۰۰"),
        ("th", "2026-02-19T09:00:00", "19/02/2569 เวลา 09:00"),
        ("zh-TW", "2026-02-25T14:32:00", "今天下午2:32"),
    ]
)
func `a moment is said as one says it today`(locale: String, moment: String, text: String) throws {
    #expect(try said(locale, moment) == text)
}

@Test func `words stay small where they stand in a sentence`() throws {
    #expect(try said("nb", "2026-02-25T14:32:00", capitalises: false) == "i dag kl. 14:32")
}

@Test func `midnight makes yesterday, whatever the hours between`() throws {
    #expect(try said("nb", "2026-02-24T23:59:59") == "I går kl. 23:59")
    #expect(try said("nb", "2026-02-25T00:00:00") == "I dag kl. 00:00")
    #expect(try said("nb", "2026-02-23T23:59:59") == "23.02.2026 kl. 23:59")
}

/// The relative times of `dates.json`, as far as this test needs them.
private struct Dates: Decodable {
    struct Directions: Decodable {
        var f: Forms
        var p: Forms
    }

    enum Forms: Decodable {
        case always(String)
        case byCategory([String: String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .always(text)
            } else {
                self = try .byCategory(container.decode([String: String].self))
            }
        }
    }

    struct Relative: Decodable {
        var long: [String: Directions]
        var short: [String: Directions]?
        var narrow: [String: Directions]?
        var auto: [String: [String: [String: String]]]
    }

    struct Locale: Decodable {
        var relative: Relative
    }

    var locales: [String: Locale]
}

@Test func `distances in time look as the data says, in every locale`() throws {
    let dates: Dates = try DataFiles.read("dates.json")
    let units: [(String, RelativeAmountStyle.Unit)] = [
        ("second", .second), ("minute", .minute), ("hour", .hour), ("day", .day), ("week", .week), ("month", .month),
        ("quarter", .quarter), ("year", .year),
    ]
    let widths: [(String, RelativeAmountStyle.Width)] = [("long", .long), ("short", .short), ("narrow", .narrow)]
    for (name, locale) in dates.locales {
        let data = LocaleData(bestFor: name)
        let relative = locale.relative
        for (unitName, unit) in units {
            for (widthName, width) in widths {
                let tables =
                    switch width {
                    case .long: [relative.long]
                    case .short: [relative.short, relative.long].compactMap { $0 }
                    case .narrow: [relative.narrow, relative.short, relative.long].compactMap { $0 }
                    }
                let forms = try #require(tables.compactMap { $0[unitName] }.first)
                for amount in ["-1234.5", "-22", "-3", "-2", "-1", "-0", "0", "1", "1.5", "2", "3", "5", "11", "21"] {
                    let value = try #require(ExactDecimal(amount))
                    let size = try #require(ExactDecimal(amount.replacing("-", with: "")))
                    var expected = expected(value.isNegative ? forms.p : forms.f, size, data)
                    var style = RelativeAmountStyle(unit: unit, width: width)
                    expect(style, value, data, expected, "\(name) \(unitName) \(widthName) \(amount)")

                    let texts = relative.auto[widthName]?[unitName] ?? relative.auto["long"]?[unitName]
                    expected = texts?[amount == "-0" ? "0" : amount] ?? expected
                    style.usesRelativeNames = true
                    expect(style, value, data, expected, "\(name) \(unitName) \(widthName) \(amount) in words")
                }
            }
        }
    }
}

private func expected(_ forms: Dates.Forms, _ size: ExactDecimal, _ locale: LocaleData) -> String {
    let pattern: String
    switch forms {
    case .always(let text): pattern = text
    case .byCategory(let texts):
        pattern = texts["\(PluralRules(of: locale, kind: .cardinal).category(of: size))"] ?? texts["other"] ?? ""
    }
    let number = withTextWriter { NumberStyle().append(size, to: &$0, locale: locale) }
    let pieces = pattern.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return pattern }
    return String(decoding: Array(pieces[0]) + Array(number.utf8) + pieces[1].dropFirst(2), as: UTF8.self)
}

private func expect(
    _ style: RelativeAmountStyle,
    _ value: ExactDecimal,
    _ locale: LocaleData,
    _ expected: String,
    _ what: String
) {
    let printed = withTextWriter { style.append(value, to: &$0, locale: locale) }
    if !printed.utf8.elementsEqual(expected.utf8) {
        Issue.record("\(what): \(printed), should be \(expected)")
    }
}
