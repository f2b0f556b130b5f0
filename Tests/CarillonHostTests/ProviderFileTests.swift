import CarillonChannels
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import Testing

@testable import CarillonHost

/// Providers of the pack in one tenant's life: an SMS where a push reaches nobody, and a team's alert in Slack.
struct ProviderFileTests {
    private let sandbox = Sandbox { Instant(epochMilliseconds: 1_772_020_800_000) }

    /// Push by Expo, SMS by Twilio where that reaches nobody, and a room of the team's in Slack; all played by the sandbox.
    private func host() async throws -> TestHost {
        let pack = try ["twilio-sms", "slack-bot", "slack-webhook"].map { id in
            try #require(ProviderPack.channels.first { $0.descriptor.id.rawValue == id })
        }
        sandbox.play(pack, of: "shop")
        let egress = SandboxEgress(sandbox)
        let played: ScriptedEgress.Answer = { request in
            do throws(EgressFailure) {
                return .success(try await egress.send(request))
            } catch {
                return .failure(error)
            }
        }
        return await TestHost.start(
            expo: played,
            secrets: [
                "twilio": "token-of-twilio", "slack": "xoxb-token-of-slack",
                "room": "https://hooks.slack.com/services/T0/B0/room",
            ]
        ) { profile in
            profile.operatorChannels = pack
            var sms = ChannelBinding(id: "sms", plugin: "twilio-sms")
            sms.settings = ["accountSid": "AC00000000000000000000000000000001", "from": "Shop"]
            sms.secrets = ["authToken": "twilio"]
            sms.fallbackFor = ["push"]
            var team = ChannelBinding(id: "team", plugin: "slack-bot")
            team.secrets = ["token": "slack"]
            var room = ChannelBinding(id: "room", plugin: "slack-webhook")
            room.secrets = ["webhook": "room"]
            profile.channels += [sms, team, room]
            var stock = EventType(id: "stock.low")
            stock.payload = [PayloadField("item", .text(maxLength: 20))]
            stock.channels = ["team", "room"]
            profile.events.append(stock)
            for locale in ["en", "nb"] as [LocaleTag] {
                for (event, path, text) in [
                    ("order.shipped", "sms", "Shop: {$order} is on its way"), ("stock.low", "title", "Stock"),
                    ("stock.low", "body", locale == "nb" ? "Det er få <{$item}> igjen" : "Few <{$item}> are left"),
                ] as [(EventTypeID, String, String)] {
                    profile.messages.add(TextTemplate(source: text), to: event, path: path, locale: locale)
                }
            }
        }
    }

    private func register(_ token: String, _ plugin: String, of user: String = "ada", at host: TestHost) async {
        let answer = await host.send(
            "POST",
            "/v1/shop/devices",
            bearer: TestHost.token(user),
            json: ["token": .string(token), "plugin": .string(plugin), "platform": "ios"]
        )
        #expect(answer.status < 300, "\(answer.json)")
    }

    private func givePhone(_ number: String, at host: TestHost) async {
        let answer = await host.send(
            "PUT",
            "/v1/shop/users/ada",
            bearer: TestHost.serviceKey,
            json: ["phone": .string(number)]
        )
        #expect(answer.status < 300, "\(answer.json)")
    }

    private func received(_ provider: String) async -> [JSONValue] {
        let request = SandboxRequest(method: "GET", path: "/sandbox/messages", query: "provider=\(provider)")
        let answer = await sandbox.respond(to: request)
        return (try? JSONValue(parsing: answer.body))?["messages"]?.array ?? []
    }

