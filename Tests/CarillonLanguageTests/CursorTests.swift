import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import Testing

/// What is offered and shown at a cursor.
struct CursorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let old: String
        let new: String
        /// Labels that are offered, in this order; others may stand between them.
        let offers: [String]
        var misses: [String] = []

        var testDescription: String { "\(path): \(new)" }
    }

    static let events = "events.json"
    static let english = "templates/en.json"

    static let cases = [
        Case(
            path: events,
            old: #""category": "orders","#,
            new: #""‸","#,
            offers: ["category", "priority"],
            misses: ["channels"]
        ),
        Case(path: events, old: #""category": "orders","#, new: #"‸"#, offers: ["category"], misses: ["summary"]),
        Case(path: events, old: #""category": "orders","#, new: #""cat‸"#, offers: ["category"]),
        Case(path: events, old: #""orders","#, new: #""‸","#, offers: ["orders"]),
        Case(path: events, old: #""orders","#, new: #"‸,"#, offers: ["orders"]),
        Case(path: events, old: #"["in-app", "push"]"#, new: #"["in-app", "‸"]"#, offers: ["in-app", "push"]),
        Case(path: events, old: #""route": "order""#, new: #""route": "‸""#, offers: ["order"]),
        Case(path: events, old: #""id": "order_id""#, new: #""id": "‸""#, offers: ["order_id", "count"]),
        Case(path: events, old: #", "id": "order_id" }"#, new: #", ‸ }"#, offers: ["id"]),
        Case(
            path: events,
            old: #""order-{order_id}""#,
            new: #""order-{‸}""#,
            offers: ["order_id", "count", "link.app"]
        ),
        Case(path: events, old: #""{order_id}""#, new: #""{ord‸er_id}""#, offers: ["order_id"]),
        Case(path: events, old: #""type": "slug""#, new: #""type": "‸""#, offers: ["text", "integer", "slug"]),
        Case(
            path: events,
            old: #""minimum": 1,"#,
            new: #"‸"#,
            offers: ["minimum", "maximum", "optional"],
            misses: ["type"]
        ),
        Case(path: events, old: #""optional": true"#, new: #""optional": ‸"#, offers: ["true", "false"]),
        Case(path: english, old: "{$brand}", new: "{$‸}", offers: ["$order_id", "$count", "$brand"]),
        Case(path: english, old: #"Shipped by {$brand}","#, new: "Your ‘{$‸", offers: ["$count", "$brand"]),
        Case(path: english, old: #"Shipped by {$brand}","#, new: "Your {$count :nu‸", offers: [":number"]),
        Case(path: english, old: "{$brand}", new: "{‸", offers: ["$count", "$brand", ":number"]),
        Case(path: english, old: "{$brand}", new: "{$co‸unt}", offers: ["$count"]),
        Case(path: english, old: "{$brand}", new: "{$count ‸}", offers: [":integer", ":number"], misses: [":date"]),
        Case(path: english, old: "{$brand}", new: "{$count :nu‸}", offers: [":number"]),
        Case(path: english, old: "{$brand}", new: "{$count :number ‸}", offers: ["minimumFractionDigits="]),
        Case(path: english, old: "{$brand}", new: "{$count :number signDisplay=‸}", offers: ["always", "never"]),
        Case(path: english, old: "{$brand}", new: "plain ‸", offers: [], misses: ["$count", "title"]),
        Case(path: english, old: "with {$carrier}", new: "with {$‸}", offers: ["$carrier"]),
        Case(path: english, old: #"with \"{$carrier}\""#, new: #"with \"{$‸}\""#, offers: ["$carrier"]),
        Case(path: english, old: #""match": ["count"]"#, new: #""match": ["‸"]"#, offers: ["count", "note.present"]),
        Case(
            path: english,
            old: #""one": "{$count} parcel with \"{$carrier}\"","#,
            new: #""‸","#,
            offers: ["one"],
            misses: ["few", "*"]
        ),
        Case(
            path: "templates/ru.json",
            old: #""few": "{$count} посылки, {$carrier}","#,
            new: #"‸"#,
            offers: ["few"],
            misses: ["one", "two"]
        ),
        Case(
            path: english,
            old: #""title": "Shipped by {$brand}","#,
            new: #""‸","#,
            offers: ["title"],
            misses: ["body"]
        ),
        Case(path: "profile.json", old: #""use": "expo""#, new: #""use": "‸""#, offers: ["expo", "fcm"]),
        Case(path: "profile.json", old: #""Europe/Oslo""#, new: #""‸""#, offers: ["Africa/Lagos", "Europe/Oslo"]),
        Case(path: "profile.json", old: #""90d""#, new: #""‸""#, offers: ["30s", "90d"]),
        Case(path: "profile.json", old: #""default": "en""#, new: #""default": "‸""#, offers: ["en", "ru"]),
        Case(
            path: "profile.json",
            old: #""timeZone": "Europe/Oslo","#,
            new: #""‸","#,
            offers: ["hosts", "timeZone"],
            misses: ["tenant"]
        ),
        Case(
            path: "samples/order.shipped.json",
            old: #""count": 3,"#,
            new: #""‸","#,
            offers: ["count", "note"],
            misses: ["order_id"]
        ),
        Case(path: "samples/order.shipped.json", old: #""drone""#, new: #""‸""#, offers: ["post", "drone"]),
    ]

    @Test(arguments: cases) func `what fits is offered`(example: Case) throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(example.old, example.new, in: example.path)
        let items = tenant.completions(at: offset, in: example.path)
        let labels = items.map(\.label)
        var rest = labels[...]
        for label in example.offers {
            guard let index = rest.firstIndex(of: label) else {
                Issue.record("\(label) isn't among \(labels)")
                return
            }
            rest = rest[(index + 1)...]
        }
        for label in example.misses { #expect(!labels.contains(label)) }
        for item in items {
            #expect(
                item.range.lowerBound <= offset && offset <= item.range.upperBound,
                "\(item.label) is put elsewhere"
            )
        }
    }

    @Test func `a key is written with a value to begin with, a known one without`() throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(#""category": "orders","#, #""cat‸""#, in: "events.json")
        let item = try #require(tenant.completions(at: offset, in: "events.json").first { $0.label == "category" })
        // Another member follows, which needs a comma.
        #expect(item.text == #""category": "","#)
        #expect(item.snippet == #""category": "$1","#)
        let (other, place) = LanguageTenant.shop.cursor(
            #""category": "orders","#,
            #""cat‸": "orders","#,
            in: "events.json"
        )
        #expect(
            other.completions(at: place, in: "events.json").first { $0.label == "category" }?.text == #""category""#
        )
    }

    @Test(arguments: [
        (#""category": "orders","#, "\"category\": \"orders\"\n      ‸", "collapseWindow", true),
        (#""category": "orders","#, "\"category\": \"orders\"\n      \"pri‸\"", "priority", true),
        (#""category": "orders","#, "\"category\": \"orders\"\n      pri‸", "priority", true),
        (#""category": "orders","#, "\"category\": \"orders\" ‸", "priority", false),
        (#""category": "orders","#, "\"category\": \"orders\"\n  ‸,", "priority", false),
        (#""collapse": "order-{order_id}""#, "\"collapse\": \"x\"\n  ‸", "priority", true),
        (#"["in-app", "push"]"#, "[\"in-app\"\n  ‸]", "push", true),
    ])
    func `a key on a line behind a missing comma is offered with the comma`(
        old: String,
        new: String,
        label: String,
        isOffered: Bool
    ) throws {
        let marked = LanguageTenant.shop.replacing(old, with: new, in: Self.events).marked(Self.events)
        let items = marked.tenant.snapshot.completions(at: marked.offset, in: Self.events)
        guard isOffered else {
            #expect(items.isEmpty)
            return
        }
        let item = try #require(items.first { $0.label == label } ?? items.first { $0.label == "priority" })
        let comma = try #require(item.missingComma)
        #expect(comma <= item.range.lowerBound)
        let edits = [FileEdit(Self.events, item.range, item.text), FileEdit(Self.events, comma..<comma, ",")]
        let after = marked.tenant.applying(edits).snapshot
        let syntax = after.diagnostics.filter { $0.code.number.hasPrefix("T00") }
        #expect(syntax.map(\.message) == [])
    }

    struct Shown: Sendable, CustomTestStringConvertible {
        let path: String
        let old: String
        let new: String
        let wording: [String]

        var testDescription: String { "\(path): \(new)" }
    }

    static let shown = [
        Shown(
            path: english,
            old: #""title""#,
            new: #""ti‸tle""#,
            wording: ["Shipped by Shop \\& Co".replacing("\\&", with: "&"), "ru: Отправлено: Магазин"]
        ),
        Shown(
            path: english,
            old: "parcels",
            new: "par‸cels",
            wording: ["3 parcels", "`one`: 1 parcel with \"post\"", "ru: 3 посылки"]
        ),
        Shown(
            path: english,
            old: "{$count}",
            new: "{$co‸unt}",
            wording: ["integer, at least 1", "How many parcels", "Sample: `3`"]
        ),
        Shown(path: english, old: "{$brand}", new: "{$br‸and}", wording: ["a term", "en: Shop & Co", "ru: Магазин"]),
        Shown(path: "templates/ru.json", old: #""few""#, new: #""f‸ew""#, wording: ["2–4, 22–24, 32–34 …"]),
        Shown(path: "templates/ru.json", old: #""many""#, new: #""m‸any""#, wording: ["0, 5–20, 25–30 …"]),
        Shown(path: english, old: #""one""#, new: #""o‸ne""#, wording: ["`one` of `$count` in en: 1"]),
        Shown(
            path: events,
            old: #""collapse""#,
            new: #""coll‸apse""#,
            wording: ["replace one another on the device", "Example"]
        ),
        Shown(
            path: events,
            old: #""order.shipped""#,
            new: #""order.sh‸ipped""#,
            wording: ["Parcels are on their way", "2 languages, 2 samples"]
        ),
        Shown(path: events, old: #""orders""#, new: #""ord‸ers""#, wording: ["a category: Orders", "Used once"]),
        Shown(path: events, old: #""route": "order""#, new: #""route": "or‸der""#, wording: ["shop://orders/{id}"]),
        Shown(path: "profile.json", old: #""90d""#, new: #""90‸d""#, wording: ["90 days"]),
        Shown(path: "profile.json", old: ##""#FF6B35""##, new: ##""#FF‸6B35""##, wording: ["The colour `#FF6B35`"]),
        Shown(
            path: "samples/order.shipped.json",
            old: #""carrier""#,
            new: #""carr‸ier""#,
            wording: ["one of `post`, `drone`"]
        ),
    ]

    @Test(arguments: shown) func `what there is to say is shown`(example: Shown) throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(example.old, example.new, in: example.path)
        let hover = try #require(tenant.hover(at: offset, in: example.path))
        #expect(hover.range.lowerBound <= offset && offset <= hover.range.upperBound)
        let text = hover.plainText
        for wording in example.wording {
            let plain = wording.replacing("`", with: "")
            #expect(text.contains(plain), "\(text)")
        }
    }

    @Test func `a sensitive value is not shown`() throws {
        let secret = LanguageTenant.shop.replacing(
            #""type": "slug""#,
            with: #""type": "slug", "sensitive": true"#,
            in: "events.json"
        )
        let (tenant, offset) = secret.cursor("{$brand}", "{$order‸_id}", in: Self.english)
        let hover = try #require(tenant.hover(at: offset, in: Self.english))
        #expect(hover.text.contains("sensitive"))
        #expect(!hover.text.contains("a-1"))
    }

    @Test func `a fault elsewhere in the file hides nothing`() throws {
        let broken = LanguageTenant.shop.replacing(
            #""deepLink": { "route""#,
            with: #""deepLink": { "route"; "#,
            in: "events.json"
        )
        let (tenant, offset) = broken.cursor(#""category": "orders""#, #""cat‸egory": "orders""#, in: "events.json")
        #expect(tenant.hover(at: offset, in: "events.json") != nil)
        #expect(tenant.completions(at: offset, in: "events.json").contains { $0.label == "category" })
    }
}
