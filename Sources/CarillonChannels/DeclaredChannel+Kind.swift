public import CarillonModel
public import CarillonPluginKit

extension DeclaredChannel: ChannelKind {
    public var platforms: Set<Platform>? { nil }
    public var exampleAddress: String? { address.samples.first }
    public var takesCallbacks: Bool { callbacks != nil }
    public var hasOneCallbackURL: Bool { callbacks?.reference != nil }

    private static let questionsAtOnce = 10

    /// Where nothing is asked for, what nobody reported by then stays unknown.
    public var receiptTerms: ReceiptTerms? {
        if let poll {
            return ReceiptTerms(
                delay: poll.delay,
                batchSize: min(descriptor.batchSize, Self.questionsAtOnce),
                lifetime: poll.lifetime,
                isAskedSingly: true
            )
        }
        return callbacks.map { ReceiptTerms(delay: $0.lifetime, batchSize: 1, lifetime: $0.lifetime) }
    }

    public func check(_ settings: ChannelSettings) -> [SettingProblem] {
        let origins = descriptor.origins.compactMap { written -> SettingProblem? in
            guard let origin = ChannelOrigin(written), let setting = origin.setting,
                origin.resolved(with: [setting: settings[setting] ?? .null]) == nil
            else { return nil }
            return SettingProblem(field: setting, "nothing that requests can go to follows from this setting")
        }
        return origins
            + descriptor.fields.compactMap { field in
                guard let text = settings.text(field.name) else { return nil }
                guard text.utf8.count <= Self.settingLimit else {
                    return SettingProblem(field: field.name, "the setting has more than \(Self.settingLimit) bytes")
                }
                guard let pattern = settingPatterns[field.name], !pattern.matches(text) else { return nil }
                return SettingProblem(field: field.name, "the setting isn't of the form `\(pattern.source)`")
            }
    }

    public func bound(to settings: [String: JSONValue]) -> any ChannelKind { reaching(with: settings) }

    /// A room's address is the channel's id.
    public func isAddress(_ text: String) -> Bool {
        descriptor.address == .room || text.utf8.count <= 4096 && address.matches(text)
    }
    public func canonical(_ address: String) -> String { self.address.canonical(address) }
    public func destination(of address: String) -> WebOrigin? { nil }
    public func providerMessage(_ message: OutgoingMessage) -> JSONValue? { nil }

    /// Of the first slot that is counted in parts, as it is sent.
    public func segments(of message: OutgoingMessage) -> MessageSegments? {
        guard let slot = descriptor.slots.first(where: { slotLimits[$0.name]?.unit == .segments }) else { return nil }
        let length = SMSLength(fitted(message).slots[slot.name] ?? "")
        let written = message.slots[slot.name] ?? ""
        let whole = SMSLength(foldedSlots.contains(slot.name) ? written.foldedForSMS : written)
        return MessageSegments(
            count: length.segments,
            uncut: whole.segments > length.segments ? whole.segments : nil,
            encoding: length.encoding.rawValue,
            foreign: length.foreign
        )
    }

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
            // A key stands in no request: it may have the lines of PEM.
            if authentication?.keys.contains(field.name) == true { continue }
            if callbacks?.proof.keys.contains(field.name) == true { continue }
            guard secret.isHeaderSafe, secret.reveal().utf8.count <= 4096 else {
                throw SettingProblem(
                    field: field.name,
                    "the secret holds characters no request may have",
                    help: "copy it again from the provider, without spaces or line ends"
                )
            }
        }
        try checkAddress(settings)
        if let problem = callbacks?.proof.problem(settings, host.cryptography) { throw problem }
        let instance = DeclaredChannelInstance(
            channel: self,
            settings: settings,
            host: host,
            tokens: try tokens(settings, host)
        )
        return poll == nil ? instance : PolledChannelInstance(instance: instance)
    }

    /// Whether the URL that is a secret leads where the file says.
    private func checkAddress(_ settings: ChannelSettings) throws(SettingProblem) {
        guard case .secret(let text) = request.address,
            let field = text.placeholders.first.flatMap({ if case .secret(let name) = $0.value { name } else { nil } }),
            let url = settings.secret(field)?.reveal()
        else { return }
        let origins = descriptor.origins.compactMap { WebOrigin(url: $0) }
        guard let (origin, rest) = WebOrigin.split(url), origins.contains(origin), rest.first == "/" else {
            throw SettingProblem(
                field: field,
                "the secret is no URL at \(descriptor.origins.joined(separator: " or "))",
                help: "copy the whole URL again from the provider"
            )
        }
    }

    /// Signs once, so that a key that is no key is found at start and not with the first message.
    private func tokens(_ settings: ChannelSettings, _ host: ChannelHost) throws(SettingProblem) -> TokenSource? {
        let cryptography = host.cryptography
        let source: TokenSource
        do throws(CryptographyFailure) {
            switch authentication {
            case .signedToken(let token):
                _ = try token.made(in: accountScope(settings, at: host.clock.now), cryptography)
                source = .signed(
                    SignedTokens(token, clock: host.clock) { now throws(CryptographyFailure) in
                        try token.made(in: accountScope(settings, at: now), cryptography)
                    }
                )
            case .grantedToken(let grant):
                _ = try grant.request(in: accountScope(settings, at: host.clock.now), cryptography)
                source = .granted(
                    AccessTokens(of: descriptor.id.rawValue, for: "account", host: host) {
                        now throws(CryptographyFailure) in
                        try grant.request(in: accountScope(settings, at: now), cryptography)
                    }
                )
            case .signature(let signature):
                let scope = accountScope(settings, at: host.clock.now)
                if signature.isBase64Key, let key = scope.text(signature.key), Base64.decode(key) == nil {
                    throw CryptographyFailure("it isn't written in Base64")
                }
                return nil
            case .basic, .bearer, .header, .query, .aws, nil: return nil
            }
        } catch {
            throw SettingProblem(
                field: authentication?.keys.sorted().first ?? "",
                "the key can't sign: \(error.message)",
                help: "use the key as the provider hands it out"
            )
        }
        return source
    }
}
