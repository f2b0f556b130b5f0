public import CarillonModel
public import CarillonPluginKit

/// A receipt that is to be asked for.
public struct DueReceipt: Sendable, Hashable {
    /// The delivery's row.
    public var row: Int64
    public var receipt: ReceiptID
    public var channel: ChannelID
    public var address: String
    /// When the provider accepted the delivery.
    public var acceptedAt: Instant

    public init(row: Int64, receipt: ReceiptID, channel: ChannelID, address: String, acceptedAt: Instant) {
        self.row = row
        self.receipt = receipt
        self.channel = channel
        self.address = address
        self.acceptedAt = acceptedAt
    }
}

/// What a receipt said.
public struct ReceiptSettlement: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// The device's platform has it.
        case confirmed
        /// It didn't arrive after all.
        case failed(OutcomeReason)
        /// Nothing yet: ask again at this time.
        case later(Instant)
        /// Nobody will ever know; the delivery stays delivered.
        case expired
    }

    public var row: Int64
    public var result: Result
    public var at: Instant
    /// The address is dead: as in ``Settlement/forget``.
    public var forget: Settlement.Forgetting?

    public init(row: Int64, result: Result, at: Instant, forget: Settlement.Forgetting? = nil) {
        self.row = row
        self.result = result
        self.at = at
        self.forget = forget
    }
}
