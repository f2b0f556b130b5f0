import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonTesting
import MessageFormat
import Testing

@testable import CarillonStudio

/// Texts on their way to translators and back; that their tools read the files is tested with the program.
struct ExchangeTests {
    enum Format: CaseIterable {
        case xliff
        case po

        func file(_ texts: ExchangedTexts) -> String { self == .xliff ? texts.xliff : texts.po }
    }

    /// dossier, with something else in the place of a text of one file.
    private static func draft(
        _ path: String = "",
        replacing old: String = "",
        with new: String = ""
    ) throws -> StudioDraft {
        var folder = try StudioTenants.folder("dossier")
        if let index = folder.files.firstIndex(where: { $0.path == path }) {
            let content = String(decoding: folder.files[index].content, as: UTF8.self)
            try #require(content.contains(old))
            folder.files[index].content = Array(content.replacing(old, with: new).utf8)
        }
        return DraftTests.draft(of: folder)
    }

    private static func export(_ draft: StudioDraft, _ format: Format, isOpenOnly: Bool = false) throws -> String {
        format.file(try ExchangedTexts(of: draft, in: "ar", isOpenOnly: isOpenOnly))
    }

    private static func take(_ file: String, _ draft: inout StudioDraft) throws -> [TranslationFault] {
        try TranslatedTexts(file: Array(file.utf8)).write(to: &draft)
    }

    private static let title = DraftTests.place("signal.critical", "title", "ar")

    // MARK: there and back

    @Test(arguments: Format.allCases)
    func `what comes back as it went changes nothing`(format: Format) throws {
        var draft = try Self.draft()
        let file = try Self.export(draft, format)
        #expect(file.contains("signal.critical:title"))
        #expect(try Self.take(file, &draft) == [])
        #expect(draft.edits.isEmpty)
    }

    @Test(
        arguments: Format.allCases,
        [
            "a \"quote\", <b>, &amp; and \\n", "{not a field}", "}} {{", "brace and mark {\u{301} \"\u{301} <\u{301}",
            "two\u{2028}lines\u{85}of another kind", " blanks ", "\t", "ليس \u{2067}هنا\u{2069}", "]]>",
            "#. msgid \"x\"",
        ]
    )
    func `any words come back as they are`(format: Format, text: String) throws {
        var draft = try Self.draft()
        try draft.write(TextForm(FormPattern(plain: text)), at: Self.title)
        let file = try Self.export(draft, format)
        var other = try Self.draft()
        let base = try Self.base(of: Self.title, in: other)
        // As if a translator had written them: the file was made before.
        let sent = file.replacing(try Self.base(of: Self.title, in: draft), with: base)
        #expect(try Self.take(sent, &other) == [])
        #expect(other.form(Self.title) == TextForm(FormPattern(plain: text)))
    }

    private static func base(of place: TextPlace, in draft: StudioDraft) throws -> String {
        try #require(try ExchangedTexts(of: draft, in: "ar").texts.first { $0.place == place }).base
    }

    @Test(arguments: Format.allCases)
    func `a changed translation is one edit, and taking it again is none`(format: Format) throws {
        var draft = try Self.draft()
        let old = try #require(draft.form(Self.title)?.wordedRows.first?.text.plainText)
        let file = try Self.export(draft, format).replacing(old, with: "كلمات أخرى")
        #expect(try Self.take(file, &draft) == [])
        #expect(draft.edits.map(\.place) == [Self.title])
        #expect(draft.form(Self.title) == TextForm(FormPattern(plain: "كلمات أخرى")))
        #expect(try Self.take(file, &draft) == [])
        #expect(draft.edits.count == 1)
    }

    // MARK: what has changed meanwhile

    @Test(arguments: Format.allCases)
    func `a translation of another original isn't taken, and the rest is`(format: Format) throws {
        let draft = try Self.draft()
        let text = try #require(draft.form(Self.title)?.wordedRows.first?.text.plainText)
        let other = DraftTests.place("signal.critical", "action", "ar")
        let action = try #require(draft.form(other)?.wordedRows.first?.text.plainText)
        let file = try Self.export(draft, format).replacing(text, with: "أ").replacing(action, with: "ب")
        var moved = try Self.draft(
            "templates/en.json",
            replacing: "Critical Intelligence Signal",
            with: "A new original"
        )
        let faults = try Self.take(file, &moved)
        #expect(faults.map(\.text) == ["signal.critical:title"] && faults.map(\.reason) == [.originalChanged])
        #expect(moved.edits.map(\.place).contains(other))
    }

