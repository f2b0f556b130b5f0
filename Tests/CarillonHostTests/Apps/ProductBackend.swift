import CarillonClient
import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import Testing

@testable import CarillonHost

/// A host with the five products, and providers that hand over what phones get.
struct ProductBackend: Sendable {
    let host: ProductHost
    let sandbox: Sandbox

    static func start() async throws -> ProductBackend {
        let clock = ManualClock()
        let sandbox = Sandbox { clock.now }
        let email = "push@products.iam.gserviceaccount.com"
        let account: JSONValue = [
            "type": "service_account", "project_id": "products", "private_key_id": "key-1",
            "private_key": .string(TestKeys.rsaPrivate), "client_email": .string(email),
            "token_uri": "https://oauth2.googleapis.com/token",
        ]
        let known: JSONValue = [
            "fcm": [
                ["clientEmail": .string(email), "project": "products", "publicKey": .string(TestKeys.rsaPublic)]
            ]
        ]
        _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/credentials", body: known.utf8))
        let egress = SandboxEgress(sandbox)
        let host = try await ProductHost.start(
            answering: { request in
                do throws(EgressFailure) {
                    return .success(try await egress.send(request))
                } catch {
                    return .failure(error)
                }
            },
            clock: clock,
            serviceAccount: account.text
        )
        return ProductBackend(host: host, sandbox: sandbox)
    }

    func stop() async { await host.stop() }

    /// How many pushes the providers took in all.
    var pushCount: Int {
        get async throws {
            let answer = await sandbox.respond(
                to: SandboxRequest(method: "GET", path: "/sandbox/messages", query: "limit=0")
            )
            return Int(try #require(JSONValue(parsing: answer.body)["total"]?.integer))
        }
    }

    /// What the phone's system hands to the app of all pushes to a token, the oldest first.
    func handed(to token: String, as shape: PushShape) async throws -> [JSONValue] {
        let query = "as=\(shape.rawValue)&token=\(PercentEncoding.encode(token))"
        let answer = await sandbox.respond(
            to: SandboxRequest(method: "GET", path: "/sandbox/messages", query: query)
        )
        let messages = try #require(JSONValue(parsing: answer.body)["messages"]?.array)
        return messages.compactMap { $0["handed"] }
    }
}

/// The host, too, has a type of this name.
typealias AppPlace = CarillonClient.Destination

/// Something that happened, as the product's backend tells the host: a sample with other members.
struct ProductEvent {
    let type: String
    var changes: [(name: String, value: JSONValue)] = []
    /// Whose subscribers hear of it, in place of the user.
    var topic: String?
    let leadsTo: AppPlace
}

/// What one product's app asks its backend, by its own contract.
protocol ProductApp: Sendable {
    var tenant: String { get }
    var shape: PushShape { get }
    /// Tokens as this product's provider makes them.
    func token(_ number: Int) -> String
    /// The header of its service's key.
    var serviceHeader: String { get }
    /// How the product names somebody.
    func user(_ name: String) -> String
    /// Something that happens to a user, each time anew, and whose push leads somewhere.
    func event(_ number: Int, for user: String) -> ProductEvent
    /// Whether its server knows the device by an id of its own, so that a new token takes the former one's place.
    var isKnownByID: Bool { get }
    /// What its app does with pushes while it is open.
    var isShownInForeground: Bool { get }
    /// What has to be selected before the place of an event is shown.
    func context(of event: RecognizedEvent) -> [String: String]
    /// What the app writes down for its extension when somebody logs in.
    var tables: DeviceTables { get }
    /// What it does at a log-in, before anything is registered.
    func logIn(_ user: String, at host: ProductHost) async -> Int
    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome
    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome
}

extension ProductApp {
    var serviceHeader: String { "x-service-key" }
    var isShownInForeground: Bool { true }
    var isKnownByID: Bool { false }
    var tables: DeviceTables { DeviceTables() }

    func user(_ name: String) -> String { name }

    func context(of event: RecognizedEvent) -> [String: String] { [:] }

    func logIn(_ user: String, at host: ProductHost) async -> Int { 200 }

    func client(of host: ProductHost) async -> JSONValue {
        await host.call("GET", "/v1/\(tenant)/client-profile").json
    }
}

struct EscrowPhone: ProductApp {
    let tenant = "escrow"
    let shape = PushShape.expoScript
    // Its realtime feed has it already.
    let isShownInForeground = false

    func token(_ number: Int) -> String { "ExponentPushToken[escrow\(number)]" }

    func event(_ number: Int, for user: String) -> ProductEvent {
        let place = AppPlace("escrow", ["escrow": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90"])
        return ProductEvent(type: "escrow.funded", leadsTo: place)
    }

    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let body: JSONValue = ["token": .string(token), "platform": "ios"]
        return RequestOutcome(status: await host.call("POST", "/escrow/push-token-register", user: user, body).status)
    }

    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let body: JSONValue = ["token": .string(token)]
        return RequestOutcome(status: await host.call("POST", "/escrow/push-token-unregister", user: user, body).status)
    }
}

struct DossierPhone: ProductApp {
    let tenant = "dossier"
    let shape = PushShape.expoAndroid
    let serviceHeader = "x-supabase-service-role"

    func token(_ number: Int) -> String { "ExponentPushToken[dossier\(number)]" }

    func event(_ number: Int, for user: String) -> ProductEvent {
        let place = AppPlace("dossier", ["id": "660e8400-e29b-41d4-a716-446655440001"])
        return ProductEvent(type: "assignment.created", leadsTo: place)
    }

    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let body: JSONValue = [
            "push_token": .string(token), "device_type": "android", "app_version": "1.0", "locale": "en",
        ]
        let answer = await host.call("POST", "/dossier/notifications-register-device", user: user, body)
        return RequestOutcome(status: answer.status)
    }

    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let target = "/dossier/notifications-register-device?push_token=\(PercentEncoding.encode(token))"
        return RequestOutcome(status: await host.call("DELETE", target, user: user).status)
    }
}

