import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import FCMPush
import Testing

private func sandbox(_ clock: ManualClock) async -> Sandbox {
    let sandbox = Sandbox { clock.now }
    let key: JSONValue = [
        "fcm": [
            [
                "clientEmail": "push@acme-prod.iam.gserviceaccount.com", "project": "acme-prod",
                "publicKey": .string(TestKeys.rsaPublic),
            ]
        ]
    ]
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/credentials", body: key.utf8))
    return sandbox
}

private func channel(
    over sandbox: Sandbox,
    _ clock: ManualClock,
    key: String = TestKeys.rsaPrivate
) throws -> FCMChannel {
    var account = serviceAccount.object ?? JSONObject()
    account["private_key"] = .string(key)
    let host = ChannelHost.testing(
        egress: SandboxEgress(sandbox),
        cryptography: SoftwareCryptography(),
        clock: clock
    )
    return try FCMChannel(settings: settings(.object(account)), host: host)
}

@Test func `a message signed for arrives at the stand-in, word for word`() async throws {
    let clock = ManualClock()
    let sandbox = await sandbox(clock)
    var message = OutgoingMessage.testing(to: "fZ:APA91b", data: JSONObject([.init("action", "NONE")]))
    message.collapseKey = "k"
    message.expiresAt = clock.now.advanced(by: .seconds(60))
    message.color = "#4CAF50"
    let name = "projects/acme-prod/messages/0:\(clock.now.epochMilliseconds)%1"
    #expect(try await channel(over: sandbox, clock).deliver([message]) == [.accepted(ReceiptID(name))])
    let list = await sandbox.respond(to: SandboxRequest(method: "GET", path: "/sandbox/messages"))
    let received = try JSONValue(parsing: list.body)["messages"]?.array?.first
    #expect(received?["token"] == "fZ:APA91b")
    #expect(received?["message"]?["notification"]?["title"] == "Front door opened")
}

@Test func `a token the stand-in forgot is replaced without a word to anyone`() async throws {
    let clock = ManualClock()
    let first = await sandbox(clock)
    let channel = try channel(over: first, clock)
    #expect(await channel.deliver([.testing(to: "t")]).map(summary) == ["accepted"])
    // The stand-in's clock and the plugin's are one: an hour later its token is refused, were it still used.
    clock.advance(by: .seconds(3600))
    #expect(await channel.deliver([.testing(to: "t")]).map(summary) == ["accepted"])
}

@Test func `scripted errors have the outcomes of real ones`() async throws {
    let clock = ManualClock()
    let sandbox = await sandbox(clock)
    let script = #"""
        [{"provider":"fcm","token":"gone","error":"UNREGISTERED"},{"token":"moved","error":"SENDER_ID_MISMATCH"},
         {"token":"slow","error":"QUOTA_EXCEEDED","retryAfter":7},{"token":"keys","error":"THIRD_PARTY_AUTH_ERROR"},
         {"token":"cut","drop":"after"},{"token":"down","status":503,"retryAfter":3}]
        """#
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(script.utf8)))
    let tokens = ["good", "gone", "moved", "slow", "keys", "cut", "down", "bad token"]
    let outcomes = try await channel(over: sandbox, clock).deliver(tokens.map { .testing(to: $0) }).map(summary)
    #expect(
        outcomes == [
            "accepted", "gone UNREGISTERED", "gone SENDER_ID_MISMATCH", "deferred QUOTA_EXCEEDED after 7",
            "misconfigured THIRD_PARTY_AUTH_ERROR", "uncertain NoAnswer", "deferred HTTP503 after 3",
            "refused INVALID_ARGUMENT",
        ]
    )
}
