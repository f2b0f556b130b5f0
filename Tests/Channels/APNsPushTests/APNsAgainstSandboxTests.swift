import APNsPush
import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import Testing

private let token = "00fc13adff785122b4ad28809a342098"

@Test func `the stand-in, which knows the public key, takes what the plugin signs, and tells what it got`() async throws
{
    let clock = ManualClock()
    let sandbox = Sandbox { clock.now }
    let keys: JSONValue = [
        "apns": [
            [
                "teamId": "DEF123GHIJ", "keyId": "ABC123DEFG", "publicKey": .string(TestKeys.p256Public),
                "topics": ["com.acme.app"],
            ]
        ]
    ]
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/credentials", body: keys.utf8))
    let script = #"[{"token":"dead","error":"Unregistered"},{"token":"beef","error":"ExpiredProviderToken"}]"#
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(script.utf8)))
    let values: [String: JSONValue] = ["keyId": "ABC123DEFG", "teamId": "DEF123GHIJ", "topic": "com.acme.app"]
    let host = ChannelHost.testing(
        egress: SandboxEgress(sandbox),
        cryptography: SoftwareCryptography(),
        clock: clock
    )
    let settings = ChannelSettings(values: values, secrets: ["key": Secret(TestKeys.p256Private)])
    let channel = try APNsChannel(settings: settings, host: host)
    var silent = OutgoingMessage.testing(to: token)
    silent.isSilent = true
    let outcomes = await channel.deliver([.testing(to: token), silent, .testing(to: "dead"), .testing(to: "beef")])
    let ids = outcomes.compactMap { if case .accepted(let id) = $0 { id } else { nil } }
    #expect(ids.count == 2 && Set(ids).count == 2)
    #expect(outcomes[2] == .gone(OutcomeReason("Unregistered", "the app was removed"), since: clock.now))
    #expect(outcomes[3].reason?.code == "ExpiredProviderToken")
    let list = await sandbox.respond(
        to: SandboxRequest(method: "GET", path: "/sandbox/messages", query: "token=\(token)")
    )
    let received = try JSONValue(parsing: list.body)["messages"]?.array ?? []
    let types = Set(received.compactMap { $0["headers"]?["apns-push-type"]?.string })
    #expect(received.count == 2 && types == ["alert", "background"])
}
