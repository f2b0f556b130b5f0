import CarillonModel
import Foundation

/// An invented product as a new team would write it: buses, in English, Polish and Arabic, with eight events.
struct TransportFolder {
    let folder: URL

    /// Expo, web push, mail and the feed.
    static let usualChannels: JSONObject = [
        "in-app": ["use": "in-app"], "push": ["use": "expo"],
        "email": [
            "use": "smtp",
            "settings": [
                "host": "mail.transport.example", "from": "Transport <no-reply@transport.example>",
                "username": "transport", "password": ["$secret": "mail-password"],
            ],
        ],
        "web": [
            "use": "web-push",
            "settings": [
                "publicKey":
                    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
                "privateKey": ["$secret": "web-private-key"], "subject": "mailto:push@transport.example",
            ],
        ],
    ]

    /// One of every plugin.
    static let allChannels: JSONObject = {
        var channels = usualChannels
        channels["android"] = ["use": "fcm", "settings": ["serviceAccount": ["$secret": "fcm-account"]]]
        channels["ios"] = [
            "use": "apns",
            "settings": [
                "key": ["$secret": "apns-key"], "keyId": "ABC123DEFG", "teamId": "DEF123GHIJ",
                "topic": "com.transport.app",
            ],
        ]
        channels["partner"] = [
            "use": "webhook",
            "settings": ["url": "https://partner.example/bus/told?by=us", "secret": ["$secret": "partner-secret"]],
        ]
        channels["log"] = ["use": "log"]
        return channels
    }()

    /// - Parameters:
    ///   - algorithm: of users' tokens.
    ///   - extras: members of the profile beside the usual ones.
    init(
        channels: JSONObject = Self.usualChannels,
        algorithm: String = "HS256",
        extras: JSONObject = JSONObject()
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "transport-\(UUID().uuidString.prefix(8))")
        var profile: JSONObject = [
            "tenant": "transport", "name": "Transport",
            "locales": ["default": "en", "supported": ["en", "pl", "ar"]], "timeZone": "Europe/Warsaw",
            "channels": .object(channels),
            "auth": [
                "users": [
                    "algorithm": .string(algorithm), "key": ["$secret": "jwt-secret"], "userClaim": "uid",
                    "issuer": "https://login.transport.example", "audience": "app",
                ],
                "services": [["header": "X-Service-Key", "key": ["$secret": "service-key"]]],
            ],
        ]
        for member in extras.members { profile[member.name] = member.value }
        try write("tenants/transport/profile.json", .object(profile))
        let names = channels.members.map { JSONValue.string($0.name) }
        try write("tenants/transport/events.json", ["events": .object(Self.events(on: names))])
        for locale in ["en", "pl", "ar"] { try writeTemplates(locale) }
        for (event, sample) in Self.samples { try write("tenants/transport/samples/\(event).json", sample) }
    }

    var tenants: String { folder.appending(path: "tenants").path }
    var secrets: String { folder.appending(path: "secrets.json").path }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter body: of `bus.delayed`.
    func writeTemplates(_ locale: String, body: String? = nil) throws {
        let (title, standardBody) = Self.texts[locale] ?? ("", "")
        let messages = Self.samples.keys.sorted().map { event in
            let own = event == "bus.delayed" ? body : nil
            let text = JSONValue.string(own ?? standardBody)
            return JSONObject.Member(
                event,
                ["title": .string(title), "body": text, "email": ["subject": .string(title), "text": text]]
            )
        }
        let file: JSONValue = ["locale": .string(locale), "messages": .object(JSONObject(messages))]
        try write("tenants/transport/templates/\(locale).json", file)
    }

    func write(_ path: String, _ json: JSONValue) throws {
        try write(path, text: json.text)
    }

    func write(_ path: String, text: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private static let texts = [
        "en": ("Line {$line}", "News of line {$line}."), "pl": ("Linia {$line}", "Wiadomość o linii {$line}."),
        "ar": ("الخط {$line}", "خبر عن الخط {$line}."),
    ]

    private static let samples: [String: JSONValue] = [
        "bus.delayed": ["line": "12"], "bus.cancelled": ["line": "12"], "ticket.bought": ["line": "7"],
        "ticket.expired": ["line": "7"], "fare.changed": ["line": "3"], "stop.moved": ["line": "3"],
        "route.closed": ["line": "5"], "trip.soon": ["line": "5", "departs_at": "2026-03-01T08:00:00Z"],
    ]

    private static func events(on channels: [JSONValue]) -> JSONObject {
        JSONObject(
            samples.keys.sorted().map { name in
                var payload: JSONObject = ["line": ["type": "text", "maxLength": 20]]
                var event: JSONObject = ["summary": .string("An event called \(name)"), "channels": .array(channels)]
                if name == "trip.soon" {
                    payload["departs_at"] = ["type": "instant"]
                    event["schedule"] = [["before": "departs_at", "by": "30m"]]
                }
                if name == "route.closed" { event["audience"] = "line:{line}" }
                event["payload"] = .object(payload)
                return JSONObject.Member(name, .object(event))
            }
        )
    }
}
