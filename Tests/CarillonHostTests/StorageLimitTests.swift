import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Callers who would have more kept than anybody needs.
struct KeepingLimitTests {
    @Test func `a user who registers hundreds of devices keeps the latest of them`() async throws {
        let host = await TestHost.start(withWorkers: false) { $0.policies.limits.devicesPerUser = 10 }
        for number in 0..<300 {
            host.clock.advance(by: .milliseconds(1))
            let answer = await host.send(
                "POST",
                "/v1/shop/devices",
                bearer: TestHost.token(),
                json: ["token": .string("ExponentPushToken[\(number)]"), "platform": "ios"]
            )
            #expect(answer.status == 200)
        }
        let kept = try await host.store.tenant("shop").devices(of: "ada").map(\.token)
        #expect(kept == (290..<300).map { "ExponentPushToken[\($0)]" })
        let labels = ["tenant": "shop", "limit": "devices-per-user"]
        #expect(try await host.metricsPage().value("carillon_limits_reached_total", labels) == 290)
        await host.stop()
    }

    @Test func `a user who subscribes to hundreds of topics is refused, and keeps those that were taken`() async throws
    {
        let host = await TestHost.start(withWorkers: false) { $0.policies.limits.subscriptionsPerUser = 20 }
        func subscribe(_ number: Int) async -> (status: Int, json: JSONValue, headers: [String: String]) {
            await host.send("PUT", "/v1/shop/subscriptions/topic-\(number)", bearer: TestHost.token())
        }
        var statuses: [Int] = []
        for number in 0..<300 { statuses.append(await subscribe(number).status) }
        #expect(statuses == Array(repeating: 200, count: 20) + Array(repeating: 403, count: 280))
        let refused = await subscribe(300).json
        #expect(refused["code"] == "limit-reached" && refused["type"] == "urn:carillon:problem:limit-reached")
        #expect(await subscribe(7).status == 200)
        let list = await host.send("GET", "/v1/shop/subscriptions", bearer: TestHost.token()).json
        #expect(list["subscriptions"]?.array?.count == 20)
        _ = await host.send("DELETE", "/v1/shop/subscriptions/topic-7", bearer: TestHost.token())
        #expect(await subscribe(300).status == 200)
        let labels = ["tenant": "shop", "limit": "subscriptions-per-user"]
        #expect(try await host.metricsPage().value("carillon_limits_reached_total", labels) == 281)
        await host.stop()
    }

    @Test func `log-ins beyond the limit go well, and the device of the oldest gives way`() async throws {
        let host = try await ProductHost.start(change: { $0.policies.limits.devicesPerUser = 3 })
        for number in 0..<50 {
            host.clock.advance(by: .seconds(1))
            let start: JSONValue = [
                "userId": "ada", "sessionId": .string("s-\(number)"), "pushAllowed": true,
                "token": .string("t-\(number)"),
            ]
            #expect(await host.call("POST", "/v1/exchange/sessions", service: "x-service-key", start).status == 200)
        }
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-47", "t-48", "t-49"])
        // The session of an earlier one brings its next token, and is reached again.
        let renewed = await host.call(
            "PATCH",
            "/exchange/api/v1/auth/sessions/s-3",
            user: "ada",
            ["fcm_token": "t-new"]
        )
        #expect(renewed.status == 200)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-48", "t-49", "t-new"])
        await host.stop()
    }

    @Test(.onEmbeddedStore) func `one address registers so many devices of nobody's a minute, and delays no other`()
        async throws
    {
        let host = try await ProductHost.start()
        var statuses: [Int] = []
        for number in 0..<200 { statuses.append(await register(number, from: "198.51.100.7", host).status) }
        #expect(statuses == Array(repeating: 201, count: 60) + Array(repeating: 429, count: 140))
        let refused = await register(200, from: "198.51.100.7", host)
        #expect(refused.headers.contains { $0.name == "retry-after" && $0.value == "60" })
        let body = try JSONValue(parsing: refused.bytes)
        #expect(body == ["message": "Rate limit reached", "statusCode": 429])
        #expect(await register(201, from: "198.51.100.8", host).status == 201)
        host.clock.advance(by: .seconds(61))
        #expect(await register(202, from: "198.51.100.7", host).status == 201)
        await host.stop()
    }

