import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonChannels

/// What is believed of callbacks, and what isn't: with the providers' own examples.
struct CallbackProofTests {
    private static let secrets = [
        "public": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvF"
            + "YPAZFceEu/1FwCM/QmGUhA==",
        "whsec": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "key": "key-of-webhooks",
    ]

    private static func isBelieved(
        _ proof: CallbackProof,
        _ headers: [String: String],
        _ body: String,
        at seconds: Int64,
        secrets: [String: String] = secrets,
        _ memory: CallbackMemory = CallbackMemory()
    ) throws -> Bool {
        let settings = ChannelSettings(values: [:], secrets: secrets.mapValues { Secret($0) })
        let now = Instant(epochMilliseconds: seconds * 1000)
        let scope = MessageScope(try Acme.message(), settings: settings, now: now)
        let callback = ProviderCallback(
            url: "https://notify.example/v1/shop/callbacks/mail",
            headers: headers.map { .init($0.key, $0.value) },
            body: Array(body.utf8),
            receivedAt: now
        )
        return proof.isHeld(by: callback, in: scope, SoftwareCryptography(), memory)
    }

    // MARK: ECDSA

    private static func ecdsa(_ key: String = "{secret.public?}") throws -> CallbackProof {
        .signature(CallbackSignature(key: try ChannelText(key), header: "X-Signature", timestampHeader: "X-Timestamp"))
    }

    private static let event = #"{"category":"example_payload","event":"test_event","message_id":"message_id"}"#
    private static let signed = [
        "x-signature":
            "MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=",
        "x-timestamp": "1588788367",
    ]

