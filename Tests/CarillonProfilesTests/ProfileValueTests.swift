import CarillonModel
import CarillonProfiles
import Testing

private let chains: [(LocaleTag, [LocaleTag])] = [
    ("en-GB", ["en"]), ("ar", ["ar", "en"]), ("nb-NO", ["no", "en"]), ("zh-Hant-TW", ["zh-Hant", "zh", "en"]),
    ("fr", ["en"]),
]

@Test(arguments: chains)
func `a reader gets the closest language`(requested: LocaleTag, chain: [LocaleTag]) {
    let locales = Locales(
        default: "en",
        supported: ["en", "ar", "no", "zh", "zh-Hant"],
        fallbacks: ["nb": "no", "sv": "nb"]
    )
    #expect(locales.chain(for: requested) == chain)
}

@Test func `fallbacks may go over several languages and never around in circles`() {
    let locales = Locales(default: "en", supported: ["en", "no"], fallbacks: ["sv": "nb", "nb": "no", "no": "sv"])
    #expect(locales.chain(for: "sv-SE") == ["no", "en"])
    #expect(locales.best(for: "not a tag") == "en")
}

@Test(arguments: [
    "en", "nb-NO", "zh-Hant-TW", "sr-Latn", "es-419", "de-1996", "sl-rozaj-biske", "en-u-ca-gregory", "x1",
])
func `language tags are recognised by their form`(text: String) {
    #expect((LocaleTag(text) != nil) == (text != "x1"))
}

@Test(arguments: ["", "e", "english-language-of-old", "en_GB", "en-", "-en", "en--GB", "en-u", "1a", "en-GB-US-x"])
func `what is no language tag is refused`(text: String) {
    #expect(LocaleTag(text) == nil)
}

@Test func `language tags are equal whatever their casing`() {
    #expect(LocaleTag(rawValue: "ZH-hant-tw") == "zh-Hant-TW")
    #expect(LocaleTag(rawValue: "EN-U-CA-gregory")?.rawValue == "en-u-ca-gregory")
}

@Test(arguments: [("5s", 5000), ("2m", 120_000), ("24h", 86_400_000), ("90d", 7_776_000_000), ("2w", 1_209_600_000)])
func `durations are read in one unit`(text: String, milliseconds: Int) {
    #expect(Duration(written: text) == .milliseconds(milliseconds))
}

@Test(arguments: ["", "5", "s", "-5s", "5 s", "1.5h", "5S", "99999999999999999999s", "999999w", "٥s"])
func `what is no duration is refused`(text: String) {
    #expect(Duration(written: text) == nil)
}

@Test func `durations are written with the largest unit`() {
    #expect(["500ms", "90s", "2m", "24h"].map { Duration(written: $0)?.written } == ["500ms", "90s", "2m", "1d"])
}

@Test(arguments: [
    ("100/1m", true), ("0/1m", false), ("10/0s", false), ("10", false), ("a/1m", false), ("1/1m/2", false),
])
func `a rate is a count and a window`(text: String, isRate: Bool) {
    #expect((RateLimit(text) != nil) == isRate)
}

