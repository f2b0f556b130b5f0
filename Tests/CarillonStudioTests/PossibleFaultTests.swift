import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import CarillonTesting
import Foundation
import MessageFormat
import Testing

/// What can go wrong in a form is told at its row in the validator's words; what can't, doesn't, whatever is typed and chosen.
struct PossibleFaultTests {
    /// `CARILLON_STUDIO_EDITS` makes more of them.
    private static let edits = ProcessInfo.processInfo.environment["CARILLON_STUDIO_EDITS"].flatMap { Int($0) } ?? 60

    /// What no form leads to.
    private static let impossible: Set<String> = Set(
        (Array(201...208) + [211] + Array(214...217) + [221, 222, 223, 225, 226]).map { "T0\($0)" }
    )

    /// A tenant with fields that are optional and confidential, a term, and routes.
    private static func folder() throws -> TenantFolder {
        var folder = try StudioTenants.folder("dossier")
        let thread = #""thread_id": { "type": "uuid", "description": "The conversation" },"#
        try replace(
            "events.json",
            thread,
            thread + #""note": { "type": "text", "maxLength": 20, "optional": true },"#
                + #""secret": { "type": "text", "maxLength": 20, "sensitive": true, "optional": true },"#,
            in: &folder
        )
        return folder
    }

    private static func replace(
        _ path: String,
        _ old: String,
        _ new: String,
        in folder: inout TenantFolder
    ) throws {
        let index = try #require(folder.files.firstIndex { $0.path == path })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        try #require(text.contains(old), "\(path)")
        folder.files[index].content = Array(text.replacing(old, with: new).utf8)
    }

    /// A code, and what somebody does that brings it.
    private struct Possible: CustomTestStringConvertible {
        let code: String
        let place: TextPlace
        let edit: Edit
        /// The row that it is at.
        var row: [String] = []
        /// The text that it is at, where that is another one.
        var at: TextPlace?
        /// What the English texts have before: pieces of them, and what stands there instead.
        var texts: [(old: String, new: String)] = []

        enum Edit {
            case write(String)
            case remove
            /// The files have the fault: no form leads there.
            case nothing
        }

        var isOld: Bool { if case .nothing = edit { true } else { false } }
        var testDescription: String { code }
    }