    /// Source: the tests of Twilio's `@sendgrid/eventwebhook` 7.2.6.
    @Test func `SendGrid's own example is believed within five minutes, and nothing beside it`() throws {
        func isBelieved(
            _ change: (inout [String: String]) -> Void = { _ in },
            body: String = Self.event,
            at time: Int64 = 1_588_788_367,
            secrets: [String: String] = Self.secrets
        ) throws -> Bool {
            var headers = Self.signed
            change(&headers)
            return try Self.isBelieved(Self.ecdsa(), headers, body, at: time, secrets: secrets)
        }
        #expect(try isBelieved())
        #expect(try isBelieved(at: 1_588_788_667) && isBelieved(at: 1_588_788_067))
        #expect(try !isBelieved(at: 1_588_788_668) && !isBelieved(at: 1_588_788_066))
        #expect(try !isBelieved(body: Self.event + " ") && !isBelieved(body: ""))
        #expect(try !isBelieved({ $0["x-timestamp"] = "1588788368" }))
        #expect(try !isBelieved({ $0["x-timestamp"] = nil }) && !isBelieved({ $0["x-signature"] = nil }))
        for wrong in ["", "AAAA", "MAYCAQACAQA=", "MAYCAQECAQE=", "no Base64"] {
            #expect(try !isBelieved({ $0["x-signature"] = wrong }), "\(wrong)")
        }
        // Another key, one of another kind, none.
        let other = try #require(SecretForm.verificationKey.placeholderValue)
        for key in [other, "AAAA", "key"] { #expect(try !isBelieved(secrets: ["public": key])) }
        #expect(try !isBelieved(secrets: [:]))
    }

    @Test func `each byte of a signature counts`() throws {
        let good = try #require(Base64.decode(Self.signed["x-signature"] ?? ""))
        for index in stride(from: 0, to: good.count, by: 7) {
            var bytes = good
            bytes[index] ^= 1
            var headers = Self.signed
            headers["x-signature"] = Base64.encode(bytes)
            #expect(try !Self.isBelieved(Self.ecdsa(), headers, Self.event, at: 1_588_788_367), "\(index)")
        }
    }

    @Test func `a key that can't be one is found before the first callback`() throws {
        func problem(_ proof: CallbackProof, _ name: String, _ value: String) -> SettingProblem? {
            proof.problem(ChannelSettings(values: [:], secrets: [name: Secret(value)]), SoftwareCryptography())
        }
        #expect(try problem(Self.ecdsa(), "public", "nonsense")?.field == "public")
        #expect(try problem(Self.ecdsa(), "public", TestKeys.p256Public) == nil)
        #expect(try problem(Self.ecdsa(), "other", "nonsense") == nil)
        #expect(try problem(Self.webhook("{secret.whsec?}"), "whsec", "whsec_%%")?.field == "whsec")
        #expect(try problem(Self.webhook("{secret.whsec?}"), "whsec", "whsec_MfKQ9r8G") == nil)
    }

    // MARK: Standard Webhooks

    private static func webhook(_ secret: String = "{secret.whsec?}", prefix: String = "svix") throws -> CallbackProof {
        .standardWebhook(StandardWebhookProof(secret: try ChannelText(secret), prefix: prefix))
    }

    private static let payload = #"{"test": 2432232314}"#
    private static let webhooked = [
        "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "svix-timestamp": "1614265330",
        "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ]

    /// Source: Svix, “Verifying webhooks manually”.
    @Test func `Svix's own example is believed, beside other codes and while it is of now`() throws {
        func isBelieved(
            _ change: (inout [String: String]) -> Void = { _ in },
            body: String = Self.payload,
            at time: Int64 = 1_614_265_330,
            secrets: [String: String] = Self.secrets
        ) throws -> Bool {
            var headers = Self.webhooked
            change(&headers)
            return try Self.isBelieved(Self.webhook(), headers, body, at: time, secrets: secrets)
        }
        let code = try #require(Self.webhooked["svix-signature"])
        #expect(try isBelieved())
        #expect(try isBelieved({ $0["svix-signature"] = "v1,AAAA v1a,BBBB \(code)" }))
        #expect(try isBelieved({ $0["svix-signature"] = "\(code) v1,AAAA" }))
        #expect(try isBelieved(secrets: ["whsec": "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]))
        #expect(try isBelieved(at: 1_614_265_630) && !isBelieved(at: 1_614_265_631) && !isBelieved(at: 1_614_265_029))
        for (name, value) in [
            ("svix-id", "msg_other"), ("svix-id", ""), ("svix-timestamp", "1614265331"), ("svix-timestamp", "soon"),
            ("svix-signature", "v1,AAAA"), ("svix-signature", ""), ("svix-signature", String(code.dropFirst(3))),
            ("svix-signature", "v2," + code.dropFirst(3)),
        ] {
            #expect(try !isBelieved({ $0[name] = value }), "\(name): \(value)")
            #expect(try !isBelieved({ $0[name] = nil }), "\(name)")
        }
        #expect(try !isBelieved(body: #"{"test": 2432232315}"#))
        #expect(try !isBelieved(secrets: ["whsec": "whsec_AAAA"]) && !isBelieved(secrets: [:]))
        #expect(try !Self.isBelieved(Self.webhook(prefix: "webhook"), Self.webhooked, Self.payload, at: 1_614_265_330))
        // Codes beyond the twentieth aren't looked at.
        let many = Array(repeating: "v1,AAAA", count: 20).joined(separator: " ")
        #expect(try !isBelieved({ $0["svix-signature"] = "\(many) \(code)" }))
    }

    // MARK: a code in the body

    private static func embedded() throws -> CallbackProof {
        .embeddedCode(
            EmbeddedCallbackCode(
                hash: .sha256,
                key: try ChannelText("{secret.key?}"),
                encoding: .hex,
                timestamp: try #require(AnswerPointer("/signature/timestamp")),
                word: try #require(AnswerPointer("/signature/token")),
                code: try #require(AnswerPointer("/signature/signature"))
            )
        )
    }

    private static func report(
        _ event: String,
        timestamp: String = #""1767225600""#,
        token: String = #""a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0""#,
        signature: String = #""6347fed952e301236f29ae146ef7f19b691e7989db5f348e45d90de92d34bee1""#
    ) -> String {
        """
        {"signature": {"timestamp": \(timestamp), "token": \(token), "signature": \(signature)}, \
        "event-data": {"event": "\(event)"}}
        """
    }

    /// The code was made with Python's `hmac`.
    @Test func `a code in the body is believed with one body, however often that comes`() throws {
        let memory = CallbackMemory()
        func isBelieved(_ body: String, at time: Int64 = 1_767_225_600, key: String = "key-of-webhooks") throws -> Bool
        {
            try Self.isBelieved(Self.embedded(), [:], body, at: time, secrets: ["key": key], memory)
        }
        #expect(try !isBelieved(Self.report("failed"), key: "other"))
        #expect(try isBelieved(Self.report("failed")))
        #expect(try isBelieved(Self.report("failed"), at: 1_767_225_900))
        // The time as a number, and in other letters, is the same body.
        #expect(try isBelieved(Self.report("failed", timestamp: "1767225600")))
        #expect(try !isBelieved(Self.report("delivered")))
        #expect(try !isBelieved(Self.report("failed"), at: 1_767_225_901))
        #expect(try !isBelieved(Self.report("failed"), at: 1_767_225_299))
        #expect(try !isBelieved(Self.report("failed", timestamp: #""1767225601""#)))
        #expect(try !isBelieved(Self.report("failed", token: #""a8""#)))
        for wrong in [#""""#, "null", "7", "[]", #""6347""#] {
            #expect(try !isBelieved(Self.report("failed", signature: wrong)), "\(wrong)")
            #expect(try !isBelieved(Self.report("failed", token: wrong)), "\(wrong)")
        }
        for wrong in ["", "[]", "{}", "no JSON", #"{"signature": "x"}"#] { #expect(try !isBelieved(wrong)) }
    }

    @Test func `words are remembered for as long as their time is believed, and not for ever`() {
        let memory = CallbackMemory()
        let start = DeclaredChannel.sampleTime
        #expect(memory.admits("one", with: [1], at: start))
        // Others come all the while.
        for second in stride(from: 1, through: 600, by: 10) {
            #expect(memory.admits("\(second)", with: [2], at: start.advanced(by: .seconds(second))))
            #expect(!memory.admits("one", with: [3], at: start.advanced(by: .seconds(second))))
        }
        #expect(!memory.admits("one", with: [3], at: start.advanced(by: .seconds(601))))
        #expect(memory.admits("one", with: [1], at: start.advanced(by: .seconds(601))))
        #expect(memory.admits("late", with: [4], at: start.advanced(by: .seconds(1300))))
        #expect(memory.admits("one", with: [3], at: start.advanced(by: .seconds(2000))))
    }

    // MARK: the question

    @Test func `who shows the token reads back what it sent, where that is plain`() throws {
        let challenge = CallbackChallenge(
            token: "hub.verify_token",
            value: try ChannelText("{secret.key?}"),
            answer: "hub.challenge"
        )
        func answer(_ token: String?, _ text: String?, key: String? = "sesame") throws -> String? {
            let secrets = key.map { ["key": Secret($0)] } ?? [:]
            let settings = ChannelSettings(values: [:], secrets: secrets)
            let scope = MessageScope(try Acme.message(), settings: settings, now: DeclaredChannel.sampleTime)
            let query = [("hub.mode", "subscribe"), ("hub.verify_token", token), ("hub.challenge", text)]
            return challenge.answer(to: query.compactMap { name, value in value.map { (name, $0) } }, in: scope)
        }
        #expect(try answer("sesame", "1158201444") == "1158201444")
        #expect(try answer("sesam", "1158201444") == nil && answer(nil, "1158201444") == nil)
        #expect(try answer("", "1158201444", key: nil) == nil && answer("sesame", "1", key: nil) == nil)
        for text in [nil, "", "<script>", "a b", "é", "a\r\nb", String(repeating: "1", count: 257)] {
            #expect(try answer("sesame", text) == nil, "\(text ?? "none")")
        }
    }
}
