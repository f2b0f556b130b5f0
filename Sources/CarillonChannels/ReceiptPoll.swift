public import CarillonModel
public import CarillonPluginKit

/// How a provider is asked what became of a message that it took: one request for each message.
public struct ReceiptPoll: Sendable, Hashable {
    /// What an answer says.
    public enum Reading: Sendable, Hashable {
        case ended(DeliveryOutcome)
        /// Nothing has ended yet.
        case pending
        /// The question failed.
        case deferred(String, after: Duration?)
        case misconfigured(String)
    }

    /// How long after acceptance the first question is worth asking, and between two.
    public let delay: Duration
    /// How long after acceptance it is asked.
    public let lifetime: Duration
    /// Without a body; `{receipt}` is what the provider called the message.
    public let request: RequestTemplate
    /// An answer that no rule decides ends nothing.
    public let answers: AnswerTable
    /// What the provider demands of such a request.
    public let wire: WireForm

    public init(
        delay: Duration,
        lifetime: Duration,
        request: RequestTemplate,
        answers: AnswerTable,
        wire: WireForm
    ) {
        self.delay = delay
        self.lifetime = lifetime
        self.request = request
        self.answers = answers
        self.wire = wire
    }

    /// What may be in its request: what is the same for all messages, and what is known of one that was taken.
    public static func knows(_ value: ChannelValue) -> Bool {
        switch value {
        case .setting, .secret, .known(.receipt), .known(.address), .known(.tenant): true
        case .slot, .data, .known: false
        }
    }
}

extension DeclaredChannel {
    /// What the sample's first accepted message is called by the provider; nil where no sample says so.
    public var sampleReceipt: ReceiptID? {
        samples.answers.lazy.compactMap { sample in
            if case .accepted(let receipt) = verdict(of: sample).outcome { receipt } else { nil }
        }.first
    }

    /// The question for a message.
    ///
    /// Pure.
    ///
    /// - Returns: nil where the file asks for nothing.
    /// - Throws: ``RequestFault`` where it can't be made, as with a receipt that fits no path.
    public func question(
        about message: AcceptedMessage,
        settings: ChannelSettings,
        at now: Instant
    ) throws(RequestFault) -> EgressRequest? {
        try question(about: message, settings: settings, at: now, with: .samples)
    }

    func question(
        about message: AcceptedMessage,
        settings: ChannelSettings,
        at now: Instant,
        with credentials: RequestCredentials
    ) throws(RequestFault) -> EgressRequest? {
        guard let poll else { return nil }
        var asked = smallestMessage
        asked.address = canonical(message.address)
        let scope = MessageScope(asked, settings: settings, now: now, receipt: message.receipt)
        let request = try poll.request.request(in: scope, timeout: .seconds(timeout))
        return try authentication?.applied(to: request, in: scope, with: credentials) ?? request
    }

    /// What an answer to a question means.
    ///
    /// Pure.
    ///
    /// - Returns: nil where the file asks for nothing.
    public func reading(
        of response: EgressResponse,
        hiding hidden: [String],
        at now: Instant
    ) -> (ReceiptPoll.Reading, rule: Int?)? {
        guard let poll else { return nil }
        let name = descriptor.id.rawValue
        let read = poll.answers.verdict(
            of: response,
            hiding: hidden,
            provider: name,
            limit: descriptor.sizeLimit ?? Self.usualLimit,
            at: now,
            on: .report
        )
        if let rule = read.rule { return (.ended(read.outcome), rule) }
        let text = "\(name) answered with status \(response.status) when it was asked for a receipt"
        switch response.status {
        case 401, 403: return (.misconfigured(text), nil)
        case 408, 425, 429, 500...599: return (.deferred(text, after: response.retryAfter(at: now)), nil)
        default: return (.pending, nil)
        }
    }
}
