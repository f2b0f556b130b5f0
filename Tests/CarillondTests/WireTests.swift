import CarillonModel
import Testing

/// `carillon render --wire` beside what the stand-ins of the providers got from the host for the same event.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct WireTests {
    @Test func `what is printed is what providers get`() async throws {
        let sandbox = try await SandboxProcess()
        _ = try await sandbox.post("/sandbox/credentials", #"{"smtp":[{"username":"shop","password":"sesame"}]}"#)
        let shop = try await ShopHost(sandbox.egress)
        let token = String(repeating: "a1", count: 32)
        let ask = #"{"id":"firefox","applicationServerKey":"\#(ShopHost.applicationServerKey)"}"#
        let subscription = try await sandbox.post("/sandbox/subscriptions", ask).text
        try await shop.register(token, "apns")
        try await shop.register(subscription, "web-push")
        let deliveries = try await shop.deliveries(of: try await shop.post("A-1"))
        #expect(deliveries.count == 3 && deliveries.allSatisfy { $0["status"] == "delivered" })

        let push = try await printed(shop, "push", to: token)
        #expect(push["method"] == "POST" && push["url"] == .string("https://api.push.apple.com/3/device/\(token)"))
        #expect(push["headers"]?["authorization"] == "bearer <signed-token>")
        try await expect(push, equals: "apns", of: sandbox)
        let browser = try await printed(shop, "browser", to: subscription)
        #expect(browser["isEncrypted"] == true)
        #expect(browser["headers"]?["Authorization"]?.string?.contains("t=<signed-token>, k=") == true)
        try await expect(browser, equals: "web-push", of: sandbox)

        let mail = try await printed(shop, "email", to: "ada@customers.example")
        let received = try #require(try await messages(sandbox, "smtp").first)
        let said = try #require(mail["said"]?.string)
        #expect(said.contains("RCPT TO:<ada@customers.example>\r\n") && said.contains("AUTH PLAIN <password>\r\n"))
        let text = try #require(received["message"]?["text"]?.string)
        #expect(!text.isEmpty && said.contains(text.replacing("\n", with: "\r\n").replacing("\r\r", with: "\r")))
        #expect(!said.contains("sesame"))
        await shop.stop()
        await sandbox.stop()
    }

    /// The body, and every header that the stand-in keeps, but for what is made of secrets.
    private func expect(_ printed: JSONValue, equals provider: String, of sandbox: SandboxProcess) async throws {
        let received = try #require(try await messages(sandbox, provider).first)
        let body = try #require(printed["body"]?.string)
        #expect(received["message"]?.text == (try JSONValue(parsing: body.utf8).text))
        let sent = printed["headers"]?.object?.members ?? []
        let names = sent.map { $0.name.lowercased() }
        for header in received["headers"]?.object?.members ?? [] where names.contains(header.name) {
            guard header.name != "authorization" else { continue }
            #expect(sent.first { $0.name.lowercased() == header.name }?.value == header.value, "\(header.name)")
        }
    }

    private func printed(_ shop: ShopHost, _ channel: String, to address: String) async throws -> JSONValue {
        let tool = try Carillond(
            [
                "render", shop.tenantFolder, "order.shipped", "--wire", "--format", "json", "--channel", channel,
                "--address", address,
            ],
            program: "carillon"
        )
        _ = await tool.status()
        let document = try JSONValue(parsing: tool.text.utf8)
        return try #require(document["renderings"]?["en"]?[channel]?["wire"]?.array?.first)
    }

    private func messages(_ sandbox: SandboxProcess, _ provider: String) async throws -> [JSONValue] {
        try await sandbox.received("?provider=\(provider)")["messages"]?.array ?? []
    }
}
