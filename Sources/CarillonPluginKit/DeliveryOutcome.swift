public import CarillonModel

/// What became of one message.
///
/// A value: only the host decides what follows from it.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The provider has it. With what the provider calls it, where it has a name; only a ``ReceiptingChannel`` is asked
    /// for what became of it.
    case accepted(ReceiptID?)
    /// Not now: try again, not before `after` where the provider named a time.
    case deferred(OutcomeReason, after: Duration?)
    /// Never: this message is refused, the address stays.
    case refused(OutcomeReason)
    /// Too large for the provider, which allows `limit` bytes: the host truncates the body and tries again.
    case tooLarge(limit: Int)
    /// The address is dead: forget it. `since` is when the provider found it unregistered, where it reports that.
    case gone(OutcomeReason, since: Instant?)
    /// Credentials or settings are wrong: pause this tenant's channel, keep its deliveries, alert the operator.
    ///
    /// With a reason that concerns the address alone, the delivery is kept alone, while other addresses are reached.
    case misconfigured(OutcomeReason)
    /// The request may or may not have arrived: the event's policy decides.
    case uncertain(OutcomeReason)
}

/// Why: the provider's own code, and a message without payload values, addresses or tokens.
public struct OutcomeReason: Sendable, Hashable, CustomStringConvertible {
    /// What the reason is about.
    public enum Scope: Sendable, Hashable {
        /// This message, or its address.
        case message
        /// Credentials that one address needs, such as those of the project that its app belongs to.
        case address
        /// The event type of the message, which the profile no longer has. Only the host uses this.
        case eventType
        /// A request as a whole that the provider failed over: another message might fare better.
        case request
        /// The provider as a whole, or the way to it: any other message would have fared the same.
        case provider
    }

    /// As the provider spells it, such as `DeviceNotRegistered`; retry ladders are named by it.
    public let code: String
    public let message: String
    public let scope: Scope

    public init(_ code: String, _ message: String = "", scope: Scope = .message) {
        self.code = code
        self.message = message
        self.scope = scope
    }

    /// The same, about what this one address needs.
    public var concerningAddress: OutcomeReason { OutcomeReason(code, message, scope: .address) }

    /// The same, about the provider as a whole.
    public var concerningProvider: OutcomeReason { OutcomeReason(code, message, scope: .provider) }

    /// The same, about a request that was answered as a whole, with this status.
    public func concerningRequest(status: Int) -> OutcomeReason {
        OutcomeReason(code, message, scope: Scope(ofStatus: status))
    }

    /// No verdict about the message: the provider couldn't be used for the request that it was in.
    public var concernsProvider: Bool {
        switch scope {
        case .message, .address, .eventType: false
        case .request, .provider: true
        }
    }

    public var description: String { message.isEmpty ? code : "\(code): \(message)" }
}