    @Test(arguments: Format.allCases)
    func `words that somebody has changed meanwhile aren't overwritten`(format: Format) throws {
        let draft = try Self.draft()
        let text = try #require(draft.form(Self.title)?.wordedRows.first?.text.plainText)
        let file = try Self.export(draft, format).replacing(text, with: "أ")
        var moved = try Self.draft("templates/ar.json", replacing: text, with: "ب")
        #expect(try Self.take(file, &moved).map(\.reason).contains(.wordsChanged))
        #expect(moved.edits.allSatisfy { $0.place != Self.title })
    }

    // MARK: placeholders

    @Test(arguments: Format.allCases)
    func `a placeholder that the text doesn't have isn't taken`(format: Format) throws {
        var draft = try Self.draft()
        let file = try Self.export(draft, format)
        let known = format == .xliff ? #"<ph id="meeting""# : "{meeting}"
        let place = try #require(file.ranges(of: known).last)
        let sent =
            String(file[..<place.lowerBound]) + (format == .xliff ? #"<ph id="nobody""# : "{nobody}")
            + file[place.upperBound...]
        #expect(try Self.take(sent, &draft).map(\.reason) == [.unknownCode("nobody")])
        #expect(draft.edits.isEmpty)
    }

    @Test func `a placeholder keeps its format wherever a translator moves it`() throws {
        let chips = [
            FormPattern.Chip(.variable("count"), function: Message.Function(name: "integer")),
            FormPattern.Chip(.variable("count")), FormPattern.Chip(.variable("other")),
        ]
        let mark = FormPattern.Mark("strong", over: 1..<2)
        let pattern = try FormPattern(
            [.chip(chips[0]), .text(" of "), .chip(chips[1]), .text(" "), .chip(chips[2]), .point(.init("br"))],
            marks: [mark]
        )
        let codes = InlineCodes(of: [pattern])
        let pieces = codes.pieces(of: pattern)
        #expect(
            pieces == [
                .code("count"), .open("strong"), .text(" of "), .close("strong"), .code("count_2"), .text(" "),
                .code("other"), .code("br"),
            ]
        )
        #expect(try codes.pattern(of: pieces) == pattern)
        let moved = try codes.pattern(of: [.code("count_2"), .open("strong"), .code("count"), .close("strong")])
        #expect(moved.chips == [chips[1], chips[0]])
        for wrong: [InlinePiece] in [
            [.open("strong"), .text("a")], [.close("strong")], [.open("strong"), .close("strong")],
            [.open("count"), .text("a"), .close("count")], [.code("strong")], [.code("x")],
        ] {
            #expect(throws: TranslationFault.Reason.self) { try codes.pattern(of: wrong) }
        }
    }

    // MARK: plural forms

