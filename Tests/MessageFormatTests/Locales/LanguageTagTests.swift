import Testing

@testable import MessageFormat

@Test(
    arguments: [
        ("NB-no", "nb-NO"), ("zh_hant_tw", "zh-Hant-TW"), ("iw", "he"), ("sh", "sr-Latn"),
        ("cmn-Hans-CN", "zh-Hans-CN"),
        ("es-419", "es-419"), ("de-1996", "de-1996"), ("de-CH-x-phonebk", "de-CH-x-phonebk"), ("zh-yue-HK", "yue-HK"),
        ("ar-EG-u-nu-latn", "ar-EG-u-nu-latn"), ("sl-rozaj-biske", "sl-rozaj-biske"),
    ]
)
func `tags are written in the usual way`(text: String, usual: String) throws {
    #expect(try #require(LanguageTag(text)).description == usual)
}

@Test(arguments: [
    "", "e", "-en", "en-", "en--US", "en-US-", "12", "en-toolongsubtag", "en_US.UTF-8", "nø", "en-u", "e n",
])
func `texts that aren't tags are refused`(text: String) {
    #expect(LanguageTag(text) == nil)
}

/// By the row of the tables each tag leads to.
@Test(
    arguments: [
        ("nb-NO", "nb"), ("nn-NO", "nn"), ("no-NO", "no"), ("NB_no", "nb"), ("en-US", "en"), ("en-NZ", "en-GB"),
        ("en-GB-oxendict", "en-GB"), ("zh-TW", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"), ("zh-HK", "zh-HK"),
        ("zh-Hant-HK", "zh-HK"), ("zh-MO", "zh-HK"), ("zh-Hans-HK", "zh"), ("zh-CN", "zh"), ("zh-SG", "zh"),
        ("zh-US", "zh-Hant"), ("zh-Hans-US", "zh"),
        ("sr-Latn-RS", "sr-Latn"), ("sr-Cyrl-RS", "sr"), ("sr-ME", "sr-Latn"), ("sh", "sr-Latn"), ("pt-AO", "pt-PT"),
        ("pt-BR", "pt-BR"), ("pt-Latn-PT", "pt-PT"), ("es-AR", "es"), ("es-PE", "es-419"), ("es-MX", "es-MX"),
        ("ar-Arab-EG", "ar-EG"), ("ar-TN", "ar"), ("de-LI", "de"), ("iw-IL", "he"), ("tl", "fil"),
        ("ar-EG-u-nu-latn", "ar-EG"), ("fr-BE", "fr"), ("tlh", "en"), ("und", "en"), ("not a tag", "en"),
    ]
)
func `a tag leads to the nearest data`(tag: String, locale: String) throws {
    let rows = LanguageTag.known
    #expect(rows.contains(locale))
    #expect(LocaleData(bestFor: tag).row == LocaleData(bestFor: locale).row)
    #expect(rows.sorted()[Int(LocaleData(bestFor: tag).row)] == locale)
}

@Test func `plural rules are found apart from formats`() {
    // Breton has rules but no formats, Kinyarwanda formats but no rules.
    #expect(PluralRules(locale: "br").category(of: 22) == .two)
    #expect(PluralRules(locale: "rw").category(of: 1) == .other)
    #expect(PluralRules(locale: "pt-PT").category(of: 0) == .other)
    #expect(PluralRules(locale: "pt-AO").category(of: 0) == .other)
    #expect(PluralRules(locale: "pt-BR").category(of: 0) == .one)
    #expect(PluralRules(locale: "tlh").category(of: 1) == .other)
    #expect(PluralRules(locale: "en-NZ", kind: .ordinal).category(of: 3) == .few)
}

@Test func `every locale with data is known`() {
    #expect(LanguageTag.known.count == 102)
    #expect(LanguageTag.knownForPlurals.count == 226)
    #expect(LanguageTag.known.allSatisfy { LanguageTag($0)?.description == $0 })
}

@Test func `a host's own languages are looked up the same way`() throws {
    let tag = try #require(LanguageTag("zh-TW"))
    #expect(tag.lookup(in: ["zh", "zh-Hant", "en"]) == "zh-Hant")
    #expect(tag.lookup(in: ["zh_hant_tw", "zh-Hant"]) == "zh_hant_tw")
    #expect(tag.lookup(in: ["en", "no"]) == nil)
    #expect(try #require(LanguageTag("nb-NO")).lookup(in: ["en", "nb"]) == "nb")
    #expect(try #require(LanguageTag("nb-NO")).lookup(in: ["en", "no"]) == "no")
    #expect(try #require(LanguageTag("nn")).lookup(in: ["nb", "no"]) == "no")
    #expect(try #require(LanguageTag("no")).lookup(in: ["nn", "nb"]) == "nb")
    #expect(try #require(LanguageTag("nn")).lookup(in: ["nb"]) == nil)
    #expect(try #require(LanguageTag("en-US")).lookup(in: ["en-US-x-test", "en"]) == "en-US-x-test")
}

@Test(
    arguments: [
        "ar", "ar-EG", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "syr", "nqo", "rhg", "az-Arab",
        "ha-Arab", "ku-Arab", "ku-IQ", "pa-PK", "pa-Arab", "uz-AF", "uz-Arab", "kk-CN", "az-IR", "ff-Adlm", "en-Hebr",
        "ks", "und-Arab", "ms-Arab", "ae", "bej", "lah-PK", "ota", "shu", "zdj",
    ]
)
func `these are written from right to left`(tag: String) {
    #expect(LocaleData(bestFor: tag).direction == .rightToLeft)
}

@Test(
    arguments: [
        "en", "az", "az-Latn", "ha", "ku", "ku-TR", "pa", "pa-IN", "uz", "kk", "sd-Deva", "sd-IN", "ar-Latn", "he-Latn",
        "zh-TW", "ur-Latn", "und", "ug-Cyrl", "mn-Mong", "lah-Latn", "nan",
        "not a tag",
    ]
)
func `these are written from left to right`(tag: String) {
    #expect(LocaleData(bestFor: tag).direction == .leftToRight)
}
