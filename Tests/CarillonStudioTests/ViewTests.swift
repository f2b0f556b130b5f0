import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// A text as it is opened, and the ways to show its fields.
struct ViewTests {
    @Test func `a chip has its field's name for people, and what it shows`() throws {
        let draft = try DraftTests.draft("dossier")
        let view = TextView(DraftTests.place("sync.conflict", "body", "en"), in: draft, sample: "two")
        let json = view.json()
        let rows = try #require(json["form"]?["rows"]?.array)
        let chip = try #require(rows.first?["parts"]?.array?.first?["chip"])
        #expect(chip["field"] == "count")
        #expect(chip["shown"] == "2")
        #expect(chip["label"]?.string?.isEmpty == false)
        #expect(json["variables"]?["tenant"]?["type"] == "tenant")
        #expect(!json.text.contains("{$"))
        let other = TextView(DraftTests.place("sync.conflict", "body", "ar"), in: draft)
        #expect(view.hash != other.hash && view.hash == TextView(view.place, in: draft).hash)
    }

    /// Every reading is what readers get of that number.
    @Test func `a row reads like what its numbers give`() throws {
        var count = 0
        for name in StudioTenants.names {
            let draft = try DraftTests.draft(name)
            let profile = try #require(draft.snapshot.profile)
            for (event, locale) in profile.events.flatMap({ event in profile.locales.supported.map { (event, $0) } }) {
                let place = DraftTests.place(event.id.rawValue, "body", locale.rawValue)
                guard case .rows(let rows)? = draft.form(place)?.content, rows.selectors.count == 1,
                    rows.selectors[0].choice != .value
                else { continue }
                let readings = draft.readings(of: place)
                #expect(readings.map(\.keys) == rows.rows.map(\.keys))
                for reading in readings.flatMap(\.readings) {
                    let field = rows.selectors[0].field
                    let value = try #require(Int(reading.number).map { JSONValue($0) })
                    let values = JSONObject([.init(field, value)])
                    let preview = try #require(draft.preview(of: event.id, replacing: values))
                    let main = try #require(preview.samples.first { $0.sample == nil })
                    let bodies = main.renditions.filter { $0.locale == locale }.compactMap { rendition in
                        (try? rendition.outcome.get())?.slots["body"]
                    }
                    #expect(bodies.map(Self.plain).contains(Self.plain(reading.text)), "\(place): \(reading)")
                    count += 1
                }
            }
        }
        #expect(count > 20)
    }

    @Test func `exact numbers come before forms, and the rest has what is left`() throws {
        var draft = try DraftTests.draft("dossier")
        let place = DraftTests.place("message.received", "body", "ar")
        let selector = FormSelector("count", Message.Function(name: "integer"))
        func row(_ key: String?) throws -> FormRow {
            let text = try FormPattern([.chip(.init(.variable("count"), function: nil)), .text(" \(key ?? "rest")")])
            return FormRow([key.map { .literal($0) } ?? .catchAll], text)
        }
        let rows = try FormRows([selector], [row("3"), row("one"), row("few"), row(nil)])
        try draft.write(TextForm(shape: .choice, content: .rows(rows)), at: place)
        let readings = draft.readings(of: place)
        #expect(readings.map { $0.readings.map(\.number) } == [["3"], ["1"], ["4", "5", "6"], ["0", "2", "11"]])
        #expect(readings.map { $0.readings.last.map { Self.plain($0.text) } } == ["3 3", "1 one", "6 few", "11 rest"])
        #expect(draft.readings(of: DraftTests.place("signal.critical", "title", "en")) == [])
    }

    /// A field of each type in each language: what a menu promises is what a message then has.
    @Test func `an example is what is shown once it is chosen`() throws {
        var seen: Set<[String]> = []
        for name in StudioTenants.names {
            let base = try DraftTests.draft(name)
            let profile = try #require(base.snapshot.profile)
            for (event, locale) in profile.events.flatMap({ event in profile.locales.supported.map { (event, $0) } }) {
                let place = DraftTests.place(event.id.rawValue, "body", locale.rawValue)
                guard let sample = base.snapshot.samples(of: event.id).first, base.form(place) != nil else { continue }
                for field in event.payload where sample.payload[field.name] != nil && !field.isOptional {
                    let choices = base.formats(of: field, at: place, sample: sample.name)
                    #expect(choices.first?.function == nil)
                    #expect(Set(choices.map(\.function)).count == choices.count)
                    guard choices.count > 1, seen.insert([field.type.name, locale.rawValue]).inserted else { continue }
                    for choice in choices {
                        let chip = FormPattern.Chip(.variable(field.name), function: choice.function)
                        var draft = base
                        try draft.write(TextForm(try FormPattern([.text("<"), .chip(chip), .text(">")])), at: place)
                        let text = draft.snapshot.wording(of: event, sample: sample, locale: locale)
                        let bodies = text.flatMap(\.slots).filter { $0.name == "body" }.map { Self.plain($0.wording) }
                        #expect(bodies.contains(Self.plain("<\(choice.example)>")), "\(field.name): \(bodies)")
                        // As a menu offers it again, of the text that has it.
                        let again = draft.formats(of: field, at: place, sample: sample.name, current: choice.function)
                        #expect(again.contains { $0.function == choice.function && $0.example == choice.example })
                    }
                }
            }
        }
        #expect(Set(seen.map { $0[0] }).isSuperset(of: ["money", "integer", "instant"]))
    }

    /// Without the isolates around values.
    private static func plain(_ text: String) -> String {
        let marks: Set<Unicode.Scalar> = ["\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))
    }

    @Test func `a way from the files that no menu has stays, and is told apart`() throws {
        let draft = try DraftTests.draft("dossier")
        let place = DraftTests.place("sync.conflict", "body", "en")
        let field = try #require(draft.snapshot.profile?.event(place.message)?.field("count"))
        let own = Message.Function(
            name: "integer",
            options: [Message.Option(name: "minimumIntegerDigits", value: .literal("3"))]
        )
        let choices = draft.formats(of: field, at: place, sample: "two", current: own)
        #expect(choices.last?.function == own)
        #expect(choices.last?.isOffered == false)
        #expect(choices.filter(\.isOffered).map(\.example).contains("2"))
    }

    @Test func `each way that a menu has can be formatted`() throws {
        let values: [(PayloadType, MessageValue)] = [
            (.integer(0...9), .integer(5)), (.decimal, .decimal(try #require(ExactDecimal("0.5")))),
            (.money, .money(try #require(ExactDecimal("2000")), try #require(CurrencyCode("NOK")))),
            (.instant, .instant(1_772_000_000)),
            (.date, .date(try #require(CivilDate(year: 2026, month: 2, day: 25)))),
            (.list(of: .text(maxLength: 9), maxItems: 3), .list([.string("a"), .string("b")])),
        ]
        for (type, value) in values {
            for function in ChipFormats.functions(of: type) {
                let expression = Message.Expression(operand: .variable("x"), function: function)
                let message = CompiledMessage(Message(body: .pattern([.expression(expression)])), locale: "nb")
                let formatted = message.format(context: FormattingContext(now: 0)) { _ in value }
                #expect(formatted.errors.isEmpty, "\(type.name) \(function?.source ?? ""): \(formatted.errors)")
            }
        }
    }
}
