import CarillonModel
import Testing

/// Host and sandbox as two processes, with every protocol over real sockets between them.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ProviderTests {
    @Test func `all pushes of a tenant share one connection to APNs`() async throws {
        try await withShop { shop, sandbox in
            for number in 0..<40 { try await shop.register(token(number), "apns") }
            let deliveries = try await shop.deliveries(of: try await shop.post("A-1"))
            let pushes = deliveries.filter { $0["channel"] == "push" }
            #expect(pushes.count == 40)
            #expect(pushes.allSatisfy { $0["status"] == "delivered" })
            let received = try await messages(sandbox, "apns")
            #expect(received.count == 40)
            #expect(Set(received.compactMap { $0["connection"]?.integer }).count == 1)
            #expect(received.first?["message"]?["aps"]?["alert"]?["title"] == "Order ‘A-1’")
            #expect(received.first?["headers"]?["apns-topic"] == "com.example.shop")
        }
    }

    @Test func `a device that APNs calls unregistered is forgotten, and only that one`() async throws {
        try await withShop { shop, sandbox in
            try await shop.register(token(1), "apns")
            try await shop.register(token(2), "apns")
            try await shop.register(token(3), "apns")
            try await sandbox.script(#"{"provider":"apns","token":"\#(token(2))","error":"Unregistered"}"#)
            let first = try await shop.deliveries(of: try await shop.post("A-1")).filter { $0["channel"] == "push" }
            #expect(first.count { $0["status"] == "delivered" } == 2)
            #expect(first.contains { $0["attempts"]?.array?.last?["code"] == "Unregistered" })
            let second = try await shop.deliveries(of: try await shop.post("A-2")).filter { $0["channel"] == "push" }
            #expect(second.count == 2)
        }
    }

    @Test func `one phone is one device, however its token is written, and it is one of Apple's`() async throws {
        try await withShop { shop, _ in
            try await shop.register(token(10), "apns")
            try await shop.register(token(10).uppercased(), "apns")
            let pushes = try await shop.deliveries(of: try await shop.post("A-1")).filter { $0["channel"] == "push" }
            #expect(pushes.count == 1)
            for (token, platform) in [("abc", "ios"), (token(11), "android"), (token(11), "web")] {
                let refused = await #expect(throws: SandboxProcess.Missing.self) {
                    try await shop.register(token, "apns", platform: platform)
                }
                #expect(refused?.text.contains(platform == "ios" ? "token-malformed" : "/platform") == true)
            }
        }
    }

    @Test(arguments: [
        #"{"provider":"apns","error":"TooManyRequests","retryAfter":1,"times":1}"#,
        #"{"provider":"apns","error":"ServiceUnavailable","times":1}"#,
        #"{"provider":"apns","error":"Shutdown","times":1}"#,
        #"{"provider":"apns","status":502,"body":"<html>","times":1}"#,
    ])
    func `what APNs can't take now, it gets again`(script: String) async throws {
        try await withShop { shop, sandbox in
            try await shop.register(token(1), "apns")
            try await sandbox.script(script)
            let push = try await shop.deliveries(of: try await shop.post("A-1")).first { $0["channel"] == "push" }
            #expect(push?["status"] == "delivered")
            #expect(push?["attempts"]?.array?.count == 2)
            // The next one finds its way too, whatever became of the connection.
            let next = try await shop.deliveries(of: try await shop.post("A-2")).first { $0["channel"] == "push" }
            #expect(next?["status"] == "delivered")
        }
    }

    @Test func `what APNs refuses because it is about to go is sent once, over the next connection`() async throws {
        try await withShop { shop, sandbox in
            try await shop.register(token(1), "apns")
            _ = try await shop.deliveries(of: try await shop.post("A-1"))
            try await sandbox.script(#"{"provider":"apns","drop":"goaway","times":1}"#)
            let push = try await shop.deliveries(of: try await shop.post("A-2")).first { $0["channel"] == "push" }
            #expect(push?["status"] == "delivered")
            // Nothing was in doubt, so nobody had to decide anything.
            #expect(push?["attempts"]?.array?.count == 1)
            let received = try await messages(sandbox, "apns")
            #expect(received.count == 2)
            #expect(Set(received.compactMap { $0["connection"]?.integer }).count == 2)
        }
    }

    @Test(arguments: [("starttls", 587), ("tls", 465)])
    func `mail goes through a relay with TLS and a password`(security: String, port: Int) async throws {
        try await withShop(.init(mail: security, mailPort: port)) { shop, sandbox in
            let deliveries = try await shop.deliveries(of: try await shop.post("A-1"))
            let mail = deliveries.first { $0["channel"] == "email" }
            #expect(mail?["status"] == "delivered")
            let received = try #require(try await messages(sandbox, "smtp").first)
            #expect(received["token"] == "ada@customers.example")
            #expect(received["message"]?["headers"]?["subject"] == "Order – A-1")
            #expect(received["message"]?["text"]?.string?.hasPrefix("A-1 has left.") == true)
        }
    }

    @Test func `a relay that breaks off in the middle gets the mail again, and says no for good once`() async throws {
        try await withShop { shop, sandbox in
            try await sandbox.script(
                #"[{"provider":"smtp","drop":"before","times":1},{"provider":"smtp","token":"bob@*","error":"550 5.1.1 who?"}]"#
            )
            let mail = try await shop.deliveries(of: try await shop.post("A-1")).first { $0["channel"] == "email" }
            #expect(mail?["status"] == "delivered")
            #expect(mail?["attempts"]?.array?.count == 2)
            let refused = try await shop.deliveries(of: try await shop.post("A-2", user: "bob"))
                .first { $0["channel"] == "email" }
            #expect(refused?["status"] != "delivered")
            #expect(refused?["attempts"]?.array?.count == 1)
        }
    }

    @Test func `a browser gets a push that only it can read`() async throws {
        try await withShop { shop, sandbox in
            let ask = #"{"id":"firefox","applicationServerKey":"\#(ShopHost.applicationServerKey)"}"#
            try await shop.register(try await sandbox.post("/sandbox/subscriptions", ask).text, "web-push")
            let push = try await shop.deliveries(of: try await shop.post("A-1")).first { $0["channel"] == "browser" }
            #expect(push?["status"] == "delivered")
            let received = try #require(try await messages(sandbox, "web-push").first)
            #expect(received["token"] == "firefox")
            #expect(received["message"]?.text.contains("Order ‘") == true)
        }
    }

    @Test func `another program is notified, with a signature it can check`() async throws {
        try await withShop { shop, sandbox in
            _ = try await sandbox.post(
                "/sandbox/credentials",
                #"{"webhook":[{"path":"/webhook/orders","secret":"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}]}"#
            )
            let event = try await shop.post("A-1", type: "order.known")
            let call = try await shop.deliveries(of: event).first { $0["channel"] == "hook" }
            #expect(call?["status"] == "delivered")
            #expect(try await messages(sandbox, "webhook").first?["token"] == "/webhook/orders")
        }
    }

    @Test func `a webhook at a private address is called only where the operator allows it`() async throws {
        let sandbox = try await SandboxProcess()
        let settings = ShopHost.Settings(webhook: "https://localhost:\(sandbox.apns)/webhook/orders")
        let guarded = try await ShopHost(["--egress-ca", sandbox.authority], settings: settings)
        let event = try await guarded.post("A-1", type: "order.known")
        let refused = try await guarded.deliveries(of: event).first
        #expect(refused?["attempts"]?.array?.last?["code"] == "ForbiddenDestination")
        #expect(refused?["status"] != "delivered")
        #expect(try await messages(sandbox, "webhook").isEmpty)
        await guarded.stop()

        let allowed = try await ShopHost(
            ["--egress-ca", sandbox.authority, "--egress-allow", "127.0.0.0/8", "--egress-allow", "::1"],
            settings: settings
        )
        let next = try await allowed.post("A-1", type: "order.known")
        #expect(try await allowed.deliveries(of: next).first?["status"] == "delivered")
        #expect(try await messages(sandbox, "webhook").count == 1)
        await allowed.stop()
        await sandbox.stop()
    }

    private func withShop(
        _ settings: ShopHost.Settings = .init(),
        _ body: (ShopHost, SandboxProcess) async throws -> Void
    ) async throws {
        let sandbox = try await SandboxProcess()
        // APNs' keys are left unknown: with them every signature is checked, which takes seconds in a debug build.
        _ = try await sandbox.post("/sandbox/credentials", #"{"smtp":[{"username":"shop","password":"sesame"}]}"#)
        let shop = try await ShopHost(sandbox.egress, settings: settings)
        let result = await Result(catching: { try await body(shop, sandbox) })
        await shop.stop()
        await sandbox.stop()
        try result.get()
    }

    /// 64 hexadecimal digits.
    private func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "a", count: 64 - digits.count) + digits
    }

    private func messages(_ sandbox: SandboxProcess, _ provider: String) async throws -> [JSONValue] {
        try await sandbox.received("?provider=\(provider)")["messages"]?.array ?? []
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
