import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Foundation
import Testing

/// Each change that an editor offers takes its diagnostic away, and brings none.
struct RepairTests {
    private let english = "templates/en.json"
    private let russian = "templates/ru.json"

    /// The tenant after the one repair of its one diagnostic with a code.
    private func repaired(_ tenant: LanguageTenant, _ code: String) throws -> (tenant: LanguageTenant, title: String) {
        let snapshot = tenant.snapshot
        #expect(snapshot.diagnostics.map(\.code.number) == [code])
        let fault = try #require(snapshot.diagnostics.first)
        let path = snapshot.sources[fault.primary.span.source].path.replacing("/tenants/shop/", with: "")
        let offered = snapshot.actions(in: fault.primary.span.range, of: path).filter { $0.diagnostic == fault }
        let action = try #require(offered.first)
        #expect(offered.count == 1)
        let after = tenant.applying(action.edits)
        #expect(after.snapshot.diagnostics.map(\.message) == [])
        return (after, action.title)
    }

    private func text(_ tenant: LanguageTenant, _ path: String, _ steps: [String]) throws -> JSONValue {
        let value = try JSONValue(parsing: Array(#require(tenant.files[path]).utf8))
        return try steps.reduce(value) { try #require($0[$1]) }
    }

    @Test func `missing plural forms get the words of the rest`() throws {
        let tenant = LanguageTenant.shop
            .replacing(#"          "few": "{$count} посылки, {$carrier}",\#n"#, with: "", in: russian)
            .replacing(#"          "many": "{$count} посылок, {$carrier}",\#n"#, with: "", in: russian)
        let (after, title) = try repaired(tenant, "T0209")
        #expect(title == "add `few`, `many` with the words of `*`")
        let rows = try text(after, russian, ["messages", "order.shipped", "body", "when"])
        #expect(rows.object?.members.map(\.name) == ["one", "few", "many", "*"])
        #expect(rows["few"] == "{$count} посылки, {$carrier}")
        // It is laid out like its neighbours.
        let laidOut = after.snapshot.formatting(of: russian).map(\.text)
        #expect(laidOut == [try #require(after.files[russian]) + "\n"])
    }

    @Test func `with two selectors each row of the rest is copied`() throws {
        let tenant = LanguageTenant.shop.replacing(
            #""match": ["count"],"#,
            with: #""match": ["carrier", "count"],"#,
            in: russian
        )
        .replacing(#""one":"#, with: #""drone one": "{$count} d", "drone *": "{$count} e", "* one":"#, in: russian)
        .replacing(#"          "few": "{$count} посылки, {$carrier}",\#n"#, with: "", in: russian)
        .replacing(#"          "many": "{$count} посылок, {$carrier}",\#n"#, with: "", in: russian)
        .replacing(#""*": "{$count} посылки"#, with: #""* *": "{$count} посылки"#, in: russian)
        let (after, _) = try repaired(tenant, "T0209")
        let rows = try text(after, russian, ["messages", "order.shipped", "body", "when"])
        #expect(
            rows.object?.members.map(\.name) == [
                "drone one", "drone few", "* few", "drone many", "* many", "drone *", "* one", "* *",
            ]
        )
        #expect(rows["drone many"] == "{$count} e")
    }

    @Test(arguments: [
        (
            #""Shipped by {$brand}""#, #""Shipped: {$note}""#,
            #"{"match":["note.present"],"when":{"true":"Shipped: {$note}","*":"Shipped"}}"#
        ),
        (
            #""Shipped by {$brand}""#, #"["By {$brand}", "with {$note}."]"#,
            #"{"match":["note.present"],"when":{"true":["By {$brand}","with {$note}."],"*":["By {$brand}","with."]}}"#
        ),
        (
            #""Shipped by {$brand}""#,
            #"{ "match": ["carrier"], "when": { "drone": "Drone by {$brand}", "*": "Post ({$note})" } }"#,
            #"{"match":["carrier","note.present"],"when":{"drone *":"Drone by {$brand}","* true":"Post ({$note})","* *":"Post"}}"#
        ),
    ])
    func `an optional field is shown where it is`(old: String, new: String, wanted: String) throws {
        let slot = new.hasPrefix("[") ? "body" : "title"
        var tenant = Self.english(new.contains("$brand") ? "terms" : "")
        if slot == "title" {
            tenant = tenant.replacing(new.contains("$brand") ? old : #""Shipped by us""#, with: new, in: english)
        } else {
            let text = try #require(tenant.files[english])
            let start = try #require(text.range(of: #""body": "#)).upperBound
            tenant = tenant.with(english, text[..<start] + new + "\n    }\n  }\n}\n")
        }
        let (after, title) = try repaired(tenant, "T0212")
        #expect(title == "say something else where `$note` is absent")
        #expect(try text(after, english, ["messages", "order.shipped", slot]).text == wanted)
    }

    @Test func `nothing is offered where nothing would be left, or the source declares something`() throws {
        for title in [#""{$note}""#, #"".input {$note} {{By {$note}}}""#] {
            let snapshot = LanguageTenant.shop.replacing(#""Shipped by {$brand}""#, with: title, in: english).snapshot
            let fault = try #require(snapshot.diagnostics.first { $0.code.number == "T0212" })
            #expect(snapshot.actions(in: fault.primary.span.range, of: english).allSatisfy { $0.kind != .fix })
        }
    }

    @Test func `a language that lacks words begins with those of the default, in its own plural forms`() throws {
        let whole = try #require(LanguageTenant.shop.files[russian])
        let start = try #require(whole.range(of: ",\n      \"body\"")).lowerBound
        let bodyless = whole[..<start] + "\n    }\n  }\n}\n"
        let (after, title) = try repaired(LanguageTenant.shop.with(russian, String(bodyless)), "T0907")
        #expect(title == "begin with the words in `en`")
        let rows = try text(after, russian, ["messages", "order.shipped", "body", "when"])
        #expect(rows.object?.members.map(\.name) == ["one", "few", "many", "*"])
        #expect(rows["many"] == ["{$count} parcels", "with {$carrier}"])
        #expect(after.files[english] == LanguageTenant.shop.files[english])
    }

    @Test func `a whole event that a language lacks comes with the terms that it needs`() throws {
        let empty = #"{ "locale": "ru", "messages": {} }"#
        let (after, _) = try repaired(LanguageTenant.shop.with(russian, empty), "T0907")
        #expect(try text(after, russian, ["messages", "order.shipped", "title"]) == "Shipped by {$brand}")
        #expect(try text(after, russian, ["terms", "brand"]) == "Shop & Co")
    }

    @Test(arguments: [english("terms"), english("")]) func `selected words become a term`(tenant: LanguageTenant) throws
    {
        let bytes = Array(try #require(tenant.files[english]).utf8)
        let start = try #require(bytes.firstRange(of: Array("Shipped".utf8))).lowerBound
        let action = try #require(
            tenant.snapshot.actions(in: start..<start + 7, of: english).first { $0.kind == .extract }
        )
        #expect(action.title == "make a term of it: `$shipped`")
        let after = tenant.applying(action.edits)
        #expect(after.snapshot.diagnostics.map(\.message) == tenant.snapshot.diagnostics.map(\.message))
        #expect(try text(after, english, ["terms", "shipped"]) == "Shipped")
        #expect(
            try text(after, english, ["messages", "order.shipped", "title"]).string?.hasPrefix("{$shipped}") == true
        )
        // Half of a placeholder is no word.
        let within = try #require(bytes.firstRange(of: Array("{$count}".utf8))).lowerBound
        #expect(!tenant.snapshot.actions(in: within + 2..<within + 5, of: english).contains { $0.kind == .extract })
    }

    /// The tenant with one language, with terms or without.
    private static func english(_ terms: String) -> LanguageTenant {
        var tenant = LanguageTenant.shop.replacing(#"["en", "ru"]"#, with: #"["en"]"#, in: "profile.json")
        tenant.files["templates/ru.json"] = nil
        guard terms.isEmpty else { return tenant }
        return tenant.replacing(#"  "terms": { "brand": "Shop \u0026 Co" },\#n"#, with: "", in: "templates/en.json")
            .replacing("by {$brand}", with: "by us", in: "templates/en.json")
    }

    @Test func `words of the default language stay where others would then lack a variable, with the reason`() throws {
        func terms(_ text: String, _ path: String) throws -> [TextAction] {
            let bytes = Array(try #require(LanguageTenant.shop.files[path]).utf8)
            let range = try #require(bytes.firstRange(of: Array(text.utf8)))
            return LanguageTenant.shop.snapshot.actions(in: range, of: path).filter { $0.kind == .extract }
        }
        let refused = try #require(try terms("Shipped", english).first)
        #expect(refused.edits == [])
        #expect(refused.refusal == "the text says it otherwise in ru, where the term would be missing")
        #expect(try terms("Отправлено", russian).map(\.title) == ["make a term of it: `$term`"])
        #expect(try terms("Отправлено", russian).map(\.refusal) == [nil])
    }

    @Test func `words that a translation has as they are become its term as well`() throws {
        let tenant = LanguageTenant.shop.replacing("{$count} parcels", with: "{$count} Box Ltd parcels", in: english)
            .replacing("{$count} посылки, {$carrier}", with: "{$count} Box Ltd, Box Ltds {$carrier}", in: russian)
        let bytes = Array(try #require(tenant.files[english]).utf8)
        let range = try #require(bytes.firstRange(of: Array("Box Ltd".utf8)))
        let action = try #require(tenant.snapshot.actions(in: range, of: english).first { $0.kind == .extract })
        #expect(action.refusal == nil)
        let after = tenant.applying(action.edits)
        #expect(after.snapshot.diagnostics.map(\.message) == tenant.snapshot.diagnostics.map(\.message))
        #expect(try text(after, russian, ["terms", "box_ltd"]) == "Box Ltd")
        #expect(
            try text(after, russian, ["messages", "order.shipped", "body", "when", "few"])
                == "{$count} {$box_ltd}, Box Ltds {$carrier}"
        )
    }

    /// Every change that is offered at a diagnostic of any fixture, one at a time.
    @Test func `repairs of the fixtures of their codes help`() throws {
        var count = 0
        for name in EqualityTests.names where ["T0209", "T0212", "T0907"].contains(name.prefix(5)) {
            let folder = try EqualityTests.fixture(name)
            let before = LanguageTenant.snapshot(of: folder)
            for fault in before.diagnostics where fault.code.number == name.prefix(5) {
                let path = String(before.sources[fault.primary.span.source].path.dropFirst("shop/".count))
                for action in before.actions(in: fault.primary.span.range, of: path) where action.diagnostic == fault {
                    var changed = folder
                    for edit in action.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
                        let index = try #require(changed.files.firstIndex { $0.path == edit.path })
                        changed.files[index].content.replaceSubrange(edit.range, with: edit.text.utf8)
                    }
                    let after = LanguageTenant.snapshot(of: changed, after: before).diagnostics.map(\.message)
                    #expect(!after.contains(fault.message))
                    #expect(Set(after).isSubset(of: Set(before.diagnostics.map(\.message))), "\(name): \(action.title)")
                    count += 1
                }
            }
        }
        // The one of T0907 has no other sentence: a copy would be no translation.
        #expect(count == 2)
    }
}
