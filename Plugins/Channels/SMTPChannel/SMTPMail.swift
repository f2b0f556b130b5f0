import CarillonModel
public import CarillonPluginKit

/// E-mail, handed to the tenant's relay.
///
/// Signing with DKIM is the relay's part.
///
/// Source: RFC 5321 (SMTP), RFC 6409 (submission), RFC 5322 and RFC 2045 to 2047 (messages).
public struct SMTPMail: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "smtp",
        summary: "E-mail through the tenant's own relay",
        fields: [
            Field("host", .text, isRequired: true, description: "The relay's name", example: "smtp.acme.example"),
            Field("port", .integer(1...65535), default: 587, description: "The relay's port", example: 465),
            Field(
                "security",
                .choice(["starttls", "tls", "none"]),
                default: "starttls",
                description: "TLS after the greeting, from the first byte, or not at all",
                example: "tls"
            ),
            Field("username", .text, description: "Who to log in as, where the relay asks", example: "carillon"),
            Field("password", .secret, description: "The password for it", example: ["$secret": "smtp-password"]),
            Field(
                "from",
                .email,
                isRequired: true,
                description: "Whom messages come from, with a name if wanted",
                example: "Acme <no-reply@acme.example>"
            ),
            Field(
                "replyTo",
                .email,
                description: "Where answers go, if not to the sender",
                example: "help@acme.example"
            ),
        ],
        slots: [
            Slot("email.subject", isRequired: true, description: "The subject line"),
            Slot("email.preheader", description: "What mail programs show beside the subject"),
            Slot(
                "email.text",
                isRequired: true,
                isMultiline: true,
                isSealed: true,
                description: "The message as plain text"
            ),
            Slot("email.html", isHTML: true, isMultiline: true, isSealed: true, description: "The message as HTML"),
        ],
        address: .email,
        batchSize: 20,
        isPublic: true,
        // A mailbox that is busy, full or greylisted; 421 is the relay's own.
        recipientDeferrals: .codes(["SMTP450", "SMTP451", "SMTP452"])
    )

    private let streams: any ByteStreams
    private let clock: any WallClock
    private let relay: SMTPRelay
    private let sender: Mailbox
    private let replyTo: Mailbox?

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        guard let sender = settings.text("from").flatMap({ Mailbox($0) }) else {
            throw SettingProblem(field: "from", "this is no e-mail address")
        }
        streams = host.streams
        clock = host.clock
        self.sender = sender
        replyTo = settings.text("replyTo").flatMap { Mailbox($0) }
        relay = try SMTPRelay(settings: settings, ownName: sender.domain)
    }

    public static func check(_ settings: ChannelSettings) -> [SettingProblem] {
        var problems: [SettingProblem] = []
        for name in ["from", "replyTo"] {
            guard let text = settings.text(name), Mailbox(text) == nil else { continue }
            problems.append(SettingProblem(field: name, "this is no e-mail address"))
        }
        if let host = settings.text("host"), host.contains(where: { "/@ ".contains($0) }) || host.hasPrefix(":") {
            problems.append(
                SettingProblem(field: "host", "this is no host name", help: "write it without scheme: smtp.example.org")
            )
        }
        if settings.text("username") != nil, settings.text("security") == "none" {
            problems.append(
                SettingProblem(
                    field: "security",
                    "a password may not travel without TLS",
                    help: "use starttls or tls, or leave username and password out"
                )
            )
        }
        return problems
    }

    public static func size(of message: OutgoingMessage) -> Int {
        message.slots.filter { $0.key.hasPrefix("email.") }.values.reduce(0) { $0 + $1.utf8.count }
    }

    /// One conversation for the batch: logging in costs more than a message.
    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !batch.isEmpty else { return [] }
        let mails = batch.map { Mail($0, from: sender, replyTo: replyTo, at: clock.now) }
        guard mails.contains(where: { $0 != nil }) else { return batch.map { _ in Mail.malformedAddress } }
        let stream: any ByteStream
        do throws(EgressFailure) {
            stream = try await streams.open(
                host: relay.host,
                port: relay.port,
                security: relay.security == .tls ? .tls : .plain
            )
        } catch {
            // Before anything was sent, nothing is uncertain.
            return mails.map { $0 == nil ? Mail.malformedAddress : SMTPFailure(error).outcome }
        }
        var session = SMTPSession(stream: stream, relay: relay)
        let outcomes = await session.deliver(mails)
        await stream.close()
        return outcomes
    }
}
