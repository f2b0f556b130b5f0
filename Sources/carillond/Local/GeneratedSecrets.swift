import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Synchronization
import _CryptoExtras

/// The secrets of a trial: those that were given, and generated ones for the rest.
///
/// A generated secret stays the same until the process ends. A lock, because folders are reloaded while the host reads
/// secrets.
final class GeneratedSecrets: Sendable {
    private struct Generator {
        var values: [String: Secret] = [:]
        /// By the name of the secret that holds the private half.
        var publicHalves: [String: MadeSecret.PublicHalf] = [:]
        /// By the name of the secret that holds the public half.
        var signers: [String: UserTokenSigner] = [:]
    }

    private struct State {
        var given: SecretBook
        var tenants: [TenantID: Generator] = [:]

        func isGiven(_ name: String, of tenant: TenantID) -> Bool { given.given(name, of: tenant) != nil }
    }

    private let registry: ChannelRegistry
    private let state: Mutex<State>

    init(given: SecretBook = SecretBook(), registry: ChannelRegistry) {
        self.registry = registry
        state = Mutex(State(given: given))
    }

    /// From now on, these secrets take precedence over generated ones.
    func take(_ given: SecretBook) {
        state.withLock { $0.given = given }
    }

    /// A generated secret; nil where no profile passed to ``adapt(_:)`` names it.
    func generated(_ name: String, of tenant: TenantID) -> Secret? {
        state.withLock { $0.tenants[tenant]?.values[name] }
    }

    func secret(_ name: String, of tenant: TenantID) -> Secret? {
        state.withLock { $0.given.given(name, of: tenant) ?? $0.tenants[tenant]?.values[name] }
    }

    /// All secrets that a profile names, each with whether it was generated.
    func secrets(of profile: TenantProfile) -> [String: (value: Secret, isMadeUp: Bool)] {
        state.withLock { state in
            Dictionary(
                uniqueKeysWithValues: profile.secretNames.compactMap { name in
                    if let given = state.given.given(name, of: profile.id) { return (name, (given, false)) }
                    return state.tenants[profile.id]?.values[name].map { (name, ($0, true)) }
                }
            )
        }
    }

    /// What may be told of a generated secret that is a private key: its public half, or a fingerprint; nil where it is none.
    func publicPart(of name: String, _ profile: TenantProfile) -> String? {
        state.withLock { state in
            guard !state.isGiven(name, of: profile.id), let made = state.tenants[profile.id] else { return nil }
            if let half = made.publicHalves[name] { return "its public half is \(half.value)" }
            guard let text = made.values[name]?.reveal(), text.contains("PRIVATE KEY") else { return nil }
            return "SHA-256 " + Array(SHA256.hash(data: Array(text.utf8)).prefix(8)).hexadecimal
        }
    }

    /// The profile, changed to match its generated secrets, such as by a public key.
    ///
    /// Secrets that don't exist yet are generated.
    func adapt(_ profile: TenantProfile) -> TenantProfile {
        let halves = state.withLock { state in
            for secret in NamedSecret.all(of: profile, registry: registry)
            where !state.isGiven(secret.name, of: profile.id)
                && state.tenants[profile.id]?.values[secret.name] == nil
            {
                makeUp(secret, &state.tenants[profile.id, default: Generator()])
            }
            let halves = state.tenants[profile.id]?.publicHalves ?? [:]
            return halves.filter { !state.isGiven($0.key, of: profile.id) }.values
        }
        return profile.changed { parts in
            for half in halves {
                guard let index = parts.channels.firstIndex(where: { $0.id == half.channel }) else { continue }
                parts.channels[index].settings[half.setting] = .string(half.value)
            }
        }
    }

    /// Signs tokens that the host accepts; nil where the private key isn't known here.
    func signer(for profile: TenantProfile) -> UserTokenSigner? {
        guard let users = profile.authentication.users else { return nil }
        return users.keySecrets.lazy.compactMap { name in
            self.state.withLock { state in
                state.isGiven(name, of: profile.id) ? nil : state.tenants[profile.id]?.signers[name]
            } ?? self.secret(name, of: profile.id).flatMap { UserTokenSigner(users.algorithm, sharing: $0) }
        }.first
    }

    private func makeUp(_ secret: NamedSecret, _ tenant: inout Generator) {
        if let made = secret.made() {
            tenant.values[secret.name] = made.value
            tenant.publicHalves[secret.name] = made.publicHalf
        } else if let algorithm = secret.purpose.algorithm {
            // Fails only where the system has no random numbers, and then nothing else works either.
            guard let made = try? UserTokenSigner.new(algorithm) else { return }
            tenant.values[secret.name] = made.secret
            tenant.signers[secret.name] = made.signer
        } else if case .channel(_, let field) = secret.purpose {
            tenant.values[secret.name] = Self.generated(field.form, named: secret.name)
        }
    }

    /// A value that the simulated provider accepts as the real one would.
    private static func generated(_ form: SecretForm, named name: String) -> Secret? {
        switch form {
        case .token, .vapidKey, .webhookKey: Secret("stand-in-\(name)-\(KeyMaking.serviceKey().reveal())")
        case .base64Key: KeyMaking.base64Key()
        case .url(let example): Secret(example)
        case .signingKey, .verificationKey: KeyMaking.es256Pair().privateKey
        case .rsaKey: rsaKey.map { Secret($0) }
        case .serviceAccount: serviceAccount
        }
    }

    /// An RSA key in PEM; nil where none can be made.
    ///
    /// All tenants share one: making an RSA key takes a noticeable part of a second.
    private static let rsaKey = (try? _RSA.Signing.PrivateKey(keySize: .bits2048))?.pkcs8PEMRepresentation

    /// A Google service account, in the shape of the file that Google's console hands out; nil where no key can be made.
    private static let serviceAccount: Secret? = {
        guard let key = rsaKey else { return nil }
        let account: JSONValue = [
            "type": "service_account", "project_id": "carillon-trial", "private_key_id": "trial",
            "private_key": .string(key),
            "client_email": "push@carillon-trial.iam.gserviceaccount.com", "client_id": "1",
            "token_uri": "https://oauth2.googleapis.com/token",
        ]
        return Secret(account.text)
    }()
}
