import AsyncHTTPClient
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The service as a process that is killed and started again.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct CrashTests {
    @Test func `what was accepted before a kill is delivered after the restart`() async throws {
        let place = try Place()
        defer { place.remove() }
        let sandbox = try Carillond(["sandbox", "--port", "0"])
        let sandboxPort = try #require(await sandbox.port(inLineWith: "listens on"))
        let provider = "http://127.0.0.1:\(sandboxPort)"

        // The first life can't reach the provider at all: what it accepts has to wait.
        let first = try place.serve(provider: "http://127.0.0.1:9")
        let firstPort = try #require(await first.port(inLineWith: "serving"))
        let host = "http://127.0.0.1:\(firstPort)"
        try await post("\(host)/v1/shop/devices", ["token": "ExponentPushToken[crash]"], bearer: place.userToken)
        for number in 0..<20 {
            try await post("\(host)/v1/shop/events", place.event(number), bearer: place.serviceKey)
        }
        first.kill(SIGKILL)
        #expect(await first.status() == 128 + SIGKILL)

        let second = try place.serve(provider: provider)
        let secondPort = try #require(await second.port(inLineWith: "serving"))
        var received: [JSONValue] = []
        try await waitUntil {
            received = try await get("\(provider)/sandbox/messages")["messages"]?.array ?? []
            return received.count >= 20
        }
        let feed = try await get(
            "http://127.0.0.1:\(secondPort)/v1/shop/notifications?limit=100",
            bearer: place.userToken
        )
        #expect(feed["totalCount"] == 20)
        let bodies = Set(received.compactMap { $0["message"]?["body"]?.string })
        #expect(bodies.count == 20)

        second.kill(SIGTERM)
        #expect(await second.status() == 0)
        sandbox.kill(SIGTERM)
        #expect(await sandbox.status() == 0)
    }

    @Test func `a second host on the same data is told whose it is`() async throws {
        let place = try Place()
        defer { place.remove() }
        let first = try place.serve(provider: "http://127.0.0.1:9")
        _ = try #require(await first.line(with: "serving"))
        let second = try place.serve(provider: "http://127.0.0.1:9")
        #expect(await second.status() == 1)
        #expect(second.text.contains(place.folder.path))
        first.kill(SIGTERM)
        #expect(await first.status() == 0)
    }

    @Test func `a provider that doesn't answer doesn't keep the host from ending`() async throws {
        let place = try Place()
        defer { place.remove() }
        let sandbox = try Carillond(["sandbox", "--port", "0"])
        let provider = "http://127.0.0.1:\(try #require(await sandbox.port(inLineWith: "listens on")))"
        try await post("\(provider)/sandbox/script", ["provider": "expo", "delay": 60_000], bearer: "")
        let host = try place.serve(provider: provider)
        let base = "http://127.0.0.1:\(try #require(await host.port(inLineWith: "serving")))"
        try await post("\(base)/v1/shop/devices", ["token": "ExponentPushToken[slow]"], bearer: place.userToken)
        try await post("\(base)/v1/shop/events", place.event(1), bearer: place.serviceKey)
        // Under way: what the sandbox got shows as soon as it arrives, the answer comes later.
        try await waitUntil { try await get("\(provider)/sandbox/messages")["total"] != 0 }
        let began = ContinuousClock().now
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
        #expect(ContinuousClock().now - began < .seconds(10))
        sandbox.kill(SIGKILL)
    }

    @Test func `wrong usage ends with 64 and a port in use with its option`() async throws {
        let wrong = try Carillond(["serve", "--role", "everything"])
        #expect(await wrong.status() == 64)
        let sandbox = try Carillond(["sandbox", "--port", "0"])
        let port = try #require(await sandbox.port(inLineWith: "listens on"))
        let second = try Carillond(["sandbox", "--port", "\(port)"])
        #expect(await second.status() == 1)
        #expect(
            second.text.contains("port \(port) on 127.0.0.1 is in use by another program; choose another with --port")
        )
        sandbox.kill(SIGTERM)
        #expect(await sandbox.status() == 0)
    }

    @Test func `a folder with errors stops its tenant only, and its secrets never show`() async throws {
        let place = try Place()
        defer { place.remove() }
        try FileManager.default.createDirectory(
            at: place.folder.appending(path: "tenants/broken"),
            withIntermediateDirectories: true
        )
        try Data("{ \"tenant\": ".utf8).write(to: place.folder.appending(path: "tenants/broken/profile.json"))
        let host = try place.serve(provider: "http://127.0.0.1:9")
        let port = try #require(await host.port(inLineWith: "serving"))
        let ready = try await get("http://127.0.0.1:\(port)/health/ready")
        #expect(ready["tenants"] == 1 && ready["failed"] == ["broken"])
        #expect(host.text.contains("broken/profile.json:1:"))
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
        #expect(!host.text.contains(place.serviceKey))
    }

    @Test func `an empty secret in the environment stops its tenant, and says so wherever one looks`() async throws {
        let place = try Place()
        defer { place.remove() }
        let host = try place.serve(
            provider: "http://127.0.0.1:9",
            environment: ["CARILLON_SECRET_SHOP_JWT_SECRET": "", "CARILLON_ADMIN_KEY": "the-operator-key-of-this-test"]
        )
        let admin = try #require(await host.port(inLineWith: "operators and metrics"))
        let port = try #require(await host.port(inLineWith: "serving"))
        let message = "the secret “jwt-secret” is empty"
        let line = try #require(host.text.split(separator: "\n").first { $0.contains(message) })
        #expect(line.contains("error") && line.contains("a tenant isn't served"))
        #expect(line.contains("CARILLON_SECRET_SHOP_JWT_SECRET"))
        let ready = try await get("http://127.0.0.1:\(port)/health/ready")
        #expect(ready["status"] == "not-ready" && ready["failed"] == ["shop"])
        let tenants = try await get(
            "http://127.0.0.1:\(admin)/v1/tenants",
            bearer: "the-operator-key-of-this-test"
        )
        #expect(tenants["tenants"]?.array?.first?["reason"]?.string?.hasPrefix(message) == true)
        let forged = place.userToken(secret: "")
        let feed = try await get("http://127.0.0.1:\(port)/v1/shop/notifications", bearer: forged)
        #expect(feed["items"] == nil && feed["status"] == 404)
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test(arguments: ["", "fifteen-letters", "                    ", "fifteen-letters     "])
    func `an operator key that can be guessed is refused`(key: String) async throws {
        let place = try Place()
        defer { place.remove() }
        let host = try place.serve(provider: "http://127.0.0.1:9", environment: ["CARILLON_ADMIN_KEY": key])
        #expect(await host.status() == 64)
        #expect(host.text.contains("--admin-key has at least 16 bytes"))
    }

    private func post(_ url: String, _ body: JSONValue, bearer: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        request.body = .bytes(ByteBuffer(bytes: body.utf8))
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        #expect(answer.status.code < 300)
    }

    private func get(_ url: String, bearer: String? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(url: url)
        if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        return try JSONValue(parsing: Array(buffer: await answer.body.collect(upTo: 8 << 20)))
    }
}