struct RemittancePhone: ProductApp {
    let tenant = "remittance"
    let shape = PushShape.expoApple

    func token(_ number: Int) -> String { "ExponentPushToken[drop\(number)]" }

    func event(_ number: Int, for user: String) -> ProductEvent {
        ProductEvent(type: "transaction_complete", leadsTo: AppPlace("transaction", ["id": "tx_rem_1"]))
    }

    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let body: JSONValue = ["token": .string(token), "platform": "ios"]
        return RequestOutcome(status: await host.call("POST", "/remittance/api/push-token", user: user, body).status)
    }

    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        // Its own contract never takes a token away: the host's does.
        let target = "/v1/remittance/devices/\(PercentEncoding.encode(token))"
        return RequestOutcome(status: await host.call("DELETE", target, user: user).status)
    }
}

struct ExchangePhone: ProductApp {
    let tenant = "exchange"
    let shape = PushShape.fcmApple
    // By its session.
    let isKnownByID = true

    func token(_ number: Int) -> String { "fZ:exchange\(number)" }

    func event(_ number: Int, for user: String) -> ProductEvent {
        let id = "txn_5d20c\(number)"
        return ProductEvent(
            type: "deposit.confirmed",
            changes: [("transaction_id", .string(id))],
            leadsTo: AppPlace("transaction", ["id": id])
        )
    }

    private func session(_ user: String) -> String { "session-of-\(user)" }

    private func path(_ user: String) -> String { "/exchange/api/v1/auth/sessions/\(session(user))" }

    func logIn(_ user: String, at host: ProductHost) async -> Int {
        let start: JSONValue = [
            "userId": .string(user), "sessionId": .string(session(user)), "pushAllowed": false,
        ]
        return await host.call("POST", "/v1/exchange/sessions", service: serviceHeader, start).status
    }

    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        let body: JSONValue = ["allow_notifications": true, "fcm_token": .string(token)]
        return RequestOutcome(status: await host.call("PATCH", path(user), user: user, body).status)
    }

    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        RequestOutcome(status: await host.call("DELETE", path(user), user: user).status)
    }
}

/// Users are signers, each with a Safe of their own, which their registration names.
struct WalletPhone: ProductApp {
    let tenant = "wallet"
    let shape = PushShape.fcmApple
    let isKnownByID = true

    private static let device = "550e8400-e29b-41d4-a716-446655440000"
    private static let safes = [
        "ada": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "ben": "0xBe43855358E112B5647B952709e6165E1C1EeeE0",
    ]

    /// The chain's name is known, and no Safe's.
    var tables: DeviceTables {
        DeviceTables(["chains": ["1": ["name": "Ethereum", "symbol": "ETH", "decimals": 18]]])
    }

    func token(_ number: Int) -> String { "fZ:wallet\(number)" }

    /// A signer's address.
    func user(_ name: String) -> String {
        let digits = name.utf8.map { String($0, radix: 16) }.joined()
        return "0x\(digits)\(String(repeating: "0", count: 40 - digits.count))"
    }

    func safe(of user: String) -> String { Self.safes.first { self.user($0.key) == user }?.value ?? "" }

    /// What a signer's registration subscribes to.
    func topic(of user: String) -> String { "safe:1:\(safe(of: user))" }

    func event(_ number: Int, for user: String) -> ProductEvent {
        let safe = safe(of: user)
        return ProductEvent(
            type: "incoming-ether",
            changes: [
                ("address", .string(safe)), ("safe", .string("\(safe.prefix(6))...\(safe.suffix(4))")),
                ("txHash", .string("0x\(String(repeating: "0", count: 56))\(10_000_000 + number)")),
            ],
            topic: topic(of: user),
            leadsTo: AppPlace("transactions")
        )
    }

    func context(of event: RecognizedEvent) -> [String: String] {
        event.fields.filter { ["chainId", "address"].contains($0.key) }
    }

    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        await register(token, user, for: [topic(of: user)], at: host)
    }

    /// - Parameter signer: nil for nobody, whose request has no credentials.
    func register(
        _ token: String,
        _ signer: String?,
        for topics: [String],
        at host: ProductHost
    ) async -> RequestOutcome {
        let safes = topics.map { topic -> JSONValue in
            let parts = topic.split(separator: ":").map { JSONValue.string(String($0)) }
            return ["chainId": parts[1], "address": parts[2], "notificationTypes": ["INCOMING_ETHER"]]
        }
        let body: JSONValue = [
            "cloudMessagingToken": .string(token), "deviceType": "IOS", "deviceUuid": .string(Self.device),
            "safes": .array(safes),
        ]
        let answer = await host.call("POST", "/wallet/v2/register/notifications", user: signer, body)
        return RequestOutcome(status: answer.status)
    }

    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome {
        await remove([SubscriptionReducer.Removal(topic(of: user), signer: user)], at: host)
    }

    func remove(_ removals: [SubscriptionReducer.Removal], at host: ProductHost) async -> RequestOutcome {
        let criteria = removals.map { removal -> JSONValue in
            let parts = removal.topic.split(separator: ":").map { JSONValue.string(String($0)) }
            var object: JSONObject = [
                "chainId": parts[1], "deviceUuid": .string(Self.device), "safeAddress": parts[2],
            ]
            object["signerAddress"] = removal.signer.map { .string($0) }
            return .object(object)
        }
        let body: JSONValue = ["subscriptions": .array(criteria)]
        return RequestOutcome(status: await host.call("DELETE", "/wallet/v2/notifications/subscriptions", body).status)
    }
}