@Test(arguments: [("23:30", true), ("06:59", true), ("07:00", false), ("21:59", false), ("22:00", true)])
func `quiet hours may go over midnight`(time: String, isQuiet: Bool) throws {
    let hours = QuietHours(from: try #require(TimeOfDay("22:00")), to: try #require(TimeOfDay("07:00")))
    #expect(hours.contains(try #require(TimeOfDay(time)), onDay: 0) == isQuiet)
}

@Test(arguments: [
    ("2026-02-27", "23:00", true), ("2026-02-28", "06:00", true), ("2026-02-28", "23:00", true),
    ("2026-03-01", "06:00", true), ("2026-03-01", "23:00", false), ("2026-02-27", "06:00", false),
])
func `quiet hours of some days belong to the day on which they begin`(day: String, time: String, isQuiet: Bool) throws {
    let (from, to) = (try #require(TimeOfDay("22:00")), try #require(TimeOfDay("07:00")))
    let hours = QuietHours(from: from, to: to, days: [.friday, .saturday])
    #expect(hours.contains(try #require(TimeOfDay(time)), onDay: try #require(CivilDay(day)).number) == isQuiet)
}

@Test func `quiet hours that end when they begin last a day`() throws {
    let midnight = try #require(TimeOfDay("00:00"))
    let hours = QuietHours(from: midnight, to: midnight, days: [.sunday])
    let noon = try #require(TimeOfDay("12:00"))
    let sunday = try #require(CivilDay("2026-03-01")).number
    #expect([sunday - 1, sunday, sunday + 1].map { hours.contains(noon, onDay: $0) } == [false, true, false])
}

@Test(arguments: [
    ("uuid", NotificationIDStyle.uuid), ("noti_{hex:16}", .hexadecimal(prefix: "noti_", digits: 16)),
    ("{hex:8}", .hexadecimal(prefix: "", digits: 8)), ("noti_{hex:4}", nil), ("a/{hex:16}", nil), ("noti_", nil),
])
func `notification ids have a style`(text: String, style: NotificationIDStyle?) {
    #expect(NotificationIDStyle(text) == style)
}

@Test func `a retry ladder repeats its last rung`() {
    let ladders = RetryLadders(standard: [.seconds(5), .seconds(30)], byCode: ["Slow": [.seconds(60)], "Never": []])
    #expect((1...4).map { ladders.wait(afterAttempt: $0, code: "x") } == [5, 30, 30, 30].map { .seconds($0) })
    #expect(ladders.wait(afterAttempt: 3, code: "Slow") == .seconds(60))
    #expect(ladders.wait(afterAttempt: 1, code: "Never") == nil)
}

@Test func `a channel's own words come before those for all`() {
    var messages = MessageCatalog()
    messages.add(TextTemplate(source: "general"), to: "a.b", path: "body", locale: "en")
    messages.add(TextTemplate(source: "push"), to: "a.b", path: "push.body", locale: "en")
    messages.add(TextTemplate(source: "subject"), to: "a.b", path: "email.subject", locale: "en")
    #expect(messages.text("a.b", channel: "push", slot: "body", locale: "en")?.source == "push")
    #expect(messages.text("a.b", channel: "in-app", slot: "body", locale: "en")?.source == "general")
    #expect(
        messages.text("a.b", channel: "email", slot: "email.subject", chain: ["ar", "en"])?.text.source == "subject"
    )
    #expect(messages.text("a.b", channel: "push", slot: "body", locale: "ar") == nil)
}

@Test func `a profile's revision depends on every byte and not on the order of files`() {
    let a: (path: String, content: [UInt8]) = ("a.json", [1, 2])
    let b: (path: String, content: [UInt8]) = ("b.json", [3])
    let revision = ProfileRevision(hashing: [a, b])
    #expect(revision == ProfileRevision(hashing: [b, a]))
    #expect(revision != ProfileRevision(hashing: [a, ("b.json", [4])]))
    #expect(revision != ProfileRevision(hashing: [("a.json", [1, 2, 3]), ("b.json", [])]))
    #expect(revision.description.count == 32)
}

@Test func `a toggle governs what all its sides name`() {
    var toggle = PreferenceToggle(name: "emailEnabled", isOnByDefault: true)
    toggle.channels = ["email"]
    toggle.topics = ["safe:1:*"]
    #expect(toggle.governs(channel: "email", category: nil, priority: .high, topic: "safe:1:0xabc"))
    #expect(!toggle.governs(channel: "push", category: nil, priority: .high, topic: "safe:1:0xabc"))
    #expect(!toggle.governs(channel: "email", category: nil, priority: .high, topic: "safe:10:0xabc"))
    #expect(!toggle.governs(channel: "email", category: nil, priority: .high, topic: nil))
}

@Test func `a path template takes whole segments`() throws {
    let template = try #require(PathTemplate("/v2/chains/{chainId}/safes/{address}"))
    #expect(template.values(in: ["v2", "chains", "1", "safes", "0xa"]) == ["chainId": "1", "address": "0xa"])
    #expect(template.description == "/v2/chains/{chainId}/safes/{address}")
    for bad in ["v2", "/a//b", "/{a}/{a}", "/a{b}", "/../x", "/a b"] { #expect(PathTemplate(bad) == nil) }
}

@Test(arguments: [
    ("", "default"), (#""priorities": {"high": {"deliver": "now"}},"#, "default"),
    (#""priorities": {"high": {"deliver": "now", "sound": "none"}},"#, "none"),
    (#""priorities": {"high": {"deliver": "now", "sound": "a.wav"}},"#, "a.wav"),
    (#""priorities": {"low": {"deliver": "silent"}},"#, "default"),
])
func `high priority has a sound without being told`(text: String, sound: String) throws {
    let shop = WrittenShop().with("profile.json", "\"categories\"", text + "\"categories\"")
    let profile = try #require(shop.profile)
    #expect(profile.priorities[.high].sound == sound)
    #expect(profile.priorities[.normal].sound == nil && profile.priorities[.low].sound == nil)
}
