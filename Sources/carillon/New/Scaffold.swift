import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The files of a tenant that was just begun: one event, its texts in every language, a sample.
struct Scaffold {
    let tenant: TenantID
    let name: String
    /// The first is the default.
    let locales: [LocaleTag]
    let timeZone: String
    let channels: [ScaffoldChannel]

    static let event: EventTypeID = "account.welcome"

    struct File {
        /// Inside the tenant's folder.
        let path: String
        let text: String

        init(_ path: String, _ content: JSONValue) {
            self.path = path
            text = content.prettyText + "\n"
        }
    }

    /// Languages whose texts are names alone.
    var untranslated: [LocaleTag] { locales.filter { ScaffoldTexts.written(in: $0) == nil } }

    /// The same as the loader reads it from disk, to be proven before anything is written.
    func folder(at path: String) -> TenantFolder {
        let files = files.map { TenantFolder.File($0.path, Array($0.text.utf8)) }
        return TenantFolder(name: tenant.rawValue, path: path, files: files)
    }

    var files: [File] {
        [File("profile.json", profile), File("events.json", events)]
            + locales.map { File("templates/\($0).json", templates($0)) }
            + [File("samples/\(Self.event).json", ["person": "Ada"])]
    }

    /// The id, unless every device gives that scheme a meaning of its own (`http`, `tel`).
    private var scheme: String { LinkRules.isOwnScheme(tenant.rawValue) ? tenant.rawValue : "\(tenant)-app" }

    private var profile: JSONValue {
        [
            "$schema": "../schema/profile.json",
            "tenant": .string(tenant.rawValue),
            "name": .string(name),
            "locales": [
                "default": locales.first.map { .string($0.rawValue) } ?? .null,
                "supported": .array(locales.map { .string($0.rawValue) }),
            ],
            "timeZone": .string(timeZone),
            "deepLinks": [
                "schemes": [.string(scheme)],
                "routes": ["home": ["app": .string("\(scheme)://home")]],
            ],
            "channels": .object(JSONObject(channels.map { .init($0.id.rawValue, $0.json) })),
            "categories": ["account": ["name": categoryName]],
            "auth": [
                "users": ["algorithm": "HS256", "key": ["$secret": "jwt-secret"], "userClaim": "sub"],
                "services": [["header": "X-Service-Key", "key": ["$secret": "service-key"]]],
            ],
        ]
    }

    /// In each language; one text where they are all the same.
    private var categoryName: JSONValue {
        let names = locales.map { JSONObject.Member($0.rawValue, .string(texts($0).category)) }
        return Set(names.map(\.value)).count == 1 ? names[0].value : .object(JSONObject(names))
    }

    private func texts(_ locale: LocaleTag) -> ScaffoldTexts { ScaffoldTexts.written(in: locale) ?? .names }

    private var events: JSONValue {
        [
            "$schema": "../schema/events.json",
            "events": [
                Self.event.rawValue: [
                    "summary": "Somebody has opened an account",
                    "category": "account",
                    "priority": "normal",
                    "payload": [
                        "person": [
                            "type": "text", "maxLength": 60, "description": "What the person is called",
                            "examples": ["Ada"],
                        ]
                    ],
                    "channels": .array(channels.map { .string($0.id.rawValue) }),
                    "deepLink": ["route": "home"],
                    "data": ["link": "{link.app}"],
                ]
            ],
        ]
    }

    private func templates(_ locale: LocaleTag) -> JSONValue {
        let slots = channels.flatMap { $0.descriptor.slots }
        let names = ["title", "body"].filter { name in slots.contains { $0.name == name } }
        var message = JSONObject()
        for name in names + slots.filter(\.isRequired).map(\.name) {
            set(name, to: text(for: name, locale), in: &message)
        }
        return [
            "$schema": "../../schema/templates.json",
            "locale": .string(locale.rawValue),
            "messages": [Self.event.rawValue: .object(message)],
        ]
    }

    /// `email.subject` is written as `subject` in the group `email`.
    private func set(_ slot: String, to text: String, in message: inout JSONObject) {
        guard let dot = slot.firstIndex(of: ".") else {
            message[slot] = .string(text)
            return
        }
        let group = String(slot[..<dot])
        var inside = message[group]?.object ?? JSONObject()
        inside[String(slot[slot.index(after: dot)...])] = .string(text)
        message[group] = .object(inside)
    }

    private func text(for slot: String, _ locale: LocaleTag) -> String {
        switch slot {
        case "title", "email.subject": texts(locale).title
        case "email.text", "email.html": texts(locale).text
        default: texts(locale).body
        }
    }
}

/// A channel of the profile to be written, and the plugin that serves it.
struct ScaffoldChannel {
    let id: ChannelID
    let descriptor: ChannelDescriptor

    /// Aliases of plugins.
    private static let usualPlugins = ["push": "expo", "email": "smtp"]

    /// - Parameter text: `push`, `fcm`, or `push=fcm`.
    init?(_ text: String, registry: ChannelRegistry) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, parts.count <= 2, let id = ChannelID(name) else { return nil }
        let plugin = parts.count == 2 ? parts[1] : Self.usualPlugins[name] ?? name
        guard let plugin = PluginID(plugin), let descriptor = registry[plugin]?.descriptor else { return nil }
        self.id = id
        self.descriptor = descriptor
    }

    /// Required settings with the plugin's own examples; secrets by name.
    var json: JSONValue {
        var settings = JSONObject()
        for field in descriptor.fields where field.isRequired {
            let isSecret = field.kind == .secret
            settings[field.name] = isSecret ? ["$secret": .string("\(id)-\(Self.dashed(field.name))")] : field.example
        }
        let use = JSONObject.Member("use", .string(descriptor.id.rawValue))
        return .object(JSONObject([use] + (settings.isEmpty ? [] : [.init("settings", .object(settings))])))
    }

    /// `serviceAccount` as `service-account`.
    private static func dashed(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
