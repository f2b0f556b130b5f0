public import CarillonModel
public import CarillonPluginKit

/// A way of delivering that a file declares: what `channel.json` says, compiled.
public struct DeclaredChannel: Sendable, Hashable {
    public let descriptor: ChannelDescriptor
    public let address: AddressForm
    public let slotLimits: [String: TextLimit]
    public let settingPatterns: [String: LinearPattern]
    public let authentication: RequestAuthentication?
    public let request: RequestTemplate
    public let answers: AnswerTable
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
        settingPatterns: [String: LinearPattern],
        authentication: RequestAuthentication?,
        request: RequestTemplate,
        answers: AnswerTable,
        wire: WireForm,
        samples: ChannelSamples,
        timeout: Int
    ) {
        self.descriptor = descriptor
        self.address = address
        self.slotLimits = slotLimits
        self.settingPatterns = settingPatterns
        self.authentication = authentication
        self.request = request
        self.answers = answers
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
            }
        }
    }

    public func matches(_ address: String) -> Bool { pattern.matches(canonical(address)) }
}

extension DeclaredChannel {
    /// The request for a message, ready to be sent.
    ///
    /// Pure.
    ///
    /// - Throws: ``RequestFault`` where the message lacks something, or has what can't be sent.
    public func request(
        for message: OutgoingMessage,
        settings: ChannelSettings,
        at now: Instant
    ) throws(RequestFault) -> EgressRequest {
        let scope = MessageScope(fitted(message), settings: settings, now: now)
        return try request.request(in: scope, authenticatedBy: authentication, timeout: .seconds(timeout))
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
        answers.verdict(
            of: response,
            hiding: message.sentTexts + secrets.map { $0.reveal() },
            provider: descriptor.id.rawValue,
            limit: descriptor.sizeLimit ?? Self.usualLimit,
            at: now
        )
    }

    /// With no more of each text than the provider takes, and without control characters where a text has one line.
    func fitted(_ message: OutgoingMessage) -> OutgoingMessage {
        var message = message
        for slot in descriptor.slots {
            guard var text = message.slots[slot.name] else { continue }
            if !slot.isMultiline { text = text.onOneLine }
            message.slots[slot.name] = slotLimits[slot.name]?.fitted(text) ?? text
        }
        return message
    }
}

extension String {
    /// With a blank for every control character.
    fileprivate var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
