public import CarillonModel
public import CarillonPluginKit

extension DeclaredChannel: ChannelKind {
    public var platforms: Set<Platform>? { nil }
    public var exampleAddress: String? { address.samples.first }
    public var receiptTerms: ReceiptTerms? { nil }

    public func check(_ settings: ChannelSettings) -> [SettingProblem] {
        descriptor.fields.compactMap { field in
            guard let text = settings.text(field.name) else { return nil }
            guard text.utf8.count <= Self.settingLimit else {
                return SettingProblem(field: field.name, "the setting has more than \(Self.settingLimit) bytes")
            }
            guard let pattern = settingPatterns[field.name], !pattern.matches(text) else { return nil }
            return SettingProblem(field: field.name, "the setting isn't of the form `\(pattern.source)`")
        }
    }

    public func isAddress(_ text: String) -> Bool { text.utf8.count <= 4096 && address.matches(text) }
    public func canonical(_ address: String) -> String { self.address.canonical(address) }
    public func destination(of address: String) -> WebOrigin? { nil }
    public func providerMessage(_ message: OutgoingMessage) -> JSONValue? { nil }

    /// The body's bytes without the address, with the longest values that settings may have.
    public func size(of message: OutgoingMessage) -> Int {
        var message = fitted(message)
        message.address = ""
        let filler = String(repeating: "x", count: Self.settingLimit)
        var values: [String: JSONValue] = [:]
        var secrets: [String: Secret] = [:]
        for field in descriptor.fields {
            switch field.kind {
            case .secret: secrets[field.name] = Secret(filler)
            case .text, .url, .email, .choice: values[field.name] = .string(filler)
            case .integer(let range): values[field.name] = JSONValue(range.upperBound)
            case .boolean: values[field.name] = false
            }
        }
        let settings = ChannelSettings(values: values, secrets: secrets)
        let scope = MessageScope(message, settings: settings, now: message.createdAt)
        // What can't be made is refused before it is sent, and has no size.
        return (try? request.content(in: scope).count) ?? 0
    }

    public func make(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) -> any ChannelInstance {
        if let problem = check(settings).first { throw problem }
        for field in descriptor.fields {
            guard let secret = settings.secret(field.name) else {
                guard !field.isRequired || field.kind != .secret else {
                    throw SettingProblem(field: field.name, "the secret is missing")
                }
                continue
            }
            guard secret.isHeaderSafe, secret.reveal().utf8.count <= 4096 else {
                throw SettingProblem(
                    field: field.name,
                    "the secret holds characters no request may have",
                    help: "copy it again from the provider, without spaces or line ends"
                )
            }
        }
        return DeclaredChannelInstance(channel: self, settings: settings, egress: host.egress, clock: host.clock)
    }
}

/// A declared channel with the settings and ports of one tenant.
private struct DeclaredChannelInstance: ChannelInstance {
    let channel: DeclaredChannel
    let settings: ChannelSettings
    let egress: any Egress
    let clock: any WallClock

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        await batch.delivered(width: channel.descriptor.batchSize) { await deliver($0) }
    }

    private func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        guard channel.isAddress(message.address) else {
            return .refused(OutcomeReason("MalformedAddress", "this is no address of \(channel.descriptor.id)"))
        }
        guard !message.isSilent else {
            return .refused(OutcomeReason("SilentMessage", "\(channel.descriptor.id) has no silent messages"))
        }
        let request: EgressRequest
        do {
            request = try channel.request(for: message, settings: settings, at: clock.now)
        } catch {
            return .refused(OutcomeReason(error.reason.code, error.reason.message))
        }
        do throws(EgressFailure) {
            let response = try await egress.send(request)
            let secrets = channel.descriptor.fields.compactMap { settings.secret($0.name) }
            return channel.verdict(of: response, to: message, secrets: secrets, at: clock.now).outcome
        } catch {
            return error.outcome
        }
    }
}
