import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import ExpoPush
import InAppChannel
import SMTPChannel
import Testing
import WebPush

@testable import CarillonHost

/// What `carillon render --wire` shows is what a provider gets from the host, byte for byte.
struct DryRunTests {
    private static let token = "ExponentPushToken[abc]"

    @Test func `a dry run makes the request that the host sends`() async throws {
        let sandbox = Sandbox { ManualClock().now }
        let takenBySandbox: ScriptedEgress.Answer = { request in
            do throws(EgressFailure) {
                return .success(try await SandboxEgress(sandbox).send(request))
            } catch {
                return .failure(error)
            }
        }
        let host = await TestHost.start(expo: takenBySandbox, change: { Self.decorate(&$0) })
        await host.registerDevice(token: Self.token)
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(answer.status == 202)
        await host.settled.wait(for: 2)
        let sent = try #require(host.egress.requests.first)

        let shop = TenantProfile.shop("shop", Self.decorate)
        let binding = try #require(shop.channel("push"))
        let said = try await run(binding, ExpoChannel.kind).utterances(for: try message(shop, "push"))
        #expect(said == [.request(sent, sealed: nil)])
        await host.stop()
    }

    @Test func `a secret is named, never made up into something that looks real`() async throws {
        var binding = ChannelBinding(id: "push", plugin: "expo")
        binding.secrets = ["accessToken": "expo-token"]
        let said = try await run(binding, ExpoChannel.kind).utterances(for: try message(.shop("shop"), "push"))
        guard case .request(let request, _) = try #require(said.first) else { return }
        #expect(request.headers.last == .init("Authorization", "Bearer <accessToken>"))
    }

    @Test func `what a plugin won't send is reported with its reason`() async throws {
        var message = try message(.shop("shop"), "push")
        message.data["aps"] = "x"
        let kind = try #require(ChannelRegistry.standard["apns"])
        let address = kind.exampleAddress
        message.address = try #require(address)
        var binding = ChannelBinding(id: "push", plugin: "apns")
        binding.settings = ["keyId": "ABC123DEFG", "teamId": "DEF123GHIJ", "topic": "com.shop.app"]
        binding.secrets = ["key": "apns-key"]
        let attempt = try await run(binding, kind).attempt(message)
        #expect(attempt.utterances == [] && attempt.refusal?.code == "ReservedDataKey")
        #expect(attempt.refusal?.message == "the data have a name that apns keeps to itself: aps")
        message.data["aps"] = nil
        let good = try await run(binding, kind).attempt(message)
        #expect(good.utterances.count == 1 && good.refusal == nil)
    }

    @Test(arguments: [false, true]) func `of an encrypted push the words are kept, and of its token the name`(
        hasPrevious: Bool
    ) async throws {
        let kind = WebPushChannel.kind
        var binding = ChannelBinding(id: "browser", plugin: "web-push")
        binding.settings = ["publicKey": kind.descriptor.fields[0].example, "subject": "mailto:push@shop.example"]
        binding.secrets = ["privateKey": "vapid"]
        if hasPrevious {
            binding.settings["previousPublicKey"] = binding.settings["publicKey"]
            binding.secrets["previousPrivateKey"] = "vapid-old"
        }
        var message = try message(.shop("shop"), "push")
        message.address = try #require(kind.exampleAddress)
        #expect(kind.isAddress(message.address))
        let said = try await run(binding, kind).utterances(for: message)
        guard case .request(let request, let sealed?) = try #require(said.first) else { return }
        #expect(try JSONValue(parsing: sealed) == kind.providerMessage(message))
        let authorization = try #require(request.headers.first { $0.name == "Authorization" })
        #expect(authorization.value.hasPrefix("vapid t=<signed-token>, k=BA1H"))
    }

    @Test func `a mail is said to the end, without the password`() async throws {
        var binding = ChannelBinding(id: "email", plugin: "smtp")
        binding.settings = [
            "host": "mail.shop.example", "port": 587, "security": "starttls", "username": "shop",
            "from": "Shop <no-reply@shop.example>",
        ]
        binding.secrets = ["password": "smtp"]
        var message = try message(.shop("shop"), "push")
        message.address = "ada@customers.example"
        message.slots = ["email.subject": "Order", "email.text": "A-1 has left.\n.\nBye"]
        let said = try await run(binding, SMTPMail.kind).utterances(for: message)
        guard case .conversation(let server, let bytes) = try #require(said.first) else { return }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(server == "mail.shop.example:587")
        #expect(lines.contains("AUTH PLAIN <password>") && lines.contains("RCPT TO:<ada@customers.example>"))
        #expect(lines.contains("Subject: Order") && lines.contains("..") && lines.last == "QUIT")
    }

