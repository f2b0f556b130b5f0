import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Testing

struct RenamingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let old: String
        let new: String
        let name: String
        let count: Int

        var testDescription: String { "\(new) to \(name)" }
    }

    static let cases = [
        Case(path: "events.json", old: #""count""#, new: #""cou‸nt""#, name: "parcels", count: 11),
        Case(path: "templates/en.json", old: "{$count} parcels", new: "{$co‸unt} parcels", name: "parcels", count: 11),
        Case(path: "events.json", old: #""order_id":"#, new: #""ord‸er_id":"#, name: "order", count: 6),
        Case(path: "events.json", old: #""order.shipped""#, new: #""order.‸shipped""#, name: "order.sent", count: 3),
        Case(path: "profile.json", old: #""orders": {"#, new: #""or‸ders": {"#, name: "parcels", count: 2),
        Case(path: "profile.json", old: #""push": {"#, new: #""pu‸sh": {"#, name: "phone", count: 2),
        Case(path: "profile.json", old: #""order": {"#, new: #""or‸der": {"#, name: "purchase", count: 2),
        Case(path: "profile.json", old: #""id": "slug""#, new: #""i‸d": "slug""#, name: "order_id", count: 3),
        Case(path: "templates/ru.json", old: #""brand""#, new: #""br‸and""#, name: "product", count: 4),
    ]

    @Test(arguments: cases) func `a name is changed everywhere at once, and back again`(example: Case) throws {
        let marked = LanguageTenant.shop.replacing(example.old, with: example.new, in: example.path).marked(
            example.path
        )
        let renaming = try marked.tenant.snapshot.rename(at: marked.offset, in: example.path, to: example.name)
        #expect(renaming.edits.count == example.count)
        var renamed = marked.tenant.applying(renaming.edits)
        for (from, to) in renaming.files { renamed.files[to] = renamed.files.removeValue(forKey: from) }
        let snapshot = renamed.snapshot
        #expect(snapshot.diagnostics.map(\.message) == [], "what was valid still is")
        let place = try #require(renaming.edits.first { $0.path == example.path })
        let back = try snapshot.rename(
            at: place.range.lowerBound + 1,
            in: example.path,
            to: String(
                decoding: Array((LanguageTenant.shop.files[example.path] ?? "").utf8)[place.range],
                as: UTF8.self
            )
        )
        var restored = renamed.applying(back.edits)
        for (from, to) in back.files { restored.files[to] = restored.files.removeValue(forKey: from) }
        #expect(restored.files == LanguageTenant.shop.files)
    }

    @Test func `a field that apps find, and one that they find it by, are renamed where an event says so`() throws {
        let device =
            #""collapse": "order-{order_id}", "device": { "fields": { "carrier": [{ "shorten": "order_id" }, { "lookup": "posts", "key": "order_id", "member": "name", "default": "{order_id}" }] } }"#
        let tables = #""device": { "tables": { "posts": { "members": ["name"] } } }, "policies""#
        let tenant = LanguageTenant.shop
            .replacing(#""collapse": "order-{order_id}""#, with: device, in: "events.json")
            .replacing(#""policies""#, with: tables, in: "profile.json")
        for (old, new, name, count) in [
            (#""order_id": {"#, #""ord‸er_id": {"#, "order", 9), (#""carrier": ["#, #""car‸rier": ["#, "post", 10),
        ] {
            let marked = tenant.replacing(old, with: new, in: "events.json").marked("events.json")
            let renaming = try marked.tenant.snapshot.rename(at: marked.offset, in: "events.json", to: name)
            #expect(renaming.edits.count == count, "\(name)")
            #expect(marked.tenant.applying(renaming.edits).snapshot.diagnostics.map(\.message) == [])
        }
    }

    @Test func `an event takes its samples and golden files along`() throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        let golden = ["golden/order.shipped.one.json", "golden/other.json"]
        let renaming = try tenant.rename(at: offset, in: "events.json", to: "sent", golden: golden)
        #expect(
            renaming.files.map { "\($0.from) \($0.to)" } == [
                "golden/order.shipped.one.json golden/sent.one.json", "samples/order.shipped.json samples/sent.json",
                "samples/order.shipped.one.json samples/sent.one.json",
            ]
        )
        #expect(renaming.isBreakingForSenders)
    }

    @Test(arguments: [
        ("carrier", "is a payload field already"), ("1x", "can't be the name"), ("link", "a variable of every message"),
        ("brand", "is a term already"), ("", "can't be the name"),
    ]) func `a name that is taken or malformed is refused with the reason`(name: String, reason: String) {
        let (tenant, offset) = LanguageTenant.shop.cursor(#""count""#, #""cou‸nt""#, in: "events.json")
        #expect { try tenant.rename(at: offset, in: "events.json", to: name) } throws: { "\($0)".contains(reason) }
    }

    @Test func `a local variable is one of its message`() throws {
        let text = #""title": ".local $who = {$carrier}\n{{By {$who} {$w‸ho}}}""#
        let (tenant, offset) = LanguageTenant.shop.cursor(
            #""title": "Shipped by {$brand}""#,
            text,
            in: "templates/en.json"
        )
        let renaming = try tenant.rename(at: offset, in: "templates/en.json", to: "what")
        #expect(renaming.edits.count == 3)
        #expect(!renaming.isBreakingForSenders)
    }

    @Test func `a name leads to where it is declared`() throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(
            "{$count} parcels",
            "{$co‸unt} parcels",
            in: "templates/en.json"
        )
        let found = try #require(tenant.definitions(at: offset, in: "templates/en.json").first)
        #expect(found.path == "events.json")
        let text = Array((LanguageTenant.shop.files["events.json"] ?? "").utf8)[found.range]
        #expect(String(decoding: text, as: UTF8.self) == "count")
        let (other, place) = LanguageTenant.shop.cursor("{$brand}", "{$br‸and}", in: "templates/ru.json")
        #expect(
            other.definitions(at: place, in: "templates/ru.json").map(\.path) == [
                "templates/ru.json", "templates/en.json",
            ]
        )
    }

    @Test(arguments: RealTenants.names) func `every field of a real tenant can be renamed and renamed back`(
        name: String
    ) throws {
        let folder = try RealTenants.folder(name)
        let snapshot = LanguageTenant.snapshot(of: folder)
        let files = Dictionary(
            uniqueKeysWithValues: folder.files.map { ($0.path, String(decoding: $0.content, as: UTF8.self)) }
        )
        let original = LanguageTenant(files: files)
        for event in snapshot.profile?.events.prefix(2) ?? [] {
            for field in event.payload {
                let places = snapshot.names.declarations(of: Name(.field, field.name, in: event.id.rawValue))
                let place = try #require(places.first).place
                guard snapshot.profile?.device.names(field.name) != true else {
                    #expect(throws: RenamingRefusal.self, "\(event.id) \(field.name)") {
                        try snapshot.rename(at: place.range.lowerBound, in: place.path, to: "renamed_x")
                    }
                    continue
                }
                let renaming = try snapshot.rename(at: place.range.lowerBound, in: place.path, to: "renamed_x")
                let renamed = original.applying(renaming.edits)
                let after = TenantFolder(name: name, path: folder.path, files: renamed.folder.files)
                let changed = LanguageTenant.snapshot(of: after)
                // The words of some fields grow: what is new is about sizes at most.
                let errors = changed.diagnostics.filter { $0.severity == .error }
                #expect(errors.map(\.message) == [], "\(event.id) \(field.name)")
                let back = try changed.rename(at: place.range.lowerBound, in: place.path, to: field.name)
                #expect(renamed.applying(back.edits).files == files)
            }
        }
    }
}
