public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// What a channel would send to its provider for a message, without sending it.
///
/// The plugin itself makes the request, as in the host: it receives ports that record what goes out, and secrets that
/// open nothing.
public struct DryRun: Sendable {
    private let kind: any ChannelKind
    private let binding: ChannelBinding
    private let now: Instant
    private let timeZones: any TimeZoneDatabase

    /// - Parameter now: when the message is sent; times in the request count from then.
    public init(
        of binding: ChannelBinding,
        by kind: any ChannelKind,
        at now: Instant,
        timeZones: any TimeZoneDatabase
    ) {
        self.kind = kind
        self.binding = binding
        self.now = now
        self.timeZones = timeZones
    }

    /// What the plugin finds wrong with settings and real secrets; nil where it takes them.
    ///
    /// - Parameter cryptography: the real one, which reports what is no key.
    public static func problem(
        with settings: ChannelSettings,
        for kind: any ChannelKind,
        of tenant: TenantID,
        cryptography: any Cryptography,
        timeZones: any TimeZoneDatabase
    ) -> SettingProblem? {
        let record = DryRecord()
        let host = ChannelHost(
            tenant: tenant,
            egress: DryEgress(record: record),
            cryptography: cryptography,
            clock: DryClock(now: Instant(epochMilliseconds: 0)),
            inbox: DryInbox(record: record),
            timeZones: timeZones,
            streams: DryStreams(record: record),
            journal: DryJournal(record: record)
        )
        do {
            _ = try kind.make(settings: settings, host: host)
            return nil
        } catch {
            return error
        }
    }

    /// What is sent for one message.
    public struct Attempt: Sendable, Hashable {
        public let utterances: [Transmission]
        /// Why nothing is sent.
        public let refusal: OutcomeReason?
    }

    /// - Throws: the plugin's reason for not taking the settings.
    public func utterances(for message: OutgoingMessage) async throws(SettingProblem) -> [Transmission] {
        try await attempt(message).utterances
    }

    /// The same, with the plugin's reason where it sends nothing.
    ///
    /// - Throws: the plugin's reason for not taking the settings.
    public func attempt(_ message: OutgoingMessage) async throws(SettingProblem) -> Attempt {
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
        let channel = try kind.make(settings: settings, host: host)
        let outcome = await channel.deliver([message]).first
        let utterances = record.utterances
        return Attempt(utterances: utterances, refusal: utterances.isEmpty ? outcome?.reasonForSilence : nil)
    }

    /// An address that belongs to nobody: that of the settings where they have one.
    public func exampleAddress(recipient: UserID?) -> String {
        switch kind.descriptor.address {
        case .user: recipient?.rawValue ?? "recipient"
        case .email: "recipient@example.com"
        case .phone: "+4790012345"
        case .room: binding.id.rawValue
        case .url: binding.settings["url"]?.string ?? "https://example.com/"
        case .deviceToken: kind.exampleAddress ?? "device-token"
        }
    }

    /// Those of the binding; each secret is one of its shape, or its setting's name in angle brackets.
    private var settings: ChannelSettings {
        let fields = Dictionary(kind.descriptor.fields.map { ($0.name, $0) }) { first, _ in first }
        let secrets = binding.secrets.map { name, _ in
            (name, Secret(fields[name]?.form.placeholderValue ?? "<\(name)>"))
        }
        return ChannelSettings(
            values: binding.settings,
            secrets: Dictionary(secrets) { first, _ in first }
        )
    }
}

extension DeliveryOutcome {
    /// Why a plugin whose ports never fail has sent nothing; nil where there was nothing to send.
    fileprivate var reasonForSilence: OutcomeReason? {
        switch self {
        case .accepted: nil
        case .tooLarge(let limit): OutcomeReason("TooLarge", "the provider takes \(limit) bytes")
        case .deferred(let reason, _), .refused(let reason), .gone(let reason, _), .misconfigured(let reason),
            .uncertain(let reason):
            reason
        }
    }
}
