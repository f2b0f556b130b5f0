import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import MessageFormat
import Testing

/// Changed texts over a folder in memory.
struct DraftTests {
    static func draft(_ name: String) throws -> StudioDraft { draft(of: try StudioTenants.folder(name)) }

    static func draft(of folder: TenantFolder) -> StudioDraft {
        let loader = ProfileLoader(registry: .standard, proof: RenderingProof(registry: .standard))
        return StudioDraft(of: folder, registry: .standard, loader: loader)
    }

    static func place(_ message: String, _ slot: String, _ locale: String, channel: String? = nil) -> TextPlace {
        TextPlace(
            EventTypeID(unchecked: message),
            slot,
            channel: channel.map { ChannelID(unchecked: $0) },
            locale: LocaleTag(unchecked: locale)
        )
    }

    private static let title = place("signal.critical", "title", "en")

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Lines that only one of two texts has.
    private static func difference(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        lines(new).difference(from: lines(old)).map { change in
            switch change {
            case .insert(_, let line, _): "+\(line)"
            case .remove(_, let line, _): "-\(line)"
            }
        }
    }

    @Test func `one text of one file changes, and a message has the new words`() throws {
        var draft = try Self.draft("dossier")
        try draft.write(TextForm(FormPattern(plain: "Look {now}")), at: Self.title)
        let file = try #require(draft.changedFiles.first)
        #expect(draft.changedFiles.map(\.path) == ["templates/en.json"])
        let old = try #require(draft.base.folder.file(file.path)?.content)
        #expect(
            Self.difference(old, file.content) == [
                #"-      "title": "Critical Intelligence Signal","#, #"+      "title": "Look \\{now\\}","#,
            ]
        )
        let preview = try #require(draft.preview(of: Self.title.message))
        let titles = preview.samples.flatMap(\.renditions).filter { $0.locale.rawValue == "en" }.map { rendition in
            (try? rendition.outcome.get())?.slots["title"]
        }
        #expect(!titles.isEmpty && titles.allSatisfy { $0 == "Look {now}" })
        #expect(preview.json["bounds"]?["en"] != nil)
        #expect(
            draft.edits == [
                TextEdit(Self.title, .write(#"Look \{now\}"#), base: "Critical Intelligence Signal")
            ]
        )
    }

    /// Whoever fills a form is told how large a message can become; nothing that can be sent is larger.
    @Test(arguments: StudioTenants.names) func `no message of a preview is larger than its bound says`(
        tenant: String
    ) throws {
        let draft = try Self.draft(tenant)
        let profile = try #require(draft.snapshot.profile)
        var compared = 0
        for event in profile.events {
            for made in [nil] + MadeUpSample.allCases.map(Optional.some) {
                let preview = try #require(draft.preview(of: event.id, made: made))
                for rendition in preview.samples.flatMap(\.renditions) {
                    guard let size = rendition.size,
                        let bound = preview.bounds[rendition.locale]?[rendition.channel.id]
                    else { continue }
                    compared += 1
                    let name = made?.rawValue ?? "sample"
                    #expect(size <= bound, "\(event.id) on \(rendition.channel.id) in \(rendition.locale), \(name)")
                }
            }
        }
        #expect(compared > 0)
    }

    @Test func `what nobody waits for any more isn't found, and is where somebody asks again`() throws {
        var draft = try Self.draft("dossier")
        try draft.write(TextForm(FormPattern(plain: "x")), at: Self.title)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(!draft.check(unless: cancellation))
        #expect(draft.check(unless: Cancellation()))
        // What was found is there, whoever has given up since.
        #expect(draft.check(unless: cancellation))
    }

    @Test func `an edit that is taken back leaves nothing`() throws {
        var draft = try Self.draft("dossier")
        let before = try #require(draft.form(Self.title))
        try draft.write(TextForm(FormPattern(plain: "x")), at: Self.title)
        try draft.write(before, at: Self.title)
        #expect(draft.edits == [])
        #expect(draft.changedFiles.isEmpty)
        try draft.write(before, at: Self.title)
        #expect(draft.edits == [])
    }

    @Test func `a channel gets words of its own, and loses them`() throws {
        var draft = try Self.draft("dossier")
        let channel = try #require(draft.snapshot.profile?.event(Self.title.message)?.channels.first)
        let own = Self.place("signal.critical", "title", "en", channel: channel.rawValue)
        try draft.write(TextForm(FormPattern(plain: "Only here")), at: own)
        #expect(draft.form(own) == TextForm(FormPattern(plain: "Only here")))
        #expect(draft.snapshot.place(own.message, path: own.path, locale: own.locale) == own)
        #expect(draft.isSound)
        let file = try #require(draft.changedFiles.first)
        let old = try #require(draft.base.folder.file(file.path)?.content)
        let changes = Self.difference(old, file.content)
        #expect(changes.filter { $0.hasPrefix("-") }.count == 1, "only the comma before it: \(changes)")
        try draft.remove(own)
        #expect(draft.edits == [])
        #expect(draft.changedFiles.isEmpty)
        #expect(throws: EditFault.absent(own)) { try draft.remove(own) }
    }

