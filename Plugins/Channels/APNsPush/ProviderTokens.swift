import CarillonModel
import CarillonPluginKit
import Synchronization

/// The token by which APNs authenticates the tenant: signed by ourselves, used for 40 minutes.
///
/// Apple allows a new one at most every 20 minutes, and requires one at least every 60. A class with a lock: all
/// messages share it.
final class ProviderTokens: Sendable {
    private struct Token: Sendable {
        let text: String
        let issuedAt: Instant
    }

    private struct Tokens: Sendable {
        var current: Token?
        /// What was replaced last because APNs called it expired, and when.
        var expired: Token?
        var replacedAt: Instant?
    }

    private static let lifetime = Duration.seconds(40 * 60)
    /// APNs refuses tokens that follow each other faster than this, so one that it had replaced isn't replaced again
    /// before.
    private static let minimumLifetime = Duration.seconds(20 * 60)

    private let header: JSONValue
    private let team: String
    private let key: Secret
    private let cryptography: any Cryptography
    private let clock: any WallClock
    private let tokens = Mutex(Tokens())

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
    /// One so rejected is replaced whatever its age, once for all that were sent with it. That the new one is rejected too isn't
    /// about its age: another clock than ours may be wrong.
    func token(insteadOf rejected: String? = nil) throws(CryptographyFailure) -> String {
        let now = clock.now
        let result = tokens.withLock { tokens in
            Result { () throws(CryptographyFailure) in
                if let current = tokens.current, Self.isWithin(Self.lifetime, current.issuedAt, now) {
                    guard current.text == rejected else { return current.text }
                    if let last = tokens.replacedAt, Self.isWithin(Self.minimumLifetime, last, now) {
                        return current.text
                    }
                }
                let token = Token(text: try signed(now), issuedAt: now)
                if let current = tokens.current, current.text == rejected {
                    tokens.expired = current
                    tokens.replacedAt = now
                }
                tokens.current = token
                return token.text
            }
        }
        return try result.get()
    }

    /// Back to the token before, where `refused` took its place ahead of time and APNs allows no new one yet.
    func discard(_ refused: String) {
        tokens.withLock { tokens in
            guard tokens.current?.text == refused, let expired = tokens.expired else { return }
            tokens.current = expired
            tokens.expired = nil
        }
    }

    /// A clock set back counts as one set forward.
    private static func isWithin(_ limit: Duration, _ time: Instant, _ now: Instant) -> Bool {
        let age = time.duration(to: now)
        return (age < .zero ? .zero - age : age) < limit
    }

    private func signed(_ now: Instant) throws(CryptographyFailure) -> String {
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        let claims: JSONValue = ["iss": .string(team), "iat": JSONValue(seconds)]
        return try JSONWebToken.make(header: header, claims: claims) { input throws(CryptographyFailure) in
            try cryptography.es256(input, key: key)
        }
    }
}
