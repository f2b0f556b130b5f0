import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// A notification without a first line is worse than none.
struct EmptyTitleTests {
    @Test(arguments: ["", " ", "\u{200B}", "\u{2800}\u{2800}", "\u{3164}"])
    func `a notification whose title is empty after all isn't sent, and says why`(order: String) async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            for locale in ["en", "nb"] as [LocaleTag] {
                profile.messages.add(
                    TextTemplate(source: "{$order}"),
                    to: "order.shipped",
                    path: "title",
                    locale: locale
                )
            }
        }
        await host.registerDevice()
        let event = TestHost.event(data: ["order": .string(order)])
        #expect(await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event).status == 202)
        await host.settled.wait(for: 2)
        #expect(host.egress.requests.isEmpty)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 0)
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey).json
        let deliveries = trace["notifications"]?.array?.first?["deliveries"]?.array ?? []
        #expect(deliveries.count == 2)
        for delivery in deliveries {
            #expect(delivery["status"] == "failed")
            let last = delivery["attempts"]?.array?.last
            #expect(
                last?["code"] == "empty-title" && last?["message"]?.string?.contains("title of order.shipped") == true
            )
        }
        let page = try await host.metricsPage()
        for channel in ["push", "in-app"] {
            let labels = ["tenant": "shop", "channel": channel, "reason": "empty-title"]
            #expect(page.value("carillon_deliveries_refused_total", labels) == 1)
        }
        await host.stop()
    }
}
