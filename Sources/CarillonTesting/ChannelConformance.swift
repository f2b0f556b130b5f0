public import CarillonModel
public import CarillonPluginKit

/// What every channel must do, whatever it delivers to and whatever it is made of.
///
/// A channel's tests expect ``violations()`` to be empty.
///
/// ```swift
/// let message = OutgoingMessage.testing(to: "ExponentPushToken[a]")
/// let conformance = ChannelConformance(ExpoChannel.kind, message: message, provider: acceptEverything)
/// #expect(await conformance.violations() == [])
/// ```
public struct ChannelConformance: Sendable {
    public typealias Provider = @Sendable (EgressRequest) async -> Result<EgressResponse, EgressFailure>

    let kind: any ChannelKind
    let settings: ChannelSettings
    let secrets: [Secret]
    let message: OutgoingMessage
    let unusableAddress: String?
    let streams: @Sendable () -> any ByteStreams
    let isPreliminary: @Sendable (EgressRequest) -> Bool
    let provider: Provider

    /// - Parameters:
    ///   - kind: the channel.
    ///   - values: its settings but for the secrets.
    ///   - secrets: by field, as the channel's settings name them; none of their texts may show in a reason.
    ///   - message: one the provider accepts.
    ///   - unusableAddress: an address the plugin, or the provider given here, does not accept.
    ///   - streams: for plugins that use byte streams.
    ///   - isPreliminary: which requests only prepare the delivery, such as one for an access token; they are answered
    ///     well even where the delivery is answered badly.
    ///   - provider: a provider that accepts every good message.
    public init(
        _ kind: any ChannelKind,
        values: [String: JSONValue] = [:],
        secrets: [String: Secret] = [:],
        message: OutgoingMessage,
        unusableAddress: String? = nil,
        streams: @escaping @Sendable () -> any ByteStreams = { NoStreams() },
        isPreliminary: @escaping @Sendable (EgressRequest) -> Bool = { _ in false },
        provider: @escaping Provider = { _ in .failure(.notSent("this channel sends no HTTP")) }
    ) {
        self.kind = kind
        settings = ChannelSettings(values: values, secrets: secrets)
        self.secrets = Array(secrets.values)
        self.message = message
        self.unusableAddress = unusableAddress
        self.streams = streams
        self.isPreliminary = isPreliminary
        self.provider = provider
    }

    /// Every rule that is broken, as a message; empty for a plugin that conforms.
    public func violations() async -> [String] {
        let descriptor = Self.faults(of: kind.descriptor)
        let problems = kind.check(settings).map { "check finds fault with good settings: \($0.message)" }
        var violations = descriptor + problems + sizeFaults()
        violations += shapeFaults()
        violations += await acceptanceFaults()
        violations += await reservedDataFaults()
        violations += await orderFaults()
        violations += await hostileAnswerFaults()
        violations += await hostileMessageFaults()
        return violations
    }

    /// A plugin over a provider, and the record of its requests.
    func plugin(over provider: @escaping Provider) -> (channel: any ChannelInstance, egress: ScriptedEgress)? {
        let egress = ScriptedEgress(provider)
        let host = ChannelHost.testing(egress: egress, streams: streams())
        guard let channel = try? kind.make(settings: settings, host: host) else { return nil }
        return (channel, egress)
    }

    func numbered(_ count: Int) -> [OutgoingMessage] {
        (0..<count).map { number in
            var copy = message
            copy.delivery = Int64(number + 1)
            return copy
        }
    }

    /// Whether requests to `url` are within what the descriptor declares: its origins, or the address's own.
    func mayReach(_ url: String) -> Bool {
        guard let origin = WebOrigin(url: url) else { return false }
        let declared = kind.descriptor.origins.compactMap { WebOrigin(url: $0) }
        guard declared.isEmpty else { return declared.contains(origin) }
        return message.address.contains(origin.description)
    }
}
