import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Times of day in a feed are said as of the day on which it is read.
@Suite(.timeLimit(.minutes(2)))
struct DeferredFeedTests {
    @Test(arguments: [false, true])
    func `what was today when it came is yesterday a day later, and a date after that`(onDisk: Bool) async throws {
        let host = await start(onDisk: onDisk)
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: Self.event)
        await host.settled.wait(for: 1)
        #expect(await bodies(host) == ["Due today at 7:16\u{202F}PM, A-1", "Frist i dag kl. 20:16, A-1"])
        host.clock.advance(by: .seconds(24 * 3600))
        #expect(await bodies(host) == ["Due yesterday at 7:16\u{202F}PM, A-1", "Frist i går kl. 20:16, A-1"])
        host.clock.advance(by: .seconds(24 * 3600))
        #expect(await bodies(host) == ["Due 2/25/2026 at 7:16\u{202F}PM, A-1", "Frist 25.02.2026 kl. 20:16, A-1"])
        await host.stop()
    }

    @Test func `a stream says it as of the moment it tells it`() async throws {
        let host = await start()
        let first = try await StreamClient(host)
        let id = try #require(await first.next()?.last?.id)
        first.leave()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: Self.event)
        await host.settled.wait(for: 1)
        host.clock.advance(by: .seconds(24 * 3600))
        let second = try await StreamClient(host, after: id)
        let shown = await second.take(1, of: "badge").first { $0.name == "notification" }
        #expect(shown?.data["body"] == "Due yesterday at 7:16\u{202F}PM, A-1")
        await host.stop()
    }

    @Test func `what isn't a time of day stays as it was, and so does a push`() async throws {
        let host = await start()
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: Self.event)
        await host.settled.wait(for: 2)
        let push = try #require(host.egress.requests.first)
        #expect(String(decoding: push.body, as: UTF8.self).contains("Due today at 7:16"))
        let items = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token()).json["items"]
        #expect(items?.array?.first?["title"] == "Order")
        await host.stop()
    }

    @Test func `a time in a zone that this machine has forgotten is said in UTC`() {
        let time = DeferredTime(Instant(epochMilliseconds: 1_772_046_960_000), timeZone: "Mars/Base")
        let content = FeedContent(
            locale: "en",
            texts: (["en": ["body": "kept"]] as JSONValue).object ?? JSONObject(),
            deferred: ["en": ["body": DeferredText(locale: "en", pieces: [.text("Due "), .time(time)])]]
        )
        let now = Instant(epochMilliseconds: 1_772_020_800_000)
        #expect(content.texts(at: now, SystemTimeZones())["en"]?["body"] == "Due Today at 7:16\u{202F}PM")
    }

    private static let event = TestHost.event(data: ["order": "A-1", "due": "2026-02-25T19:16:00Z"])

    private func start(onDisk: Bool = false) async -> TestHost {
        await TestHost.start(onDisk: onDisk) { shop in
            shop.events[0].payload.append(PayloadField("due", .instant))
            let bodies: [(LocaleTag, String)] = [
                ("en", "Due {$due :carillon:relative capitalise=never}, {$order}"),
                ("nb", "Frist {$due :carillon:relative capitalise=never timeZone=|Europe/Oslo|}, {$order}"),
            ]
            for (locale, body) in bodies {
                shop.messages.add(TextTemplate(source: body), to: "order.shipped", path: "body", locale: locale)
            }
        }
    }

    /// The body of the newest, as its reader sees it, and in Norwegian.
    private func bodies(_ host: TestHost) async -> [String?] {
        let list = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token()).json
        let item = list["items"]?.array?.first
        return [item?["body"]?.string, item?["content"]?["nb"]?["body"]?.string]
    }
}
