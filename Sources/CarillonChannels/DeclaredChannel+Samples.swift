public import CarillonModel
public import CarillonPluginKit

extension DeclaredChannel {
    /// When samples are sent: 1 January 2026, midnight in Greenwich.
    public static let sampleTime = Instant(epochMilliseconds: 1_767_225_600_000)

    /// The message of a sample.
    public func message(of sample: ChannelSamples.Request) -> OutgoingMessage {
        message(
            slots: sample.slots,
            to: sample.address,
            priority: sample.priority,
            link: sample.link,
            data: sample.data
        )
    }

    /// What a sample's request is made with: the examples of the settings, and secrets that open nothing.
    public func settings(of sample: ChannelSamples.Request?) -> ChannelSettings {
        var values: [String: JSONValue] = [:]
        var secrets: [String: Secret] = [:]
        for field in descriptor.fields {
            if field.kind == .secret {
                secrets[field.name] = Secret(field.form.placeholderValue ?? "secret-\(field.name)")
            } else {
                values[field.name] = sample?.settings[field.name] ?? field.example
            }
        }
        return ChannelSettings(values: values, secrets: secrets)
    }

    /// The channel as a tenant with a sample's settings has it.
    public func bound(to sample: ChannelSamples.Request?) -> DeclaredChannel {
        let settings = settings(of: sample)
        let values = descriptor.fields.compactMap { field in settings[field.name].map { (field.name, $0) } }
        return reaching(with: Dictionary(uniqueKeysWithValues: values))
    }

    /// What a sample's request is.
    ///
    /// Pure.
    ///
    /// - Throws: ``RequestFault`` where there is none for its message.
    public func request(of sample: ChannelSamples.Request) throws(RequestFault) -> EgressRequest {
        try request(for: message(of: sample), settings: settings(of: sample), at: Self.sampleTime)
    }

    /// What a sample's answer means.
    ///
    /// Pure.
    public func verdict(of sample: ChannelSamples.Answer) -> ReadVerdict {
        verdict(of: sample.response, to: message(slots: [:]), secrets: [], at: Self.sampleTime)
    }

    /// The same for each message of its request, which are as many as the sample says what became of.
    ///
    /// Pure.
    public func verdicts(of sample: ChannelSamples.Answer) -> [ReadVerdict] {
        let messages = sample.verdicts.map { _ in message(slots: [:]) }
        return switch verdict(of: sample.response, to: messages, secrets: [], at: Self.sampleTime) {
        case .whole(let read): messages.map { _ in read }
        case .each(let all): all
        }
    }

    /// Whether a request has the sample's golden body.
    public func hasGolden(_ sample: ChannelSamples.Request, _ request: EgressRequest) -> Bool {
        if case .json = self.request.body {
            return (try? JSONValue(parsing: request.body)).map { $0.isSameJSON(as: sample.golden) } ?? false
        }
        return sample.golden.string.map { Array($0.utf8) == request.body } ?? request.body.isEmpty
    }

    /// A message with no more than has to be there.
    public var smallestMessage: OutgoingMessage {
        let required = descriptor.slots.filter(\.isRequired).map { ($0.name, "x") }
        return message(slots: Dictionary(required) { first, _ in first })
    }

    /// A message that has everything, with texts of the greatest length that is sent.
    public var largestMessage: OutgoingMessage {
        let slots = descriptor.slots.map { slot in
            let limit = slotLimits[slot.name] ?? TextLimit(Self.unlimitedLength, .chars)
            return (slot.name, limit.longestText)
        }
        var message = message(
            slots: Dictionary(slots) { first, _ in first },
            priority: .high,
            link: MessageLink(app: "acme://one", web: "https://acme.example/one", screen: "/one"),
            data: ["note": "x"]
        )
        message.recipient = UserID("user-1")
        message.imageURL = "https://acme.example/picture.png"
        message.categoryID = "news"
        message.sound = "default"
        message.badge = 3
        message.collapseKey = "one"
        message.expiresAt = Self.sampleTime.advanced(by: .seconds(3600))
        message.unsubscribeURL = "https://acme.example/unsubscribe/1"
        message.callbackURL = "https://notify.example/v1/acme/callbacks/sms/AAAAAAAAAAGqqqqqqqqqqqqqqqqqqqqq"
        return message
    }

    /// UTF-16 units of a text that its slot doesn't limit.
    private static let unlimitedLength = 100_000

    private func message(
        slots: [String: String],
        to address: String? = nil,
        priority: Priority = .normal,
        link: MessageLink? = nil,
        data: JSONObject = JSONObject()
    ) -> OutgoingMessage {
        OutgoingMessage(
            delivery: 1,
            notification: "0190c1a2-7b1e-7000-8000-000000000001",
            tenant: "sample",
            event: "sample",
            address: self.address.canonical(address ?? self.address.samples.first ?? ""),
            locale: "en",
            slots: slots,
            data: data,
            link: link,
            priority: priority,
            createdAt: Self.sampleTime
        )
    }
}

extension JSONValue {
    /// The same, in whatever order members stand.
    fileprivate func isSameJSON(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            left.members.count == right.members.count
                && left.members.allSatisfy { member in
                    right[member.name].map { member.value.isSameJSON(as: $0) } ?? false
                }
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSameJSON(as: $1) }
        default: self == other
        }
    }
}
