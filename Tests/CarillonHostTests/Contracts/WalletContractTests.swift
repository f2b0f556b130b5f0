import CarillonModel
import CarillonPipeline
import CarillonTesting
import Testing

@testable import CarillonHost

/// The wallet's registration, as the real service has it.
@Suite(.onBothStores)
struct WalletContractTests {
    private static let device = "550e8400-e29b-41d4-a716-446655440000"
    private static let safe = "0x5aFE3855358E112B5647B952709E6165e1c1eEEe"
    private static let path = "/wallet/v2/chains/1/notifications/devices/\(device)/safes/\(safe)"

    private static func registration(
        device: JSONValue = .string(device),
        token: String = "fZ:APA91b",
        chain: JSONValue = "1",
        types: JSONValue = ["INCOMING_ETHER"]
    ) -> JSONValue {
        [
            "cloudMessagingToken": .string(token), "deviceType": "IOS", "deviceUuid": device,
            "safes": [["chainId": chain, "address": .string(safe), "notificationTypes": types]],
        ]
    }

    /// Another device, which comes with the same token.
    private static let other = "550e8400-e29b-41d4-a716-446655440001"

    @Test func `a token that comes with another device's id takes nothing from the first`() async throws {
        let host = try await ProductHost.start()
        func register(_ device: String, _ token: String, user: String? = nil) async {
            let body = Self.registration(device: .string(device), token: token)
            #expect(await host.call("POST", "/wallet/v2/register/notifications", user: user, body).status == 201)
        }
        await register(Self.device, "fZ:one", user: "0xA")
        await register(Self.other, "fZ:one")
        #expect(await host.call("GET", Self.path, user: "0xA").json == [["name": "INCOMING_ETHER"]])
        await register(Self.other, "fZ:two")
        await register(Self.device, "fZ:two", user: "0xA")
        #expect(await host.call("GET", Self.path, user: "0xA").json == [["name": "INCOMING_ETHER"]])
        #expect(await host.call("DELETE", Self.path).status == 204)
        let others = Self.path.replacing(Self.device, with: Self.other)
        #expect(await host.call("DELETE", others).status == 204)
        await host.stop()
    }

    @Test func `a registration for no type at all subscribes to nothing, and ends what the caller had`() async throws {
        let host = try await ProductHost.start()
        let path = "/wallet/v2/register/notifications"
        _ = await host.call("POST", path, user: "0xA", Self.registration())
        #expect(await host.call("POST", path, user: "0xA", Self.registration(types: [])).status == 201)
        #expect(await host.call("GET", Self.path, user: "0xA").json == .array([]))
        #expect(await host.call("DELETE", Self.path).status == 404)
        await host.stop()
    }

    @Test func `a type that is named twice is kept once`() async throws {
        let host = try await ProductHost.start()
        let types: JSONValue = ["INCOMING_TOKEN", "INCOMING_ETHER", "INCOMING_TOKEN"]
        let path = "/wallet/v2/register/notifications"
        #expect(await host.call("POST", path, user: "0xA", Self.registration(types: types)).status == 201)
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        let device = try #require(try await store.device(deviceID: Self.device, owner: nil))
        let kept = try await store.subscriptions(ofDevice: device.id).map { $0.types.map(\.rawValue) }
        #expect(kept == [["incoming-token", "incoming-ether"]])
        await host.stop()
    }

