import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension Instant {
    /// 2026-02-25T12:00:00Z and so many seconds later.
    static func at(_ seconds: Int64) -> Instant {
        Instant(epochMilliseconds: 1_772_020_800_000 + seconds * 1000)
    }
}

extension AcceptedEvent {
    /// An event with one notification `n-<id>` to each recipient (`n-<id>-2` to the second, and so on), due at once.
    static func testing(
        _ id: String,
        to recipients: [UserID] = ["ada"],
        type: EventTypeID = "transfer.completed",
        source: String = "core",
        body: String = "{\"amount\":\"12.50\"}",
        at second: Int64 = 0,
        due: Int64? = nil,
        facts: [UserID: UserAttributes] = [:],
        topic: Topic? = nil
    ) -> AcceptedEvent {
        var event = AcceptedEvent(
            id: "event-\(source)-\(id)",
            source: source,
            externalID: id,
            type: type,
            payload: body,
            fingerprint: "\(type) \(body)",
            revision: "r1",
            acceptedAt: .at(second),
            topic: topic,
            facts: facts,
            notifications: recipients.enumerated().map { index, recipient in
                PlannedNotification(
                    id: index == 0 ? "n-\(id)" : "n-\(id)-\(index + 1)",
                    recipient: recipient,
                    priority: .normal,
                    dueAt: .at(due ?? second)
                )
            }
        )
        if topic != nil {
            event.times = [PlannedTime(dueAt: .at(due ?? second), priority: .normal, expiresAt: .at(999))]
        }
        return event
    }
}

extension DeviceRegistration {
    static func testing(_ token: String, of owner: UserID? = "ada", deviceID: String? = nil) -> DeviceRegistration {
        DeviceRegistration(owner: owner, token: token, plugin: "expo", platform: .ios, deviceID: deviceID)
    }
}

extension FeedContent {
    static let testing = FeedContent(
        locale: "en",
        texts: [
            "en": ["title": "Transfer complete", "body": "You got \"12.50\" €"],
            "ar": ["title": "اكتمل التحويل"],
        ],
        link: MessageLink(app: "acme://transfers/1", screen: "/transfers?id=1"),
        imageURL: "https://acme.example/1.png",
        data: ["transferId": "1", "steps": [1, 2]]
    )
}

extension OutcomeReason {
    static let slowDown = OutcomeReason("MessageRateExceeded", "too many messages to this device")
}

extension AcceptingStore where Self: DeliveringStore & DeviceStore {
    /// Accepts an event and routes all that is due, each notification to `device` or to the channel's own address.
    @discardableResult
    func acceptAndRoute(_ event: AcceptedEvent, to device: DeviceRecord? = nil) async throws -> [Int64] {
        _ = try await accept(event)
        let due = try await due(at: event.acceptedAt, limit: 1000)
        let plan = PlannedDelivery(
            channel: "push",
            address: device?.token ?? "somewhere",
            device: device?.id,
            platform: device?.platform,
            badge: 1
        )
        let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
        return try await route(routed, at: event.acceptedAt).flatMap(\.self)
    }
}

extension Decision {
    static let routed = Decision(channel: "push", verdict: .deliver, reason: .routed, detail: "one address")
    static let noMail = Decision(channel: "email", verdict: .skip, reason: .noEmail, detail: "none is known")
    static let whole = Decision(channel: nil, verdict: .deliver, reason: .routed, detail: "about the whole, “quoted”")
}

extension EventRecord {
    /// The event as it is kept.
    init(_ event: AcceptedEvent) {
        self.init(
            id: event.id,
            source: event.source,
            externalID: event.externalID,
            type: event.type,
            payload: event.payload,
            overrides: event.overrides,
            revision: event.revision,
            acceptedAt: event.acceptedAt
        )
    }
}

extension HostFacts {
    /// A host that works.
    static let testing = HostFacts(name: "one", address: "http://127.0.0.1:1", version: "1", takesLanes: true)
}
