import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One tenant, tried through the API that its apps and services use: people who register, and events for them.
struct TenantTrial: Sendable {
    let profile: TenantProfile
    /// The ways of delivering that it has.
    let registry: ChannelRegistry
    /// The ways of delivering that every tenant has.
    private let common: ChannelRegistry
    let secrets: GeneratedSecrets
    let client: LocalClient

    init(profile: TenantProfile, registry: ChannelRegistry, secrets: GeneratedSecrets, client: LocalClient) {
        self.profile = profile
        self.registry = registry.serving(profile)
        common = registry
        self.secrets = secrets
        self.client = client
    }

    /// The same with the profile as it is now.
    func with(_ profile: TenantProfile) -> TenantTrial {
        TenantTrial(profile: profile, registry: common, secrets: secrets, client: client)
    }

    /// A recipient with a language.
    struct Person: Sendable {
        let id: UserID
        let locale: LocaleTag
        /// Nil where the tenant sends no mail.
        let email: String?
        /// Nil where the tenant sends nothing to telephones.
        let phone: String?
        /// A token for the person; nil where the private key isn't known here.
        let bearer: String?
    }

    /// A device of a person: what its app would register.
    struct Device: Sendable {
        let plugin: PluginID
        let token: String
        /// The address under which the sandbox lists its messages.
        let address: String
    }

    /// The topic that devices without an owner subscribe to.
    static let topic = "trial"
    /// The source of all that is sent for a trial.
    static let source = "trial"

    /// One person for each language, in the profile's order.
    var people: [Person] {
        let sendsMail = profile.channels.contains { registry[$0.plugin]?.descriptor.address == .email }
        let reachesPhones = profile.channels.contains { registry[$0.plugin]?.descriptor.address == .phone }
        let signer = secrets.signer(for: profile)
        return profile.locales.supported.enumerated().map { index, locale in
            let id = UserID(unchecked: "demo-\(locale)")
            return Person(
                id: id,
                locale: locale,
                email: sendsMail ? "\(id)@\(profile.id).example" : nil,
                phone: reachesPhones ? "+479001\(2345 + index)" : nil,
                bearer: profile.authentication.users.flatMap { rules in
                    try? signer?.token(for: id, locale: locale, rules, now: SystemClock().now)
                }
            )
        }
    }

    /// The key that services authenticate with; nil where the profile has none, or the key is missing.
    var serviceKey: String? {
        profile.authentication.services.lazy.compactMap { secrets.secret($0.keySecret, of: profile.id)?.reveal() }.first
    }

    /// The plugins of channels that reach devices, each once.
    private var devicePlugins: [PluginID] {
        var found: [PluginID] = []
        for binding in profile.channels where !found.contains(binding.plugin) {
            if case .deviceToken? = registry[binding.plugin]?.descriptor.address { found.append(binding.plugin) }
        }
        return found
    }

    /// Registers a person's devices, one for each plugin.
    ///
    /// - Throws: ``TrialFailure``, with the host's message where it refuses one.
    func register(_ person: Person) async throws -> [Device] {
        var devices: [Device] = []
        for plugin in devicePlugins {
            let device = try await device(of: person, plugin)
            try await register(device, of: person, isOnlyOne: devicePlugins.count == 1)
            devices.append(device)
        }
        return devices
    }

    private func device(of person: Person, _ plugin: PluginID) async throws -> Device {
        let name = "demo-\(profile.id)-\(person.locale)"
        guard plugin == "web-push" else {
            let kind = registry[plugin]
            let tokens = Self.tokens(named: name, for: plugin, like: kind?.exampleAddress)
            guard let kind, let token = tokens.first(where: kind.isAddress) else {
                throw TrialFailure("no made-up token looks like one of \(plugin)'s")
            }
            return Device(plugin: plugin, token: token, address: token)
        }
        let key = profile.channels.first { $0.plugin == plugin }?.settings["publicKey"]?.string ?? ""
        return Device(plugin: plugin, token: try await client.subscribeBrowser(name, to: key), address: name)
    }

    /// Tokens in the form that each provider issues them.
    ///
    /// For other plugins, several forms are offered, those like its example first, and the first accepted one is used.
    private static func tokens(named name: String, for plugin: PluginID, like example: String?) -> [String] {
        let expo = "ExponentPushToken[\(name)]"
        // Device tokens of APNs have 32 to 100 bytes.
        let padded = String(repeating: ".", count: max(0, 32 - name.utf8.count)) + name
        let hexadecimal = padded.utf8.suffix(100).hexadecimal
        let long = "\(name):" + String(repeating: "APA91b", count: 22)
        return switch plugin {
        case "expo": [expo]
        case "apns": [hexadecimal]
        case "fcm": [long]
        default: (example.map { Self.variants(of: $0, named: "\(plugin) \(name)") } ?? []) + [long, hexadecimal, expo]
        }
    }

