public import CarillonModel
public import CarillonPluginKit

/// What an app needs at its start, from the profile: `GET /v1/{tenant}/client-profile`, and a constant in generated code.
///
/// No secrets, and of an event's fields none that pushes don't carry to devices already.
///
/// Texts are given by language, `{"en": …, "ar": …}`, for every language that the tenant supports.
public struct ClientProfile: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry

    /// - Parameter registry: says which channels reach devices.
    public init(_ profile: TenantProfile, _ registry: ChannelRegistry) {
        self.profile = profile
        self.registry = registry
    }

    /// What ``json`` holds.
    public static let members: [ResultShape.Member] = [
        .text("tenant", "The tenant's name.", "acme"), .text("name", "The product's.", "Acme"),
        .text("revision", "Changes with the profile.", "a1b2"), .text("timeZone", "The product's.", "Europe/Oslo"),
        .object(
            "locales",
            [
                .text("default", "The product's language.", "en"), .texts("supported", "All of them.", ["en", "nb"]),
                .open("fallbacks", "Which language comes next, by language.", ["nb": "no"]).whereKnown,
            ],
            "The languages of the words."
        ),
        .list("androidChannels", androidChannel, "Channels to make on Android."),
        .list("categories", category, "Kinds of notifications."),
        .list("events", event, "What pushes tell of."),
        .object(
            "deepLinks",
            [
                .texts("schemes", "Of the app's links.", ["acme"]),
                .texts("origins", "Of the site's.", ["https://acme.example"]),
                .list(
                    "routes",
                    [
                        .text("id", "The route.", "order"), .open("params", "Types of its parameters by name.", [:]),
                        .text("app", "The app's link.", "acme://orders/{id}").whereKnown,
                        .text("web", "The site's.", "https://acme.example/orders/{id}").whereKnown,
                        .text("screen", "The app's screen.", "orders/{id}").whereKnown,
                    ],
                    "Where notifications lead."
                ),
            ],
            "Links that the app opens."
        ),
        .list(
            "preferences",
            [
                .text("name", "The switch.", "pushEnabled"),
                .boolean("default", "Whether it is on until somebody sets it."),
                .texts("channels", "What it governs, as all that follow.", ["push"]).whereKnown,
                .texts("categories", "Categories.", ["orders"]).whereKnown,
                .texts("priorities", "Priorities.", ["low"]).whereKnown,
                .texts("topics", "Beginnings of topics.", ["news"]).whereKnown,
            ],
            "The switches."
        ),
        .list(
            "texts",
            [
                .text("id", "The text.", "bell.label"), .texts("arguments", "What it is filled with.", ["count"]),
                .open("types", "The types of these, by name.", ["count": "integer"]),
                .open("words", "By language and slot.", [:]),
            ],
            "Texts of the app."
        ),
        .text("badge", "Who counts for the number on the icon.", "unread").whereKnown, device.whereKnown,
    ]

    private static let androidChannel: [ResultShape.Member] = [
        .text("id", "The channel.", "orders"), .open("name", "By language.", ["en": "Orders"]),
        .text("importance", "Android's.", "high"), .boolean("badge", "Whether the icon shows a badge."),
        .open("description", "By language.", ["en": "Orders"]).whereKnown,
        .integers("vibration", "Milliseconds off and on, by turns.", [0, 250]).whereKnown,
        .text("lightColor", "Of the light.", "#FF6B35").whereKnown, .text("sound", "Of the app.", "bell").whereKnown,
        .text("visibility", "On a locked screen.", "private").whereKnown,
    ]

    private static let category: [ResultShape.Member] = [
        .text("id", "The category.", "orders"), .boolean("mutable", "Whether people can switch it off."),
        .open("name", "By language.", ["en": "Orders"]).whereKnown,
        .text("androidChannel", "Of `androidChannels`.", "orders").whereKnown,
        .text("icon", "Its picture.", "box").whereKnown, .text("color", "Its colour.", "#FF6B35").whereKnown,
        .text("background", "The colour behind it.", "#FFFFFF").whereKnown,
        .text("categoryId", "What the phone calls it.", "orders").whereKnown,
        .text("foreground", "What is shown while the app is open.", "banner").whereKnown,
        .list(
            "actions",
            [
                .text("id", "The action.", "open"), .open("title", "By language.", ["en": "Open"]),
                .boolean("foreground", "Whether it opens the app."),
                .boolean("destructive", "Whether it takes something away.", false),
            ],
            "Buttons."
        ).whereKnown,
    ]

    public var json: JSONObject {
        var json = JSONObject([
            .init("tenant", .string(profile.id.rawValue)), .init("name", .string(profile.name)),
            .init("revision", .string(profile.revision.description)), .init("timeZone", .string(profile.timeZone)),
            .init("locales", locales), .init("androidChannels", .array(profile.androidChannels.map(json))),
            .init("categories", .array(profile.categories.map(json))),
            .init("events", .array(pushedEvents.map(json))),
            .init(
                "deepLinks",
                [
                    "schemes": .array(profile.deepLinks.schemes.map { .string($0) }),
                    "origins": .array(profile.deepLinks.origins.map { .string($0) }),
                    "routes": .array(profile.deepLinks.routes.map(json)),
                ]
            ),
            .init("preferences", .array(profile.toggles.map(json))), .init("texts", .array(profile.texts.map(json))),
        ])
        json["badge"] = profile.device.badge.map { .string($0.rawValue) }
        json["device"] = device
        return json
    }

    private var locales: JSONValue {
        var json = JSONObject([
            .init("default", .string(profile.locales.defaultLocale.rawValue)),
            .init("supported", .array(profile.locales.supported.map { .string($0.rawValue) })),
        ])
        let fallbacks = profile.locales.fallbacks.map { ($0.key.rawValue, $0.value.rawValue) }.sorted { $0.0 < $1.0 }
        if !fallbacks.isEmpty {
            json["fallbacks"] = .object(JSONObject(fallbacks.map { .init($0.0, .string($0.1)) }))
        }
        return .object(json)
    }

    private func json(_ channel: AndroidChannel) -> JSONValue {
        var json = JSONObject([
            .init("id", .string(channel.id)), .init("name", localized(channel.name)),
            .init("importance", .string(channel.importance.rawValue)), .init("badge", .boolean(channel.showsBadge)),
        ])
        json["description"] = channel.description.map(localized)
        if !channel.vibration.isEmpty { json["vibration"] = .array(channel.vibration.map { JSONValue($0) }) }
        json["lightColor"] = channel.lightColor.map { .string($0.description) }
        json["sound"] = channel.sound.map { .string($0) }
        json["visibility"] = channel.visibility.map { .string($0.rawValue) }
        return .object(json)
    }

    private func json(_ category: CarillonProfiles.Category) -> JSONValue {
        var json = JSONObject([.init("id", .string(category.id)), .init("mutable", .boolean(category.isMutable))])
        json["name"] = category.name.map(localized)
        json["androidChannel"] = category.androidChannel.map { .string($0) }
        json["icon"] = category.icon.map { .string($0) }
        json["color"] = category.color.map { .string($0.description) }
        json["background"] = category.background.map { .string($0.description) }
        json["categoryId"] = category.platformIdentifier.map { .string($0) }
        json["foreground"] = category.foreground.map { .string($0.rawValue) }
        let actions = category.actions.map { action -> JSONValue in
            [
                "id": .string(action.id), "title": localized(action.title), "foreground": .boolean(action.opensApp),
                "destructive": .boolean(action.isDestructive),
            ]
        }
        if !actions.isEmpty { json["actions"] = .array(actions) }
        return .object(json)
    }

    private func json(_ route: Route) -> JSONValue {
        let parameters = route.parameters.map { JSONObject.Member($0.name, .string($0.type.rawValue)) }
        var json = JSONObject([.init("id", .string(route.id)), .init("params", .object(JSONObject(parameters)))])
        json["app"] = route.app.map { .string($0.source) }
        json["web"] = route.web.map { .string($0.source) }
        json["screen"] = route.screen.map { .string($0.source) }
        return .object(json)
    }

    private func json(_ toggle: PreferenceToggle) -> JSONValue {
        var json = JSONObject([
            .init("name", .string(toggle.name)), .init("default", .boolean(toggle.isOnByDefault)),
        ])
        let governed: [(String, [String])] = [
            ("channels", toggle.channels.map(\.rawValue)), ("categories", toggle.categories),
            ("priorities", toggle.priorities.map(\.rawValue)), ("topics", toggle.topics),
        ]
        for (side, names) in governed where !names.isEmpty { json[side] = .array(names.map { .string($0) }) }
        return .object(json)
    }

    /// Texts without arguments are ready to show; those with arguments are Unicode MessageFormat 2, for the app to
    /// format.
    private func json(_ text: AppText) -> JSONValue {
        let byLocale = profile.locales.supported.compactMap { locale -> JSONObject.Member? in
            let chain = profile.chain(for: locale)
            let slots = Set(chain.flatMap { profile.messages.slotPaths(of: text.id, locale: $0) }).sorted()
            let texts = slots.compactMap { slot -> JSONObject.Member? in
                guard let found = profile.messages.text(text.id, channel: nil, slot: slot, chain: chain) else {
                    return nil
                }
                return .init(slot, .string(shown(found.text, of: text, locale: found.locale)))
            }
            return texts.isEmpty ? nil : .init(locale.rawValue, .object(JSONObject(texts)))
        }
        return [
            "id": .string(text.id.rawValue),
            "arguments": .array(text.payload.map { .string($0.name) }),
            "types": .object(JSONObject(text.payload.map { .init($0.name, .string($0.type.name)) })),
            "words": .object(JSONObject(byLocale)),
        ]
    }

    private func shown(_ template: TextTemplate, of text: AppText, locale: LocaleTag) -> String {
        text.payload.isEmpty ? profile.plain(template, in: locale) : template.source
    }

    private func localized(_ text: LocalizedText) -> JSONValue {
        .object(
            JSONObject(
                profile.locales.supported.compactMap { locale in
                    text.text(for: profile.chain(for: locale)).map { .init(locale.rawValue, .string($0)) }
                }
            )
        )
    }
}
