import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// A way out of a fault is one edit that can be written as it is, and then the fault is gone.
struct FixTests {
    /// Texts with a fault each, and what is offered against it.
    private static let cases: [(code: String, place: TextPlace, source: String, kinds: [FaultFix.Kind])] = [
        (
            "T0209", DraftTests.place("message.received", "body", "ar"),
            ".input {$count :integer}\n.match $count\none {{رسالة من {$sender}}}\n* {{رسائل {$count}}}", [.addForms]
        ),
        (
            "T0212", DraftTests.place("message.received", "body", "en"), "{$sender} wrote about {$note}.",
            [.addAbsent, .removeField]
        ),
        (
            "T0213", DraftTests.place("message.received", "body", "en"),
            ".input {$count :integer}\n.match $count\none {{One}}\nfew {{Few}}\n* {{{$sender}: {$count}}}", [.removeRow]
        ),
        (
            "T0218", DraftTests.place("message.received", "title", "en"), "Two\nlines", [.oneLine]
        ),
        (
            "T0219", DraftTests.place("message.received", "title", "en"), "New message {$secret}", [.removeField]
        ),
        ("T0108", DraftTests.place("message.received", "title", "ar"), "", [.removeText]),
        ("T0108", DraftTests.place("message.received", "title", "en"), "", []),
        (
            "T0108", DraftTests.place("message.received", "body", "en"),
            ".input {$count :integer}\n.match $count\none {{}}\n* {{{$sender}: {$count}}}", []
        ),
        (
            "T0908", DraftTests.place("signal.critical", "body", "ar"), "كلمات", [.addField, .addField]
        ),
    ]

