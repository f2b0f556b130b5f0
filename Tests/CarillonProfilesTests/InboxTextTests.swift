import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import Foundation
import Testing

@testable import CarillonProfiles

/// Words of the inbox: ours, those of a tenant, and the form in which browsers get them.
struct InboxTextTests {
    // MARK: ours

    @Test(arguments: StandardWords.byLanguage.keys.sorted())
    func `our words are complete, and browsers can choose from them`(language: String) throws {
        let written = try #require(StandardWords.byLanguage[language])
        #expect(Set(written.keys) == Set(InboxText.all.map(\.key)))
        let words = InboxWords(Self.profile(try #require(LocaleTag(rawValue: language)))).words(in: "en")
        #expect(words.members.map(\.name) == InboxText.all.filter { !$0.isFormattedByHost }.map(\.key))
        for member in words.members {
            switch member.value {
            case .string(let text): #expect(text == written[member.name])
            default: #expect(["bell.label", "inbox.new", "card.label"].contains(member.name))
            }
        }
    }

    @Test(arguments: [
        ("ar", ["zero", "one", "two", "few", "many", "other"]), ("de", ["one", "other"]), ("en", ["one", "other"]),
        ("es", ["one", "many", "other"]), ("fr", ["one", "many", "other"]), ("nb", ["one", "other"]),
    ])
    func `each plural form of a language has its words`(language: String, forms: [String]) throws {
        let language = try #require(LocaleTag(rawValue: language))
        let words = InboxWords(Self.profile(language)).words(in: language)
        for key in ["bell.label", "inbox.new"] {
            #expect(words[key]?["forms"]?.object?.members.map(\.name) == forms)
            #expect(words[key]?["select"] == "plural")
            #expect(words[key]?["of"] == "count")
        }
    }

    @Test(arguments: [
        ("en", "Today at 2:32 PM", "Yesterday at 2:32 PM", "February 19, 2026"),
        ("nb", "I dag kl. 14:32", "I går kl. 14:32", "19. februar 2026"),
        ("de", "Heute um 14:32", "Gestern um 14:32", "19. Februar 2026"),
    ])
    func `times and days are put into words`(language: String, today: String, yesterday: String, day: String) throws {
        let language = try #require(LocaleTag(rawValue: language))
        let words = InboxWords(Self.profile(language))
        let instant = try #require(Instant("2026-02-19T13:32:00Z"))
        let times = words.times(of: instant, in: "Europe/Oslo", locale: language, Self.zones)
        #expect(Self.plain(times.today) == today)
        #expect(Self.plain(times.yesterday) == yesterday)
        #expect(words.dayLabel(of: instant, in: "Europe/Oslo", locale: language, Self.zones) == day)
    }

    @Test func `languages have their direction`() {
        let words = InboxWords(Self.profile("en"))
        #expect(
            ["en", "ar", "nb-NO", "he", "az-Arab", "ar-Latn"].map { words.direction(of: $0) } == [
                "ltr", "rtl", "ltr", "rtl", "rtl", "ltr",
            ]
        )
    }

    // MARK: which language

    @Test func `a language that we don't have falls back along the tenant's, then to English`() {
        let japanese = InboxWords(Self.profile("ja", ["ja"])).words(in: "ja")
        #expect(japanese["inbox.back"] == "Back")
        #expect(japanese["bell.label"]?["locale"] == "en")
        let swiss = InboxWords(Self.profile("de-CH", ["de-CH", "en"])).words(in: "de-CH")
        #expect(swiss["inbox.back"] == "Zurück")
        #expect(swiss["bell.label"]?["locale"] == nil)
        let breton = InboxWords(Self.profile("fr", ["fr", "br"])).words(in: "br")
        #expect(breton["inbox.back"] == "Retour")
        #expect(breton["bell.label"]?["locale"] == "fr")
        #expect(InboxWords(Self.profile("no")).words(in: "no")["inbox.back"] == "Tilbake")
    }

    @Test func `a wish for a language that the tenant hasn't is answered in the one it has`() {
        let words = InboxWords(Self.profile("nb", ["nb", "ar"]))
        #expect(words.locale(for: "ar-EG") == "ar")
        #expect(words.words(in: "ar-EG") == words.words(in: "ar"))
        #expect(words.locale(for: "fr") == "nb")
        #expect(words.words(in: "fr")["inbox.back"] == "Tilbake")
        #expect(words.locale(for: nil) == "nb")
    }

    @Test func `a tenant's words go before ours, in the language that they are in`() throws {
        let shop = shop(["center.title": ""], en: #""center.title": {"text": "Mail"}"#)
        let words = InboxWords(try #require(shop.profile))
        #expect(words.words(in: "en")["center.title"] == "Mail")
        // Not yet written in German: ours is, and is what the reader understands.
        #expect(words.words(in: "de")["center.title"] == "Benachrichtigungen")
        #expect(words.words(in: "de")["inbox.back"] == "Zurück")
    }

    @Test func `slots of one text are words of their own`() throws {
        let shop = shop(["permission.request": ""], en: #""permission.request": {"title": "Never miss a parcel"}"#)
        let words = InboxWords(try #require(shop.profile)).words(in: "en")
        #expect(words["permission.request.title"] == "Never miss a parcel")
        #expect(words["permission.request.action"] == "Turn on notifications")
    }

    @Test func `an event that happens to have the id is no text of the inbox`() throws {
        let shop = WrittenShop()
            .with("events.json", #"{"events": {"#, #"{"events": {"center.title": {"channels": ["in-app"]},"#)
            .with("templates/en.json", #""messages": {"#, #""messages": {"center.title": {"title": "Centre"},"#)
        let profile = try #require(shop.profile)
        #expect(InboxWords(profile).words(in: "en")["center.title"] == "Notifications")
    }

    // MARK: the form

    private static let count = #""count": {"type": "integer"}"#

    @Test(arguments: [
        (#""{$count} unread""#, ###"{"select":"plural","of":"count","exact":{},"forms":{"other":["#"," unread"]}}"###),
        (#""Unread""#, #""Unread""#),
        (##""No. #1""##, ###"["No. ","##","1"]"###),
        (##""{$count :number}#""##, ###"{"select":"plural","of":"count","exact":{},"forms":{"other":["#","##"]}}"###),
        (#""{$brand} by {$tenant}{|!|}""#, #""Carrier by Shop!""#),
        (
            #"{"match": ["count"], "when": {"0": "None", "one": "{$count} item", "*": "{$count} items"}}"#,
            ###"{"select":"plural","of":"count","exact":{"0":["None"]},"forms":{"one":["#"," item"],"other":["#"," items"]}}"###
        ),
        (
            #"{"match": ["count :integer select=ordinal"], "when": {"one": "{$count}st", "two": "{$count}nd", "few": "{$count}rd", "*": "{$count}th"}}"#,
            ###"{"select":"ordinal","of":"count","exact":{},"forms":{"one":["#","st"],"two":["#","nd"],"few":["#","rd"],"other":["#","th"]}}"###
        ),
        (
            #"{"match": ["count :integer select=exact"], "when": {"1": "One", "*": "Some"}}"#,
            ###"{"select":"exact","of":"count","exact":{"1":["One"]},"forms":{"other":["Some"]}}"###
        ),
        (
            #"{"match": ["count"], "when": {"other": "{$count} items", "*": "{$count} item"}}"#,
            ###"{"select":"plural","of":"count","exact":{},"forms":{"zero":["#"," item"],"one":["#"," item"],"two":["#"," item"],"few":["#"," item"],"many":["#"," item"],"other":["#"," items"]}}"###
        ),
    ])
    func `a text is compiled`(text: String, word: String) throws {
        let shop = shop(["bell.label": Self.count], en: #""bell.label": {"text": \#(text)}"#)
            .with("templates/en.json", #"{"locale": "en","#, #"{"locale": "en", "terms": {"brand": "Carrier"},"#)
        let profile = try #require(shop.profile)
        let compiled = InboxWords(profile).words(in: "en")["bell.label"]
        #expect(compiled?.text == word)
    }

    @Test func `what was read or not is chosen by exact value`() throws {
        let shop = shop(
            ["card.label": #""read": {"type": "boolean"}"#],
            en: #""card.label": {"text": {"match": ["read"], "when": {"true": "Seen", "*": "New"}}}"#
        )
        let word = InboxWords(try #require(shop.profile)).words(in: "en")["card.label"]
        #expect(
            word?.text == ###"{"select":"exact","of":"isRead","exact":{"true":["Seen"]},"forms":{"other":["New"]}}"###
        )
    }

    @Test(arguments: [
        #""{$count :number minimumFractionDigits=1}""#, #""{$count :integer signDisplay=always}""#,
        #""{$count :percent}""#, #"".local $n = {$count :integer} {{{$n} unread}}""#,
        #""{$count :string}""#, #""{|3| :number}""#,
        #"".input {$count :integer} .local $s = {|a| :string} .match $count $s one a {{a}} * * {{b}}""#,
        #"".local $s = {|a| :string} .match $s a {{a}} * {{b}}""#,
        #"{"match": ["count :integer select=exact"], "when": {"one": "One", "*": "{$count}"}}"#,
        #"{"match": ["count"], "when": {"1.0": "One", "one": "{$count} item", "*": "{$count} items"}}"#,
    ])
    func `what no browser can do is refused`(text: String) {
        #expect(shop(["bell.label": Self.count], en: #""bell.label": {"text": \#(text)}"#).codes.contains("T0682"))
    }

    @Test(arguments: [
        #""{$count :number nonsense}""#, #""{$number}""#, #""{#b}{$count}{/b}""#, #""{$count :nonsense}""#,
        #"{"match": ["count"], "when": {"first": "One", "one": "{$count} item", "*": "{$count} items"}}"#,
    ])
    func `what is wrong anyway is reported once`(text: String) {
        let codes = shop(["bell.label": Self.count], en: #""bell.label": {"text": \#(text)}"#).codes
        #expect(!codes.contains("T0682"))
        #expect(codes.filter { !$0.hasPrefix("T09") }.count == 1)
    }

    @Test func `what the host formats may use everything`() throws {
        let shop = shop(
            ["center.time": #""at": {"type": "instant"}"#],
            en: #""center.time": {"text": "at {$at :time precision=second} in {$tenant :string}"}"#
        )
        let words = InboxWords(try #require(shop.profile))
        let instant = try #require(Instant("2026-02-19T13:32:05Z"))
        let times = words.times(of: instant, in: "Europe/Oslo", locale: "en", Self.zones)
        let text = times.today.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
        #expect(Self.plain(text) == "at 2:32:05 PM in Shop")
        #expect(times.date == times.today)
        // A value whose direction nobody knows is kept apart from the words around it.
        #expect(times.today.contains("\u{2068}Shop\u{2069}"))
    }

    @Test(arguments: [
        ("bell.label", #""number": {"type": "integer"}"#), ("bell.label", #""count": {"type": "decimal"}"#),
        ("card.label", #""read": {"type": "text", "maxLength": 5}"#), ("center.time", #""at": {"type": "date"}"#),
        ("group.date", #""date": {"type": "instant"}"#), ("inbox.more", #""count": {"type": "integer"}"#),
        ("permission.request", #""name": {"type": "text", "maxLength": 5}"#),
    ])
    func `a text is told what the inbox knows`(id: String, field: String) {
        let slot = id.hasPrefix("permission") ? "title" : "text"
        let codes = shop([id: field], en: #""\#(id)": {"\#(slot)": "Words"}"#).codes
        #expect(codes.filter { !$0.hasPrefix("T09") } == ["T0683"])
    }

    // MARK: remittance, to the letter

    @Test func `remittance's words are those of its description`() throws {
        let words = InboxWords(try Self.remittance()).words(in: "nb")
        let expected = [
            "center.title": "Varsler", "center.empty": "Ingen varsler ennå", "group.today": "I DAG",
            "group.yesterday": "I GÅR", "permission.request.title": "Få varsler fra Drop",
            "permission.request.action": "Slå på varsler", "permission.request.dismiss": "Ikke nå",
            "permission.denied-web.title": "Varsler er blokkert", "inbox.mark-all": "Merk alle som lest",
            "inbox.settings": "Varslingsinnstillinger",
        ]
        for (key, text) in expected { #expect(words[key]?.string == text) }
        let bell = words["bell.label"]
        #expect(Self.said(bell, form: "one", number: "1") == "1 ulest varsel")
        #expect(Self.said(bell, form: "other", number: "3") == "3 uleste varsler")
        #expect(words["card.label"]?["exact"]?["true"] == ["Lest"])
        #expect(words["card.label"]?["forms"]?["other"] == ["Ulest"])
    }

    @Test(arguments: [
        ("2026-02-25T13:32:00Z", "I dag kl. 14:32", "I går kl. 14:32", "25.02.2026 kl. 14:32", "25. februar 2026"),
        ("2026-02-24T17:45:00Z", "I dag kl. 18:45", "I går kl. 18:45", "24.02.2026 kl. 18:45", "24. februar 2026"),
        ("2026-02-19T08:00:00Z", "I dag kl. 09:00", "I går kl. 09:00", "19.02.2026 kl. 09:00", "19. februar 2026"),
        // Just after midnight there.
        ("2026-02-24T23:00:00Z", "I dag kl. 00:00", "I går kl. 00:00", "25.02.2026 kl. 00:00", "25. februar 2026"),
        // Days of 25 and of 23 hours, at both ends.
        ("2026-10-24T22:10:00Z", "I dag kl. 00:10", "I går kl. 00:10", "25.10.2026 kl. 00:10", "25. oktober 2026"),
        ("2026-10-25T22:50:00Z", "I dag kl. 23:50", "I går kl. 23:50", "25.10.2026 kl. 23:50", "25. oktober 2026"),
        ("2026-03-28T23:10:00Z", "I dag kl. 00:10", "I går kl. 00:10", "29.03.2026 kl. 00:10", "29. mars 2026"),
        ("2026-03-28T22:50:00Z", "I dag kl. 23:50", "I går kl. 23:50", "28.03.2026 kl. 23:50", "28. mars 2026"),
        ("2025-12-31T22:59:59Z", "I dag kl. 23:59", "I går kl. 23:59", "31.12.2025 kl. 23:59", "31. desember 2025"),
    ])
    func `times are said in three ways`(at: String, today: String, yesterday: String, date: String, day: String) throws
    {
        let words = InboxWords(try Self.remittance())
        let instant = try #require(Instant(at))
        // A zone that nobody knows is replaced by the tenant's.
        for zone in ["Europe/Oslo", "Nowhere/Atlantis"] {
            let times = words.times(of: instant, in: zone, locale: "nb", Self.zones)
            #expect(times == .init(today: today, yesterday: yesterday, date: date))
            #expect(words.dayLabel(of: instant, in: zone, locale: "nb", Self.zones) == day)
        }
    }

    @Test(arguments: [
        ("Europe/Oslo", "2026-02-25"), ("America/New_York", "2026-02-24"), ("Pacific/Kiritimati", "2026-02-25"),
        ("Etc/UTC", "2026-02-24"),
    ])
    func `the day is that of the reader's zone`(zone: String, day: String) throws {
        let instant = try #require(Instant("2026-02-24T23:30:00Z"))
        #expect(InboxWords(try Self.remittance()).day(of: instant, in: zone, Self.zones) == day)
    }

    // MARK: parts

    private static let zones = FoundationZones()

    private struct FoundationZones: TimeZoneDatabase {
        func offset(of zone: String, at instant: Instant) -> Int? {
            let date = Date(timeIntervalSince1970: Double(instant.epochMilliseconds) / 1000)
            return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
        }
    }

    /// A tenant without any texts.
    private static func profile(_ standard: LocaleTag, _ supported: [LocaleTag]? = nil) -> TenantProfile {
        TenantProfile(
            ProfileParts(
                id: "shop",
                name: "Shop",
                locales: Locales(default: standard, supported: supported ?? [standard])
            )
        )
    }

    /// The shop with texts that the inbox knows, by id and with the members of their payload.
    private func shop(_ texts: [String: String], en messages: String) -> WrittenShop {
        let declared = texts.map { #""\#($0)": {"payload": {\#($1)}}"# }.joined(separator: ",")
        return WrittenShop()
            .with("events.json", #"{"events""#, #"{"texts": {\#(declared)}, "events""#)
            .with("templates/en.json", #""messages": {"#, #""messages": {\#(messages),"#)
    }

    private static func remittance() throws -> TenantProfile {
        let folder = Fixture.folder.appending(path: "../../../tenants/remittance").standardized
        let read = try TenantFolder.read(folder.path)
        var loading = ProfileLoading(folder: read, registry: TestChannels.registry, sources: SourceSet())
        // Its channels aren't among those of these tests; its words are what they are.
        let profile = loading.run()
        return try #require(profile)
    }

    private static func said(_ word: JSONValue?, form: String, number: String) -> String? {
        word?["forms"]?[form]?.array?.compactMap(\.string).map { $0 == "#" ? number : $0 }.joined()
    }

    /// With plain blanks in place of those that keep a time together.
    private static func plain(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{00A0}", with: " ")
    }
}
