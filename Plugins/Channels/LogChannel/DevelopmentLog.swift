import CarillonModel
public import CarillonPluginKit

/// Writes a line instead of sending: for developing a tenant's templates and routing without any provider.
public struct DevelopmentLog: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "log",
        summary: "Writes a line for each message instead of sending it, for development",
        fields: [
            Field(
                "showWords",
                .boolean,
                default: false,
                description: "Whether the rendered words are written too, not only that there was a message",
                example: true
            )
        ],
        slots: [
            Slot("title", description: "The first line"),
            Slot("body", isMultiline: true, description: "What it says"),
        ],
        address: .user,
        batchSize: 100,
        isPublic: true
    )

    private let journal: any Journal
    private let showsTexts: Bool

    public init(settings: ChannelSettings, host: ChannelHost) {
        journal = host.journal
        showsTexts = settings.boolean("showWords") ?? false
    }

    public static func size(of message: OutgoingMessage) -> Int {
        line(for: message, showsTexts: true).utf8.count
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        for message in batch { journal.write(Self.line(for: message, showsTexts: showsTexts)) }
        return batch.map { _ in .accepted(nil) }
    }

    /// One JSON object on one line.
    ///
    /// Recipient, address and data stay out: a development log is a log all the same.
    private static func line(for message: OutgoingMessage, showsTexts: Bool) -> String {
        var object = JSONObject()
        object["tenant"] = .string(message.tenant.rawValue)
        object["event"] = .string(message.event.rawValue)
        object["delivery"] = JSONValue(message.delivery)
        object["locale"] = .string(message.locale)
        object["priority"] = .string(message.priority.rawValue)
        if showsTexts {
            let slots = message.slots.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .string($0.value)) }
            object["words"] = .object(JSONObject(slots))
        }
        return JSONValue.object(object).text
    }
}
