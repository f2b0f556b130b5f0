import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import MessageFormat
import Testing

/// A proposal as a mail; that git takes it is tested with the program.
struct PatchTests {
    private static let author = StudioPatch.Author(
        name: "Ada",
        address: "ada@example.com",
        date: Instant(epochMilliseconds: 1_772_000_000_000)
    )

    private static func golden(_ draft: StudioDraft) throws -> [TenantFolder.File] {
        let profile = try #require(draft.base.profile)
        return GoldenFile.all(of: profile, registry: .standard).map { TenantFolder.File($0.name, Array($0.text.utf8)) }
    }

    private static func patch(title: String = "Change", name: String = "Ada") throws -> StudioPatch {
        var draft = try DraftTests.draft("dossier")
        let place = DraftTests.place("signal.critical", "title", "en")
        try draft.write(TextForm(FormPattern(plain: "Look \u{2028}now")), at: place)
        let author = StudioPatch.Author(name: name, address: Self.author.address, date: Self.author.date)
        return try StudioPatch(of: draft, title: title, author: author, golden: try golden(draft))
    }

    @Test func `it has the changed value, the golden files that show it, and nothing else`() throws {
        let patch = try Self.patch()
        #expect(patch.files.map(\.path) == ["golden/signal.critical.json", "templates/en.json"])
        #expect(patch.text.hasPrefix("From: Ada <ada@example.com>\nDate: Wed, 25 Feb 2026 06:13:20 +0000\n"))
        #expect(patch.text.contains("\nCarillon-Base: "))
        let lines = patch.text.split(separator: "\n").filter { $0.hasPrefix("-  ") || $0.hasPrefix("+  ") }
        #expect(lines.filter { $0.contains("      \"title\"") && !$0.contains("        \"title\"") }.count == 2)
    }

    /// A tenant's folder with what a patch makes of it.
    private static func folder(with patch: StudioPatch, of name: String) throws -> TenantFolder {
        var folder = try StudioTenants.folder(name)
        for change in patch.files where !change.path.hasPrefix("golden/") {
            let content = try #require(change.new)
            let index = try #require(folder.files.firstIndex { $0.path == change.path })
            folder.files[index] = TenantFolder.File(change.path, content)
        }
        return folder
    }

    @Test func `a warning that stays is allowed, until a later change makes that needless`() throws {
        var draft = try DraftTests.draft("dossier")
        let own = DraftTests.place("signal.critical", "title", "en", channel: "push")
        try draft.write(TextForm(FormPattern(plain: "Look now")), at: own)
        #expect(draft.faults.filter { !$0.isOld }.map(\.diagnostic.code.number) == ["T0907"])
        let patch = try StudioPatch(
            of: draft,
            title: "Shorter \"pushes\"",
            author: Self.author,
            golden: try Self.golden(draft)
        )
        #expect(patch.files.contains { $0.path == "profile.json" })
        #expect(patch.text.contains("\nWarnings that stay, in allow of profile.json:\n\n  T0907, templates/"))
        #expect(patch.text.contains(#"+      "reason": "Shorter \"pushes\"""#))

        var next = DraftTests.draft(of: try Self.folder(with: patch, of: "dossier"))
        #expect(next.base.diagnostics.isEmpty)
        let translated = DraftTests.place("signal.critical", "title", "ar", channel: "push")
        try next.write(TextForm(FormPattern(plain: "\u{627}\u{646}\u{638}\u{631}")), at: translated)
        let file = try #require(AllowedWarnings(of: next, title: "Arabic").changedFiles.first)
        #expect(file.content == draft.base.folder.file("profile.json")?.content)
        var caughtUp = next.snapshot.folder
        let index = try #require(caughtUp.files.firstIndex { $0.path == file.path })
        caughtUp.files[index] = file
        #expect(DraftTests.draft(of: caughtUp).base.diagnostics.isEmpty)
    }

    @Test func `a proposal comes back out of its patch`() throws {
        let patch = try Self.patch(title: "Größer")
        let proposal = try #require(StudioProposal(file: Array(patch.text.utf8)))
        #expect(proposal.tenant == "dossier" && proposal.title == "Größer" && proposal.edits.count == 1)
        #expect(StudioProposal(file: Array(proposal.json.prettyText.utf8)) == proposal)
    }

    @Test(arguments: [
        "a\nBcc: x@y", "a\r\n\r\ndiff --git a/x b/x", "Ünïcode \u{1F600} und länger als eine Zeile \u{0}", "a <b>, c",
    ])
    func `a title or name can't leave its line`(text: String) throws {
        let head = try Self.patch(title: text, name: text).text.split(separator: "\n\n", maxSplits: 1)[0]
        let names = head.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(names == ["From", "Date", "Subject", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"])
        #expect(head.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
        #expect(head.split(separator: "\n").allSatisfy { $0.utf8.count < 100 })
    }

    @Test func `nothing, and what the host wouldn't run, makes no patch`() throws {
        var draft = try DraftTests.draft("dossier")
        let golden = try Self.golden(draft)
        #expect(throws: StudioPatch.Fault.empty) {
            try StudioPatch(of: draft, title: "", author: Self.author, golden: golden)
        }
        let chip = FormPattern.Part.chip(FormPattern.Chip(.variable("nobody")))
        let place = DraftTests.place("signal.critical", "title", "en")
        try draft.write(TextForm(try FormPattern([chip])), at: place)
        #expect(throws: StudioPatch.Fault.unsound) {
            try StudioPatch(of: draft, title: "", author: Self.author, golden: golden)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"tenant": "../x", "edits": []}"#, #"{"tenant": "a", "edits": [1]}"#,
        #"{"tenant": "a", "edits": [{"locale": "en", "message": "m", "slot": "a\nb", "base": null, "new": "x"}]}"#,
        "Carillon-Edits: {",
    ])
    func `what isn't a proposal is none`(file: String) { #expect(StudioProposal(file: Array(file.utf8)) == nil) }
}
