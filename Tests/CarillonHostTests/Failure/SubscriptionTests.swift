import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Subscriptions of browsers, whose owners name the server that answers.
struct SubscriptionTests {
    @Test(arguments: [401, 403])
    func `a server that refuses the key silences the user who subscribed there, and nobody else`(
        status: Int
    )
        async throws
    {
        let host = await Self.host { $0.contains("mallory") ? status : 201 }
        try await host.subscribe("mallory", at: "https://mallory.example/1")
        try await host.subscribe("ada", at: "https://push.example/ada")
        for number in 1...4 {
            await host.ship("\(number)", to: ["mallory"])
            await host.settled.wait(for: 2 * number)
        }
        #expect(await host.push("1")["attempts"]?.array?.last?["outcome"] == "held")
        #expect(await host.push("4")["attempts"]?.array?.last?["code"] == .string("HTTP\(status)"))
        await host.ship("5", to: ["ada"])
        await host.settled.wait(for: 10)
        #expect(await host.push("5")["status"] == "delivered")
        #expect(host.settled.reports == Array(repeating: "shop push address HTTP\(status)", count: 4))
        await host.stop()
    }

    @Test func `a key that nobody's server takes pauses the channel, and the rest is kept`() async throws {
        let host = await Self.host { _ in 403 }
        for (number, user) in ["ada", "ben", "cy"].enumerated() {
            try await host.subscribe(UserID(unchecked: user), at: "https://push.example/\(user)")
            await host.ship("\(number)", to: [user])
            await host.settled.wait(for: 2 * (number + 1))
        }
        await host.settled.waitForChanges(3)
        #expect(host.settled.reports.last == "shop push paused HTTP403")
        #expect(await host.push("2")["status"] == "pending")
        await host.stop()
    }

    /// One whose push services answer by the URL.
    private static func host(answering status: @escaping @Sendable (_ url: String) -> Int) async -> TestHost {
        let key = TestKeys.p256Public.split(separator: "\n").dropFirst().dropLast().joined()
        let answer: ScriptedEgress.Answer = { .answer(status($0.url), "") }
        return await TestHost.start(expo: answer, onDisk: true) { profile in
            var push = ChannelBinding(id: "push", plugin: "web-push")
            push.settings = [
                "publicKey": .string(Base64.encode((Base64.decode(key) ?? []).suffix(65), .url)),
                "subject": "mailto:push@acme.example",
            ]
            push.secrets = ["privateKey": "vapid"]
            profile.channels[0] = push
        }
    }
}

extension TestHost {
    fileprivate func subscribe(_ user: UserID, at endpoint: String) async throws {
        let keys: JSONValue = [
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        ]
        let token: JSONValue = ["endpoint": .string(endpoint), "keys": keys]
        _ = try await store.tenant("shop").register(
            DeviceRegistration(owner: user, token: token.text, plugin: "web-push"),
            at: clock.now
        )
    }
}