    private static let possible = [
        Possible(
            code: "T0209",
            place: DraftTests.place("message.received", "body", "ar"),
            edit: .write(".input {$count :integer}\n.match $count\none {{رسالة من {$sender}}}\n* {{رسائل {$count}}}")
        ),
        Possible(code: "T0210", place: DraftTests.place("signal.critical", "title", "en"), edit: .remove),
        Possible(
            code: "T0212",
            place: DraftTests.place("message.received", "body", "en"),
            edit: .write("{$sender} wrote about {$note}.")
        ),
        Possible(
            code: "T0213",
            place: DraftTests.place("message.received", "body", "en"),
            edit: .write(
                ".input {$count :integer}\n.match $count\none {{One}}\nfew {{Few}}\n* {{{$sender}: {$count}}}"
            ),
            row: ["few"]
        ),
        Possible(code: "T0218", place: DraftTests.place("signal.critical", "title", "en"), edit: .write("Two\nlines")),
        Possible(
            code: "T0219",
            place: DraftTests.place("message.received", "title", "en"),
            edit: .write("New {$secret}")
        ),
        Possible(
            code: "T0220",
            place: DraftTests.place("signal.critical", "body", "en"),
            edit: .write(String(repeating: "Long words. ", count: 400))
        ),
        Possible(
            code: "T0224",
            place: DraftTests.place("notification.sent", "body", "en"),
            edit: .write("{$body} {$link}")
        ),
        Possible(
            code: "T0901",
            place: DraftTests.place("signal.gone", "title", "en"),
            edit: .nothing,
            texts: [(#""messages": {"#, #""messages": { "signal.gone": { "title": "A signal that was" },"#)]
        ),
        Possible(
            code: "T0902",
            place: DraftTests.place("signal.critical", "title", "en"),
            edit: .write("No product any more"),
            at: DraftTests.place(TextPlace.terms.rawValue, "product", "en"),
            texts: [
                (#""messages": {"#, #""terms": { "product": "Dossier" }, "messages": {"#),
                (#""Critical Intelligence Signal""#, #""{$product}: a signal""#),
            ]
        ),
        Possible(
            code: "T0906",
            place: DraftTests.place("calendar.event-in-two-hours", "title", "en"),
            edit: .write("Upcoming meeting!")
        ),
        Possible(code: "T0907", place: DraftTests.place("signal.critical", "title", "ar"), edit: .remove),
        Possible(
            code: "T0908",
            place: DraftTests.place("signal.critical", "body", "ar"),
            edit: .write("{$headline}")
        ),
    ]

    @Test(arguments: 0..<possible.count) func `a fault is at its row, with the code and words of validate`(
        number: Int
    ) throws {
        let possible = Self.possible[number]
        let (code, place) = (possible.code, possible.place)
        var folder = try Self.folder()
        for text in possible.texts { try Self.replace("templates/en.json", text.old, text.new, in: &folder) }
        var draft = DraftTests.draft(of: folder)
        #expect(draft.faults.contains { $0.diagnostic.code.number == code } == possible.isOld, "before")
        switch possible.edit {
        case .write(let source): try draft.write(TextForm(source: source), at: place)
        case .remove: try draft.remove(place)
        case .nothing: break
        }
        // Of files on a disk, as the program reads them.
        let home = FileManager.default.temporaryDirectory.appending(
            path: "carillon-faults-\(UUID().uuidString)/dossier"
        )
        defer { try? FileManager.default.removeItem(at: home.deletingLastPathComponent()) }
        for file in draft.snapshot.folder.files {
            let path = home.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.content).write(to: path)
        }
        var sources = SourceSet()
        let loader = ProfileLoader(registry: .standard, proof: RenderingProof(registry: .standard))
        let validated = loader.load(try TenantFolder.read(home.path), into: &sources).diagnostics
        func said(_ diagnostic: Diagnostic) -> [String] {
            [diagnostic.code.number, diagnostic.message, diagnostic.help ?? ""] + diagnostic.notes
        }
        #expect(draft.faults.map { said($0.diagnostic) } == validated.map(said))
        let found = draft.faults.filter { $0.diagnostic.code.number == code && $0.isOld == possible.isOld }
        let fault = try #require(found.first, "\(draft.faults.map { $0.diagnostic.code.number })")
        #expect(fault.json["code"]?.string == code)
        #expect(fault.place?.text == possible.at ?? place && fault.place?.keys == possible.row)
    }

    /// Words, chips and rows as a form offers them.
    private struct Writer {
        let draft: StudioDraft
        var random: SplitMix

        private static let pieces = [
            "{", "}", "\\", "{$x}", ".match", ".local $x", "{{", "}}", ":number", "*", "|", "\"", "é", "e\u{301}", "😀",
            "مرحبا", "<b>", "&nbsp;", "\u{2067}x\u{2069}", "\t", "$", "#", "/", "%s", "{0}", "word", " ",
        ]

        mutating func form(of place: TextPlace) throws -> TextForm? {
            guard let form = draft.form(place) else { return nil }
            switch form.content {
            case .locked: return nil
            case .text(let text):
                switch Int.random(in: 0..<6, using: &random) {
                case 0: return try depending(form, at: place)
                default: return TextForm(try changed(text, at: place), shape: form.shape)
                }
            case .rows(let rows):
                if Int.random(in: 0..<8, using: &random) == 0 {
                    let column = Int.random(in: 0..<rows.selectors.count, using: &random)
                    return try form.independent(of: column, keeping: .catchAll)
                }
                var new = rows.rows
                let index = Int.random(in: 0..<new.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0 where !new[index].isRest: new.remove(at: index)
                case 1 where rows.selectors.count == 1 && rows.selectors[0].choice == .cardinal:
                    let key = Message.Key.literal("\(Int.random(in: 2...9, using: &random))")
                    if !new.contains(where: { $0.keys == [key] }) { new.insert(FormRow([key], new[index].text), at: 0) }
                default: new[index].text = try changed(new[index].text, at: place)
                }
                return TextForm(shape: form.shape, content: .rows(try FormRows(rows.selectors, new)))
            }
        }

        private mutating func depending(_ form: TextForm, at place: TextPlace) throws -> TextForm? {
            guard let wanted = draft.dependencies(of: place).randomElement(using: &random),
                let field = fields(of: place).first(where: { $0.name == wanted.field })
            else { return nil }
            switch wanted.kind {
            case .presence: return try form.dependingOnPresence(of: field.name)
            case .value: return try form.depending(onValueOf: field, locale: place.locale)
            case .amount, .position:
                let isWhole = if case .integer = field.type { true } else { false }
                let option = Message.Option(name: "select", value: .literal("ordinal"))
                let function = Message.Function(
                    name: isWhole ? "integer" : "number",
                    options: wanted.kind == .position ? [option] : []
                )
                return try form.depending(
                    onNumber: FormSelector(field.name, function),
                    field: field,
                    locale: place.locale
                )
            }
        }

        private func fields(of place: TextPlace) -> [PayloadField] {
            draft.snapshot.profile?.event(place.message)?.payload ?? []
        }

        private mutating func changed(_ text: FormPattern, at place: TextPlace) throws -> FormPattern {
            var parts = text.parts
            let index = Int.random(in: 0...parts.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where index < parts.count: parts.remove(at: index)
            case 1:
                guard let field = fields(of: place).randomElement(using: &random) else { break }
                let formats = draft.formats(of: field, at: place).filter(\.isOffered)
                let chip = FormPattern.Chip(
                    .variable(field.name),
                    function: formats.randomElement(using: &random)?.function
                )
                parts.insert(.chip(chip), at: index)
            default: parts.insert(.text(Self.pieces.randomElement(using: &random) ?? "x"), at: index)
            }
            // A text that shows nothing is said, too.
            return try FormPattern(parts.isEmpty ? [.text("x")] : parts)
        }
    }

    @Test func `whatever is typed and chosen, no fault comes that a form can't show`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("random edits of a form: seed \(seed), \(Self.edits) of them")
        let base = DraftTests.draft(of: try Self.folder())
        let places = base.texts.texts.flatMap { entry in base.texts.locales.map { entry.place.inLanguage($0) } }
            .filter { base.form($0) != nil }
        var random = SplitMix(seed: seed)
        var draft = base
        var codes: Set<String> = []
        for number in 0..<Self.edits {
            let place = try #require(places.randomElement(using: &random))
            var writer = Writer(draft: draft, random: random)
            let form = try? writer.form(of: place)
            random = writer.random
            guard let form else { continue }
            try draft.write(form, at: place)
            let found = draft.faults.filter { !$0.isOld }
            let wrong = found.filter { Self.impossible.contains($0.diagnostic.code.number) }
            #expect(
                wrong.map { "\($0.diagnostic.code.number) \($0.diagnostic.message)" } == [],
                "seed \(seed), edit \(number): \(place.message) \(place.path) \(form.json().text)"
            )
            codes.formUnion(found.map { $0.diagnostic.code.number })
            if Int.random(in: 0..<6, using: &random) == 0 || !wrong.isEmpty { draft = base }
        }
        print("codes that came: \(codes.sorted())")
    }
}
