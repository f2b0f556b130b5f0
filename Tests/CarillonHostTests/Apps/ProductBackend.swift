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

/// What one product's app asks its backend, by its own contract.
protocol ProductApp: Sendable {
    var tenant: String { get }
    var shape: PushShape { get }
    /// Tokens as this product's provider makes them.
    func token(_ number: Int) -> String
    /// The header of its service's key.
    var serviceHeader: String { get }
    /// An event whose push leads somewhere, and where.
    var event: (type: String, leadsTo: AppPlace) { get }
    /// Whether its server knows the device by an id of its own, so that a new token takes the former one's place.
    var isKnownByID: Bool { get }
    /// What its app does with pushes while it is open.
    var isShownInForeground: Bool { get }
    /// What it does at a log-in, before anything is registered.
    func logIn(_ user: String, at host: ProductHost) async -> Int
    func register(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome
    func unregister(_ token: String, _ user: String, at host: ProductHost) async -> RequestOutcome
}

extension ProductApp {
    var serviceHeader: String { "x-service-key" }
    var isShownInForeground: Bool { true }
    var isKnownByID: Bool { false }

    func logIn(_ user: String, at host: ProductHost) async -> Int { 200 }

    func client(of host: ProductHost) async -> JSONValue {
        await host.call("GET", "/v1/\(tenant)/client-profile").json
    }
}

struct EscrowPhone: ProductApp {
    let tenant = "escrow"
    let shape = PushShape.expoScript
    let event = (
        type: "escrow.funded", leadsTo: AppPlace("escrow", ["escrow": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90"])
    )
    // Its realtime feed has it already.
    let isShownInForeground = false

    func token(_ number: Int) -> String { "ExponentPushToken[escrow\(number)]" }

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
    let event = (
        type: "assignment.created", leadsTo: AppPlace("dossier", ["id": "660e8400-e29b-41d4-a716-446655440001"])
    )
    let serviceHeader = "x-supabase-service-role"

    func token(_ number: Int) -> String { "ExponentPushToken[dossier\(number)]" }

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
    let event = (type: "transaction_complete", leadsTo: AppPlace("transaction", ["id": "tx_rem_1"]))

    func token(_ number: Int) -> String { "ExponentPushToken[drop\(number)]" }

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
