import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Crypto
import Testing
import _CryptoExtras

@testable import CarillonHost

/// Who gets in.
struct AccessTests {
    @Test func `a service key is taken from its own header too`() async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            headers: [("x-service-key", TestHost.serviceKey)],
            json: TestHost.event()
        )
        #expect(answer.status == 202)
    }

    @Test(arguments: [
        ("none", ""), ("HS512", TestHost.userSecret), ("hs256", TestHost.userSecret), ("RS256", TestHost.userSecret),
    ])
    func `a token that names another algorithm is refused`(algorithm: String, secret: String) async {
        let host = await TestHost.start(withWorkers: false)
        let token = TestHost.token(secret: secret, algorithm: algorithm)
        #expect(await host.send("GET", "/v1/shop/notifications", bearer: token).status == 401)
        let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(await host.send("GET", "/v1/shop/notifications", bearer: unsigned).status == 401)
    }

    @Test func `a signature is written in one way only`() async throws {
        let host = await TestHost.start(withWorkers: false)
        // One whose signature has a digit that the other alphabet writes otherwise.
        let token = try #require(
            (0..<200).lazy.map { TestHost.token(claims: [("exp", 4_000_000_000), ("n", JSONValue($0))]) }.first {
                token in
                token.split(separator: ".").last?.contains { "-_".contains($0) } == true
            }
        )
        let end = try #require(token.lastIndex(of: "."))
        let standard = token[end...].replacing("-", with: "+").replacing("_", with: "/")
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        // 32 bytes leave two bits of the last digit unused.
        let last = try #require(token.last.flatMap { digits.firstIndex(of: $0) })
        let unused = String(token.dropLast()) + String(digits[digits.index(after: last)])
        let cases: [(String, Int)] = [
            (token, 200), (String(token[..<end]) + String(standard), 401), (unused, 401), (token + "=", 401),
        ]
        for (text, status) in cases {
            #expect(await host.send("GET", "/v1/shop/notifications", bearer: text).status == status)
        }
    }

    /// The clock stands at 1,772,020,800; a minute of skew is allowed.
    @Test(
        arguments: [
            ([("exp", 1_772_020_741)], 200), ([("exp", 1_772_020_740)], 401), ([("exp", "soon")], 401), ([], 401),
            ([("exp", .null)], 401),
            ([("exp", 4_000_000_000), ("nbf", 1_772_020_860)], 200),
            ([("exp", 4_000_000_000), ("nbf", 1_772_020_861)], 401),
            // What is beyond all calendars is still later, or earlier.
            ([("exp", .number("1000000000000000"))], 200), ([("exp", .number("1e30"))], 200),
            ([("exp", .number("1e999"))], 200), ([("exp", .number("-1e30"))], 401),
            ([("exp", 4_000_000_000), ("nbf", .number("1e15"))], 401),
            ([("exp", 4_000_000_000), ("nbf", .number("1e30"))], 401),
            ([("exp", 4_000_000_000), ("nbf", .number("1e999"))], 401),
            ([("exp", 4_000_000_000), ("nbf", .number("-1e30"))], 200),
        ] as [([(String, JSONValue)], Int)]
    )
    func `a token is good for its time and a minute`(claims: [(String, JSONValue)], status: Int) async {
        let host = await TestHost.start(withWorkers: false)
        let token = TestHost.token(claims: claims)
        #expect(await host.send("GET", "/v1/shop/notifications", bearer: token).status == status)
    }

    @Test func `a token that never expires is taken only where the profile says so`() async {
        let host = await TestHost.start(withWorkers: false) { $0.authentication.users?.wantsExpiry = false }
        let statuses =
            [([], 200), ([("exp", 1_772_020_740)], 401), ([("exp", .null)], 401)]
            as [([(String, JSONValue)], Int)]
        for (claims, status) in statuses {
            let token = TestHost.token(claims: claims)
            #expect(await host.send("GET", "/v1/shop/notifications", bearer: token).status == status)
        }
        let strict = await TestHost.start(withWorkers: false)
        let refused = await strict.send("GET", "/v1/shop/notifications", bearer: TestHost.token(claims: []))
        #expect(refused.status == 401 && refused.json["detail"]?.string?.contains("exp") == true)
    }

    /// A gateway adds its own key to what it passes on.
    @Test func `a service key beside a user's token takes nothing from the user, and gives them nothing`() async {
        let host = await TestHost.start(withWorkers: false) { $0.authentication.users?.cookie = "session" }
        let key = (name: "x-service-key", value: TestHost.serviceKey)
        let cookie = (name: "cookie", value: "session=\(TestHost.token())")
        let expired = TestHost.token(claims: [("exp", 1_700_000_000)])
        let cases: [(bearer: String?, headers: [(name: String, value: String)], status: Int)] = [
            (TestHost.token(), [key], 200), (TestHost.serviceKey, [cookie], 200), (nil, [key, cookie], 200),
            (expired, [key], 401), (TestHost.token(secret: TestHost.otherUserSecret), [key], 401),
            (nil, [key], 403), (TestHost.serviceKey, [key], 403),
        ]
        for (index, one) in cases.enumerated() {
            let answer = await host.send("GET", "/v1/shop/notifications", bearer: one.bearer, headers: one.headers)
            #expect(answer.status == one.status, "case \(index)")
        }
        // What the user reads is theirs, and a service's route is the service's.
        let posted = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.token("eve"),
            headers: [key],
            json: TestHost.event()
        )
        #expect(posted.status == 202)
        let mine = await host.send("GET", "/v1/shop/preferences", bearer: TestHost.token("eve"), headers: [key])
        #expect(mine.status == 200)
    }

    @Test func `where a service names nobody, the user counts whose token comes beside its key`() async {
        let host = await TestHost.start(withWorkers: false)
        let key = (name: "x-service-key", value: TestHost.serviceKey)
        let list = "/v1/shop/subscriptions"
        func ask(_ method: String, _ path: String, _ bearer: String?) async -> (status: Int, json: JSONValue) {
            let answer = await host.send(method, path, bearer: bearer, headers: [key])
            return (answer.status, answer.json)
        }
        #expect(await ask("PUT", "\(list)/news", TestHost.token("eve")).status == 200)
        #expect(await ask("PUT", "\(list)/sport?userId=ada", TestHost.token("eve")).status == 200)
        func topics(_ path: String, _ bearer: String?) async -> [JSONValue?]? {
            await ask("GET", path, bearer).json["subscriptions"]?.array?.map { $0["topic"] }
        }
        #expect(await topics(list, TestHost.token("eve")) == ["news"])
        #expect(await topics("\(list)?userId=ada", TestHost.token("eve")) == ["sport"])
        #expect(await ask("GET", list, nil).status == 422)
        // A token that is no good isn't passed over.
        let other = TestHost.token(secret: TestHost.otherUserSecret)
        #expect(await ask("GET", list, other).status == 401)
        #expect(await ask("DELETE", "\(list)/news", TestHost.token("eve")).status == 200)
        #expect(await topics(list, TestHost.token("eve")) == [])
        await host.stop()
    }

    /// “é” as one scalar and as two; the KELVIN SIGN, whose lower case is “k” for Unicode.
    @Test func `users whose ids look alike have feeds of their own`() async throws {
        let host = await TestHost.start()
        let users = ["jos\u{E9}", "jose\u{301}"]
        var event = try #require(TestHost.event().object)
        event["recipients"] = .array(users.map { .string($0) })
        let posted = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(posted.status == 202)
        for user in users {
            try await waitUntil(timeLimit: .seconds(20)) {
                let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token(user))
                return feed.json["totalCount"] == 1
            }
        }
        await host.stop()
    }

    @Test func `ignoring case makes no user of letters that are others`() async throws {
        let host = await TestHost.start(withWorkers: true) { profile in
            profile.authentication.users?.ignoresCase = true
            profile.subscriptions.ignoresCase = true
        }
        var event = try #require(TestHost.event().object)
        event["recipients"] = ["kate"]
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        await host.settled.wait(for: 1)
        for (user, count) in [("kate", 1), ("KATE", 1), ("\u{212A}ate", 0)] as [(String, JSONValue)] {
            let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token(user))
            #expect(feed.status == 200 && feed.json["totalCount"] == count)
        }
        let profile = try #require(host.directory.tenant("shop")).runtime.profile
        #expect(profile.subscriptions.canonical("\u{212A}eys") != profile.subscriptions.canonical("Keys"))
        #expect(profile.subscriptions.canonical("KEYS") == profile.subscriptions.canonical("keys"))
        await host.stop()
    }

    @Test func `a token for another audience or of another issuer is refused`() async {
        let host = await TestHost.start(withWorkers: false) { profile in
            profile.authentication.users?.issuer = "https://auth.example"
            profile.authentication.users?.audience = "app"
        }
        let expiry: (String, JSONValue) = ("exp", 4_000_000_000)
        let good: [(String, JSONValue)] = [("iss", "https://auth.example"), ("aud", ["web", "app"])]
        let bad: [[(String, JSONValue)]] = [
            [("iss", "https://auth.example")], [("aud", "app")], [("iss", "https://evil.example"), ("aud", "app")],
        ]
        let statuses = [good] + bad
        var answers: [Int] = []
        for claims in statuses {
            answers.append(
                await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token(claims: claims + [expiry]))
                    .status
            )
        }
        #expect(answers == [200, 401, 401, 401])
    }

    @Test func `a public key can't be used as an HMAC secret`() async throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let pem = key.publicKey.pemRepresentation
        let settings = UserAuthentication(algorithm: .rs256, keySecret: "jwt")
        let verifier = UserTokenVerifier(settings, keys: [try TrustedKeys(Secret(pem), called: "jwt", for: .rs256)])
        let forged = TestHost.token(secret: pem, algorithm: "HS256")
        #expect(throws: Problem.self) { try verifier.verify(forged, now: Instant(epochMilliseconds: 0)) }
    }

    @Test func `tokens signed with RS256 and ES256 are taken`() async throws {
        let now = Instant(epochMilliseconds: 1_772_020_800_000)
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let rs256 = UserTokenVerifier(
            UserAuthentication(algorithm: .rs256, keySecret: "jwt"),
            keys: [try TrustedKeys(Secret(rsa.publicKey.pemRepresentation), called: "jwt", for: .rs256)]
        )
        let first = try signed("RS256") { message in
            try SwiftCryptography().rs256(message, key: Secret(rsa.pemRepresentation))
        }
        #expect(try rs256.verify(first, now: now).user == "ada")
        let curve = P256.Signing.PrivateKey()
        let es256 = UserTokenVerifier(
            UserAuthentication(algorithm: .es256, keySecret: "jwt"),
            keys: [try TrustedKeys(Secret(curve.publicKey.pemRepresentation), called: "jwt", for: .es256)]
        )
        let second = try signed("ES256") { message in
            try SwiftCryptography().es256(message, key: Secret(curve.pemRepresentation))
        }
        #expect(try es256.verify(second, now: now).user == "ada")
        #expect(throws: Problem.self) { try es256.verify(first, now: now) }
    }

    @Test(
        arguments: [(.rs256, "hello"), (.hs256, ""), (.hs384, String(repeating: "k", count: 47))]
            as [(UserAuthentication.Algorithm, String)]
    )
    func `a key that is none is called so when the host starts`(
        algorithm: UserAuthentication.Algorithm,
        key: String
    ) async {
        #expect(throws: UnusableKey.self) { try TrustedKeys(Secret(key), called: "jwt", for: algorithm) }
    }

    private func signed(_ algorithm: String, with sign: ([UInt8]) throws -> [UInt8]) throws -> String {
        let token = TestHost.token(algorithm: algorithm).split(separator: ".").prefix(2).joined(separator: ".")
        return try token + "." + Base64.encode(sign(Array(token.utf8)), .url)
    }
}
