public import CarillonModel
public import CarillonPluginKit

/// Where placeholders find their values: one message, its channel's settings, and the time.
public struct MessageScope: Sendable {
    public let message: OutgoingMessage
    public let settings: ChannelSettings
    public let now: Instant
    /// Of a message that was taken.
    let receipt: ReceiptID?
    /// Of a request that hands several messages over: each of them; empty where there is one.
    let batch: [MessageScope]

    public init(_ message: OutgoingMessage, settings: ChannelSettings, now: Instant) {
        self.init(message, settings: settings, now: now, receipt: nil, batch: [])
    }

    init(
        _ message: OutgoingMessage,
        settings: ChannelSettings,
        now: Instant,
        receipt: ReceiptID? = nil,
        batch: [MessageScope] = []
    ) {
        self.message = message
        self.settings = settings
        self.now = now
        self.receipt = receipt
        self.batch = batch
    }

    /// The messages of its request.
    var each: [MessageScope] { batch.isEmpty ? [self] : batch }

    /// What may stand outside the part of a body that is repeated: what is the same for all of a tenant's messages.
    public static func isShared(_ value: ChannelValue) -> Bool {
        switch value {
        case .setting, .secret, .known(.tenant): true
        case .slot, .data, .known: false
        }
    }

    /// Nil where the message, or the settings, have none.
    public func value(of value: ChannelValue) -> JSONValue? {
        switch value {
        case .slot(let name): message.slots[name].flatMap { $0.isEmpty ? nil : .string($0) }
        case .setting(let name): settings[name]
        case .secret(let name): settings.secret(name).map { .string($0.reveal()) }
        case .data(let name): message.data[name]
        case .known(let known): self.value(of: known)
        }
    }

    private func value(of known: ChannelValue.Known) -> JSONValue? {
        switch known {
        case .address: .string(message.address)
        case .data: .object(message.data)
        case .linkWeb: Self.text(message.link?.web)
        case .linkApp: Self.text(message.link?.app)
        case .image: Self.text(message.imageURL)
        case .eventType: .string(message.event.rawValue)
        case .eventCategory: Self.text(message.categoryID)
        case .notification: .string(message.notification)
        case .delivery: JSONValue(message.delivery)
        case .recipient: Self.text(message.recipient?.rawValue)
        case .tenant: .string(message.tenant.rawValue)
        case .locale: .string(message.locale)
        case .priority: .string(message.priority.rawValue)
        case .sound: Self.text(message.sound)
        case .badge: message.badge.map { JSONValue($0) }
        case .collapse: Self.text(message.collapseKey)
        case .created: JSONValue(message.createdAt.epochMilliseconds.floorDivided(by: 1000))
        case .expires: message.expiresAt.map { JSONValue($0.epochMilliseconds.floorDivided(by: 1000)) }
        case .expiresIn: message.expiresAt.map { JSONValue(max(0, now.duration(to: $0).components.seconds)) }
        case .callback: Self.text(message.callbackURL)
        case .callbackReference: Self.text(message.callbackReference)
        case .receipt: Self.text(receipt?.rawValue)
        case .unsubscribe: Self.text(message.unsubscribeURL)
        }
    }

    private static func text(_ text: String?) -> JSONValue? {
        text.flatMap { $0.isEmpty ? nil : .string($0) }
    }
}