    @Test func `a registration keeps the device's id, and makes one where there is none`() async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("POST", "/wallet/v2/register/notifications", Self.registration())
        #expect(answer.status == 201)
        #expect(answer.json == ["deviceUuid": .string(Self.device)])
        let made = await host.call("POST", "/wallet/v2/register/notifications", Self.registration(device: .null))
        #expect(made.json["deviceUuid"]?.string?.count == 36)
        await host.stop()
    }

    @Test func `a signer's registration replaces the anonymous one, and no other signer's`() async throws {
        let host = try await ProductHost.start()
        for user in [nil, "0xA", "0xB"] {
            _ = await host.call("POST", "/wallet/v2/register/notifications", user: user, Self.registration())
        }
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        let device = try #require(try await store.device(deviceID: Self.device, owner: nil))
        let subscriptions = try await store.subscriptions(ofDevice: device.id)
        #expect(subscriptions.map(\.subscriber.user) == ["0xa", "0xb"])
        #expect(subscriptions.map(\.role) == ["owner", "owner"])
        #expect(subscriptions.map(\.topic.rawValue) == Array(repeating: "safe:1:\(Self.safe.lowercased())", count: 2))
        let own = await host.call("GET", Self.path, user: "0xA")
        #expect(own.json == [["name": "INCOMING_ETHER"]])
        #expect(await host.call("GET", Self.path, user: "0xC").json == .array([]))
        #expect(await host.call("GET", Self.path).status == 401)
        await host.stop()
    }

    @Test func `unsubscribing silences the device, and again there is nothing`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/wallet/v2/register/notifications", Self.registration())
        let gone = await host.call("DELETE", Self.path.replacing(Self.safe, with: Self.safe.lowercased()))
        #expect(gone.status == 204)
        let again = await host.call("DELETE", Self.path)
        #expect(again.status == 404)
        #expect(again.json == ["message": "No Subscription Found!", "statusCode": 404])
        await host.stop()
    }

    @Test func `many are unsubscribed of one signer, of nobody, or of all`() async throws {
        let host = try await ProductHost.start()
        let criteria: [(String, JSONValue)] = [
            ("chainId", "1"), ("deviceUuid", .string(Self.device)), ("safeAddress", .string(Self.safe)),
        ]
        func delete(_ signer: JSONValue?) async -> Int {
            var object = JSONObject(criteria.map { .init($0.0, $0.1) })
            object["signerAddress"] = signer
            let body: JSONValue = ["subscriptions": .array([.object(object)])]
            return await host.call("DELETE", "/wallet/v2/notifications/subscriptions", body).status
        }
        let signer = "0x" + String(repeating: "a", count: 40)
        for user in [signer, nil] {
            _ = await host.call("POST", "/wallet/v2/register/notifications", user: user, Self.registration())
        }
        #expect(await delete(.string("0x" + String(repeating: "b", count: 40))) == 404)
        #expect(await delete(.null) == 204)
        #expect(await delete(.null) == 404)
        #expect(await delete(.string(signer)) == 204)
        #expect(await delete(nil) == 404)
        #expect(
            await host.call("DELETE", "/wallet/v2/notifications/subscriptions", ["subscriptions": []]).status == 422
        )
        await host.stop()
    }

    @Test func `a signer's address counts without case`() async throws {
        let host = try await ProductHost.start()
        let mixed = "0x" + String(repeating: "aBcD", count: 10)
        for user in [mixed, mixed.lowercased()] {
            _ = await host.call("POST", "/wallet/v2/register/notifications", user: user, Self.registration())
        }
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        let device = try #require(try await store.device(deviceID: Self.device, owner: nil))
        #expect(try await store.subscriptions(ofDevice: device.id).count == 1)
        let upper = "0x" + mixed.dropFirst(2).uppercased()
        #expect(await host.call("GET", Self.path, user: upper).json == [["name": "INCOMING_ETHER"]])
        let criteria: JSONValue = [
            "chainId": "1", "deviceUuid": .string(Self.device), "safeAddress": .string(Self.safe),
            "signerAddress": .string(upper),
        ]
        let body: JSONValue = ["subscriptions": [criteria]]
        #expect(await host.call("DELETE", "/wallet/v2/notifications/subscriptions", body).status == 204)
        #expect(try await store.subscriptions(ofDevice: device.id).isEmpty)
        let event: JSONValue = [
            "id": "1", "source": "t", "type": "incoming-ether", "recipients": [.string(mixed), .string(upper)],
            "data": try ProductSamples.payload("wallet", "incoming-ether"),
        ]
        let posted = await host.call("POST", "/v1/wallet/events", service: "x-service-key", event)
        #expect(posted.json["events"]?.array?.first?["notifications"]?.array?.count == 1)
        await host.stop()
    }

    @Test func `a forgotten device takes its subscriptions along`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", Self.registration())
        let path = "/wallet/v2/chains/1/notifications/devices/\(Self.device)"
        #expect(await host.call("DELETE", path).status == 204)
        #expect(await host.call("DELETE", path).json["message"] == "No Device Found!")
        #expect(await host.call("GET", Self.path, user: "0xA").json == .array([]))
        await host.stop()
    }

    @Test func `every fault of a registration is named`() async throws {
        let host = try await ProductHost.start()
        let body: JSONValue = [
            "cloudMessagingToken": "t", "deviceType": "TOASTER",
            "safes": [["chainId": 1, "address": "0x1", "notificationTypes": ["GOSSIP"]], "safe"],
        ]
        let answer = await host.call("POST", "/wallet/v2/register/notifications", body)
        #expect(answer.status == 422)
        let message = answer.json["message"]?.string ?? ""
        for part in ["deviceType", "safes[0].chainId", "safes[0].address", "safes[0].notificationTypes[0]", "safes[1]"]
        {
            #expect(message.contains(part))
        }
        await host.stop()
    }

    /// The reasons of each recipient's decisions about an event, once there are any.
    private func reasons(_ host: ProductHost, of id: String) async throws -> [[JSONValue?]] {
        func asked() async -> [[JSONValue?]] {
            let trace = await host.call("GET", "/v1/wallet/events/\(id)", service: "x-service-key").json
            return (trace["notifications"]?.array ?? []).map { $0["decisions"]?.array?.map { $0["reason"] } ?? [] }
        }
        try await waitUntil {
            let reasons = await asked()
            return !reasons.isEmpty && reasons.allSatisfy { !$0.isEmpty }
        }
        return await asked()
    }

    private func post(_ host: ProductHost, _ id: String, _ whom: (String, JSONValue)) async throws {
        var event: JSONObject = [
            "id": .string(id), "source": "t", "type": "confirmation-request",
            "data": try ProductSamples.payload("wallet", "confirmation-request"),
        ]
        event[whom.0] = whom.1
        let posted = await host.call("POST", "/v1/wallet/events", service: "x-service-key", .object(event))
        #expect(posted.status == 202)
    }

    @Test func `a named signer is reached on the devices they registered, whatever the case of the address`()
        async throws
    {
        let host = try await ProductHost.start()
        let mixed = "0x" + String(repeating: "aBcD", count: 10)
        let asked = Self.registration(types: ["CONFIRMATION_REQUEST"])
        _ = await host.call("POST", "/wallet/v2/register/notifications", user: mixed, asked)
        try await post(host, "1", ("recipients", [.string("0x" + mixed.dropFirst(2).uppercased())]))
        #expect(try await reasons(host, of: "1") == [["routed", "routed"]])
        // Others stay out of reach, and so do those who never said who they are.
        let anonymous = Self.registration(device: .string(Self.other), token: "fZ:other")
        _ = await host.call("POST", "/wallet/v2/register/notifications", anonymous)
        try await post(host, "2", ("recipients", ["0xB"]))
        #expect(try await reasons(host, of: "2") == [["not-in-audience"]])
        // Who has switched the last Safe off isn't asked any more.
        #expect(await host.call("DELETE", Self.path).status == 204)
        try await post(host, "3", ("recipients", [.string(mixed)]))
        #expect(try await reasons(host, of: "3") == [["not-in-audience"]])
        await host.stop()
    }

    @Test func `a named signer is asked on the devices where the Safe and the kind are switched on`() async throws {
        let host = try await ProductHost.start()
        for (device, types) in [(Self.device, ["CONFIRMATION_REQUEST"]), (Self.other, ["INCOMING_ETHER"])] {
            let types = JSONValue.array(types.map { .string($0) })
            let body = Self.registration(device: .string(device), token: "fZ:\(device)", types: types)
            #expect(await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", body).status == 201)
        }
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        let topic = JSONValue.string("safe:1:\(Self.safe.uppercased().replacing("0X", with: "0x"))")
        let ways: [[(String, JSONValue)]] = [[], [("topic", topic)], [("topic", .string("safe:2:\(Self.safe)"))]]
        for (number, way) in ways.enumerated() {
            var event: JSONObject = [
                "id": .string("\(number)"), "source": "t", "type": "confirmation-request", "recipients": ["0xA"],
                "data": try ProductSamples.payload("wallet", "confirmation-request"),
            ]
            for (name, value) in way { event[name] = value }
            #expect(
                await host.call("POST", "/v1/wallet/events", service: "x-service-key", .object(event)).status == 202
            )
            let reasons = try await reasons(host, of: "\(number)")
            // The topic that the sender names counts: of another Safe they are no signer.
            guard number < 2 else {
                #expect(reasons == [["not-in-audience"]])
                continue
            }
            #expect(reasons == [["routed", "routed"]])
            let trace = await host.call("GET", "/v1/wallet/events/\(number)", service: "x-service-key").json
            let deliveries = trace["notifications"]?.array?.first?["deliveries"]?.array ?? []
            let devices = Set(deliveries.compactMap { $0["device"]?.string })
            let own = try await store.devices(of: "0xa").first { $0.deviceID == Self.device }
            #expect(devices == [try #require(own).id], "\(trace)")
        }
        await host.stop()
    }

    @Test func `a send's audience chooses the devices`() async throws {
        let host = try await ProductHost.start()
        let (first, second) = (
            Self.registration(types: ["CONFIRMATION_REQUEST"]),
            Self.registration(
                device: .string(Self.other),
                token: "fZ:other",
                chain: "2",
                types: ["CONFIRMATION_REQUEST"]
            )
        )
        for body in [first, second] {
            _ = await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", body)
        }
        let store = try #require(host.directory.tenant("wallet")).runtime.store
        for (number, chain) in ["1", "2"].enumerated() {
            let audience = "safe:\(chain):\(Self.safe.lowercased())"
            let body: JSONValue = [
                "userId": "0xA", "type": "confirmation-request", "audience": .string(audience),
                "payload": try ProductSamples.payload("wallet", "confirmation-request"),
            ]
            let key = [(name: "idempotency-key", value: "\(number)")]
            let answer = await host.call("POST", "/v1/wallet/send", service: "x-service-key", headers: key, body)
            #expect(answer.status != 404 && answer.status != 422, "\(answer.json)")
            let trace = await host.call("GET", "/v1/wallet/events/\(number)", service: "x-service-key").json
            let deliveries = trace["notifications"]?.array?.first?["deliveries"]?.array ?? []
            let wanted = chain == "1" ? Self.device : Self.other
            let own = try #require(try await store.devices(of: "0xa").first { $0.deviceID == wanted })
            #expect(Set(deliveries.compactMap { $0["device"]?.string }) == [own.id], "\(trace)")
        }
        await host.stop()
    }

    @Test func `a chain in the path is a number, whatever the route does with it`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", Self.registration())
        for chain in ["abc", "0", "01", "-1", "1x", "123456789012345678901"] {
            for method in ["GET", "DELETE"] {
                let path = "/wallet/v2/chains/\(chain)/notifications/devices/\(Self.device)"
                let answer = await host.call(method, path)
                #expect(answer.status == 422 && answer.json["message"]?.string?.hasPrefix("chainId ") == true)
            }
        }
        let path = "/wallet/v2/chains/1/notifications/devices/\(Self.device)"
        #expect(await host.call("GET", path).status == 200)
        await host.stop()
    }

    @Test func `a device is told once by a topic, and once for all the signers on it that are named`() async throws {
        let host = try await ProductHost.start()
        for user in ["0xA", "0xB", nil] {
            let body = Self.registration(types: ["CONFIRMATION_REQUEST"])
            _ = await host.call("POST", "/wallet/v2/register/notifications", user: user, body)
        }
        try await post(host, "1", ("recipients", ["0xA", "0xB"]))
        #expect(try await reasons(host, of: "1") == [["routed", "routed"], ["routed", "same-device"]])
        try await post(host, "2", ("topic", .string("safe:1:\(Self.safe)")))
        // The one who comes first has it on the phone, the other in the feed; nobody in particular is no owner.
        #expect(try await reasons(host, of: "2") == [["routed", "routed"], ["routed", "same-device"], ["role"]])
        await host.stop()
    }

    @Test func `a send reaches a signer by name`() async throws {
        let host = try await ProductHost.start()
        let registration = Self.registration(types: ["CONFIRMATION_REQUEST"])
        _ = await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", registration)
        func send(_ user: String) async throws -> JSONValue? {
            let body: JSONValue = [
                "userId": .string(user), "type": "confirmation-request",
                "payload": try ProductSamples.payload("wallet", "confirmation-request"),
            ]
            return await host.call("POST", "/v1/wallet/send", service: "x-service-key", body).json["code"]
        }
        #expect(try await send("0xB") == "no-device")
        // There is no account for Google here; what counts is that there is a device.
        #expect(try await send("0xa") != "no-device")
        await host.stop()
    }

    @Test func `a device asks whether it is registered, and learns nothing else`() async throws {
        let host = try await ProductHost.start()
        let path = "/wallet/v2/chains/1/notifications/devices/\(Self.device)"
        let unknown = await host.call("GET", path)
        #expect(unknown.status == 404 && unknown.json["message"] == "No Device Found!")
        _ = await host.call("POST", "/wallet/v2/register/notifications", user: "0xA", Self.registration())
        for path in [path, path.replacing(Self.device, with: Self.device.uppercased())] {
            let known = await host.call("GET", path)
            #expect(known.status == 200)
            #expect(
                known.json == ["deviceUuid": .string(Self.device), "registeredAt": .string(host.clock.now.rfc3339)]
            )
        }
        #expect(await host.call("GET", path + "x").status == 422)
        _ = await host.call("DELETE", path)
        #expect(await host.call("GET", path).status == 404)
        await host.stop()
    }
}