/// A folder with one tenant, its secrets and room for its data.
private struct Place {
    let folder: URL
    let serviceKey = "the-service-key-of-this-test"
    private let userSecret = "the-users-secret-of-this-test-0123456789"

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carillond-\(UUID().uuidString)")
        let files: [(String, JSONValue)] = [
            ("tenants/shop/profile.json", Self.profile), ("tenants/shop/events.json", Self.events),
            ("tenants/shop/templates/en.json", Self.templates),
            ("tenants/shop/samples/order.shipped.json", ["order": "A-1"]),
            ("secrets.json", ["shop": ["jwt-secret": .string(userSecret), "service-key": .string(serviceKey)]]),
        ]
        for (path, json) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(json.utf8).write(to: file)
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    func serve(provider: String, environment: [String: String] = [:]) throws -> Carillond {
        try Carillond(
            [
                "serve", "--tenants", folder.appending(path: "tenants").path, "--data",
                folder.appending(path: "data").path,
                "--port", "0", "--egress-map", "https://exp.host=\(provider)",
            ],
            environment: [
                "CARILLON_ADMIN_PORT": "0", "CARILLON_SECRETS": folder.appending(path: "secrets.json").path,
            ].merging(environment) { $1 }
        )
    }

    func event(_ number: Int) -> JSONValue {
        [
            "id": .string("e\(number)"), "source": "crash", "type": "order.shipped", "recipients": ["ada"],
            "data": ["order": .string("A-\(number)")],
        ]
    }

    var userToken: String { userToken(secret: userSecret) }

    func userToken(secret: String) -> String {
        let claims: JSONValue = ["sub": "ada", "exp": 4_000_000_000]
        let signed = Base64.encode(Array(#"{"alg":"HS256"}"#.utf8), .url) + "." + Base64.encode(claims.utf8, .url)
        return signed + "."
            + Base64.encode(SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(secret.utf8)), .url)
    }

    private static let profile: JSONValue = [
        "tenant": "shop", "name": "Shop", "locales": ["default": "en", "supported": ["en"]], "timeZone": "Europe/Oslo",
        "channels": ["push": ["use": "expo"], "in-app": ["use": "in-app"]],
        "policies": ["retry": ["default": ["1s"]]],
        "auth": [
            "users": ["algorithm": "HS256", "key": ["$secret": "jwt-secret"], "userClaim": "sub"],
            "services": [["header": "X-Service-Key", "key": ["$secret": "service-key"]]],
        ],
    ]

    private static let events: JSONValue = [
        "events": [
            "order.shipped": [
                "summary": "An order has left", "payload": ["order": ["type": "text", "maxLength": 20]],
                "channels": ["in-app", "push"],
            ]
        ]
    ]

    private static let templates: JSONValue = [
        "locale": "en", "messages": ["order.shipped": ["title": "Order", "body": "{$order} has left"]],
    ]
}
