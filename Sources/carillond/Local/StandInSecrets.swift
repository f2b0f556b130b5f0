import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Synchronization
import _CryptoExtras

/// The secrets of a trial: those that somebody gave, and for the rest some that are made up.
///
/// What is made up stays the same until the process ends. A lock, because folders are loaded again while the host asks.
final class StandInSecrets: Sendable {
    private struct MadeUp {
        var values: [String: Secret] = [:]
        var publicHalves: [MadeSecret.PublicHalf] = []
        /// By the name of the secret that holds the public half.
        var signers: [String: UserTokenSigner] = [:]
    }

    private let given: SecretBook
    private let registry: ChannelRegistry
    private let tenants = Mutex<[TenantID: MadeUp]>([:])

    init(given: SecretBook = SecretBook(), registry: ChannelRegistry) {
        self.given = given
        self.registry = registry
    }

    /// A made-up secret; nil where no profile that was adapted names it.
    func madeUp(_ name: String, of tenant: TenantID) -> Secret? {
        tenants.withLock { $0[tenant]?.values[name] }
    }

    /// Those that were made up for a tenant, as they would stand in a secrets file.
    func madeUp(for tenant: TenantID) -> JSONObject {
        JSONObject(texts: tenants.withLock { $0[tenant]?.values ?? [:] }.mapValues { $0.reveal() })
    }

    func secret(_ name: String, of tenant: TenantID) -> Secret? {
        given.given(name, of: tenant) ?? madeUp(name, of: tenant)
    }

    /// The profile with what belongs to its made-up secrets, which are made now where they are new.
    func adapt(_ profile: TenantProfile) -> TenantProfile {
        let halves = tenants.withLock { tenants in
            for secret in NamedSecret.all(of: profile, registry: registry)
            where given.given(secret.name, of: profile.id) == nil
                && tenants[profile.id]?.values[secret.name] == nil
            {
                makeUp(secret, &tenants[profile.id, default: MadeUp()])
            }
            return tenants[profile.id]?.publicHalves ?? []
        }
        var profile = profile
        for half in halves {
            guard let index = profile.channels.firstIndex(where: { $0.id == half.channel }) else { continue }
            profile.channels[index].settings[half.setting] = .string(half.value)
        }
        return profile
    }

    /// What signs tokens that the host takes; nil where only somebody else has the key.
    func signer(for profile: TenantProfile) -> UserTokenSigner? {
        guard let users = profile.authentication.users else { return nil }
        for name in users.keySecrets {
            if let signer = tenants.withLock({ $0[profile.id]?.signers[name] }) { return signer }
            if let secret = secret(name, of: profile.id),
                let signer = UserTokenSigner(users.algorithm, sharing: secret)
            {
                return signer
            }
        }
        return nil
    }

    private func makeUp(_ secret: NamedSecret, _ tenant: inout MadeUp) {
        if let made = secret.made() {
            tenant.values[secret.name] = made.value
            if let half = made.publicHalf { tenant.publicHalves.append(half) }
        } else if case .users(let algorithm) = secret.purpose {
            // The system has randomness, or nothing works.
            guard let made = try? UserTokenSigner.new(algorithm) else { return }
            tenant.values[secret.name] = made.secret
            tenant.signers[secret.name] = made.signer
        } else if case .channel(_, let field) = secret.purpose {
            tenant.values[secret.name] = Self.standIn(field.form, named: secret.name)
        }
    }

    /// What passes for a provider's own with its stand-in.
    private static func standIn(_ form: SecretForm, named name: String) -> Secret? {
        switch form {
        case .token, .vapidKey, .webhookKey: Secret("stand-in-\(name)-\(KeyMaking.serviceKey().reveal())")
        case .signingKey: KeyMaking.es256Pair().privateKey
        case .serviceAccount: serviceAccount
        }
    }

    /// A Google service account, in the shape of the file that Google's console hands out; nil where no key can be made.
    ///
    /// One for all: an RSA key takes a noticeable part of a second to make.
    private static let serviceAccount: Secret? = {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return nil }
        let account: JSONValue = [
            "type": "service_account", "project_id": "carillon-trial", "private_key_id": "trial",
            "private_key": .string(key.pkcs8PEMRepresentation),
            "client_email": "push@carillon-trial.iam.gserviceaccount.com", "client_id": "1",
            "token_uri": "https://oauth2.googleapis.com/token",
        ]
        return Secret(account.text)
    }()
}
