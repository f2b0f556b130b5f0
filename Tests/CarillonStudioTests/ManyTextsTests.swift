import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import Synchronization
import Testing

/// Many texts that change in one step: what one after the other gives, with the work of one.
struct ManyTextsTests {
    /// Counts how often a folder is proven.
    private final class CountingProof: MessageProof {
        private let proof = RenderingProof(registry: .standard)
        private let number = Mutex(0)

        var count: Int { number.withLock(\.self) }

        func failures(of profile: TenantProfile) -> [MessageFailure] {
            number.withLock { $0 += 1 }
            return proof.failures(of: profile)
        }
    }

    private static func draft(
        _ name: String,
        proof: any MessageProof = RenderingProof(registry: .standard)
    ) throws -> StudioDraft {
        let loader = ProfileLoader(registry: .standard, proof: proof)
        return StudioDraft(of: try StudioTenants.folder(name), registry: .standard, loader: loader)
    }

    /// Every text of a tenant, with what its language has.
    private static func texts(of draft: StudioDraft) -> [(place: TextPlace, value: JSONValue)] {
        draft.texts.texts.flatMap { entry in
            draft.texts.locales.compactMap { locale in
                let place = entry.place.inLanguage(locale)
                return draft.value(at: place).map { (place, $0) }
            }
        }
    }

    @Test(arguments: [1, 46]) func `a translators' file is one step and two checks, however many texts it changes`(
        count: Int
    ) throws {
        let proof = CountingProof()
        var draft = try Self.draft("dossier", proof: proof)
        var file = try ExchangedTexts(of: draft, in: "ar").po
        // As if a translator had changed the first lines of translations.
        var changed = 0
        file = file.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard changed < count, line.hasPrefix("msgstr \""), line != "msgstr \"\"", !line.contains("\\n") else {
                return String(line)
            }
            changed += 1
            return "msgstr \"أ" + line.dropFirst("msgstr \"".count)
        }
        .joined(separator: "\n")
        #expect(changed > 0)
        let faults = try TranslatedTexts(file: Array(file.utf8)).write(to: &draft)
        #expect(faults.map(\.text) == [])
        #expect((1...changed).contains(draft.edits.count), "a text may have several rows")
        #expect(draft.stepCount == 1)
        #expect(draft.faults.allSatisfy { $0.isOld || $0.diagnostic.severity == .warning })
        #expect(proof.count == 2, "the folder as it was, and as it is")
    }

    @Test(arguments: StudioTenants.names) func `in one step they give the files that one after the other give`(
        name: String
    ) throws {
        let draft = try Self.draft(name)
        let texts = Self.texts(of: draft)
        var edits: [TextEdit] = []
        for (index, text) in texts.enumerated() {
            guard case .string(let old) = text.value else { continue }
            edits.append(
                index % 3 == 2
                    ? TextEdit(text.place, .remove, base: text.value)
                    : TextEdit(text.place, .write(.string("X " + old)), base: text.value)
            )
        }
        try #require(edits.count > 10)
        // Neither what isn't there nor what has changed since keeps the others from being made.
        edits.insert(TextEdit(DraftTests.place("no.such", "title", "en"), .write("x"), base: nil), at: 3)
        edits.insert(TextEdit(texts[0].place, .write("Y"), base: "never there"), at: 5)
        var (all, single) = (draft, draft)
        let outcomes = all.apply(edits)
        for (edit, outcome) in zip(edits, outcomes) {
            let alone = Result { () throws(EditFault) in try single.apply(edit) }
            #expect(outcome == alone, "\(edit.place.message) \(edit.place.path)")
        }
        #expect(all.edits == single.edits)
        #expect(all.snapshot.folder == single.snapshot.folder)
        #expect(all.stepCount < 4 && single.stepCount > 10)
        // And back: what went comes where the default language has it, or where it was.
        let back = all.edits.map { TextEdit($0.place, $0.base.map { .write($0) } ?? .remove, base: $0.new) }
        #expect(all.apply(back).allSatisfy { (try? $0.get()) == true })
        #expect(all.edits == [])
        for text in texts { #expect(all.value(at: text.place) == text.value) }
    }

    @Test func `a text that comes twice is changed twice, and a translation finds its new original`() throws {
        var folder = try StudioTenants.folder("dossier")
        let index = try #require(folder.files.firstIndex { $0.path == "templates/ar.json" })
        let noted = String(decoding: folder.files[index].content, as: UTF8.self)
            .replacing("\"signal.critical\": {\n", with: "\"signal.critical\": {\n      \"$title\": \"Older words\",\n")
        folder.files[index].content = Array(noted.utf8)
        var draft = DraftTests.draft(of: folder)
        let title = DraftTests.place("signal.critical", "title", "en")
        let translation = DraftTests.place("signal.critical", "title", "ar")
        let (old, translated) = (draft.value(at: title), draft.value(at: translation))
        let outcomes = draft.apply([
            TextEdit(title, .write("One"), base: old), TextEdit(title, .write("Two"), base: "One"),
            TextEdit(translation, .write("إشارة"), base: translated),
        ])
        #expect(outcomes == [.success(true), .success(true), .success(true)])
        #expect(draft.edits.map(\.new) == ["Two", "إشارة"])
        let file = try #require(draft.snapshot.folder.file("templates/ar.json")?.content)
        #expect(String(decoding: file, as: UTF8.self).contains(#""$title": "Two""#))
    }
}
