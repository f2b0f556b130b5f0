import CarillonModel
import CarillonPluginKit

extension AccessTokens {
    /// Those of a service account of Google's, for sending messages.
    ///
    /// Source: RFC 7523, section 2.1.
    init(account: ServiceAccount, host: ChannelHost) {
        let cryptography = host.cryptography
        self.init(of: "Google", for: "service account", host: host) { now throws(CryptographyFailure) in
            EgressRequest(
                .post,
                account.tokenEndpoint,
                headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("\(account.grant)&assertion=\(try account.assertion(at: now, cryptography))".utf8)
            )
        }
    }
}

extension ServiceAccount {
    /// The endpoint every service account uses; the key file's own `token_uri` can't send the assertion elsewhere.
    fileprivate var tokenEndpoint: String { "https://oauth2.googleapis.com/token" }
    fileprivate var grant: String { "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer" }

    fileprivate func assertion(
        at now: Instant,
        _ cryptography: any Cryptography
    ) throws(CryptographyFailure) -> String {
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        var header = JSONObject([.init("alg", "RS256"), .init("typ", "JWT")])
        header["kid"] = keyID.map(JSONValue.string)
        let claims: JSONValue = [
            "iss": .string(email), "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": .string(tokenEndpoint), "iat": JSONValue(seconds), "exp": JSONValue(seconds + 3600),
        ]
        return try JSONWebToken.make(header: .object(header), claims: claims) { input throws(CryptographyFailure) in
            try cryptography.rs256(input, key: key)
        }
    }
}