    @Test func `only what a provider is told counts as sent`() async throws {
        let shop = TenantProfile.shop("shop", Self.decorate)
        let binding = try #require(shop.channel("push"))
        var message = try message(shop, "push")
        message.icon = "bell"
        let push = try await parts(of: message, run(binding, ExpoChannel.kind))
        #expect(push.message.sound == "ping.wav" && push.message.badge == 1 && push.message.collapseKey == "A-1")
        #expect(push.message.link == MessageLink(app: "shop://orders/A-1"))
        #expect(push.hasPriority)
        // All that the app is told is told by this.
        message.skeleton = ["title": .null, "sound": "other.wav", "data": .null, "priority": "high"]
        let fixed = try await parts(of: message, run(binding, ExpoChannel.kind))
        #expect(fixed.message.slots["title"] == nil && fixed.message.slots["body"] != nil)
        #expect(fixed.message.sound == nil && fixed.message.data.isEmpty && fixed.message.link == nil)
        #expect(!fixed.hasPriority)

        // A way isn't sent because another one, which is, ends with it.
        message.skeleton = nil
        message.link?.screen = "/orders/A-1"
        let screenless = try await parts(of: message, run(binding, ExpoChannel.kind))
        #expect(screenless.message.link == MessageLink(app: "shop://orders/A-1"))
        message.data["screen"] = "/orders/A-1"
        let both = try await parts(of: message, run(binding, ExpoChannel.kind))
        #expect(both.message.link == MessageLink(app: "shop://orders/A-1", screen: "/orders/A-1"))

        let feed = try #require(shop.channel("in-app"))
        let entry = try await parts(of: try self.message(shop, "in-app"), run(feed, InAppFeed.kind))
        #expect(entry.message.sound == nil && entry.message.badge == nil && entry.message.collapseKey == nil)
        #expect(entry.message.category == "orders" && entry.message.link?.web == "https://shop.example/orders/A-1")
        #expect(Set(entry.message.slots.keys) == ["title", "body"])
    }

    private static func decorate(_ shop: inout ProfileParts) {
        var route = Route(id: "order")
        route.parameters = [.init("id", .text)]
        route.app = try? PlaceholderText("shop://orders/{id}")
        route.web = try? PlaceholderText("https://shop.example/orders/{id}")
        shop.deepLinks.schemes = ["shop"]
        shop.deepLinks.origins = ["https://shop.example"]
        shop.deepLinks.routes = [route]
        shop.events[0].deepLink = DeepLinkTemplate(route: "order", arguments: [.init("id", from: "order")])
        shop.events[0].data = .object((try? PlaceholderText("{link.app}")).map { [.init("to", .text($0))] } ?? [])
        shop.events[0].sound = "ping.wav"
        shop.events[0].badge = .fixed(1)
        shop.events[0].collapse = try? PlaceholderText("{order}")
        shop.events[0].expireAfter = .seconds(3600)
    }

    private func run(_ binding: ChannelBinding, _ kind: any ChannelKind) -> DryRun {
        DryRun(of: binding, by: kind, at: ManualClock().now, timeZones: SystemTimeZones())
    }

    private func parts(of message: OutgoingMessage, _ run: DryRun) async throws -> SentParts {
        try await SentParts(of: message) { message throws(SettingProblem) in try await run.utterances(for: message) }
    }

    private func message(_ shop: TenantProfile, _ channel: ChannelID) throws -> OutgoingMessage {
        let registry = ChannelRegistry([ExpoChannel.self, InAppFeed.self])
        let now = ManualClock().now
        var request = RenderingRequest(
            notification: "n",
            event: "order.shipped",
            channel: channel,
            payload: ["order": "A-1"],
            priority: shop.events[0].priority,
            now: now
        )
        request.recipient = "ada"
        request.address = Self.token
        request.badge = 1
        request.expiresAt = shop.events[0].expireAfter.map { now.advanced(by: $0) }
        return try Rendering(profile: shop, registry: registry, timeZones: SystemTimeZones()).render(request)
    }
}
