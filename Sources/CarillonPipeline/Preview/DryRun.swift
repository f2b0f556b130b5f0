public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// What a channel would say to its provider for a message, without saying it.
///
/// The plugin itself makes the request, as the host lets it: it is handed ports that write down what goes out, and secrets that
/// open nothing.
public struct DryRun: Sendable {
    private let type: any Channel.Type
    private let binding: ChannelBinding
    private let now: Instant
    private let timeZones: any TimeZones

    /// - Parameter now: when the message is sent; what a provider is told of times counts from then.
    public init(
        of binding: ChannelBinding,
        by type: any Channel.Type,
        at now: Instant,
        timeZones: any TimeZones
    ) {
        self.type = type
        self.binding = binding
        self.now = now
        self.timeZones = timeZones
    }

    /// - Throws: the plugin's reason for not taking the settings.
    public func utterances(for message: OutgoingMessage) async throws(SettingProblem) -> [Utterance] {
        let record = DryRecord()
        let host = ChannelHost(
            tenant: message.tenant,
            egress: DryEgress(record: record),
            cryptography: DryCryptography(record: record),
            clock: DryClock(now: now),
            inbox: DryInbox(record: record),
            timeZones: timeZones,
            streams: DryStreams(record: record),
            journal: DryJournal(record: record)
        )
        let channel = try type.init(settings: settings, host: host)
        _ = await channel.deliver([message])
        return record.utterances
    }

    /// An address that belongs to nobody: that of the settings where they have one.
    public func exampleAddress(recipient: UserID?) -> String {
        switch type.descriptor.address {
        case .user: recipient?.rawValue ?? "recipient"
        case .email: "recipient@example.com"
        case .url: binding.settings["url"]?.string ?? "https://example.com/"
        case .deviceToken: type.exampleAddress ?? "device-token"
        }
    }

    /// Those of the binding; each secret is one of its shape, or its setting's name in angle brackets.
    private var settings: ChannelSettings {
        let fields = Dictionary(type.descriptor.fields.map { ($0.name, $0) }) { first, _ in first }
        let secrets = binding.secrets.map { name, _ in (name, Secret(fields[name]?.form.standIn ?? "<\(name)>")) }
        return ChannelSettings(
            values: binding.settings,
            secrets: Dictionary(secrets) { first, _ in first }
        )
    }
}
