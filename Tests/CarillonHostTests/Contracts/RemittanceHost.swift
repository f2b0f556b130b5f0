import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// What an app of the money transfers does, and what its backend posts.
struct RemittanceHost {
    let host: ProductHost

    static func start() async throws -> RemittanceHost { RemittanceHost(host: try await ProductHost.start()) }

    func stop() async { await host.stop() }

    /// Posts events of a type to kari a second apart, and waits until her feed has them.
    ///
    /// - Parameter already: how many deliveries were settled before.
    func post(_ type: String, count: Int = 1, already: Int) async throws {
        let sample = try ProductSamples.payload("remittance", type)
        var posted = 0
        while posted < count {
            let batch = (posted..<min(posted + 500, count)).map { number -> JSONValue in
                [
                    "id": .string("\(type)-\(already + number)"), "source": "tests", "type": .string(type),
                    "recipients": ["kari"], "data": sample,
                ]
            }
            let answer = await host.call(
                "POST",
                "/v1/remittance/events",
                service: "x-service-key",
                headers: [("content-type", "application/cloudevents-batch+json")],
                body: JSONValue.array(batch).text
            )
            #expect(answer.status == 202)
            posted += batch.count
            await host.settled.wait(for: already + posted)
        }
        host.clock.advance(by: .seconds(1))
    }

    /// The list as the document's client loads it, or a page.
    func list(_ query: String = "") async throws -> [JSONValue] {
        let answer = await host.call("GET", "/remittance/api/notifications\(query)", user: "kari")
        return try #require(answer.json["data"]?.array, "\(answer.json)")
    }

    func unreadCount() async -> Int? {
        await host.call("GET", "/remittance/api/notifications?limit=1", user: "kari").json["unreadCount"]?.integer
            .map { Int($0) }
    }

    func mark(_ ids: [JSONValue]) async -> ProductHost.Answer {
        await host.call("PATCH", "/remittance/api/notifications", user: "kari", ["notificationIds": .array(ids)])
    }

    /// What the document's page does when it is opened: marks what it shows as unread, a hundred at a time.
    func open() async throws {
        let unread = try await list().filter { $0["read"] == false }.compactMap { $0["id"] }
        for start in stride(from: 0, to: unread.count, by: 100) {
            #expect(await mark(Array(unread[start..<min(start + 100, unread.count)])).status == 200)
        }
    }

    /// Messages that went to Expo, in order.
    func pushes() throws -> [JSONValue] {
        try host.egress.requests.flatMap { try JSONValue(parsing: $0.body).array ?? [] }
    }

    func registerPhone() async {
        let phone: JSONValue = ["token": "ExponentPushToken[kari]", "platform": "ios"]
        #expect(await host.call("POST", "/remittance/api/push-token", user: "kari", phone).status == 200)
    }

    /// Lets time pass, and the tenant's worker see it.
    func pass(_ time: Duration) {
        host.clock.advance(by: time)
        host.directory.tenant("remittance")?.wakeHere()
    }
}
