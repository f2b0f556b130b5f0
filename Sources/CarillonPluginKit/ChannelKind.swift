public import CarillonModel

/// A way of delivering as a value: what is known of it without running it, and how one is made for a tenant.
///
/// Whoever validates, renders, routes or sends knows kinds only, whatever they are made of. A plugin written in Swift
/// becomes one with ``DeliveryChannel/kind``.
public protocol ChannelKind: Sendable {
    /// The one declaration from which validation, defaults, documentation, schemas and typed access are read.
    var descriptor: ChannelDescriptor { get }

    /// The platforms whose devices it reaches; nil where a token may be of any.
    var platforms: Set<Platform>? { get }

    /// An address of the right shape that belongs to nobody, for showing requests; nil where any text will do.
    var exampleAddress: String? { get }

    /// When late answers can be asked for; nil where its provider gives none. What it makes is then a ``ReceiptSource``.
    var receiptTerms: ReceiptTerms? { get }

    /// Whether its provider is told where to call back. What it makes is then a ``CallbackReceiver``.
    var takesCallbacks: Bool { get }

    /// Whether all callbacks of an account come to one URL, and name their message.
    var hasOneCallbackURL: Bool { get }

    /// What the declared fields can't express about settings; see ``DeliveryChannel/check(_:)``.
    func check(_ settings: ChannelSettings) -> [SettingProblem]

    /// Whether `text` has the form of an address of this channel; see ``DeliveryChannel/isAddress(_:)``.
    func isAddress(_ text: String) -> Bool

    /// The one form in which an address is kept; see ``DeliveryChannel/canonical(_:)``.
    func canonical(_ address: String) -> String

    /// Where messages to this address are sent; see ``DeliveryChannel/destination(of:)``.
    func destination(of address: String) -> WebOrigin?

    /// How large this message is as its provider counts it, in bytes; see ``DeliveryChannel/size(of:)``.
    func size(of message: OutgoingMessage) -> Int

    /// In how many parts this message goes out; nil where the provider counts none.
    func segments(of message: OutgoingMessage) -> MessageSegments?

    /// The message as its provider receives it; see ``DeliveryChannel/providerMessage(_:)``.
    func providerMessage(_ message: OutgoingMessage) -> JSONValue?

    /// The same with what a tenant's settings decide about where requests go.
    ///
    /// - Parameter settings: those of the tenant's binding, without secrets.
    func bound(to settings: [String: JSONValue]) -> any ChannelKind

    /// A channel for one tenant.
    ///
    /// - Parameters:
    ///   - settings: checked against the descriptor, with defaults and secrets.
    ///   - host: the ports of its tenant.
    /// - Throws: ``SettingProblem`` when a secret turns out to be unusable, such as a key that is no key.
    func make(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) -> any ChannelInstance
}

extension ChannelKind {
    public var takesCallbacks: Bool { false }
    public var hasOneCallbackURL: Bool { false }
    public func segments(of message: OutgoingMessage) -> MessageSegments? { nil }
    public func bound(to settings: [String: JSONValue]) -> any ChannelKind { self }
}

/// A channel of one tenant, with its settings and ports.
public protocol ChannelInstance: Sendable {
    /// Hands a batch of at most ``ChannelDescriptor/batchSize`` messages to the provider.
    ///
    /// - Returns: as many outcomes as messages, in the same order. Nothing is thrown: what goes wrong is an outcome.
    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome]
}

/// A channel that can be asked for late answers.
public protocol ReceiptSource: Sendable {
    /// Asks for late answers. A receipt that isn't there yet is left out of the result.
    func receipts(for messages: [AcceptedMessage]) async -> ReceiptAnswer
}

/// When and how a provider can be asked for late answers.
public struct ReceiptTerms: Sendable, Hashable {
    /// How long after acceptance a receipt is worth asking for.
    public let delay: Duration
    /// How many receipts one call may request.
    public let batchSize: Int
    /// How long the provider keeps receipts.
    public let lifetime: Duration
    /// Whether each receipt is a request of its own: it counts against the provider's rate then, as a message does.
    public let isAskedSingly: Bool

    public init(delay: Duration, batchSize: Int, lifetime: Duration, isAskedSingly: Bool = false) {
        self.delay = delay
        self.batchSize = batchSize
        self.lifetime = lifetime
        self.isAskedSingly = isAskedSingly
    }
}

extension DeliveryChannel {
    /// The plugin as a value.
    public static var kind: any ChannelKind { SwiftChannelKind<Self>() }
}

/// A plugin written in Swift: what its type says, said by a value.
private struct SwiftChannelKind<Plugin: DeliveryChannel>: ChannelKind {
    var descriptor: ChannelDescriptor { Plugin.descriptor }
    var platforms: Set<Platform>? { Plugin.platforms }
    var exampleAddress: String? { Plugin.exampleAddress }

    var receiptTerms: ReceiptTerms? {
        (Plugin.self as? any ReceiptingChannel.Type).map { plugin in
            ReceiptTerms(
                delay: plugin.receiptDelay,
                batchSize: plugin.receiptBatchSize,
                lifetime: plugin.receiptLifetime
            )
        }
    }

    func check(_ settings: ChannelSettings) -> [SettingProblem] { Plugin.check(settings) }
    func isAddress(_ text: String) -> Bool { Plugin.isAddress(text) }
    func canonical(_ address: String) -> String { Plugin.canonical(address) }
    func destination(of address: String) -> WebOrigin? { Plugin.destination(of: address) }
    func size(of message: OutgoingMessage) -> Int { Plugin.size(of: message) }
    func providerMessage(_ message: OutgoingMessage) -> JSONValue? { Plugin.providerMessage(message) }

    func make(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) -> any ChannelInstance {
        try Plugin(settings: settings, host: host)
    }
}
