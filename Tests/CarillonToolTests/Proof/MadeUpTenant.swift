import CarillonModel
import CarillonProfiles

/// A valid tenant made up from a number: events with payloads of all types, shown through all functions that take them, in
/// three languages, with links, buttons and data.
struct MadeUpTenant {
    let folder: TenantFolder

    private static let locales = ["en", "ar", "ja"]

    /// A type of payload fields, as it is declared, and what a text can say of its value `$f`.
    private struct Kind {
        let declared: JSONValue
        let texts: [String]
        /// The types of route parameters that it fills.
        var parameters: [String] = []
    }

    private static let kinds: [Kind] = [
        Kind(
            declared: ["type": "text", "maxLength": 20],
            texts: ["{$f}", "{$f :string u:dir=rtl}"],
            parameters: ["text"]
        ),
        Kind(
            declared: ["type": "integer"],
            texts: [
                "{$f}", "{$f :number useGrouping=never}", "{$f :integer minimumIntegerDigits=20}",
                "{$f :offset add=99}",
                "{$f :percent}", "{$f :currency currency=JPY}", "{$f :carillon:relative unit=day}",
                "{$f :number minimumFractionDigits=9}", "{$f :number maximumSignificantDigits=1}",
            ],
            parameters: ["integer", "slug"]
        ),
        Kind(
            declared: ["type": "integer", "minimum": 0, "maximum": 4],
            texts: ["{1.5 :number minimumFractionDigits=$f}", "{$f :number select=ordinal}"],
            parameters: ["integer"]
        ),
        Kind(
            declared: ["type": "decimal"],
            texts: [
                "{$f}", "{$f :percent maximumFractionDigits=2}", "{$f :integer}", "{$f :number roundingIncrement=5}",
            ]
        ),
        Kind(
            declared: ["type": "money"],
            texts: ["{$f}", "{$f :carillon:money currencyDisplay=name}", "{$f :carillon:money fractionDigits=0}"]
        ),
        Kind(declared: ["type": "boolean"], texts: ["{$f}", "{$f :string}"], parameters: ["slug"]),
        Kind(
            declared: ["type": "enum", "values": ["Europe/Oslo", "Pacific/Kiritimati"]],
            texts: ["{$f}", "{|2026-02-25T12:00:00Z| :time timeZone=$f}"]
        ),
        Kind(declared: ["type": "uuid"], texts: ["{$f}"], parameters: ["uuid", "slug", "path"]),
        Kind(declared: ["type": "slug"], texts: ["{$f}"], parameters: ["slug", "text"]),
        Kind(declared: ["type": "path"], texts: ["{$f}"], parameters: ["path"]),
        Kind(declared: ["type": "url", "maxLength": 60], texts: ["{$f}"]),
        Kind(declared: ["type": "email"], texts: ["{$f}"], parameters: ["text"]),
        Kind(
            declared: ["type": "instant"],
            texts: [
                "{$f}", "{$f :date calendar=persian}", "{$f :time precision=second timeZoneStyle=long}",
                "{$f :datetime dateFields=weekday}", "{$f :carillon:relative}", "{$f :date timeZone=|Asia/Tokyo|}",
                "{$f :date calendar=buddhist length=long}",
            ],
            parameters: ["text"]
        ),
        Kind(
            declared: ["type": "date"],
            texts: ["{$f}", "{$f :date length=long}", "{$f :datetime timeZone=|Pacific/Kiritimati|}"],
            parameters: ["slug"]
        ),
        Kind(
            declared: ["type": "list", "of": ["type": "text", "maxLength": 5], "maxItems": 3],
            texts: ["{$f :carillon:list}", "{$f :carillon:list type=disjunction style=narrow}", "{$f}"]
        ),
        Kind(declared: ["type": "list", "of": "money", "maxItems": 2], texts: ["{$f :carillon:list}"]),
        Kind(declared: ["type": "list", "of": "instant", "maxItems": 2], texts: ["{$f :carillon:list}"]),
        Kind(declared: ["type": "localizedText", "maxLength": 20], texts: ["{$f}"]),
    ]

