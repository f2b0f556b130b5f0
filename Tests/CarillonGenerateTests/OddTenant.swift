import CarillonModel

@testable import CarillonProfiles

/// A tenant that has every type, and every name and text that could break code.
enum OddTenant {
    static var profile: TenantProfile {
        var parts = ProfileParts(
            id: "odd",
            name: ##"Odd */ """ ${x} \(y) \#(z) /* 👩‍🚀"## + "\n// line\u{2028}\u{202E}",
            locales: Locales(default: "en", supported: ["nb", "en", "zh-Hant"])
        )
        parts.authentication.services = [ServiceKey(header: "Authorization", keySecret: "key", scheme: "Bearer")]
        parts.events = [everything, keywords, secret] + shadows
        parts.samples = samples
        parts.contract = contract
        parts.deepLinks.schemes = ["odd"]
        parts.deepLinks.origins = ["https://odd.example"]
        parts.deepLinks.routes = routes
        parts.categories = ["default", "*/", "init", "a b"].map { id in
            var category = CarillonProfiles.Category(id: id)
            category.actions = [
                .init(id: "in \(id)", title: LocalizedText("x")), .init(id: "class", title: LocalizedText("y")),
            ]
            return category
        }
        parts.androidChannels = ["default", "none", "$x"].map { AndroidChannel(id: $0, name: LocalizedText("x")) }
        parts.channels = [ChannelBinding(id: "push", plugin: "expo")]
        parts.texts = texts
        for (locale, id, slot, source) in messages {
            parts.messages.add(TextTemplate(source: source), to: id, path: slot, locale: locale)
        }
        parts.toggles = ["class", "self", "some"].map { PreferenceToggle(name: $0, isOnByDefault: true) }
        return TenantProfile(parts)
    }

    private static func route(_ id: String, _ names: [String], app: String, web: String? = nil) -> Route {
        var route = Route(id: id)
        route.parameters = names.map { .init($0, .slug) }
        route.app = try? PlaceholderText(app)
        route.web = web.flatMap { try? PlaceholderText($0) }
        return route
    }

    private static let routes = [
        route(
            "class",
            ["self", "in"],
            app: "odd://class/{self}/{in}",
            web: "https://odd.example/class/{self}?in={in}"
        ),
        route("none", [], app: "odd://none"), route("Place", [], app: "odd://place"),
        route("init", ["default"], app: "odd://init/{default}"),
        route("destination", ["value0", "link", "values", "class"], app: "odd://d/{value0}/{link}/{values}/{class}"),
        route("string", ["var", "let", "inout"], app: "odd://s/{var}/{let}/{inout}"),
        route("link-form", [], app: "odd://link-form"),
    ]

    private static func event(_ id: EventTypeID, _ fields: [PayloadField]) -> EventType {
        var event = EventType(id: id)
        event.summary = #"*/ } """ ${y} \(z) `"# + "\r\n*/ fun"
        event.payload = fields
        event.topic = try? PlaceholderText("$odd*/:{chain_id}:{self}")
        event.audience = try? PlaceholderText("{delete}")
        event.channels = ["push"]
        let type = try? JSONTemplate.text(PlaceholderText("{event.type}"))
        let members = fields.map { field in
            let path = "{\(field.name)\(field.isOptional ? "?" : "")}"
            return JSONTemplate.Member("m \(field.name)", (try? .text(PlaceholderText(path))) ?? .constant(.null))
        }
        event.data = .object([.init("__proto__", type ?? .constant(.null))] + members)
        return event
    }

    /// Texts of an app that are called like what code of theirs names, with every type that a text shows.
    private static let texts = [
        AppText(id: "all", summary: "*/ \"\"\" ${x}"),
        AppText(
            id: "count.of",
            payload: [
                PayloadField("class", .integer(0...9)), PayloadField("locale", .choice(["a b", "class"])),
                PayloadField("money", .money, isOptional: true), PayloadField("at", .instant),
            ]
        ),
        AppText(id: "profile"), AppText(id: "app", payload: [PayloadField("texts", .choice(["a", "b"]))]),
        AppText(id: "message", payload: [PayloadField("formatter", .choice(["a", "b"]))]),
    ]

