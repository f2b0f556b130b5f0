public import CarillonModel

/// What a provider sends by itself about messages that it took.
public struct ProviderCallback: Sendable, Hashable {
    /// The URL that the provider was told, with which some sign.
    public let url: String
    public let headers: [EgressRequest.Header]
    public let body: [UInt8]
    public let receivedAt: Instant

    public init(url: String, headers: [EgressRequest.Header], body: [UInt8], receivedAt: Instant) {
        self.url = url
        self.headers = headers
        self.body = body
        self.receivedAt = receivedAt
    }

    /// The first header of that name, which is compared without case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// What a callback says.
public enum CallbackReading: Sendable, Hashable {
    /// It isn't the provider's, or not of now.
    case forged
    /// One for each message that it is about; none where it is about something else.
    case reports([CallbackReport])
}

/// What a callback says of one message.
public struct CallbackReport: Sendable, Hashable {
    public enum Meaning: Sendable, Hashable {
        /// Nothing that ends the message.
        case pending
        /// - Parameter stops: whether the recipient wants nothing more of this kind.
        case ended(DeliveryOutcome, stops: Bool)
    }

    /// The message's ``OutgoingMessage/callbackReference``; nil where the callback's own URL names it, and where it names none.
    public let reference: String?
    public let meaning: Meaning

    public init(_ meaning: Meaning, reference: String?) {
        self.meaning = meaning
        self.reference = reference
    }
}

/// A channel whose provider calls back.
public protocol CallbackReceiver: Sendable {
    /// Reads a callback, of which nothing is believed before it is proven.
    func read(_ callback: ProviderCallback) -> CallbackReading

    /// What a provider is answered that asks, before it reports anything, whether its account's URL is ours.
    ///
    /// - Parameter query: names and values of its question.
    /// - Returns: a text that it told us itself; nil where it isn't the provider, or where this one never asks.
    func answer(toChallenge query: [(name: String, value: String)]) -> String?
}

extension CallbackReceiver {
    public func answer(toChallenge query: [(name: String, value: String)]) -> String? { nil }
}
