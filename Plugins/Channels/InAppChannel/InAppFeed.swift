import CarillonModel
public import CarillonPluginKit

/// The feed inside the app: a channel like the others, whose provider is our own inbox.
public struct InAppFeed: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "in-app",
        summary: "The notification feed inside the tenant's own app",
        slots: [
            Slot("title", isRequired: true, description: "The entry's headline"),
            Slot("body", isMultiline: true, description: "What it says"),
            Slot("action", description: "What the entry's button says"),
            Slot("image", description: "URL of a picture beside it"),
        ],
        address: .user,
        batchSize: 100,
        isPublic: false
    )

    private let inbox: any Inbox

    public init(settings: ChannelSettings, host: ChannelHost) {
        inbox = host.inbox
    }

    /// Bytes of texts and data as they are stored; the feed sets no limit of its own.
    public static func size(of message: OutgoingMessage) -> Int {
        message.slots.values.reduce(0) { $0 + $1.utf8.count }
            + message.data.members.reduce(0) { size, member in
                size + member.name.utf8.count + member.value.utf8.count
            }
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !batch.isEmpty else { return [] }
        return await inbox.put(batch)
    }
}
