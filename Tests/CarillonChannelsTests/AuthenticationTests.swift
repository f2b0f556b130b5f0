import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonChannels

/// How requests show who they come from.
struct AuthenticationTests {
    private static let settings = ChannelSettings(
        values: ["account": "acme", "region": "us-east-1", "accessKey": "AKIDEXAMPLE"],
        secrets: [
            "key": Secret("Jefe"), "encoded": Secret("SmVmZQ=="), "pem": Secret(TestKeys.p256Private),
            "secretKey": Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"), "password": Secret("open sesame"),
        ]
    )

    private func applied(
        _ authentication: RequestAuthentication,
        to request: EgressRequest,
        at now: Instant = DeclaredChannel.sampleTime,
        token: String? = nil
    ) throws -> EgressRequest {
        let scope = MessageScope(try Acme.message(), settings: Self.settings, now: now)
        let credentials = RequestCredentials(cryptography: SoftwareCryptography(), accessToken: token)
        return try authentication.applied(to: request, in: scope, with: credentials)
    }

    // MARK: AWS

    private static let vectors: [(EgressRequest, String)] = [
        (
            EgressRequest(.get, "https://example.amazonaws.com/"),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        ),
        (
            EgressRequest(.get, "https://example.amazonaws.com/?Param2=value2&Param1=value1"),
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        ),
        (
            EgressRequest(.post, "https://example.amazonaws.com/"),
            "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
        ),
        (
            EgressRequest(
                .post,
                "https://example.amazonaws.com/",
                headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("Param1=value1".utf8)
            ),
            "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"
        ),
    ]

    /// Source: AWS Signature Version 4 test suite: get-vanilla, get-vanilla-query-order-key-case, post-vanilla and
    /// post-x-www-form-urlencoded.
    @Test(arguments: vectors) func `AWS Signature Version 4 is as AWS's own examples have it`(
        request: EgressRequest,
        signature: String
    ) throws {
        let aws = AWSSignature(
            service: "service",
            region: try ChannelText("{settings.region}"),
            accessKey: try ChannelText("{settings.accessKey}"),
            secretKey: try ChannelText("{secret.secretKey}")
        )
        let signed = try applied(.aws(aws), to: request, at: #require(Instant("2015-08-30T12:36:00Z")))
        let header = try #require(signed.headers.first { $0.name == "Authorization" }?.value)
        let names = request.headers.isEmpty ? "host;x-amz-date" : "content-type;host;x-amz-date"
        #expect(
            header == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
                + "SignedHeaders=\(names), Signature=\(signature)"
        )
        #expect(signed.headers.contains(.init("X-Amz-Date", "20150830T123600Z")))
    }

    // MARK: HMAC

    private func signature(
        key: String = "{secret.key}",
        isBase64: Bool = false,
        over parts: [RequestSignature.Part] = [.body],
        as encoding: RequestSignature.Encoding = .hex
    ) throws -> RequestAuthentication {
        .signature(
            RequestSignature(
                key: try ChannelText(key),
                isBase64Key: isBase64,
                parts: parts,
                separator: ".",
                encoding: encoding,
                prefix: "v1=",
                header: "X-Signature",
                timestampHeader: "X-Time"
            )
        )
    }

