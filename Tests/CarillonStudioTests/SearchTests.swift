import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import MessageFormat
import Testing

/// Words are found in texts, in each language, and in what samples make of them.
struct SearchTests {
    private static func names(_ search: TextSearch, _ text: String, _ draft: StudioDraft) -> [String] {
        let result = search.find(text, in: draft.texts, of: draft) { false }
        #expect(result.isComplete)
        return result.found.keys.map { "\($0.message) \($0.path)" }.sorted()
    }

    @Test func `in words, in other languages, in rows that no sample shows, and in what samples give`() throws {
        let draft = try DraftTests.draft("dossier")
        let search = TextSearch(draft.base)
        #expect(Self.names(search, "critical intelligence", draft) == ["signal.critical title"])
        // Only the sample has this name, and only as a value.
        let found = search.find("layla  HADDAD", in: draft.texts, of: draft) { false }.found
        let place = DraftTests.place("message.received", "body", "en")
        #expect(Array(found.keys) == [place])
        #expect(found[place]?.locale.rawValue == "en" && found[place]?.text.contains("Layla Haddad") == true)
        let arabic = try #require(draft.form(DraftTests.place("signal.critical", "title", "ar"))?.outline)
        let hit = search.find(arabic, in: draft.texts, of: draft) { false }
            .found[DraftTests.place("signal.critical", "title", "en")]
        #expect(hit?.locale.rawValue == "ar")
        #expect(Self.names(search, "no such words", draft) == [])
    }

    @Test func `a draft's own words are found, and those that it replaced aren't`() throws {
        var draft = try DraftTests.draft("dossier")
        let search = TextSearch(draft.base)
        #expect(Self.names(search, "open signal", draft) == ["signal.critical action"])
        try draft.write(
            TextForm(FormPattern(plain: "Have a look")),
            at: DraftTests.place("signal.critical", "action", "en")
        )
        #expect(Self.names(search, "open signal", draft) == [])
        #expect(Self.names(search, "have a look", draft) == ["signal.critical action"])
        let channel = DraftTests.place("signal.critical", "title", "en", channel: "push")
        try draft.write(TextForm(FormPattern(plain: "Only on phones")), at: channel)
        #expect(Self.names(search, "only on phones", draft) == ["signal.critical push.title"])
        #expect(search.isOf(draft.base) && !search.isOf(draft.snapshot))
    }

    @Test func `when the time is over the rest waits for the next time`() throws {
        let draft = try DraftTests.draft("dossier")
        let search = TextSearch(draft.base)
        var left = 3
        func isOver() -> Bool {
            left -= 1
            return left < 0
        }
        #expect(!search.find("e", in: draft.texts, of: draft, isOver: isOver).isComplete)
        var rounds = 1
        repeat {
            left = 3
            rounds += 1
        } while !search.find("e", in: draft.texts, of: draft, isOver: isOver).isComplete && rounds < 9
        #expect(rounds == 3, "nine events, three at a time")
        #expect(search.find("e", in: draft.texts, of: draft) { true }.isComplete, "all is known")
    }

    @Test func `two thousand texts are looked through, each event once`() throws {
        var folder = try StudioTenants.folder("dossier")
        func replace(_ path: String, _ change: (inout JSONObject) throws -> Void) throws {
            let index = try #require(folder.files.firstIndex { $0.path == path })
            var object = try #require(try JSONValue(parsing: folder.files[index].content).object)
            try change(&object)
            folder.files[index].content = JSONValue.object(object).utf8
        }
        let names = (0..<1000).map { "order.step\($0)" }
        folder.files.removeAll { $0.path.hasPrefix("samples/") || $0.path == "contract.json" }
        try replace("events.json") { object in
            let event: JSONValue = [
                "payload": ["order": ["type": "text", "maxLength": 40]], "channels": ["in-app"], "summary": "It moved",
            ]
            object["events"] = .object(JSONObject(names.map { .init($0, event) }))
        }
        for locale in ["en", "ar"] {
            try replace("templates/\(locale).json") { object in
                object["messages"] = .object(
                    JSONObject(
                        names.map { name in
                            .init(
                                name,
                                ["title": .string("Order \(name)"), "body": .string("It is at {$order}, \(locale)")]
                            )
                        }
                    )
                )
            }
        }
        folder.files.append(
            TenantFolder.File("samples/order.step999.json", (["order": "Tromsø"] as JSONValue).utf8)
        )
        folder.files.sort { $0.path < $1.path }
        let draft = DraftTests.draft(of: folder)
        let list = draft.texts
        #expect(list.texts.count == 2000)
        let search = TextSearch(draft.base)
        var count = 0
        let result = search.find("TROMSØ", in: list, of: draft) {
            count += 1
            return false
        }
        #expect(result.isComplete && count == 1000)
        #expect(result.found.keys.map(\.message.rawValue) == ["order.step999"])
        let began = ContinuousClock.now
        let second = search.find("step99", in: list, of: draft) { true }
        #expect(second.isComplete && second.found.count == 11)
        print("two thousand texts that are known: \(ContinuousClock.now - began)")
    }
}
