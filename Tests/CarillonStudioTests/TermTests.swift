import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// Words that texts take in by their names, changed as other texts are.
struct TermTests {
    /// Dossier with terms: one in two titles, one in one of these, and one that no text shows.
    private static func draft() throws -> StudioDraft {
        var folder = try StudioTenants.folder("dossier")
        for (path, terms) in [
            ("templates/en.json", #""terms": { "product": "Dossier", "team": "the team", "spare": "unused" },"#),
            ("templates/ar.json", #""terms": { "product": "الملف" },"#),
        ] {
            let index = try #require(folder.files.firstIndex { $0.path == path })
            var text = String(decoding: folder.files[index].content, as: UTF8.self)
            text = text.replacing("  \"messages\": {", with: "  \(terms)\n  \"messages\": {", maxReplacements: 1)
            text = text.replacing("Critical Intelligence Signal", with: "{$product}: a signal for {$team}")
            text = text.replacing("\"New Assignment\"", with: "\"Assigned in {$product}\"")
            folder.files[index].content = Array(text.utf8)
        }
        return DraftTests.draft(of: folder)
    }

    private static func term(_ name: String, _ locale: String = "en") -> TextPlace {
        TextPlace(TextPlace.terms, name, locale: LocaleTag(unchecked: locale))
    }

    private static func plain(_ text: String) -> CarillonStudio.TextForm {
        CarillonStudio.TextForm(FormPattern(plain: text))
    }

    @Test func `terms are listed with the texts that show them`() throws {
        let list = try Self.draft().texts
        #expect(list.terms.map(\.entry.place.slot) == ["product", "team", "spare"])
        #expect(list.terms.map(\.uses.count) == [2, 1, 0])
        #expect(list.terms[0].uses.map(\.message.rawValue).sorted() == ["assignment.created", "signal.critical"])
        #expect(list.texts.allSatisfy { !$0.place.isTerm })
        let states = list.terms[1].entry.states
        #expect(states[LocaleTag(unchecked: "en")]?.isWritten == true)
        #expect(states[LocaleTag(unchecked: "ar")]?.isWritten == false)
        let json = list.json["terms"]?.array?.first
        #expect(json?["message"] == "$terms" && json?["slot"] == "product" && json?["uses"] == 2)
    }

    @Test func `other words for a term change its bytes alone, and every message that shows it`() throws {
        var draft = try Self.draft()
        let before = try #require(draft.base.folder.file("templates/en.json")?.content)
        try draft.write(Self.plain("Files"), at: Self.term("product"))
        let after = try #require(draft.changedFiles.first)
        #expect(draft.changedFiles.map(\.path) == ["templates/en.json"])
        let text = String(decoding: before, as: UTF8.self)
        let expected = text.replacing(#""product": "Dossier""#, with: #""product": "Files""#)
        #expect(String(decoding: after.content, as: UTF8.self) == expected)
        #expect(draft.edits == [TextEdit(Self.term("product"), .write("Files"), base: "Dossier")])
        let id = EventTypeID(unchecked: "signal.critical")
        let titles = try #require(draft.preview(of: id)).samples.flatMap(\.renditions)
            .filter { $0.locale.rawValue == "en" }.compactMap { (try? $0.outcome.get())?.slots["title"] }
        #expect(!titles.isEmpty && titles.allSatisfy { $0.contains("Files: a signal for the team") })
        #expect(draft.isSound)
        // The same edit is made again elsewhere, once.
        var other = try Self.draft()
        let edit = try #require(draft.edits.first.flatMap { TextEdit(json: $0.json) })
        #expect(try other.apply(edit))
        #expect(try !other.apply(edit))
        #expect(other.changedFiles == draft.changedFiles)
        let overlay = LaidTexts(TextOverlay([edit]), over: try Self.draft())
        #expect(overlay.states[Self.term("product")] == .live)
        #expect(overlay.draft.outline(of: "Files {x}", at: Self.term("product")) == "Files {x}")
    }

    @Test func `what looks like a placeholder in a term is none, and is a fault at the term`() throws {
        var draft = try Self.draft()
        try draft.write(Self.plain("{$product} \\"), at: Self.term("product"))
        #expect(draft.form(Self.term("product")) == Self.plain("{$product} \\"))
        let faults = draft.faults.filter { !$0.isOld }
        #expect(faults.contains { $0.place?.text == Self.term("product") })
        let chip = CarillonStudio.TextForm(try FormPattern([.chip(FormPattern.Chip(.variable("team")))]))
        #expect(throws: EditFault.self) { try draft.write(chip, at: Self.term("product")) }
    }

    @Test func `a language gets a term, and loses it again`() throws {
        var draft = try Self.draft()
        let before = draft.snapshot.folder.file("templates/ar.json")?.content
        try draft.write(Self.plain("الفريق"), at: Self.term("team", "ar"))
        #expect(draft.form(Self.term("team", "ar")) == Self.plain("الفريق"))
        try draft.remove(Self.term("team", "ar"))
        #expect(draft.snapshot.folder.file("templates/ar.json")?.content == before)
        #expect(throws: EditFault.self) { try draft.remove(Self.term("nobody")) }
    }

    @Test func `only a name is a term's place`() {
        let place = Self.term("product")
        #expect(TextPlace(json: .object(place.json)) == place)
        for (slot, channel) in [("a.b", nil), ("product", JSONValue.string("push"))] {
            var json = place.json
            json["slot"] = .string(slot)
            json["channel"] = channel
            #expect(TextPlace(json: .object(json)) == nil)
        }
        #expect(TextPlace(json: ["locale": "en", "message": "$other", "slot": "product"]) == nil)
    }
}
