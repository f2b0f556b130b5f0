import CarillonModel
import CarillonPluginKit
import Synchronization

/// Tokens by which push services authenticate the sender: one for each service, used for half a day.
///
/// Source: RFC 8292.
///
/// A class with a lock: all messages share it.
final class VAPIDTokens: Sendable {
    private struct Token: Sendable {
        let text: String
        let issuedAt: Instant
    }

    /// Services refuse tokens that last longer than a day.
    private static let lifetime = Duration.seconds(12 * 3600)
    /// There are a handful of push services; more origins than this are somebody playing.
    private static let capacity = 100

    private let publicKey: String
    private let key: Secret
    private let subject: String
    private let cryptography: any Cryptography
    private let clock: any WallClock
    private let tokens = Mutex<[WebOrigin: Token]>([:])

    /// The settings that hold the two halves of a pair.
    struct Fields: Sendable {
        let publicKey: String
        let privateKey: String

        static let present = Fields(publicKey: "publicKey", privateKey: "privateKey")
        static let previous = Fields(publicKey: "previousPublicKey", privateKey: "previousPrivateKey")
    }

    /// Signs once, so that a key that is no key is found at start and not with the first message.
    init(_ fields: Fields, of settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        guard let point = settings.text(fields.publicKey).flatMap(PushSubscription.point) else {
            throw SettingProblem(
                field: fields.publicKey,
                "this is no uncompressed P-256 key in base64url",
                help: "give the other half of `\(fields.privateKey)`"
            )
        }
        guard let secret = settings.secret(fields.privateKey), let key = Self.pem(secret, publicKey: point) else {
            throw SettingProblem(
                field: fields.privateKey,
                "this is no P-256 key",
                help: "give 32 bytes in base64url, or PEM"
            )
        }
        publicKey = Base64.encode(point, .url)
        self.key = key
        subject = settings.text("subject") ?? ""
        cryptography = host.cryptography
        clock = host.clock
        do throws(CryptographyFailure) {
            _ = try host.cryptography.es256([], key: key)
        } catch {
            throw SettingProblem(field: fields.privateKey, "the key can't sign: \(error.message)")
        }
        if let own = host.cryptography.p256PublicKey(of: key), own != point {
            throw SettingProblem(
                field: fields.publicKey,
                "this is the public key of another private key: every push would be refused",
                help: "give both halves of one pair; browsers that subscribed with the other have to do so again"
            )
        }
    }

    /// Section 3: the token, and the key it is checked with.
    func authorization(for origin: WebOrigin) throws(CryptographyFailure) -> String {
        let now = clock.now
        let result = tokens.withLock { tokens in
            Result { () throws(CryptographyFailure) in
                if let known = tokens[origin], known.issuedAt <= now,
                    known.issuedAt.duration(to: now) < Self.lifetime / 2
                {
                    return known.text
                }
                let token = Token(text: try signed(for: origin, now), issuedAt: now)
                if tokens.count >= Self.capacity { tokens.removeAll() }
                tokens[origin] = token
                return token.text
            }
        }
        return "vapid t=\(try result.get()), k=\(publicKey)"
    }

    private func signed(for origin: WebOrigin, _ now: Instant) throws(CryptographyFailure) -> String {
        let end = now.advanced(by: Self.lifetime).epochMilliseconds.floorDivided(by: 1000)
        let claims: JSONValue = ["aud": .string(origin.description), "exp": JSONValue(end), "sub": .string(subject)]
        return try JSONWebToken.make(header: ["typ": "JWT", "alg": "ES256"], claims: claims) {
            input throws(CryptographyFailure) in
            try cryptography.es256(input, key: key)
        }
    }

    /// VAPID tools print the bare 32 bytes: they are wrapped as PKCS#8.
    ///
    /// Source: RFC 5958, RFC 5915, and RFC 7468 for the lines.
    private static func pem(_ secret: Secret, publicKey: [UInt8]) -> Secret? {
        let text = secret.reveal()
        if text.contains("PRIVATE KEY-----") { return secret }
        guard let scalar = Base64.decode(text.filter { !$0.isWhitespace }), scalar.count == 32 else { return nil }
        let algorithm: [UInt8] = [
            0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
            0x03, 0x01, 0x07,
        ]
        let key: [UInt8] =
            [0x30, 0x6B, 0x02, 0x01, 0x01, 0x04, 0x20] + scalar + [0xA1, 0x44, 0x03, 0x42, 0x00] + publicKey
        let content: [UInt8] = [0x02, 0x01, 0x00] + algorithm + [0x04, 0x6D] + key
        let digits = Array(Base64.encode([0x30, 0x81, UInt8(content.count)] + content).utf8)
        let lines = stride(from: 0, to: digits.count, by: 64)
            .map { String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self) }
        return Secret((["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n"))
    }
}
