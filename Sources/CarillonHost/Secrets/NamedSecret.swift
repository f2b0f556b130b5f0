public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// A secret that a profile names, and what it is for: enough to make one, or to name who has it.
public struct NamedSecret: Sendable, Hashable {
    public enum Purpose: Sendable, Hashable {
        case users(UserAuthentication.Algorithm)
        case staff(UserAuthentication.Algorithm)
        /// The header that services send it in.
        case service(header: String)
        case channel(ChannelID, Field)

        /// Of the tokens that it is for; nil for another purpose.
        public var algorithm: UserAuthentication.Algorithm? {
            switch self {
            case .users(let algorithm), .staff(let algorithm): algorithm
            case .service, .channel: nil
            }
        }
    }

    public let name: String
    /// The first of its uses in the profile: users, staff, services, channels.
    public let purpose: Purpose

    /// Those of a profile, in the order of their names.
    public static func all(of profile: TenantProfile, registry: ChannelRegistry) -> [NamedSecret] {
        var found: [String: Purpose] = [:]
        func note(_ name: String, _ purpose: Purpose) { found[name] = found[name] ?? purpose }
        if let users = profile.authentication.users {
            for name in users.keySecrets { note(name, .users(users.algorithm)) }
        }
        if let staff = profile.authentication.staff?.token {
            for name in staff.keySecrets { note(name, .staff(staff.algorithm)) }
        }
        for service in profile.authentication.services { note(service.keySecret, .service(header: service.header)) }
        let registry = registry.serving(profile)
        for binding in profile.channels {
            for field in registry[binding.plugin]?.descriptor.fields ?? [] {
                if let name = binding.secrets[field.name] { note(name, .channel(binding.id, field)) }
            }
        }
        return found.sorted { $0.key < $1.key }.map { NamedSecret(name: $0.key, purpose: $0.value) }
    }

    /// Who has it and its form, for people.
    public var description: String {
        switch purpose {
        case .users(let algorithm): Self.description(ofKeyOf: "users'", algorithm)
        case .staff(let algorithm): Self.description(ofKeyOf: "the staff's", algorithm)
        case .service(let header): "what the tenant's services bring in \(header)"
        case .channel(let channel, let field): "`\(field.name)` of channel `\(channel)`: \(field.description)"
        }
    }

    private static func description(ofKeyOf whose: String, _ algorithm: UserAuthentication.Algorithm) -> String {
        if algorithm.hmacKeyBytes != nil {
            return "the key that \(whose) tokens are signed with (\(algorithm.rawValue))"
        }
        return algorithm == .edDSA
            ? "the public keys that \(whose) tokens are checked with (EdDSA), as a JWKS"
            : "the public key that \(whose) tokens are checked with (\(algorithm.rawValue)), as PEM or a JWKS"
    }

    /// Whether another party issues it: a provider, or the service that signs tokens.
    public var isIssued: Bool {
        switch purpose {
        case .users(let algorithm), .staff(let algorithm): algorithm.hmacKeyBytes == nil
        case .service: false
        case .channel(_, let field): field.form.isIssued
        }
    }

    /// Whether its use works without it.
    public var isOptional: Bool {
        if case .channel(_, let field) = purpose { !field.isRequired } else { false }
    }
}

/// A secret that was made here.
public struct MadeSecret: Sendable {
    public let value: Secret
    /// What belongs into the profile with it; nil where nothing does.
    public var publicHalf: PublicHalf?

    /// A setting that must match the secret.
    public struct PublicHalf: Sendable, Hashable {
        public let channel: ChannelID
        public let setting: String
        public let value: String
    }

    init(_ value: Secret, publicHalf: PublicHalf? = nil) {
        self.value = value
        self.publicHalf = publicHalf
    }
}

extension NamedSecret {
    /// A new value; nil where another party issues it.
    public func made() -> MadeSecret? {
        switch purpose {
        case .users(let algorithm), .staff(let algorithm):
            algorithm.hmacKeyBytes.map { _ in MadeSecret(KeyMaking.hmacKey()) }
        case .service: MadeSecret(KeyMaking.serviceKey())
        case .channel(let channel, let field):
            switch field.form {
            case .vapidKey(let setting): Self.vapidKey(of: channel, setting)
            case .webhookKey: MadeSecret(KeyMaking.webhookSecret())
            case .token, .base64Key, .signingKey, .verificationKey, .rsaKey, .serviceAccount, .url: nil
            }
        }
    }

    private static func vapidKey(of channel: ChannelID, _ setting: String) -> MadeSecret {
        let pair = KeyMaking.vapidPair()
        let half = MadeSecret.PublicHalf(channel: channel, setting: setting, value: pair.publicKey)
        return MadeSecret(pair.privateKey, publicHalf: half)
    }
}
