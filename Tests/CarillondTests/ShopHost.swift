import AsyncHTTPClient
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1

/// `carillond serve` with one tenant that uses every kind of channel, sent to a sandbox unless told otherwise.
struct ShopHost {
    let process: Carillond
    private let folder: URL
    /// The tenant's.
    var tenantFolder: String { folder.appending(path: "tenants/shop").path }
    private let base: String

    private static let serviceKey = "the-service-key-of-this-shop"
    private static let userSecret = "the-users-secret-of-this-shop-0123456789"

    /// - Parameter arguments: the egress options.
    init(_ arguments: [String], settings: Settings = Settings()) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carillon-shop-\(UUID().uuidString)")
        let files: [(String, JSONValue)] = [
            ("tenants/shop/profile.json", settings.profile), ("tenants/shop/events.json", Self.events),
            ("tenants/shop/templates/en.json", Self.templates),
            ("tenants/shop/samples/order.shipped.json", ["order": "A-1"]), ("secrets.json", Self.secrets),
        ]
        for (path, json) in files {
            let file = folder.appending(path: path)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(json.utf8).write(to: file)
        }
        let serve = [
            "serve", "--port", "0", "--admin-port", "0", "--tenants", folder.appending(path: "tenants").path,
            "--data", folder.appending(path: "data").path, "--secrets", folder.appending(path: "secrets.json").path,
        ]
        process = try Carillond(serve + arguments)
        guard let port = await process.port(inLineWith: "serving") else {
            throw SandboxProcess.Missing(text: process.text)
        }
        base = "http://127.0.0.1:\(port)"
    }

    func stop() async {
        process.kill(SIGTERM)
        _ = await process.status()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What differs from test to test.
    struct Settings {
        var mail = "starttls"
        var mailPort = 587
        var webhook = "https://hooks.shop.example/webhook/orders"

        fileprivate var profile: JSONValue {
            [
                "tenant": "shop", "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
                "channels": [
                    "push": ["use": "apns", "settings": Self.apns],
                    "email": ["use": "smtp", "settings": email],
                    "browser": ["use": "web-push", "settings": Self.browser],
                    "hook": [
                        "use": "webhook", "settings": ["url": .string(webhook), "secret": ["$secret": "hook-secret"]],
                    ],
                    "in-app": ["use": "in-app"],
                ],
                "policies": ["retry": ["default": ["500ms"]]],
                "auth": [
                    "users": ["algorithm": "HS256", "key": ["$secret": "jwt-secret"], "userClaim": "sub"],
                    "services": [["header": "X-Service-Key", "key": ["$secret": "service-key"]]],
                ],
            ]
        }

        private static let apns: JSONValue = [
            "key": ["$secret": "apns-key"], "keyId": "ABC123DEFG", "teamId": "DEF123GHIJ",
            "topic": "com.example.shop",
        ]

        private var email: JSONValue {
            [
                "host": "mail.shop.example", "port": JSONValue(mailPort), "security": .string(mail),
                "username": "shop", "password": ["$secret": "mail-password"],
                "from": "Shop <no-reply@shop.example>",
            ]
        }

        private static let browser: JSONValue = [
            "publicKey": .string(ShopHost.applicationServerKey), "privateKey": ["$secret": "vapid-key"],
            "subject": "mailto:push@shop.example",
        ]
    }

    /// The point at the end of the key's DER form, base64url.
    static let applicationServerKey: String = {
        let text = TestKeys.p256Public.split(separator: "\n").dropFirst().dropLast().joined()
        return Base64.encode((Base64.decode(text) ?? []).suffix(65), .url)
    }()

    private static let secrets: JSONValue = [
        "shop": [
            "jwt-secret": .string(userSecret), "service-key": .string(serviceKey),
            "apns-key": .string(TestKeys.p256Private), "vapid-key": .string(TestKeys.p256Private),
            "mail-password": "sesame", "hook-secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        ]
    ]

    private static let events: JSONValue = [
        "events": [
            "order.shipped": [
                "summary": "An order has left", "payload": ["order": ["type": "text", "maxLength": 20]],
                "channels": ["push", "email", "browser"],
            ],
            "order.known": [
                "summary": "Something for another program", "payload": ["order": ["type": "text", "maxLength": 20]],
                "channels": ["hook"],
            ],
        ]
    ]

    private static let templates: JSONValue = [
        "locale": "en",
        "messages": [
            "order.shipped": [
                "title": "Order ‘{$order}’", "body": "{$order} has left",
                "email": [
                    "subject": "Order – {$order}", "text": ["{$order} has left."], "html": ["{$order} has left."],
                ],
            ],
            "order.known": ["title": "Order", "body": "{$order}"],
        ],
    ]
}

extension ShopHost {
    func register(_ token: String, _ plugin: String, platform: String? = nil, user: String = "ada") async throws {
        var device = JSONObject([.init("token", .string(token)), .init("plugin", .string(plugin))])
        device["platform"] = platform.map { .string($0) }
        _ = try await call(.POST, "/v1/shop/devices", bearer: Self.userToken(user), .object(device))
    }

    /// Posts an event.
    ///
    /// - Returns: its id at the host.
    func post(_ id: String, type: String = "order.shipped", user: String = "ada") async throws -> String {
        let event: JSONValue = [
            "id": .string(id), "source": "tests", "type": .string(type), "data": ["order": .string(id)],
            "recipients": [["id": .string(user), "email": .string("\(user)@customers.example")]],
        ]
        let answer = try await call(.POST, "/v1/shop/events", bearer: Self.serviceKey, event)
        return answer["events"]?.array?.first?["id"]?.string ?? ""
    }

    /// The deliveries of an event, once all of them are settled; as they are when `timeLimit` is over.
    func deliveries(
        of event: String,
        timeLimit: Duration = .seconds(60)
    ) async throws -> [JSONValue] {
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        while true {
            let trace = try await call(.GET, "/v1/shop/events/\(event)", bearer: Self.serviceKey)
            let notifications = trace["notifications"]?.array ?? []
            let deliveries = notifications.flatMap { $0["deliveries"]?.array ?? [] }
            let isRouted =
                !notifications.isEmpty && notifications.allSatisfy { $0["decisions"]?.array?.isEmpty == false }
            if isRouted && deliveries.allSatisfy({ $0["settledAt"] != nil }) || ContinuousClock.now > deadline {
                return deliveries
            }
            await Task.yield()
        }
    }

    private func call(
        _ method: HTTPMethod,
        _ path: String,
        bearer: String,
        _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let text = Array(buffer: try await answer.body.collect(upTo: 8 << 20))
        guard answer.status.code < 300 else {
            throw SandboxProcess.Missing(text: String(decoding: text, as: UTF8.self))
        }
        return try JSONValue(parsing: text)
    }

    private static func userToken(_ user: String) -> String {
        let claims: JSONValue = ["sub": .string(user), "exp": 4_000_000_000]
        let signed = Base64.encode(Array(#"{"alg":"HS256"}"#.utf8), .url) + "." + Base64.encode(claims.utf8, .url)
        let signature = SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(userSecret.utf8))
        return signed + "." + Base64.encode(signature, .url)
    }
}
