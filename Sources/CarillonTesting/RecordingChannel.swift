import CarillonModel
public import CarillonPluginKit
import Synchronization

/// A channel that records what it receives and answers as scripted: for tests of the pipeline.
public struct RecordingChannel: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "recording",
        summary: "Keeps messages for a test",
        slots: [
            Slot("title", description: "The first line"), Slot("body", isMultiline: true, description: "What it says"),
        ],
        address: .deviceToken(shape: "any text"),
        batchSize: 100,
        sizeLimit: 4096,
        isPublic: true,
        takesSkeleton: true
    )

    private let record: Record
    private let outcome: @Sendable (OutgoingMessage) async -> DeliveryOutcome

    public init(settings: ChannelSettings, host: ChannelHost) {
        self.init()
    }

    public init(
        _ outcome: @escaping @Sendable (OutgoingMessage) async -> DeliveryOutcome = { message in
            .accepted(ReceiptID("receipt-\(message.delivery)"))
        }
    ) {
        record = Record()
        self.outcome = outcome
    }

    public static func size(of message: OutgoingMessage) -> Int {
        message.slots.values.reduce(JSONValue.object(message.data).utf8.count) { $0 + $1.utf8.count }
    }

    /// What it was handed, batch by batch.
    public var batches: [[OutgoingMessage]] { record.batches.withLock { $0 } }
    public var messages: [OutgoingMessage] { batches.flatMap { $0 } }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        record.batches.withLock { $0.append(batch) }
        var outcomes: [DeliveryOutcome] = []
        for message in batch { outcomes.append(await outcome(message)) }
        return outcomes
    }

    /// Shared by the channel's copies, hence a class with a lock.
    private final class Record: Sendable {
        let batches = Mutex<[[OutgoingMessage]]>([])
    }
}
