import CarillonModel
import CarillonPluginKit
import Synchronization

/// The token by which APNs knows the tenant: signed by ourselves, used for 40 minutes.
///
/// Apple wants a new one at most every 20 and at least every 60 minutes. A class with a lock: all messages share it.
final class ProviderTokens: Sendable {
    private struct Token: Sendable {
        let text: String
        let issuedAt: Instant
    }

    private static let lifetime = Duration.seconds(40 * 60)
    /// APNs refuses tokens that follow each other faster than this.
    private static let shortestLife = Duration.seconds(20 * 60)

    private let header: JSONValue
    private let team: String
    private let key: Secret
    private let cryptography: any Cryptography
    private let clock: any Clock
    private let current = Mutex<Token?>(nil)

    /// Signs once, so that a key that is no key is found at start and not with the first message.
    init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        guard let key = settings.secret("key") else {
            throw SettingProblem(field: "key", "there is no signing key")
        }
        header = ["alg": "ES256", "kid": .string(settings.text("keyId") ?? "")]
        team = settings.text("teamId") ?? ""
        self.key = key
        cryptography = host.cryptography
        clock = host.clock
        do throws(CryptographyFailure) {
            _ = try token()
        } catch {
            throw SettingProblem(
                field: "key",
                "the key can't sign: \(error.message)",
                help: "use the text of the .p8 file, from BEGIN PRIVATE KEY to END PRIVATE KEY"
            )
        }
    }

    /// The token to send with; `rejected` is one that APNs calls expired.
    ///
    /// One so rejected is replaced only when it is old enough to be: another clock than ours may be wrong.
    func token(insteadOf rejected: String? = nil) throws(CryptographyFailure) -> String {
        let now = clock.now
        let result = current.withLock { current in
            Result { () throws(CryptographyFailure) in
                if let current, Self.serves(current, now, rejected) { return current.text }
                let token = Token(text: try signed(now), issuedAt: now)
                current = token
                return token.text
            }
        }
        return try result.get()
    }

    /// A clock set back makes a token as unusable as one set forward.
    private static func serves(_ token: Token, _ now: Instant, _ rejected: String?) -> Bool {
        let age = token.issuedAt.duration(to: now)
        let distance = age < .zero ? .zero - age : age
        return distance < (token.text == rejected ? shortestLife : lifetime)
    }

    private func signed(_ now: Instant) throws(CryptographyFailure) -> String {
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        let claims: JSONValue = ["iss": .string(team), "iat": JSONValue(seconds)]
        return try JSONWebToken.make(header: header, claims: claims) { input throws(CryptographyFailure) in
            try cryptography.es256(input, key: key)
        }
    }
}