    @Test func `all addresses of one IPv6 network are one`() async throws {
        let host = try await ProductHost.start(change: {
            $0.policies.limits.registrationsPerAddress = RateLimit(count: 5, per: .seconds(60))
        })
        var statuses: [Int] = []
        for number in 0..<10 { statuses.append(await register(number, from: "2001:db8:1:2::\(number)", host).status) }
        #expect(statuses == Array(repeating: 201, count: 5) + Array(repeating: 429, count: 5))
        #expect(await register(10, from: "2001:db8:1:3::1", host).status == 201)
        // Who comes with a token isn't counted: behind one address may be an office, or a carrier's whole town.
        let user = TestHost.token("0x1f9090aae28b8a3dceadf281b0f12828e676c326")
        #expect(await register(20, from: "2001:db8:1:2::20", token: user, host).status == 201)
        for number in 11..<16 { _ = await register(number, from: "198.51.100.7", host) }
        #expect(await register(16, from: "::ffff:198.51.100.7", host).status == 429)
        await host.stop()
    }

    @Test func `who fills all places for devices of nobody's keeps no newcomer out`() async throws {
        let host = try await ProductHost.start(change: { $0.policies.limits.ownerlessDevices = 20 })
        var statuses: [Int] = []
        for number in 0..<40 {
            host.clock.advance(by: .seconds(1))
            statuses.append(await register(number, from: "198.51.100.\(number)", host).status)
        }
        #expect(statuses == Array(repeating: 201, count: 40))
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        var kept: [Int] = []
        for number in 0..<40 where try await store.device(deviceID: Self.device(number), owner: nil) != nil {
            kept.append(number)
        }
        #expect(kept == Array(20..<40))
        await host.stop()
    }

    @Test(.onEmbeddedStore)
    func `who doesn't say who they are brings so many subscriptions a minute from one address`() async throws {
        let host = try await ProductHost.start()
        var statuses: [Int] = []
        for number in 0..<60 {
            statuses.append(await register(number, from: "198.51.100.7", safes: 0..<500, host).status)
        }
        #expect(statuses == [201, 201] + Array(repeating: 429, count: 58))
        #expect(await register(99, from: "198.51.100.8", safes: 0..<500, host).status == 201)
        let user = TestHost.token("0x1f9090aae28b8a3dceadf281b0f12828e676c326")
        #expect(await register(98, from: "198.51.100.7", safes: 0..<500, token: user, host).status == 201)
        host.clock.advance(by: .seconds(61))
        #expect(await register(97, from: "198.51.100.7", safes: 0..<500, host).status == 201)
        await host.stop()
    }

    @Test func `a device of nobody's gathers no more subscriptions than there may be`() async throws {
        let host = try await ProductHost.start(change: { $0.policies.limits.subscriptionsPerUser = 1000 })
        var statuses: [Int] = []
        for round in 0..<4 {
            statuses.append(
                await register(0, from: "198.51.100.\(round)", safes: round * 500..<(round + 1) * 500, host).status
            )
        }
        #expect(statuses == [201, 201, 403, 403])
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        let device = try #require(try await store.device(deviceID: Self.device(0), owner: nil))
        #expect(try await store.subscriptions(ofDevice: device.id).count == 1000)
        await host.stop()
    }

    private static func device(_ number: Int) -> String {
        "550e8400-e29b-41d4-a716-44665544" + String(10000 + number).suffix(4)
    }

    private func register(
        _ number: Int,
        from address: String,
        safes: Range<Int> = 0..<1,
        token: String? = nil,
        _ host: ProductHost
    ) async -> APIResponse {
        let safes = safes.map { number -> JSONValue in
            let tail = String(number, radix: 16)
            let address = "0x" + String(repeating: "0", count: 40 - tail.count) + tail
            return ["chainId": "1", "address": .string(address), "notificationTypes": ["INCOMING_ETHER"]]
        }
        let body: JSONValue = [
            "cloudMessagingToken": .string("fZ:APA91b-\(number)"), "deviceType": "IOS",
            "deviceUuid": .string(Self.device(number)), "safes": .array(safes),
        ]
        var request = APIRequest(
            "POST",
            path: ["wallet", "v2", "register", "notifications"],
            headers: [("content-type", "application/json")],
            body: body.utf8
        )
        request.clientAddress = address
        if let token { request.headers.append(("authorization", "Bearer \(token)")) }
        return await host.api.respond(to: request)
    }
}
