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
        let golden = TenantGolden(paths: ["golden/order.shipped.one.json", "golden/other.json"]) { path in
            path == "golden/other.json" ? nil : Array(#"{ "event": "order.shipped" }"#.utf8)
        }
        let renaming = try tenant.rename(at: offset, in: "events.json", to: "sent", golden: golden)
        #expect(
            renaming.files.map { "\($0.from) \($0.to)" } == [
                "golden/order.shipped.one.json golden/sent.one.json", "samples/order.shipped.json samples/sent.json",
                "samples/order.shipped.one.json samples/sent.one.json",
            ]
        )
        #expect(renaming.isBreakingForSenders)
        #expect(renaming.edits.contains(FileEdit("golden/order.shipped.one.json", 12..<25, "sent")))
    }

    @Test(arguments: [
        (#""order.shipped""#, #""order.‸shipped""#, "events.json", "sent", ["sent"]),
        (#""push": {"#, #""pu‸sh": {"#, "profile.json", "phone", ["phone", "phone"]),
        (#""parcels": { "#, #""par‸cels": { "#, "profile.json", "boxes", ["boxes"]),
    ])
    func `golden files say the new name`(old: String, new: String, path: String, name: String, changed: [String]) throws
    {
        let golden = #"""
            { "event": "order.shipped", "renderings": { "en": { "push": { "slots": { "title": "push order.shipped" },
            "androidChannel": "parcels" }, "in-app": { "androidChannel": "other" } }, "ru": { "push": {} } } }
            """#
        let tenant = LanguageTenant.shop.replacing(
            #""categories": { "orders": { "#,
            with:
                #""androidChannels": { "parcels": { "name": "Parcels" } }, "categories": { "orders": { "androidChannel": "parcels", "#,
            in: "profile.json"
        )
        let (snapshot, offset) = tenant.cursor(old, new, in: path)
        let folder = TenantGolden(paths: ["golden/order.shipped.json", "golden/broken.json"]) { path in
            path == "golden/broken.json" ? Array("{".utf8) : Array(golden.utf8)
        }
        let renaming = try snapshot.rename(at: offset, in: path, to: name, golden: folder)
        let edits = renaming.edits.filter { $0.path.hasPrefix("golden/") }
        #expect(edits.map(\.text) == changed)
        let bytes = Array(golden.utf8)
        for edit in edits {
            let range = edit.range.lowerBound - 1..<edit.range.upperBound + 1
            #expect(String(decoding: bytes[range], as: UTF8.self) == new.replacing("‸", with: "").prefix(range.count))
        }
        #expect(renaming.golden.keys.sorted() == ["golden/order.shipped.json"])
    }

    @Test func `an app text takes its golden file along`() throws {
        let text =
            #""texts": { "many": { "summary": "Many", "payload": { "count": { "type": "integer" } } } }, "events""#
        let (tenant, offset) = LanguageTenant.shop.replacing(#""events""#, with: text, in: "events.json")
            .cursor(#""many""#, #""ma‸ny""#, in: "events.json")
        let golden = TenantGolden(paths: ["golden/many.json"]) { _ in Array(#"{ "event": "many" }"#.utf8) }
        let renaming = try tenant.rename(at: offset, in: "events.json", to: "several", golden: golden)
        #expect(renaming.files.map { "\($0.from) \($0.to)" } == ["golden/many.json golden/several.json"])
        #expect(renaming.edits.contains(FileEdit("golden/many.json", 12..<16, "several")))
    }

    @Test(arguments: [
        ("templates/ru.json", #""body": {"#, #""body": "#), ("templates/ru.json", #""ru","#, #""ru""#),
        ("samples/order.shipped.one.json", #""count": 1,"#, #""count" 1,"#), ("templates/ru.json", "Магазин", "\u{0}"),
    ])
    func `nothing is renamed while a file that has the name can't be read`(
        path: String,
        old: String,
        new: String
    ) throws {
        let broken = LanguageTenant.shop.replacing(old, with: new, in: path)
        let (tenant, offset) = broken.cursor("{$count} parcels", "{$co‸unt} parcels", in: "templates/en.json")
        #expect { try tenant.rename(at: offset, in: "templates/en.json", to: "parcels") } throws: {
            "\($0)".contains("mend `\(path)` first")
        }
        // What doesn't have it doesn't matter.
        let (other, place) = broken.cursor(#""note": {"#, #""no‸te": {"#, in: "events.json")
        #expect(try other.rename(at: place, in: "events.json", to: "remark").edits.count == 1)
    }

    @Test(arguments: [TenantFolder.Fault.Kind.tooLarge, .unreadable("no"), .outsideFolder, .tooMany(limit: 1)])
    func `nothing is renamed where a file wasn't read`(kind: TenantFolder.Fault.Kind) throws {
        let marked = LanguageTenant.shop.replacing(#""count""#, with: #""cou‸nt""#, in: "events.json").marked(
            "events.json"
        )
        var folder = marked.tenant.folder
        func rename() throws -> Renaming {
            try LanguageTenant.snapshot(of: folder).rename(at: marked.offset, in: "events.json", to: "parcels")
        }
        #expect(try rename().edits.count == 11)
        var path = "templates/nb.json"
        if case .tooMany = kind { path = "templates" }
        folder.faults = [TenantFolder.Fault(path: path, kind: kind)]
        #expect { try rename() } throws: { "\($0)".contains("mend `\(path)` first") }
        folder.faults = [TenantFolder.Fault(path: "channels/own.json", kind: kind)]
        #expect(try rename().edits.count == 11)
    }

    @Test func `a file that is too large to be served has its faults, and keeps names from being changed`() throws {
        let large = String(repeating: " ", count: SyntaxFile.sizeLimit)
        let text = try #require(LanguageTenant.shop.files["templates/en.json"])
        let tenant = LanguageTenant.shop.with("templates/en.json", text + large)
        let (snapshot, offset) = tenant.cursor(#""count""#, #""cou‸nt""#, in: "events.json")
        #expect(snapshot.diagnostics.map(\.message) == [])
        #expect(snapshot.tokens(of: "templates/en.json") == [])
        #expect { try snapshot.rename(at: offset, in: "events.json", to: "parcels") } throws: {
            "\($0)".contains("mend `templates/en.json` first")
        }
        let broken = tenant.with("templates/en.json", text.replacing("$brand", with: "$nobody") + large).snapshot
        #expect(broken.diagnostics.map(\.code.number).contains("T0205"))
    }

    @Test func `the places of warnings that are allowed follow`() throws {
        let allowed = #"""
            "allow": [
              { "code": "T0904", "at": "events.json#/events/order.shipped/payload/count", "reason": "r" },
              { "code": "T0904", "at": "templates/*.json#/messages/order.shipped", "reason": "r" },
              { "code": "T0904", "at": "samples/order.shipped.one.json#/count", "reason": "r" },
              { "code": "T0904", "at": "profile.json#/deepLinks/routes/order/params/id", "reason": "r" },
              { "code": "T0904", "at": "events.json#/events/order.shipped/channels/=push", "reason": "r" },
              { "code": "T0904", "at": "events.json#/events/*/payload/count", "reason": "r" }
            ], "policies"
            """#
        let tenant = LanguageTenant.shop.replacing(#""policies""#, with: allowed, in: "profile.json")
        func places(_ old: String, _ new: String, _ path: String, to name: String) throws -> [String] {
            let (snapshot, offset) = tenant.cursor(old, new, in: path)
            let edits = try snapshot.rename(at: offset, in: path, to: name).edits
            let after = try #require(tenant.applying(edits.filter { $0.path == "profile.json" }).files["profile.json"])
            return after.split(separator: "\n").filter { $0.contains(#""at""#) && $0.contains(name) }.map(String.init)
        }
        #expect(try places(#""count""#, #""cou‸nt""#, "events.json", to: "parcels").count == 2)
        #expect(try places(#""order.shipped""#, #""order.‸shipped""#, "events.json", to: "order.sent").count == 4)
        #expect(try places(#""order": {"#, #""or‸der": {"#, "profile.json", to: "purchase").count == 1)
        #expect(try places(#""id": "slug""#, #""i‸d": "slug""#, "profile.json", to: "order_id").count == 1)
        #expect(try places(#""push": {"#, #""pu‸sh": {"#, "profile.json", to: "phone").count == 1)
    }

    @Test func `a file that would become another event's is refused`() throws {
        let two = LanguageTenant.shop.replacing(
            #""events": {"#,
            with: #""events": { "order": { "summary": "Orders", "payload": {}, "channels": ["in-app"] },"#,
            in: "events.json"
        )
        .with("samples/order.paid.json", "{}")
        let (tenant, offset) = two.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        #expect { try tenant.rename(at: offset, in: "events.json", to: "order.paid") } throws: {
            "\($0)".contains("`samples/order.paid.json` of `order` would become one of `order.paid`")
        }
        let (other, place) = LanguageTenant.shop.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        let golden = TenantGolden(paths: ["golden/order.shipped.json", "golden/sent.json"])
        #expect { try other.rename(at: place, in: "events.json", to: "sent", golden: golden) } throws: {
            "\($0)".contains("`golden/sent.json` is there already")
        }
    }

    @Test(arguments: [
        ("carrier", "is a payload field already"), ("1x", "can't be the name"), ("link", "a variable of every message"),
        ("brand", "is a term already"), ("", "the name of a payload field: that is a letter, then letters, digits"),
        ("slot", "what placeholders of every event begin with"), ("notification", "placeholders of every event"),
        ("event", "placeholders of every event"),
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
