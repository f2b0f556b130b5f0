import Testing

@testable import MessageFormat

private func listed(_ items: [String], _ locale: String, _ style: ListStyle = ListStyle()) -> String {
    withTextWriter { style.append(items, to: &$0, locale: LocaleData(bestFor: locale)) }
}

@Test(
    arguments: [
        ("en", ["a"], "a"), ("en", [], ""), ("en", ["a", "b"], "a and b"), ("en", ["a", "b", "c"], "a, b, and c"),
        ("en-GB", ["a", "b", "c", "d"], "a, b, c and d"), ("nb", ["a", "b", "c"], "a, b og c"),
        ("ja", ["a", "b", "c"], "a、b、c"), ("th", ["a", "b"], "aและb"),
        // Spanish "y" before the sound of i.
        ("es", ["uno", "Ibiza"], "uno e Ibiza"), ("es", ["madre", "hija"], "madre e hija"),
        ("es", ["agua", "hielo"], "agua y hielo"), ("es", ["a", "hiato"], "a y hiato"), ("es-MX", ["a", "i"], "a e i"),
        ("es", ["a", "hi"], "a e hi"), ("es", ["isla", "a", "b"], "isla, a y b"),
        // Hebrew sets off what isn't Hebrew.
        ("he", ["א", "ב"], "א וב"), ("he", ["א", "Oslo"], "א ו-Oslo"),
    ]
)
func `things are listed as the language lists them`(locale: String, items: [String], text: String) {
    #expect(listed(items, locale) == text)
}

@Test(
    arguments: [
        (["siete", "ocho"], "siete u ocho"), (["7", "8"], "7 u 8"), (["10", "11"], "10 u 11"),
        (["10", "110"], "10 o 110"), (["mujer", "hombre"], "mujer u hombre"), (["a", "b"], "a o b"),
        (["10", "11 000"], "10 u 11 000"), (["a", "HOY"], "a u HOY"),
    ]
)
func `Spanish "o" becomes "u" before the sound of o`(items: [String], text: String) {
    #expect(listed(items, "es", ListStyle(kind: .disjunction)) == text)
}

@Test func `Italian keeps its "o", which only looks Spanish`() {
    #expect(listed(["sette", "otto"], "it", ListStyle(kind: .disjunction)) == "sette o otto")
}

@Test func `every kind and width of list has the separators of the data, in every locale`() throws {
    struct Dates: Decodable {
        struct Locale: Decodable {
            var list: [String: [String: [String]]]
        }
        var locales: [String: Locale]
    }
    let kinds: [(String, ListStyle.Kind)] = [
        ("conjunction", .conjunction), ("disjunction", .disjunction), ("unit", .unit),
    ]
    for (name, locale) in try DataFiles.read("dates.json", as: Dates.self).locales {
        for (kindName, kind) in kinds {
            let patterns = try #require(locale.list[kindName])
            for (names, width) in [
                (["long"], ListStyle.Width.long), (["short", "long"], .short), (["narrow", "short", "long"], .narrow),
            ] {
                let pattern = try #require(names.compactMap { patterns[$0] }.first)
                let style = ListStyle(kind: kind, width: width)
                // Letters before which neither Spanish nor Hebrew changes anything.
                let two = fill(pattern[0], "א", "ב")
                #expect(listed(["א", "ב"], name, style).utf8.elementsEqual(two.utf8), "\(name) \(kindName)")
                let four = fill(pattern[3], fill(pattern[2], fill(pattern[1], "א", "ב"), "ג"), "ד")
                #expect(
                    listed(["א", "ב", "ג", "ד"], name, style).utf8.elementsEqual(four.utf8),
                    "\(name) \(kindName)"
                )
            }
        }
    }
}

/// Byte by byte, because marks after a brace would join it.
private func fill(_ pattern: String, _ first: String, _ second: String) -> String {
    let bytes = Array(pattern.utf8)
    return first + String(decoding: bytes.dropFirst(3).dropLast(3), as: UTF8.self) + second
}
