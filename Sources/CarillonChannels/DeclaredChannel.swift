public import CarillonModel
public import CarillonPluginKit

/// A way of delivering that a file declares: what `channel.json` says, compiled.
public struct DeclaredChannel: Sendable, Hashable {
    public private(set) var descriptor: ChannelDescriptor
    public let address: AddressForm
    public let slotLimits: [String: TextLimit]
    /// Slots whose texts are written so that an SMS takes fewer parts, where they can be.
    public let foldedSlots: Set<String>
    public let settingPatterns: [String: LinearPattern]
    public let authentication: RequestAuthentication?
    public let request: RequestTemplate
    public let answers: AnswerTable
    /// Nil where its provider reports nothing later.
    public let callbacks: CallbackForm?
    /// Nil where its provider can't be asked.
    public let poll: ReceiptPoll?
    public let wire: WireForm
    public let samples: ChannelSamples
    /// Seconds, at most 30.
    public let timeout: Int

    /// Bytes of a body that nothing else limits.
    public static let usualLimit = 256 << 10
    /// Bytes that the value of a setting may have; what sizes are proven with.
    public static let settingLimit = 256

    public init(
        descriptor: ChannelDescriptor,
        address: AddressForm,
        slotLimits: [String: TextLimit],
        foldedSlots: Set<String>,
        settingPatterns: [String: LinearPattern],
        authentication: RequestAuthentication?,
        request: RequestTemplate,
        answers: AnswerTable,
        callbacks: CallbackForm?,
        poll: ReceiptPoll?,
        wire: WireForm,
        samples: ChannelSamples,
        timeout: Int
    ) {
        self.descriptor = descriptor
        self.address = address
        self.slotLimits = slotLimits
        self.foldedSlots = foldedSlots
        self.settingPatterns = settingPatterns
        self.authentication = authentication
        self.request = request
        self.answers = answers
        self.callbacks = callbacks
        self.poll = poll
        self.wire = wire
        self.samples = samples
        self.timeout = timeout
    }
}

/// The form of a channel's addresses.
public struct AddressForm: Sendable, Hashable {
    /// What is done to an address before it is kept.
    public enum Normalization: String, Sendable, Hashable, CaseIterable {
        case lower
        case digits
        /// A telephone number as `+` and digits: without blanks, dashes, dots, brackets and a leading `tel:`, and with `+` for
        /// `00`. Source: ITU-T E.164 and E.123.
        case e164
    }

    public let pattern: LinearPattern
    public let normalizations: [Normalization]
    /// Addresses that are right, at least one.
    public let samples: [String]
    /// Addresses that are wrong.
    public let wrong: [String]

    public init(pattern: LinearPattern, normalizations: [Normalization], samples: [String], wrong: [String]) {
        self.pattern = pattern
        self.normalizations = normalizations
        self.samples = samples
        self.wrong = wrong
    }

    public func canonical(_ address: String) -> String {
        normalizations.reduce(address) { text, normalization in
            switch normalization {
            case .lower: text.lowercased()
            case .digits: String(text.filter { $0.isASCII && $0.isNumber })
            case .e164: text.telephoneNumber
            }
        }
    }

    public func matches(_ address: String) -> Bool { pattern.matches(canonical(address)) }
}

extension DeclaredChannel {
    /// The request for a message, with a token or signature that opens nothing where it needs one.
    ///
    /// Pure.
    ///
    /// - Throws: ``RequestFault`` where the message lacks something, or has what can't be sent.
    public func request(
        for message: OutgoingMessage,
        settings: ChannelSettings,
        at now: Instant
    ) throws(RequestFault) -> EgressRequest {
        try request(for: message, settings: settings, at: now, with: .samples)
    }

    func request(
        for message: OutgoingMessage,
        settings: ChannelSettings,
        at now: Instant,
        with credentials: RequestCredentials
    ) throws(RequestFault) -> EgressRequest {
        try self.request(for: [message], settings: settings, at: now, with: credentials)
    }

    /// One request that hands all of these over.
    ///
    /// Pure.
    ///
    /// - Parameter messages: at least one; several only where ``takesBatches``.
    public func request(
        for messages: [OutgoingMessage],
        settings: ChannelSettings,
        at now: Instant
    ) throws(RequestFault) -> EgressRequest {
        try request(for: messages, settings: settings, at: now, with: .samples)
    }

    func request(
        for messages: [OutgoingMessage],
        settings: ChannelSettings,
        at now: Instant,
        with credentials: RequestCredentials
    ) throws(RequestFault) -> EgressRequest {
        let each = messages.map { MessageScope(fitted($0), settings: settings, now: now) }
        guard let first = each.first else { throw .missing("message") }
        let scope =
            each.count == 1 ? first : MessageScope(first.message, settings: settings, now: now, batch: each)
        let request = try request.request(in: scope, timeout: .seconds(timeout))
        return try authentication?.applied(to: request, in: scope, with: credentials) ?? request
    }

    /// What a tenant's settings say, before there is a message.
    func accountScope(_ settings: ChannelSettings, at now: Instant) -> MessageScope {
        MessageScope(smallestMessage, settings: settings, now: now)
    }

    /// Where its requests go with these settings, as far as these say so.
    func reaching(with settings: [String: JSONValue]) -> DeclaredChannel {
        var channel = self
        channel.descriptor = descriptor.reaching(
            descriptor.origins.map { ChannelOrigin($0)?.resolved(with: settings) ?? $0 }
        )
        return channel
    }

    /// Whether one request may hand several messages over.
    public var takesBatches: Bool { answers.elements != nil }

    /// What an answer means for each of the messages that its request handed over.
    ///
    /// Pure.
    ///
    /// - Parameters:
    ///   - messages: at least one.
    ///   - secrets: what no reason may repeat, beside what was sent.
    public func verdict(
        of response: EgressResponse,
        to messages: [OutgoingMessage],
        secrets: [Secret],
        at now: Instant
    ) -> BatchVerdict {
        answers.verdict(
            ofBatch: response,
            count: messages.count,
            hiding: { messages[$0].sentTexts + secrets.map { $0.reveal() } },
            provider: descriptor.id.rawValue,
            limit: descriptor.sizeLimit ?? Self.usualLimit,
            at: now
        )
    }

    /// What an answer to a message means.
    ///
    /// Pure.
    ///
    /// - Parameter secrets: what no reason may repeat, beside what was sent.
    public func verdict(
        of response: EgressResponse,
        to message: OutgoingMessage,
        secrets: [Secret],
        at now: Instant
    ) -> ReadVerdict {
        switch verdict(of: response, to: [message], secrets: secrets, at: now) {
        case .whole(let read): read
        case .each(let all): all[0]
        }
    }

    /// With no more of each text than the provider takes, and without control characters where a text has one line.
    func fitted(_ message: OutgoingMessage) -> OutgoingMessage {
        var message = message
        message.address = canonical(message.address)
        for slot in descriptor.slots {
            guard var text = message.slots[slot.name] else { continue }
            if !slot.isMultiline { text = text.onOneLine }
            if foldedSlots.contains(slot.name) { text = text.foldedForSMS }
            message.slots[slot.name] = slotLimits[slot.name]?.fitted(text) ?? text
        }
        return message
    }
}

extension String {
    fileprivate var telephoneNumber: String {
        let plain = (lowercased().hasPrefix("tel:") ? dropFirst(4) : self[...]).filter { !" \u{A0}-.()/".contains($0) }
        return plain.hasPrefix("00") ? "+" + plain.dropFirst(2) : String(plain)
    }

    /// With a blank for every control character.
    fileprivate var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
