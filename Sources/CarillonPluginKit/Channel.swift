public import CarillonModel

/// A way of delivering, written in Swift: Expo, FCM, e-mail, the in-app feed.
///
/// Everybody else knows it as a ``ChannelKind``. A plugin is a value type. All its effects go through the ports of its ``ChannelHost``, so it is tested with
/// scripted answers and no network. Every plugin passes `ChannelConformance` of the test kit.
public protocol DeliveryChannel: ChannelInstance {
    /// The one declaration from which validation, defaults, documentation, schemas and typed access are read.
    static var descriptor: ChannelDescriptor { get }

    /// What the declared fields can't express about settings, such as two that exclude each other. Pure.
    ///
    /// Called with settings whose fields have passed the descriptor's own checks.
    static func check(_ settings: ChannelSettings) -> [SettingProblem]

    /// Whether `text` has the form of an address of this channel, such as a device token. Pure; called when one is
    /// registered.
    static func isAddress(_ text: String) -> Bool

    /// The one form in which an address is kept, where it can be written in several. Pure; called when one is
    /// registered.
    static func canonical(_ address: String) -> String

    /// The platforms whose devices it reaches; nil where a token may be of any.
    static var platforms: Set<Platform>? { get }

    /// An address of the right shape that belongs to nobody, for showing requests; nil where any text will do.
    static var exampleAddress: String? { get }

    /// Where messages to this address are sent, for a channel whose addresses contain that. Pure; called when one
    /// is registered, so that the host can refuse a place it would never go to, and when one is refused for
    /// credentials, so that a server that a recipient chose doesn't count for all.
    static func destination(of address: String) -> WebOrigin?

    /// How large this message is as its provider counts it, in bytes. Pure; compared with
    /// ``ChannelDescriptor/sizeLimit`` before anything runs, and again before sending.
    static func size(of message: OutgoingMessage) -> Int

    /// The message as its provider receives it, skeleton and all; nil for a channel whose message isn't JSON. Pure;
    /// called when a profile is validated, to see what a skeleton overrides.
    static func providerMessage(_ message: OutgoingMessage) -> JSONValue?

    /// - Throws: ``SettingProblem`` when a secret turns out to be unusable, such as a key that is no key.
    init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem)
}

extension DeliveryChannel {
    public static func check(_ settings: ChannelSettings) -> [SettingProblem] { [] }

    public static func providerMessage(_ message: OutgoingMessage) -> JSONValue? { nil }

    public static func canonical(_ address: String) -> String { address }

    public static var platforms: Set<Platform>? { nil }

    public static var exampleAddress: String? { nil }

    public static func destination(of address: String) -> WebOrigin? { nil }

    public static func isAddress(_ text: String) -> Bool {
        (1...4096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// A channel whose provider answers later: Expo's push receipts.
public protocol ReceiptingChannel: DeliveryChannel, ReceiptSource {
    /// How long after acceptance a receipt is worth asking for.
    static var receiptDelay: Duration { get }
    /// How many receipts one call may request.
    static var receiptBatchSize: Int { get }
    /// How long the provider keeps receipts; a day unless specified otherwise.
    static var receiptLifetime: Duration { get }
}

extension ReceiptingChannel {
    public static var receiptLifetime: Duration { .seconds(86400) }
}

/// What a provider calls a message it accepted.
public struct ReceiptID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// A message whose late answer is requested.
public struct AcceptedMessage: Hashable, Sendable {
    public let receipt: ReceiptID
    /// Where it went: a provider may name the address it means.
    public let address: String

    public init(_ receipt: ReceiptID, to address: String) {
        self.receipt = receipt
        self.address = address
    }
}

public enum ReceiptAnswer: Sendable, Hashable {
    /// By receipt; `.accepted(nil)` means handed on to the device's platform.
    case outcomes([ReceiptID: DeliveryOutcome])
    /// The request failed; repeat it.
    case deferred(String, after: Duration?)
    case misconfigured(String)
}
