public import CarillonModel

/// What a provider sends by itself about a message that it took.
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
    /// Nothing that ends the message.
    case pending
    /// - Parameter stops: whether the recipient wants nothing more of this kind.
    case ended(DeliveryOutcome, stops: Bool)
}

/// A channel whose provider calls back.
public protocol CallbackReceiver: Sendable {
    /// Reads a callback, of which nothing is believed before it is proven.
    func read(_ callback: ProviderCallback) -> CallbackReading

    /// What names the message in a proven callback to the one URL of an account: its
    /// ``OutgoingMessage/callbackReference``; nil where it names none.
    func reference(in callback: ProviderCallback) -> String?
}

extension CallbackReceiver {
    public func reference(in callback: ProviderCallback) -> String? { nil }
}
