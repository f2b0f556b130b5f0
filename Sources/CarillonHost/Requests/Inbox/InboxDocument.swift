import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What the inbox loads first, in one language: `GET /v1/{tenant}/inbox-words`.
struct InboxDocument: Sendable {
    private let profile: TenantProfile
    private let words: InboxWords
    private let locale: LocaleTag
    private let registry: ChannelRegistry

    init(_ profile: TenantProfile, _ words: InboxWords, in locale: LocaleTag, registry: ChannelRegistry) {
        self.profile = profile
        self.words = words
        self.locale = locale
        self.registry = registry
    }

    /// What ``json`` holds.
    static let members: [ResultShape.Member] = [
        .text("tenant", "The tenant's name.", "acme"), .text("locale", "The language of the words.", "nb"),
        .choice("dir", ["ltr", "rtl"], "Its direction."), .text("timeZone", "The product's.", "Europe/Oslo"),
        .open("words", "By id, as the inbox reads them.", [:]),
        .open("categories", "Name, icon and colours by id.", [:]),
        .list(
            "preferences",
            [
                .text("id", "The switch.", "pushEnabled"), .text("label", "What it is called.", "Push"),
                .boolean("default", "Whether it is on until somebody sets it."),
                .text("description", "More about it.", "On all devices").whereKnown,
            ],
            "The switches."
        ),
        .texts("origins", "Where links of the product lead.", ["https://acme.example"]),
        .open("inbox", "The inbox's settings.", [:]), BrowserPush.member,
    ]

    var json: JSONValue {
        [
            "tenant": .string(profile.id.rawValue),
            "locale": .string(locale.rawValue),
            "dir": .string(words.direction(of: locale)),
            "timeZone": .string(profile.timeZone),
            "words": .object(words.words(in: locale)),
            "categories": .object(JSONObject(profile.categories.map { .init($0.id, json($0)) })),
            "preferences": .array(profile.toggles.map(json)),
            "origins": .array(profile.deepLinks.origins.map { .string($0) }),
            "inbox": .object(profile.inbox?.json ?? JSONObject()),
            "push": BrowserPush(profile, registry).map(\.json) ?? .null,
        ]
    }

    private func json(_ category: CarillonProfiles.Category) -> JSONValue {
        var json = JSONObject()
        json["name"] = category.name?.text(for: profile.chain(for: locale)).map { .string($0) }
        json["icon"] = category.icon.map { .string($0) }
        json["color"] = category.color.map { .string($0.description) }
        json["background"] = category.background.map { .string($0.description) }
        return .object(json)
    }

    private func json(_ toggle: PreferenceToggle) -> JSONValue {
        let text = toggle.text.flatMap { id in profile.texts.first { $0.id == id } }
        let governed = toggle.categories.count == 1 ? profile.category(toggle.categories[0])?.name : nil
        let label = text.flatMap { plain($0, "title") } ?? governed?.text(for: profile.chain(for: locale))
        var json = JSONObject([
            .init("id", .string(toggle.name)), .init("label", .string(label ?? toggle.name)),
            .init("default", .boolean(toggle.isOnByDefault)),
        ])
        json["description"] = text.flatMap { plain($0, "body") }.map { .string($0) }
        return .object(json)
    }

    private func plain(_ text: AppText, _ slot: String) -> String? {
        profile.plainText(text, slot, for: profile.chain(for: locale))
    }
}

extension InboxSettings {
    /// The settings as the page gets them; absent values are left out.
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["order"] = .string(order.rawValue)
        json["autoRead"] = .string(autoRead.rawValue)
        json["bellHref"] = bellHref.map { .string($0) }
        if !theme.isEmpty { json["theme"] = .object(JSONObject(theme.map { .init($0.name, .string($0.value)) })) }
        if !imageOrigins.isEmpty { json["imageOrigins"] = .array(imageOrigins.map { .string($0) }) }
        return json
    }
}
