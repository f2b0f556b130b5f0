import CarillonLanguage
import CarillonModel
import CarillonPipeline
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
                    let choice = try #require(choices.last)
                    let chip = FormPattern.Chip(.variable(field.name), function: choice.function)
                    var draft = base
                    try draft.write(TextForm(try FormPattern([.text("<"), .chip(chip), .text(">")])), at: place)
                    let text = draft.snapshot.wording(of: event, sample: sample, locale: locale)
                    let bodies = text.flatMap(\.slots).filter { $0.name == "body" }.map { Self.plain($0.wording) }
                    #expect(bodies.contains(Self.plain("<\(choice.example)>")), "\(field.name): \(bodies)")
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