    /// A tenant whose event has an optional and a confidential field, too.
    private static func draft() throws -> StudioDraft {
        var folder = try StudioTenants.folder("dossier")
        let index = try #require(folder.files.firstIndex { $0.path == "events.json" })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        let added = text.replacing(
            #""thread_id": { "type": "uuid", "description": "The conversation" },"#,
            with: #""thread_id": { "type": "uuid", "description": "The conversation" },"#
                + #""note": { "type": "text", "maxLength": 20, "optional": true },"#
                + #""secret": { "type": "text", "maxLength": 20, "sensitive": true, "optional": true },"#
        )
        try #require(added != text)
        folder.files[index].content = Array(added.utf8)
        return DraftTests.draft(of: folder)
    }

    @Test(arguments: 0..<cases.count) func `each fix takes its fault away and brings no error`(number: Int) throws {
        let (code, place, source, kinds) = Self.cases[number]
        var draft = try Self.draft()
        try draft.write(TextForm(source: source), at: place)
        let fault = try #require(
            draft.faults.first { $0.diagnostic.code.number == code },
            "\(draft.faults.map { $0.diagnostic.code.number })"
        )
        let fixes = draft.fixes(of: fault)
        #expect(fixes.map(\.kind) == kinds)
        let errors = Set(draft.faults.filter { $0.diagnostic.severity == .error }.map(\.diagnostic.message))
        for fix in fixes {
            var mended = draft
            if fix.form == nil {
                try mended.remove(fix.place)
            } else {
                // As a page sends it back.
                let sent = try TextForm(json: try #require(fix.json["form"]), over: draft.form(fix.place))
                try mended.write(sent, at: fix.place)
            }
            // Of several fields that are left out, each has a fix of its own.
            if fix.kind == .addField {
                let next = try #require(mended.faults.first { $0.diagnostic.code.number == code })
                let last = try #require(mended.fixes(of: next).first)
                #expect(last.field != fix.field)
                try mended.write(try #require(last.form), at: last.place)
            }
            let left = mended.faults.filter { $0.place?.text == fix.place && $0.diagnostic.code.number == code }
            #expect(left.isEmpty, "\(fix.kind): \(left.map(\.diagnostic.message))")
            let new = mended.faults.filter { $0.diagnostic.severity == .error }.map(\.diagnostic.message)
            #expect(new.filter { !errors.contains($0) } == [], "\(fix.kind)")
        }
    }

    @Test func `missing forms get rows in their order, and the rest stays the last`() throws {
        var draft = try Self.draft()
        let (_, place, source, _) = Self.cases[0]
        try draft.write(TextForm(source: source), at: place)
        let fault = try #require(draft.faults.first { $0.diagnostic.code.number == "T0209" })
        guard case .rows(let rows)? = draft.fixes(of: fault).first?.form?.content else {
            Issue.record("there is no fix with rows")
            return
        }
        #expect(rows.rows.map(\.name) == ["one", "zero", "two", "few", "many", "*"])
        #expect(Set(rows.rows.dropFirst().map(\.text.plainText)).count == 1)
    }

    @Test func `what a language lacks can begin with the original's words`() throws {
        var draft = try Self.draft()
        let place = DraftTests.place("signal.critical", "title", "ar")
        try draft.remove(place)
        let fault = try #require(draft.faults.first { $0.diagnostic.code.number == "T0907" })
        let fix = try #require(draft.fixes(of: fault).first)
        #expect(fix.kind == .copyOriginal && fix.place == place)
        try draft.write(try #require(fix.form), at: place)
        #expect(draft.form(place)?.outline == "Critical Intelligence Signal")
        #expect(!draft.faults.contains { $0.diagnostic.code.number == "T0907" })
    }

    @Test func `words that a channel can't do without come back as they were`() throws {
        var draft = try Self.draft()
        let place = DraftTests.place("signal.critical", "title", "en")
        let before = try #require(draft.form(place))
        try draft.remove(place)
        let fault = try #require(draft.faults.first { $0.diagnostic.code.number == "T0210" })
        let fix = try #require(draft.fixes(of: fault).first)
        #expect(fix.kind == .bringBack && fix.place == place && fix.form == before)
        try draft.write(before, at: place)
        #expect(!draft.faults.contains { $0.diagnostic.code.number == "T0210" })
        #expect(draft.edits.isEmpty)
    }

    /// What the validator would write is offered too, where a form can show what comes of it.
    @Test func `a fix of the validator's own is a form`() throws {
        var folder = try StudioTenants.folder("dossier")
        let index = try #require(folder.files.firstIndex { $0.path == "templates/en.json" })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        folder.files[index].content = Array(
            text.replacing("{$dossier}: {$headline}", with: "{$dossier}: {$headlin}").utf8
        )
        let draft = DraftTests.draft(of: folder)
        let place = DraftTests.place("signal.critical", "body", "en")
        let fault = try #require(draft.faults.first { $0.place?.text == place && !$0.diagnostic.fixes.isEmpty })
        let fix = try #require(draft.fixes(of: fault).first)
        #expect(fix.kind == .correct)
        var mended = draft
        try mended.write(try #require(fix.form), at: place)
        #expect(mended.form(place)?.outline == "‹dossier›: ‹headline›")
        #expect(mended.isSound && !draft.isSound)
    }

    /// Whatever is wrong with a tenant's texts: nothing is offered that can't be written.
    @Test(arguments: StudioTenants.names) func `what is offered can be written`(tenant: String) throws {
        let draft = try DraftTests.draft(tenant)
        for entry in draft.texts.texts {
            guard let form = draft.form(entry.place), case .rows(let rows) = form.content else { continue }
            var broken = draft
            let rest = rows.rows.filter(\.isRest)
            try broken.write(
                TextForm(shape: .choice, content: .rows(try FormRows(rows.selectors, rest))),
                at: entry.place
            )
            for fault in broken.faults where fault.place?.text == entry.place {
                for fix in broken.fixes(of: fault) {
                    var mended = broken
                    if let form = fix.form { try mended.write(form, at: fix.place) }
                    #expect(mended.edits != broken.edits || fix.form == nil, "\(entry.place) \(fix.kind)")
                }
            }
        }
    }
}