    /// Addresses of the form that an example has: with other digits, else with other letters too; some may not fit, such as
    /// those that begin with a zero.
    private static func variants(of example: String, named name: String) -> [String] {
        let digits = (0..<8).map { varied(example, by: "\(name) \($0)") { $0.isNumber } }
        let letters = (0..<8).map { varied(example, by: "\(name) \($0)") { $0.isNumber || $0.isLetter } }
        return digits.filter { $0 != example } + letters + [example]
    }

    /// The example with others of their kind in the place of some characters.
    private static func varied(_ example: String, by name: String, where changes: (Character) -> Bool) -> String {
        var hash = FowlerNollVo.hash64(name.utf8)
        return String(
            example.map { character in
                guard let byte = character.asciiValue, changes(character) else { return character }
                let (first, count): (UInt8, UInt64) = character.isNumber ? (48, 10) : (byte & 0x20 | 0x41, 26)
                defer { hash = hash / 26 &+ hash << 40 }
                return Character(Unicode.Scalar(first + UInt8(hash % count)))
            }
        )
    }

    /// Registers a device as the tenant's apps do: as the user's own, as one that subscribes to a topic, or as that of
    /// a log-in session that a service reports.
    private func register(_ device: Device, of person: Person, isOnlyOne: Bool) async throws {
        var body: JSONObject = [
            "token": .string(device.token), "locale": .string(person.locale.rawValue),
        ]
        let path = "/v1/\(profile.id)"
        switch profile.devices.owner {
        case .session:
            body["userId"] = .string(person.id.rawValue)
            body["sessionId"] = .string("session-of-\(person.id)")
            body["pushAllowed"] = true
            try await client.post("\(path)/sessions", .object(body), bearer: try requireServiceKey())
            return
        case .subscription:
            body["subscriptions"] = [["topic": .string(Self.topic)]]
            body["deviceId"] = .string("\(device.plugin)-of-\(person.id)")
        case .user: break
        }
        body["plugin"] = isOnlyOne ? nil : .string(device.plugin.rawValue)
        let platforms = registry[device.plugin]?.platforms?.map(\.rawValue).sorted()
        body["platform"] = .string(platforms?.first ?? "ios")
        guard let bearer = person.bearer else {
            throw TrialFailure(
                "nobody here can sign tokens for users: their key, or the profile's auth.users, is elsewhere"
            )
        }
        try await client.post("\(path)/devices", .object(body), bearer: bearer)
    }

    func requireServiceKey() throws -> String {
        guard let serviceKey else {
            throw TrialFailure("no service may post events: the profile's auth.services names no key")
        }
        return serviceKey
    }
}

extension TenantTrial {
    /// An event from a sample, as the tenant's backend posts it.
    ///
    /// - Parameter delay: how long until what it schedules is due.
    func event(
        _ sample: Sample,
        id: String,
        for people: [Person],
        dueIn delay: Duration = .seconds(2)
    ) -> JSONValue {
        var event: JSONObject = [
            "id": .string(id), "source": .string(Self.source), "type": .string(sample.event.rawValue),
            "data": sample.payload(of: profile, dueAt: SystemClock().now.advanced(by: delay)),
        ]
        if profile.devices.owner == .subscription {
            event["topic"] = .string(Self.topic)
        } else {
            event["recipients"] = .array(people.map(Self.recipient))
        }
        return .object(event)
    }

    private static func recipient(_ person: Person) -> JSONValue {
        guard person.email != nil || person.phone != nil else { return .string(person.id.rawValue) }
        var recipient: JSONObject = ["id": .string(person.id.rawValue)]
        recipient["email"] = person.email.map { .string($0) }
        recipient["phone"] = person.phone.map { .string($0) }
        return .object(recipient)
    }

    /// Subscribes people to the topic that an event's audience is limited to.
    func admit(_ people: [Person], to sample: Sample) async throws {
        guard profile.devices.owner != .subscription, let audience = audience(of: sample) else { return }
        let path = "/v1/\(profile.id)/subscriptions/\(PercentEncoding.encode(audience.rawValue))"
        for person in people {
            try await client.put(path, ["userId": .string(person.id.rawValue)], bearer: try requireServiceKey())
        }
    }

    /// Posts an event from a sample to people who may get it.
    ///
    /// - Returns: the host's id of it.
    func post(_ sample: Sample, id: String, for people: [Person]) async throws -> String {
        let (event, key) = (event(sample, id: id, for: people), try requireServiceKey())
        let answer = try await client.post("/v1/\(profile.id)/events", event, bearer: key)
        guard let accepted = answer["events"]?.array?.first?["id"]?.string else {
            throw TrialFailure("the host's answer names no event: \(answer.text)")
        }
        return accepted
    }

    /// The topic that the event's audience is limited to; nil where all recipients get it.
    private func audience(of sample: Sample) -> Topic? {
        guard profile.event(sample.event)?.audience != nil else { return nil }
        let accepting = Accepting(
            profile: profile,
            registry: registry,
            identifiers: SystemIdentifiers { SystemClock().now }
        )
        let event = Event(
            id: "audience",
            source: Self.source,
            type: sample.event.rawValue,
            recipients: [RecipientReference(id: "somebody")],
            data: sample.payload
        )
        return (try? accepting.accept(event, at: SystemClock().now))?.audience
    }
}