    private static let messages: [(LocaleTag, EventTypeID, String, String)] = [
        ("en", "all", "text", #"$all "*/ #(x) <!--"#), ("nb", "all", "text", "Alt"), ("en", "all", "body", "Body"),
        ("en", "everything", "title", "x"), ("en", "everything", "body", "x"), ("en", "class", "title", "x"),
        ("en", "class", "body", "x"), ("en", "string", "title", "x"), ("en", "string", "body", "x"),
        ("en", "profile", "text", "x"), ("en", "app", "text", "{$texts}"), ("en", "message", "text", "{$formatter}"),
        ("en", "count.of", "title", "{$class} {$locale} {$money} {$at :carillon:relative}"),
    ]

    /// Every type, required and optional.
    static let everything = event(
        "everything",
        [
            PayloadField("text", .text(maxLength: 5), description: "*/ /* \"\"\" ${x} \\(x)\n*/"),
            PayloadField("integer", .integer(-3...7)),
            PayloadField("long_integer", .integer(.min ... .max)),
            PayloadField("decimal", .decimal),
            PayloadField("money", .money),
            PayloadField("boolean", .boolean),
            PayloadField("choice", .choice(["a", "b"]), defaultValue: "b"),
            PayloadField("uuid", .uuid),
            PayloadField("slug", .slug),
            PayloadField("path", .path),
            PayloadField("url", .url(maxLength: 40)),
            PayloadField("email", .email),
            PayloadField("instant", .instant),
            PayloadField("date", .date),
            PayloadField("list", .list(of: .slug, maxItems: 2)),
            PayloadField("choices", .list(of: .choice(["x y", "z"]), maxItems: 3), isOptional: true),
            PayloadField("moneys", .list(of: .money, maxItems: 3), isOptional: true),
            PayloadField("map", .map(maxLength: 4, maxItems: 2)),
            PayloadField("localized", .localizedText(maxLength: 6)),
            PayloadField("maybe", .decimal, isOptional: true),
            PayloadField("secret", .text(maxLength: 20), isOptional: true, isSensitive: true),
        ]
    )

    /// Whose push carries what must not be printed.
    private static let secret = event(
        "secret",
        [
            PayloadField("code", .text(maxLength: 20), isSensitive: true), PayloadField("open", .text(maxLength: 20)),
            PayloadField("kind", .choice(["a", "b"]), isOptional: true, isSensitive: true),
        ]
    )

    private static let values = [
        "default", "init", "self", "unknown", "none", "a b", "1", "+", "☃", "Type", "name", "ordinal", "values", "$x",
        "\"", "\\", "", "rawValue", "'", "`", "*/", "class",
    ]

    /// Words that mean something in a language, as fields and as values.
    private static let keywords = event(
        "class",
        [
            "class", "init", "self", "default", "from", "to", "in", "var", "val", "event", "description", "hashCode",
            "it", "data", "type", "object", "fun", "when", "is", "as", "try", "new", "delete", "constructor",
            "toString",
            "component1", "copy", "json", "Any", "customMirror", "carillon_tenant", "carillon_members", "URL",
            "snake_CASE_Name", "element", "tenant", "where", "repeat", "actor", "package",
        ].map { PayloadField($0, .text(maxLength: 20), isOptional: true) }
            + [
                PayloadField("string", .choice(values)),
                PayloadField("enum", .list(of: .choice(["if", "else"]), maxItems: 2)),
                PayloadField("a", .choice(["a", "b"]), isOptional: true),
                PayloadField("odd_events", .choice(["a", "b"]), isOptional: true),
            ]
    )

    /// Events that are called like what code of theirs names.
    private static let shadows = [
        "string", "int64", "bool", "type", "self", "any", "swift", "error", "mirror", "delete", "default", "new",
        "import",
        "tenant", "carillon", "carillon.event", "carillon.payload", "carillon.uuid", "odd.events", "localized.text",
        "long", "list", "map", "pair", "big-decimal", "boolean", "date", "instant", "a-2b", "optional", "array", "void",
        "function", "eval", "await", "arguments", "object", "symbol", "promise", "readonly-map", "case-iterable",
        "hashable", "sendable", "exports", "require", "module", "odd-app",
    ]
    .map { event(EventTypeID(unchecked: $0), [PayloadField("value", .localizedText(maxLength: 3), isOptional: true)]) }

    private static let samples: [Sample] = [
        Sample(
            event: "everything",
            payload: [
                "text": "é\"\\\n", "integer": .number("-3"), "long_integer": .number("9007199254740993"),
                "decimal": "-0.10", "money": ["value": "12.50", "currency": "NGN"], "boolean": .boolean(true),
                "choice": "a", "uuid": "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", "slug": "a-B_9", "path": "a/b",
                "url": "https://a.example:8443/b?c#d", "email": "a.b@example.com", "instant": "2026-02-25T12:00:00Z",
                "date": "2024-02-29", "list": ["a", "b"], "choices": ["x y", "z"],
                "moneys": [["minor": .number("1250"), "currency": "NGN"]], "map": ["a": "1", "b": "$x"],
                "localized": ["en": "a", "nb": "å", "zh-Hant": "👩‍🚀"], "maybe": "38", "secret": "sesame",
            ]
        ),
        Sample(
            event: "class",
            payload: ["class": "$class", "in": "${in}", "string": "☃", "enum": ["if", "else"]]
        ),
        Sample(event: "string", payload: [:]),
    ]
}
