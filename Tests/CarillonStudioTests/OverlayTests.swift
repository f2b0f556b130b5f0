import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import Testing

/// Words that are live beside the files.
struct OverlayTests {
    private static let title = DraftTests.place("signal.critical", "title", "en")
    private static let body = DraftTests.place("message.received", "body", "ar")

    /// Of a text in the files as they are.
    private static func edit(_ place: TextPlace, _ new: JSONValue, in files: StudioDraft) -> TextEdit {
        TextEdit(place, .write(new), base: files.value(at: place))
    }

    @Test func `words lie over the files, once for each text, and give a profile with another revision`() throws {
        let files = try DraftTests.draft("dossier")
        let none = LaidTexts(TextOverlay(), over: files)
        let first = TextOverlay().adding([Self.edit(Self.title, "One", in: files)], to: none)
        let laid = LaidTexts(first, over: files)
        #expect(laid.states == [Self.title: .live] && laid.draft.isSound)
        #expect(laid.draft.snapshot.profile?.revision != files.snapshot.profile?.revision)
        #expect(laid.draft.snapshot.profile?.settingsRevision == files.snapshot.profile?.settingsRevision)
        // What was made over the live words is kept with what the files have.
        let again = TextEdit(Self.title, .write("Two"), base: "One")
        let second = first.adding([again], to: laid)
        #expect(second.entries == [Self.edit(Self.title, "Two", in: files)])
        let changes = second.changes(since: first)
        #expect(changes.map(\.place) == [Self.title] && changes.first?.old == "One" && changes.first?.new == "Two")
        #expect(TextOverlay(json: second.json) == second)
        let back = TextEdit(Self.title, .write("Critical Intelligence Signal"), base: "Two")
        #expect(second.adding([back], to: LaidTexts(second, over: files)).entries.isEmpty)
        #expect(second.restoring(Self.title, from: first) == first)
        #expect(first.restoring(Self.title, from: TextOverlay()).entries.isEmpty)
    }

    @Test func `what the files have is dropped, and what doesn't fit them is set aside while the rest counts`() throws {
        let files = try DraftTests.draft("dossier")
        let overlay = TextOverlay([
            Self.edit(Self.title, "One", in: files),
            // Without its other forms: what validate refuses.
            Self.edit(Self.body, ["match": ["count"], "when": ["one": "x"]], in: files),
            TextEdit(DraftTests.place("signal.critical", "body", "en"), .write("x"), base: "never there"),
            TextEdit(DraftTests.place("no.such", "title", "en"), .write("x"), base: nil),
        ])
        let laid = LaidTexts(overlay, over: files)
        #expect(laid.states[Self.title] == .live)
        #expect(laid.states[Self.body] == .setAside(.invalid))
        #expect(laid.states[DraftTests.place("signal.critical", "body", "en")] == .setAside(.changed))
        #expect(laid.states[DraftTests.place("no.such", "title", "en")] == .setAside(.gone))
        #expect(laid.draft.isSound && laid.draft.edits.map(\.place) == [Self.title])
        // The files catch up.
        let caught = DraftTests.draft(of: laid.draft.snapshot.folder)
        let after = LaidTexts(overlay, over: caught)
        #expect(after.states[Self.title] == .inFiles && after.draft.edits.isEmpty)
        #expect(overlay.adding([], to: after).entry(Self.title) == nil)
    }

    @Test func `words that show a field which the files no longer have are set aside`() throws {
        let files = try DraftTests.draft("dossier")
        let other = DraftTests.place("app.update-available", "action", "en")
        let overlay = TextOverlay([
            Self.edit(Self.title, "{$headline}", in: files), Self.edit(other, "Get it", in: files),
        ])
        #expect(LaidTexts(overlay, over: files).states == [Self.title: .live, other: .live])
        var folder = files.snapshot.folder
        for (path, old, new) in [
            (
                "events.json",
                #"""
                "description": "The dossier's name" },
                        "headline": { "type": "localizedText", "maxLength": 160, "description": "The signal in one line" }
                """#, #""description": "The dossier's name" }"#
            ), ("templates/en.json", "{$dossier}: {$headline}", "{$dossier}"),
            ("templates/ar.json", "{$dossier}: {$headline}", "{$dossier}"),
        ] {
            let index = try #require(folder.files.firstIndex { $0.path == path })
            let text = String(decoding: folder.files[index].content, as: UTF8.self)
            try #require(text.contains(old), "\(path)")
            folder.files[index].content = Array(text.replacing(old, with: new).utf8)
        }
        let index = try #require(folder.files.firstIndex { $0.path == "samples/signal.critical.json" })
        var sample = try #require(try JSONValue(parsing: folder.files[index].content).object)
        sample["headline"] = nil
        folder.files[index].content = JSONValue.object(sample).utf8
        let without = DraftTests.draft(of: folder)
        try #require(without.isSound, "\(without.faults.map(\.diagnostic.message))")
        let laid = LaidTexts(overlay, over: without)
        #expect(laid.states == [Self.title: .setAside(.invalid), other: .live])
        #expect(laid.draft.isSound)
    }
}