    @Test func `a text that a language lacks goes where the default language has it`() throws {
        var draft = try Self.draft("dossier")
        let body = Self.place("signal.critical", "body", "ar")
        let form = try #require(draft.form(body))
        let old = try #require(draft.base.folder.file("templates/ar.json")?.content)
        try draft.remove(body)
        #expect(draft.edits.map(\.change) == [.remove])
        #expect(
            draft.texts.texts.first { $0.place == body.inLanguage(Self.title.locale) }?.states[body.locale]?.isMissing
                == true
        )
        try draft.write(form, at: body)
        #expect(draft.snapshot.folder.file("templates/ar.json")?.content == old)
        #expect(draft.edits == [])
    }

    @Test func `faults are at the row and part that they are about, and those from before are known`() throws {
        var draft = try Self.draft("dossier")
        let old = draft.faults.count
        #expect(draft.faults.filter { !$0.isOld }.isEmpty)
        let place = Self.place("sync.conflict", "body", "en")
        guard case .rows(let rows)? = draft.form(place)?.content else {
            Issue.record("this has no rows")
            return
        }
        var changed = rows.rows
        changed[1].text = try FormPattern([.text("a "), .chip(FormPattern.Chip(.variable("nobody")))])
        try draft.write(
            TextForm(shape: .choice, content: .rows(try FormRows(rows.selectors, changed))),
            at: place
        )
        #expect(!draft.isSound)
        let new = draft.faults.filter { !$0.isOld }
        #expect(draft.faults.count - new.count <= old)
        let unknown = try #require(new.first { $0.diagnostic.severity == .error })
        #expect(unknown.place?.text == place)
        #expect(unknown.place?.keys == ["*"])
        #expect(unknown.place?.part == 1)
        #expect(unknown.json["place"]?["keys"] == [.null])
        #expect(unknown.json["file"] == nil)
    }

    @Test func `each fault has the code and words of a validation of the same files`() throws {
        var draft = try Self.draft("dossier")
        let place = Self.place("message.received", "title", "ar")
        guard
            case .rows(let rows)? = draft.form(place)?.content
                ?? draft.form(Self.place("message.received", "body", "ar"))?.content
        else {
            Issue.record("this has no rows")
            return
        }
        let body = Self.place("message.received", "body", "ar")
        let fewer = rows.rows.filter { $0.name != "few" && $0.name != "two" }
        try draft.write(TextForm(shape: .choice, content: .rows(try FormRows(rows.selectors, fewer))), at: body)
        var sources = SourceSet()
        let loaded = draft.loader.load(draft.snapshot.folder, into: &sources)
        #expect(
            draft.faults.map { [$0.diagnostic.code.number, $0.diagnostic.message] }
                == loaded.diagnostics.map { [$0.code.number, $0.message] }
        )
        let missing = try #require(draft.faults.first { $0.diagnostic.code.number == "T0209" })
        #expect(missing.place?.text == body)
    }

    @Test func `edits are made again by place, and tell what has changed meanwhile`() throws {
        var draft = try Self.draft("dossier")
        try draft.write(TextForm(FormPattern(plain: "New")), at: Self.title)
        let made = try #require(draft.edits.first)
        let edit = try #require(TextEdit(json: made.json))
        #expect(edit == draft.edits.first)
        // Lines above have moved.
        var moved = draft.base.folder
        let index = try #require(moved.files.firstIndex { $0.path == "templates/en.json" })
        moved.files[index].content = Array(
            String(decoding: moved.files[index].content, as: UTF8.self)
                .replacing("\"locale\": \"en\",", with: "\"locale\":\n\n\"en\",").utf8
        )
        var other = Self.draft(of: moved)
        let isMade = try other.apply(edit)
        #expect(isMade)
        #expect(other.form(Self.title) == TextForm(FormPattern(plain: "New")))
        let isMadeAgain = try other.apply(edit)
        #expect(!isMadeAgain)
        var third = Self.draft(of: moved)
        try third.write(TextForm(FormPattern(plain: "Theirs")), at: Self.title)
        #expect(throws: EditFault.conflict(Self.title)) { try third.apply(edit) }
    }

    @Test func `what can't be edited is refused, and nothing changes`() throws {
        var draft = try Self.draft("dossier")
        let form = TextForm(FormPattern(plain: "x"))
        #expect(throws: EditFault.language(LocaleTag(unchecked: "fr"))) {
            try draft.write(form, at: Self.place("signal.critical", "title", "fr"))
        }
        let unknown = Self.place("no.such", "title", "en")
        #expect(throws: EditFault.message(unknown.message)) { try draft.write(form, at: unknown) }
        let name = TextForm(try FormPattern([.chip(FormPattern.Chip(.variable("a b")))]))
        #expect(throws: EditFault.form(.name)) { try draft.write(name, at: Self.title) }
        #expect(draft.edits == [])
        #expect(TextPlace(json: ["locale": "en", "message": "a", "slot": "$title"]) == nil)
        #expect(TextPlace(json: ["locale": "en", "message": "a", "slot": "a.b.c"]) == nil)
        #expect(TextEdit(json: ["locale": "en", "message": "a", "slot": "title", "base": .null, "new": 1]) == nil)
    }

    @Test func `a translation whose original changes is stale, and fresh when it is saved`() throws {
        let folder = TenantFolder(
            name: "dossier",
            path: "dossier",
            files: try StudioTenants.folder("dossier").files.map { file in
                guard file.path == "templates/ar.json" else { return file }
                let text = String(decoding: file.content, as: UTF8.self).replacing(
                    "\"signal.critical\": {\n",
                    with: "\"signal.critical\": {\n      \"$title\": \"Older words\",\n"
                )
                return TenantFolder.File(file.path, Array(text.utf8))
            }
        )
        var draft = Self.draft(of: folder)
        let place = Self.place("signal.critical", "title", "ar")
        func state() -> TextList.State? {
            draft.texts.texts.first { $0.place == place.inLanguage(Self.title.locale) }?.states[place.locale]
        }
        #expect(state()?.isStale == true)
        try draft.write(TextForm(FormPattern(plain: "إشارة")), at: place)
        #expect(state()?.isStale == false && state()?.isWritten == true)
    }

    @Test func `a text that begins with the original's words isn't translated before it has others`() throws {
        var draft = try Self.draft("dossier")
        let place = Self.place("message.received", "body", "ar")
        func isCopied() -> Bool {
            let entry = draft.texts.texts.first { $0.place == place.inLanguage(Self.title.locale) }
            return entry?.states[place.locale]?.isCopied == true
        }
        let original = try #require(draft.form(place.inLanguage(Self.title.locale)))
        let fields = try #require(draft.snapshot.profile?.event(place.message)?.payload)
        let copy = try original.copied(to: place.locale, fields: fields)
        guard case .rows(var rows) = copy.content else {
            Issue.record("this has no rows")
            return
        }
        #expect(rows.rows.count == 6 && !isCopied() && !draft.isCopy(place))
        try draft.write(copy, at: place)
        #expect(isCopied() && draft.isCopy(place) && !draft.isCopy(place.inLanguage(Self.title.locale)))
        var others = rows.rows
        others[5].text = FormPattern(plain: "رسائل")
        rows = try FormRows(rows.selectors, others)
        try draft.write(TextForm(shape: copy.shape, content: .rows(rows)), at: place)
        #expect(!isCopied() && !draft.isCopy(place))
        // What has no letters is the same in every language.
        try draft.write(TextForm(FormPattern(plain: "42")), at: place.inLanguage(Self.title.locale))
        try draft.write(TextForm(FormPattern(plain: "42")), at: place)
        #expect(!draft.isCopy(place))
    }

    @Test(arguments: StudioTenants.names) func `every text is in the list, once, with its state`(name: String) throws {
        let draft = try Self.draft(name)
        let list = draft.texts
        #expect(Set(list.texts.map(\.place)).count == list.texts.count)
        let written = list.texts.flatMap { entry in
            entry.states.filter(\.value.isWritten).map { entry.place.inLanguage($0.key) }
        }
        let there = try StudioText.ofTenants().filter { $0.file.hasPrefix("\(name)/") && !$0.message.isNote }
        #expect(written.count == there.count)
        #expect(written.allSatisfy { draft.form($0) != nil })
        #expect(list.json["texts"]?.array?.count == list.texts.count)
    }

    @Test(arguments: StudioTenants.names) func `previews are what golden files approve`(name: String) throws {
        let draft = try Self.draft(name)
        let profile = try #require(draft.snapshot.profile)
        for event in profile.events {
            let preview = try #require(draft.preview(of: event.id))
            let golden = GoldenFile.all(of: event.id, in: profile, registry: .standard)
            #expect(preview.samples.count == golden.count)
            for rendered in preview.samples {
                let approved = try #require(golden.first { $0.expected["sample"]?.string == rendered.sample })
                #expect(approved.expected["renderings"] == rendered.renditions.json(\.json))
            }
        }
    }
}
