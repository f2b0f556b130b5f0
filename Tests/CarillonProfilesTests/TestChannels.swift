import CarillonModel
import CarillonPluginKit

/// Channels for profiles in tests: each kind of reach, limit and setting once.
enum TestChannels {
    static let registry = ChannelRegistry([Push.self, Feed.self, Mail.self, Hook.self])

    /// Seen on lock screens, limited, with a message that can be changed.
    struct Push: QuietChannel {
        static let descriptor = ChannelDescriptor(
            id: "test-push",
            summary: "Push",
            fields: [Field("accessToken", .secret, description: "The project's token", example: ["$secret": "token"])],
            slots: [
                Slot("title", isRequired: true, description: "First line"),
                Slot("body", isMultiline: true, description: "The rest"),
            ],
            address: .deviceToken(shape: "anything"),
            sizeLimit: 4096,
            isPublic: true,
            takesSkeleton: true,
            messageShape: .object([
                "alert": .object(["sound": .text, "badge": .integer(0 ... .max)]),
                "priority": .word(["high", "normal"]),
                "options": .closedObject(["ttl": .integer(0 ... .max)]), "data": .map(.text, reserved: reserved),
            ]),
            reservedData: reserved
        )

        private static let reserved = ReservedNames(["from"], prefixes: ["gcm"])

        static func providerMessage(_ message: OutgoingMessage) -> JSONValue? {
            var alert = JSONObject()
            alert["sound"] = message.sound.map { .string($0) }
            alert["channel"] = message.androidChannel.map { .string($0) }
            alert["category"] = message.category.map { .string($0) }
            alert["badge"] = message.badge.map { JSONValue($0) }
            return [
                "alert": .object(alert), "priority": message.priority == .high ? "high" : "normal",
                "words": .string(message.slots["title"] ?? ""),
            ]
        }

        static func size(of message: OutgoingMessage) -> Int {
            100 + message.slots.values.reduce(0) { $0 + $1.utf8.count } + JSONValue.object(message.data).utf8.count
        }
    }

    /// Seen by its reader only.
    struct Feed: QuietChannel {
        static let descriptor = ChannelDescriptor(
            id: "test-feed",
            summary: "Feed",
            slots: [
                Slot("title", isRequired: true, description: "Headline"),
                Slot("body", isMultiline: true, description: "What it says"),
                Slot("action", description: "The button"),
            ],
            address: .user,
            isPublic: false
        )
    }

    struct Mail: QuietChannel {
        static let descriptor = ChannelDescriptor(
            id: "test-mail",
            summary: "Mail",
            fields: [
                Field("host", .text, isRequired: true, description: "The server", example: "smtp.shop.example"),
                Field("port", .integer(1...65535), default: 587, description: "Its port", example: 587),
                Field("password", .secret, description: "The password", example: ["$secret": "smtp-password"]),
            ],
            slots: [
                Slot("email.subject", isRequired: true, description: "Subject"),
                Slot("email.text", isRequired: true, isMultiline: true, description: "Plain text"),
                Slot("email.html", isHTML: true, isMultiline: true, description: "HTML"),
            ],
            address: .email,
            isPublic: true
        )
    }

    struct Hook: QuietChannel {
        static let descriptor = ChannelDescriptor(
            id: "test-hook",
            summary: "Webhook",
            slots: [],
            address: .url,
            isPublic: true
        )
    }
}

/// A channel that is only ever described.
protocol QuietChannel: DeliveryChannel {
    init()
}

extension QuietChannel {
    init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) { self.init() }

    static func size(of message: OutgoingMessage) -> Int { 0 }

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] { batch.map { _ in .accepted(nil) } }
}