    private static let codes: [(String, Bool, RequestSignature.Encoding, String)] = [
        ("{secret.key}", false, .hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        ("{secret.encoded}", true, .hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        ("{secret.key}", false, .base64, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM="),
    ]

    /// Source: RFC 4231, test case 2.
    @Test(arguments: codes) func `a code over the body is as the standard's examples have it`(
        key: String,
        isBase64: Bool,
        encoding: RequestSignature.Encoding,
        code: String
    ) throws {
        let request = EgressRequest(.post, "https://a.example/", body: Array("what do ya want for nothing?".utf8))
        let signed = try applied(signature(key: key, isBase64: isBase64, as: encoding), to: request)
        #expect(signed.headers.first { $0.name == "X-Signature" }?.value == "v1=\(code)")
        #expect(signed.headers.first { $0.name == "X-Time" }?.value == "1767225600")
    }

    private static let keys: [(String, SecretForm)] = [
        (#"{ "hmac": { "key": "{secret.key}", "over": ["body"], "header": "X-Signature" } }"#, .token),
        (
            #"{ "hmac": { "key": "{secret.key}", "keyForm": "base64", "over": ["body"], "header": "X-Signature" } }"#,
            .base64Key
        ),
        (#"{ "jwt": { "algorithm": "HS256", "key": "{secret.key}", "claims": { "iss": "acme" } } }"#, .token),
        (#"{ "jwt": { "algorithm": "ES256", "key": "{secret.key}", "claims": { "iss": "acme" } } }"#, .signingKey),
        (#"{ "jwt": { "algorithm": "RS256", "key": "{secret.key}", "claims": { "iss": "acme" } } }"#, .rsaKey),
        (
            #"""
            { "oauth2": { "token": "https://api.acme.example/token",
              "assertion": { "algorithm": "RS256", "key": "{secret.key}", "claims": { "iss": "acme" } } } }
            """#,
            .rsaKey
        ),
        (#"{ "bearer": "{secret.key}" }"#, .token),
    ]

    @Test(arguments: keys) func `a key has the form that signing needs`(auth: String, form: SecretForm) throws {
        let channel = try Acme.channel(authentication: auth)
        #expect(channel.descriptor.fields.first { $0.name == "key" }?.form == form)
    }

    @Test func `every part of a request changes its code`() throws {
        let request = EgressRequest(.post, "https://a.example/b?c=d", body: Array("e".utf8))
        let all: [RequestSignature.Part] = [.method, .path, .query, .bodyDigest, .timestamp]
        func code(_ request: EgressRequest, at now: Instant = DeclaredChannel.sampleTime) throws -> String? {
            try applied(signature(over: all), to: request, at: now).headers.first { $0.name == "X-Signature" }?.value
        }
        var others = [EgressRequest](repeating: request, count: 4)
        others[0].method = .put
        others[1].url = "https://a.example/x?c=d"
        others[2].url = "https://a.example/b?c=x"
        others[3].body = Array("x".utf8)
        let codes =
            try others.map { try code($0) }
            + [try code(request), try code(request, at: DeclaredChannel.sampleTime.advanced(by: .seconds(1)))]
        #expect(Set(codes).count == 6)
    }

    @Test func `a key that isn't Base64 where it has to be signs nothing`() throws {
        let request = EgressRequest(.post, "https://a.example/")
        #expect(throws: RequestFault.unusableKey) {
            try applied(signature(key: "{secret.password}", isBase64: true), to: request)
        }
    }

    /// Source: Twilio's own libraries, “RequestValidator”.
    @Test func `a callback's code over URL and form is as Twilio's examples have it`() throws {
        let code = CallbackCode(
            hash: .sha1,
            key: try ChannelText("{secret.key}"),
            parts: [.url, .form],
            separator: "",
            encoding: .base64,
            prefix: "",
            header: "X-Twilio-Signature",
            timestampHeader: nil
        )
        let form = "To=%2B18005551212&CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&Caller=%2B14158675309"
        let callback = ProviderCallback(
            url: "https://mycompany.com/myapp.php?foo=1&bar=2",
            headers: [],
            body: Array(form.utf8),
            receivedAt: DeclaredChannel.sampleTime
        )
        let expected = code.expected(for: callback, key: Array("12345".utf8), SoftwareCryptography())
        #expect(expected == "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
    }

    // MARK: the simple ones

    @Test func `a query's secret is encoded, and follows a query that is there`() throws {
        let query = RequestAuthentication.query("key", try ChannelText("{secret.password}"))
        #expect(try applied(query, to: .init(.get, "https://a.example/")).url == "https://a.example/?key=open+sesame")
        #expect(try applied(query, to: .init(.get, "https://a.example/?b=c")).url.hasSuffix("?b=c&key=open+sesame"))
    }

    // MARK: tokens

    private func token(_ algorithm: SignedToken.Algorithm, key: String) throws -> SignedToken {
        SignedToken(
            algorithm: algorithm,
            key: try ChannelText(key),
            header: [.init("kid", try ChannelText("k-1"))],
            claims: [.init("iss", try ChannelText("{settings.account}"))],
            lifetime: 1200
        )
    }

    /// Source: RFC 7515, appendix A.1 for the form.
    @Test func `a signed token has its claims, its times and a real signature`() throws {
        let cryptography = SoftwareCryptography()
        let scope = MessageScope(try Acme.message(), settings: Self.settings, now: DeclaredChannel.sampleTime)
        let made = try token(.hs256, key: "{secret.key}").made(in: scope, cryptography)
        let parts = made.split(separator: ".").map { Base64.decode($0, only: .url) ?? [] }
        try #require(parts.count == 3)
        #expect(try JSONValue(parsing: parts[0]) == ["alg": "HS256", "typ": "JWT", "kid": "k-1"])
        #expect(try JSONValue(parsing: parts[1]) == ["iat": 1_767_225_600, "exp": 1_767_226_800, "iss": "acme"])
        let input = made.split(separator: ".").dropLast().joined(separator: ".")
        #expect(parts[2] == cryptography.hmacSHA256(Array(input.utf8), key: Array("Jefe".utf8)))
        let signed = try token(.es256, key: "{secret.pem}").made(in: scope, cryptography)
        #expect(signed.split(separator: ".").last.flatMap { Base64.decode($0, only: .url) }?.count == 64)
        #expect(throws: CryptographyFailure.self) {
            try token(.es256, key: "{secret.key}").made(in: scope, cryptography)
        }
    }

    @Test func `a grant is asked for as the standard has it`() throws {
        let scope = MessageScope(try Acme.message(), settings: Self.settings, now: DeclaredChannel.sampleTime)
        func body(_ proof: TokenGrant.Proof) throws -> (String, EgressRequest) {
            let grant = TokenGrant(
                url: "https://a.example/token",
                proof: proof,
                scope: try ChannelText("a b"),
                audience: nil
            )
            let request = try grant.request(in: scope, SoftwareCryptography())
            return (String(decoding: request.body, as: UTF8.self), request)
        }
        let client = try ChannelText("{settings.account}")
        let secret = try ChannelText("{secret.password}")
        let (basic, request) = try body(.basic(client: client, secret: secret))
        #expect(basic == "grant_type=client_credentials&scope=a+b")
        // `acme:open+sesame`: each half is encoded as in a form first.
        #expect(request.headers.contains(.init("Authorization", "Basic YWNtZTpvcGVuK3Nlc2FtZQ==")))
        let (form, _) = try body(.form(client: client, secret: secret))
        #expect(form == "grant_type=client_credentials&client_id=acme&client_secret=open+sesame&scope=a+b")
        let (assertion, _) = try body(.assertion(token(.hs256, key: "{secret.key}")))
        #expect(assertion.hasPrefix("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=ey"))
    }
}

/// Tokens that an account is granted, and those that are signed here, over a whole channel.
struct AccountTokenTests {
    private static let accepted = Result<EgressResponse, EgressFailure>.answer(200, #"{"id": "m"}"#)

    private static func isTokenRequest(_ request: EgressRequest) -> Bool { request.url.hasSuffix("/token") }

    private static func bearers(_ egress: ScriptedEgress) -> [String] {
        egress.requests.filter { !isTokenRequest($0) }
            .compactMap { $0.headers.first { $0.name == "Authorization" }?.value }
    }

    private static let grant =
        #"{ "oauth2": { "token": "https://api.acme.example/token", "client": "c", "secret": "{secret.key}" } }"#

    private func instance(
        _ authentication: String,
        over egress: ScriptedEgress,
        clock: ManualClock = ManualClock(),
        key: String = "a key\nof two lines"
    ) throws -> any ChannelInstance {
        let channel = try Acme.channel(authentication: authentication)
        let settings = ChannelSettings(values: ["region": "eu"], secrets: ["key": Secret(key)])
        return try channel.make(settings: settings, host: .testing(egress: egress, clock: clock))
    }

    @Test func `a granted token is got once, kept until its end, and got anew where it is refused`() async throws {
        let clock = ManualClock()
        let count = Mutex(0)
        let isForgotten = Mutex(false)
        let egress = ScriptedEgress { request in
            guard Self.isTokenRequest(request) else {
                let bearer = request.headers.first { $0.name == "Authorization" }?.value
                let isRefused = isForgotten.withLock { $0 } && bearer == "Bearer t2"
                return isRefused ? .answer(401, #"{"code": "Expired"}"#) : Self.accepted
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .answer(200, #"{"access_token": "t\#(number)", "expires_in": 3600}"#)
        }
        let channel = try instance(Self.grant, over: egress, clock: clock, key: "secret")
        let message = try Acme.message()
        for _ in 0..<2 { #expect(await channel.deliver([message, message]).count == 2) }
        clock.advance(by: .seconds(3500))
        #expect(await channel.deliver([message]) == [.accepted(ReceiptID("m"))])
        isForgotten.withLock { $0 = true }
        #expect(await channel.deliver([message]) == [.accepted(ReceiptID("m"))])
        #expect(Self.bearers(egress) == ["t1", "t1", "t1", "t1", "t2", "t2", "t3"].map { "Bearer \($0)" })
    }

    @Test func `a token that is refused again is refused once only`() async throws {
        let egress = ScriptedEgress { request in
            Self.isTokenRequest(request)
                ? .answer(200, #"{"access_token": "t"}"#) : .answer(401, #"{"code": "Expired"}"#)
        }
        let outcomes = try await instance(Self.grant, over: egress, key: "secret").deliver([try Acme.message()])
        guard case .misconfigured? = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(Self.bearers(egress).count == 2)
    }

    @Test(arguments: [
        (401, #"{"error": "invalid_client"}"#, true), (400, #"{"error": "invalid_grant"}"#, true),
        (400, "<html>", false), (503, "", false), (200, "<html>", false), (200, #"{"access_token": "a\nb"}"#, false),
    ])
    func `without a token nothing is sent, and the answer says whether that is the account's`(
        status: Int,
        body: String,
        isAccount: Bool
    ) async throws {
        let egress = ScriptedEgress { _ in .answer(status, body) }
        let outcome = try await instance(Self.grant, over: egress, key: "secret").deliver([try Acme.message()]).first
        #expect(Self.bearers(egress).isEmpty)
        switch outcome {
        case .misconfigured?: #expect(isAccount)
        case .deferred?: #expect(!isAccount)
        default: Issue.record("\(String(describing: outcome))")
        }
        #expect(outcome?.reason?.description.contains("secret") == false)
    }

    private static let signed =
        #"{ "jwt": { "algorithm": "ES256", "key": "{secret.key}", "claims": { "iss": "acme" }, "lifetime": 1200 } }"#

    @Test func `a signed token is used for three quarters of its life`() async throws {
        let clock = ManualClock()
        let egress = ScriptedEgress { _ in Self.accepted }
        let channel = try instance(Self.signed, over: egress, clock: clock)
        let message = try Acme.message()
        _ = await channel.deliver([message])
        clock.advance(by: .seconds(899))
        _ = await channel.deliver([message])
        clock.advance(by: .seconds(1))
        _ = await channel.deliver([message])
        let bearers = Self.bearers(egress)
        #expect(bearers.count == 3 && bearers[0] == bearers[1] && bearers[1] != bearers[2])
    }

    @Test func `a key that is none is found before the first message`() throws {
        #expect(throws: SettingProblem.self) {
            try instance(Self.signed, over: ScriptedEgress { _ in Self.accepted }, key: "bad")
        }
    }
}