    init(seed: UInt64) {
        var dice = Dice(state: seed)
        var events = JSONObject()
        var routes = JSONObject()
        var messages = Dictionary(uniqueKeysWithValues: Self.locales.map { ($0, JSONObject()) })
        for number in 0..<6 {
            let made = Self.event(number, &dice)
            events[made.id] = made.event
            routes["route\(number)"] = made.route
            for locale in Self.locales { messages[locale]?[made.id] = made.texts }
        }
        let profile: JSONValue = [
            "tenant": "made-up", "name": "Made up",
            "locales": ["default": "en", "supported": .array(Self.locales.map { .string($0) })],
            "timeZone": "Europe/Oslo",
            "deepLinks": [
                "schemes": ["madeup"], "origins": ["https://madeup.example"], "routes": .object(routes),
            ],
            "channels": [
                "push": ["use": "expo"], "feed": ["use": "in-app"],
                "mail": ["use": "smtp", "settings": ["host": "smtp.madeup.example", "from": "a@madeup.example"]],
            ],
        ]
        let templates = messages.map { locale, texts in
            ("templates/\(locale).json", ["locale": .string(locale), "messages": .object(texts)] as JSONValue)
        }
        let files = [("profile.json", profile), ("events.json", ["events": .object(events)])] + templates
        folder = TenantFolder(
            name: "made-up",
            path: "made-up",
            files: files.map { TenantFolder.File($0.0, Array($0.1.text.utf8)) }
        )
    }

    private struct Made {
        let id: String
        let event: JSONValue
        let route: JSONValue
        let texts: JSONValue
    }

    private static func event(_ number: Int, _ dice: inout Dice) -> Made {
        var payload: JSONObject = ["id": ["type": "slug"]]
        var sentences: [String] = []
        for index in 0..<4 {
            let kind = kinds[dice.below(kinds.count)]
            let name = "f\(index)"
            var declared = kind.declared
            let isOptional = dice.below(4) == 0
            if isOptional { declared = declared.merging(["optional": true]) }
            payload[name] = declared
            let text = kind.texts[dice.below(kind.texts.count)].replacing("$f", with: "$" + name)
            // What may be absent is shown in a text of its own, below.
            if !isOptional { sentences.append(text) }
        }
        // The parameter of the event's own link is filled by a field of another name.
        let linked = kinds.filter { !$0.parameters.isEmpty }[dice.below(kinds.count { !$0.parameters.isEmpty })]
        payload["target"] = linked.declared
        let type = linked.parameters[dice.below(linked.parameters.count)]
        let route: JSONValue = [
            "params": ["place": .string(type)], "app": .string("madeup://things/\(number)/{place}"),
            "web": .string("https://madeup.example/things/\(number)?place={place}"),
        ]
        let optional = payload.members.first { $0.value["optional"] == true && $0.value["type"] == "text" }?.name
        let body = JSONValue.string("Event \(number): " + sentences.joined(separator: ", "))
        let shown: JSONValue =
            optional.map { name in
                ["match": [.string("\(name).present")], "when": ["true": .string("It says {$\(name)}"), "*": body]]
            } ?? body
        let button = ["{#button to=route\(number)}Open{/button}", "{#link to=route\(number)}{$id}{/link}"][
            dice.below(2)
        ]
        let event: JSONValue = [
            "summary": .string("Made-up event \(number)"), "payload": .object(payload),
            "channels": ["push", "feed", "mail"],
            "deepLink": ["route": .string("route\(number)"), "place": "target"],
            "data": ["id": "{id}", "kind": "{event.type}"],
            "collapse": "thing-{id}",
        ]
        let texts: JSONValue = [
            "title": .string("Event \(number) {$id}"), "body": shown,
            // Paths and mail addresses are more than a push has room for.
            "push": ["body": .string("Event \(number) at {$tenant}")],
            "email": [
                "subject": .string("Event \(number)"), "text": .string("Look: {$link} of {$recipient} at {$tenant}"),
                "html": .string("{#p}" + sentences.joined(separator: " ") + "{#br /}" + button + "{/p}"),
            ],
        ]
        return Made(id: "thing\(number).happened", event: event, route: route, texts: texts)
    }
}

/// The same numbers for the same seed.
private struct Dice {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        // Knuth's multiplier, as MMIX has it.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