    private func script(_ rule: String) async {
        let request = SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(rule.utf8))
        #expect(await sandbox.respond(to: request).status == 200)
    }

    private func trace(_ host: TestHost) async -> JSONValue {
        await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey).json
    }

    private func deliveries(at host: TestHost) async -> [String: String] {
        let all = await trace(host)["notifications"]?.array?.first?["deliveries"]?.array ?? []
        return Dictionary(all.map { ($0["channel"]?.string ?? "", $0["status"]?.string ?? "") }) { $1 }
    }

    @Test func `who has no device for a push gets an SMS`() async throws {
        let host = try await host()
        await givePhone("+4790012345", at: host)
        await host.ship("1")
        await host.settled.wait(for: 2)
        let sms = try #require(await received("twilio-sms").first)
        #expect(sms["token"] == "+4790012345")
        #expect(sms["message"]?["Body"]?.string?.withoutIsolates == "Shop: A-1 is on its way")
        #expect(sms["message"]?["From"] == "Shop")
        #expect(await received("expo").isEmpty)
        await host.stop()
    }

    @Test func `who gets the push gets no SMS`() async throws {
        let host = try await host()
        await givePhone("+4790012345", at: host)
        await register("ExponentPushToken[ada]", "expo", at: host)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(await received("expo").count == 1)
        #expect(await received("twilio-sms").isEmpty)
        await host.stop()
    }

    @Test func `where the provider says that the device is gone, an SMS follows`() async throws {
        let host = try await host()
        await givePhone("+4790012345", at: host)
        await register("ExponentPushToken[ada]", "expo", at: host)
        await script(#"{"provider": "expo", "error": "DeviceNotRegistered"}"#)
        await host.ship("1")
        await host.settled.wait(for: 3)
        #expect(await received("twilio-sms").map { $0["token"] } == ["+4790012345"])
        #expect(await deliveries(at: host)["sms"] == "delivered")
        await host.stop()
    }

    @Test func `a number that was stopped ends the delivery, and says why`() async throws {
        let host = try await host()
        await givePhone("+4790012345", at: host)
        await script(#"{"provider": "twilio-sms", "error": "Stopped"}"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        let all = await trace(host)["notifications"]?.array?.first?["deliveries"]?.array ?? []
        let sms = try #require(all.first { $0["channel"] == "sms" })
        #expect(sms["status"] == "failed")
        #expect(sms["attempts"]?.array?.last?["code"] == "21610")
        await host.stop()
    }

    @Test func `a room that the settings name gets an event once, in the tenant's language, for all its recipients`()
        async throws
    {
        let host = try await host()
        for user in ["ada", "ben", "cy"] {
            let answer = await host.send(
                "PUT",
                "/v1/shop/users/\(user)",
                bearer: TestHost.serviceKey,
                json: ["locale": "nb", "email": .string("\(user)@shop.example")]
            )
            #expect(answer.status < 300, "\(answer.json)")
        }
        for id in ["1", "2"] {
            let event: JSONValue = [
                "id": .string(id), "source": "tests", "type": "stock.low", "recipients": ["ada", "ben", "cy"],
                "data": ["item": "apples"],
            ]
            #expect(await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event).status == 202)
        }
        await host.settled.wait(for: 2)
        let posts = await received("slack-webhook").compactMap { $0["message"]?["text"]?.string?.withoutIsolates }
        #expect(posts == ["*Stock*\nFew &lt;apples&gt; are left", "*Stock*\nFew &lt;apples&gt; are left"])
        let reasons = await trace(host)["notifications"]?.array?.flatMap { $0["decisions"]?.array ?? [] }
            .filter { $0["channel"] == "room" }.compactMap { $0["reason"]?.string }
        #expect(reasons?.sorted() == ["routed", "same-room", "same-room"])
        await host.stop()
    }

    @Test func `a team is told in its room, with nothing in the words that calls everybody`() async throws {
        let host = try await host()
        await register("C0123456789", "slack-bot", of: "team-stock", at: host)
        let event: JSONValue = [
            "id": "1", "source": "tests", "type": "stock.low", "recipients": ["team-stock"],
            "data": ["item": "<!channel>"],
        ]
        #expect(await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event).status == 202)
        await host.settled.wait(for: 2)
        let alert = try #require(await received("slack-bot").first)
        #expect(alert["token"] == "C0123456789")
        let text = alert["message"]?["text"]?.string?.withoutIsolates
        #expect(text == "*Stock*\nFew &lt;&lt;!channel&gt;&gt; are left")
        await host.stop()
    }
}