    /// English with one text that depends on a number, and an Arabic that doesn't have it.
    private static func counting() throws -> StudioDraft {
        var folder = try StudioTenants.folder("dossier")
        func change(_ path: String, _ old: String, _ new: String) throws {
            let index = try #require(folder.files.firstIndex { $0.path == path })
            let text = String(decoding: folder.files[index].content, as: UTF8.self)
            try #require(text.contains(old))
            folder.files[index].content = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
        }
        let text = #""count-of-files": { "payload": { "count": { "type": "integer", "minimum": 0, "maximum": 200 } } }"#
        try change("events.json", #""events": {"#, #""texts": { \#(text) }, "events": {"#)
        let match = #"{ "match": ["count"], "when": { "one": "{$count} file", "*": "{$count} files" } }"#
        try change("templates/en.json", #""messages": {"#, #""messages": { "count-of-files": { "text": \#(match) },"#)
        return DraftTests.draft(of: folder)
    }

    @Test func `a number's forms are those of the language, in both formats`() throws {
        let draft = try Self.counting()
        let texts = try ExchangedTexts(of: draft, in: "ar", isOpenOnly: true)
        let text = try #require(texts.texts.first { $0.place.message.rawValue == "count-of-files" })
        #expect(text.plurals == [.zero, .one, .two, .few, .many, .other])
        #expect(!text.isWritten && text.rows.allSatisfy { $0.translation == nil })
        #expect(text.rows.map(\.id).last == "count-of-files:text:.rest")
        #expect(text.rows.first { $0.id.hasSuffix(":few") }?.name == "count: 3–10, 103–110")
        let po = texts.po
        #expect(po.contains("msgid \"{count} file\"\nmsgid_plural \"{count} files\"\nmsgstr[0] \"\"\n"))
        #expect(po.contains("msgstr[5] \"\"\n") && !po.contains("msgstr[6]"))
    }

    @Test func `a new text with all forms is taken, and one without isn't`() throws {
        var draft = try Self.counting()
        let place = DraftTests.place("count-of-files", "text", "ar")
        var file = try Self.export(draft, .po, isOpenOnly: true)
        for form in 0..<5 {
            file = file.replacing("msgstr[\(form)] \"\"", with: "msgstr[\(form)] \"{count} م\(form)\"")
        }
        let faults = try Self.take(file, &draft)
        #expect(faults.map(\.reason) == [.incomplete(rows: ["count: 100–102, 200"])])
        #expect(draft.edits.isEmpty)
        file = file.replacing("msgstr[5] \"\"", with: "msgstr[5] \"{count} م5\"")
        #expect(try Self.take(file, &draft) == [])
        let form = try #require(draft.form(place))
        #expect(form.wordedRows.map(\.name) == ["zero", "one", "two", "few", "many", "*"])
        #expect(form.wordedRows.map(\.text.plainText) == (0...5).map { " م\($0)" })
        #expect(draft.faults.allSatisfy { $0.isOld || $0.diagnostic.severity == .warning })
    }

    @Test func `forms of another count than the language's aren't taken`() throws {
        var draft = try Self.counting()
        let file = try Self.export(draft, .po, isOpenOnly: true)
            .replacing("nplurals=6", with: "nplurals=2").replacing("msgstr[0] \"\"", with: "msgstr[0] \"x\"")
        #expect(throws: TranslationFileFault.self) { try Self.take(file, &draft) }
    }

    // MARK: what isn't taken at all

    @Test func `what is fuzzy isn't taken, and what is out of use isn't read`() throws {
        var draft = try Self.draft()
        let text = try #require(draft.form(Self.title)?.wordedRows.first?.text.plainText)
        let file = try Self.export(draft, .po)
            .replacing("msgctxt \"signal.critical:title\"", with: "#, fuzzy\nmsgctxt \"signal.critical:title\"")
            .replacing(text, with: "أ")
        #expect(try Self.take(file + "\n#~ msgid \"gone\"\n#~ msgstr \"weg\"\n", &draft) == [])
        #expect(draft.edits.allSatisfy { $0.place != Self.title })
    }

    @Test func `a segment that a tool has cut is one text`() throws {
        var draft = try Self.draft()
        let unit = """
            <segment><source>Critical </source><target order="3">ب</target></segment><ignorable><source> </source></ignorable>\
            <segment><source>Intelligence Signal</source><target order="1">أ<mrk id="m1" type="comment">ج</mrk></target></segment>
            """
        let file = """
            <?xml version="1.0"?>
            <!-- made elsewhere -->
            <x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0"
             srcLang="en" trgLang="ar"><x:file id="dossier"><unit id="signal.critical:title">\(unit)</unit></x:file></x:xliff>
            """
        let faults = try Self.take(file, &draft)
        #expect(faults.map(\.reason) == [.originalChanged], "a blank too many stands between the segments")
        let whole = file.replacing("<ignorable><source> </source></ignorable>", with: "")
        #expect(try Self.take(whole, &draft) == [])
        #expect(draft.form(Self.title) == TextForm(FormPattern(plain: "أجب")))
    }

    @Test(arguments: [
        "", "{}", "%PDF", "<html/>", "msgid \"\"\nmsgstr \"\"\n",
        #"<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>"#,
        #"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xliff/>"#, "<a>&e;</a>", "<a b='1' b='2'/>", "<a>",
        "<a></b>",
        "<a b=1/>", "<a>\u{0}", "<p:a/>", "<a/><b/>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        String(repeating: "<a>", count: 500),
        "msgid \"a", "msgid \"\\q\"\nmsgstr \"\"", "msgid \"a\"\n", "msgstr \"a\"\n",
        "msgid \"\"\nmsgid_plural \"\"\nmsgstr \"\"\n",
    ])
    func `what isn't such a file is told, and taken for none`(file: String) {
        #expect(throws: TranslationFileFault.self) { try TranslatedTexts(file: Array(file.utf8)) }
    }

    @Test(arguments: Format.allCases)
    func `a damaged file is read as far as it is one, and crashes nothing`(format: Format) throws {
        let draft = try Self.draft()
        let file = Array(try Self.export(draft, format).utf8)
        var random = SplitMix(seed: 23)
        for _ in 0..<40 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = "<>{}\"&\\/;# ".utf8.randomElement(using: &random) ?? 0x20
                default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
                }
            }
            var changed = draft
            do throws(TranslationFileFault) {
                _ = try TranslatedTexts(file: bytes).write(to: &changed)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func `the originals' own language, and one that the tenant doesn't have, are refused`() throws {
        let draft = try Self.draft()
        #expect(throws: TranslationFileFault.self) { try ExchangedTexts(of: draft, in: "en") }
        #expect(throws: TranslationFileFault.self) { try ExchangedTexts(of: draft, in: "pl") }
    }
}
