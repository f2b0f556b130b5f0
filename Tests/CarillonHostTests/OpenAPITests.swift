import CarillonModel
import CarillonProfiles
import CarillonStandard
import Testing

@testable import CarillonHost

/// What the tenants' documents promise.
struct OpenAPITests {
    private static func operation(_ tenant: String, _ method: String, _ path: String) async throws -> JSONValue {
        let host = try await ProductHost.start()
        let document = await host.call("GET", "/v1/\(tenant)/openapi.json").json
        await host.stop()
        return try #require(document["paths"]?[path]?[method])
    }

    private static func answer(of operation: JSONValue, _ status: String = "200") -> JSONValue? {
        operation["responses"]?[status]?["content"]?["application/json"]?["schema"]
    }

    @Test func `a contract's answers say what their members are, and which are always there`() async throws {
        let path = "/dossier/notifications-register-device"
        let schema = try await Self.answer(of: Self.operation("dossier", "post", path))
        #expect(schema?["properties"]?["push_token"] == ["type": "string"])
        #expect(schema?["properties"]?["registered_at"] == ["type": "integer"])
        #expect(schema?["properties"]?["status"] == ["type": "string", "enum": ["active"]])
        let names = ["id", "user_id", "push_token", "device_type", "locale", "registered_at", "status"]
        #expect(Set(schema?["required"]?.array ?? []) == Set(names.map { .string($0) }))
    }

    @Test func `a list's elements are described, with the words of each language`() async throws {
        let schema = try await Self.answer(of: Self.operation("dossier", "get", "/dossier/push-notification"))
        let item = schema?["properties"]?["notifications"]?["items"]
        #expect(item?["properties"]?["title_en"] == ["type": "string"])
        #expect(item?["properties"]?["is_read"] == ["type": "boolean"])
        #expect(item?["required"]?.array?.contains("created_at") == true)
        #expect(item?["required"]?.array?.contains("read_at") == false)
        #expect(schema?["properties"]?["total_count"]?["type"] == "integer")
    }

    @Test func `what a product's document promises of each answer is required`() async throws {
        let path = "/dossier/push-notification"
        let list = try await Self.answer(of: Self.operation("dossier", "get", path))
        let required = list?["properties"]?["notifications"]?["items"]?["required"]?.array ?? []
        for name in [
            "id", "user_id", "notification_type", "priority", "title_en", "title_ar", "body_en", "body_ar", "is_read",
            "created_at",
        ] { #expect(required.contains(.string(name)), "\(name)") }
        #expect(!required.contains("deep_link") && !required.contains("image_url"))
        let send = try await Self.answer(of: Self.operation("dossier", "post", path))
        let names = ["notification_id", "user_id", "push_token", "status", "sent_at"]
        #expect(Set(send?["required"]?.array ?? []) == Set(names.map { .string($0) }))
    }

    @Test func `a cookie is told of where one counts`() async throws {
        let host = try await ProductHost.start()
        let wallet = await host.call("GET", "/v1/wallet/openapi.json").json
        let dossier = await host.call("GET", "/v1/dossier/openapi.json").json
        await host.stop()
        let scheme: JSONValue = ["type": "apiKey", "in": "cookie", "name": "access_token"]
        #expect(wallet["components"]?["securitySchemes"]?["userCookie"] == scheme)
        #expect(
            wallet["paths"]?["/v1/wallet/preferences"]?["get"]?["security"]?.array?.contains(["userCookie": []]) == true
        )
        #expect(
            wallet["paths"]?["/wallet/v2/register/notifications"]?["post"]?["security"]
                == [[:], ["user": []], ["userCookie": []]]
        )
        #expect(dossier["components"]?["securitySchemes"]?["userCookie"] == nil)
    }

    @Test func `what is wrong with a request is reported by its number`() async throws {
        let login = try await Self.operation("exchange", "post", "/exchange/api/v1/auth/login")
        #expect(login["responses"]?.object?.members.map(\.name) == ["200", "413", "502", "504", "default"])
        let events = try await Self.operation("exchange", "post", "/v1/exchange/events")
        #expect(events["responses"]?.object?.members.map(\.name) == ["202", "400", "422", "default"])
        let items = Self.answer(of: events, "202")?["properties"]?["events"]?["items"] ?? Self.answer(of: events, "202")
        #expect(items?["properties"]?["eventId"] == ["type": ["string", "null"]])
    }

    @Test(arguments: [("dossier", "/dossier/push-notification"), ("remittance", "/remittance/api/notifications")])
    func `a limit may be larger than a page, and no smaller than 1`(tenant: String, path: String) async throws {
        let parameters = try await Self.operation(tenant, "get", path)["parameters"]?.array ?? []
        let limit = parameters.first { $0["name"] == "limit" }?["schema"]
        #expect(limit?["minimum"] == 1 && limit?["maximum"] == nil)
    }

    @Test func `errors have their codes as texts`() async throws {
        let operation = try await Self.operation("wallet", "post", "/wallet/v2/register/notifications")
        let schema = Self.answer(of: operation, "422")
        #expect(schema?["properties"]?["message"] == ["type": "string"])
        #expect(schema?["required"] == ["message", "statusCode"])
    }

    @Test func `the parts of a composed topic have the patterns that the whole shows`() async throws {
        let path = "/wallet/v2/chains/{chainId}/notifications/devices/{deviceUuid}/safes/{safeAddress}"
        let parameters = try await Self.operation("wallet", "get", path)["parameters"]?.array ?? []
        let patterns = parameters.map { $0["schema"]?["pattern"]?.string }
        #expect(patterns == ["^[1-9][0-9]{0,19}$", TextSchema.uuid, "^0x[0-9a-fA-F]{40}$"])
    }

    @Test func `an event's data is its type's payload`() async throws {
        let operation = try await Self.operation("exchange", "post", "/v1/exchange/events")
        let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
        let cases = schema?["oneOf"]?.array ?? []
        let deposit = try #require(cases.first { $0["properties"]?["type"]?["const"] == "deposit.received" })
        #expect(deposit["properties"]?["data"]?["$ref"] == "#/components/schemas/deposit.received")
        #expect(deposit["required"]?.array?.contains("data") == true)
    }

    @Test func `a contract's routes stand at all their places, each answered`() async throws {
        let host = try await ProductHost.start()
        let paths = await host.call("GET", "/v1/dossier/openapi.json").json["paths"]?.object?.members ?? []
        let contract = paths.filter { $0.name.hasPrefix("/dossier/") }
        let routes = try #require(host.directory.tenant("dossier")?.runtime.profile.contract).routes
        let plain = Set(routes.map { "/dossier\($0.path)" })
        let based = Set(routes.map { "/dossier/functions/v1\($0.path)" })
        #expect(Set(contract.map(\.name)) == plain.union(based))
        let ids = contract.flatMap { $0.value.object?.members.compactMap { $0.value["operationId"]?.string } ?? [] }
        #expect(ids.contains("GET /functions/v1/push-notification") && Set(ids).count == ids.count)
        for path in ["/dossier/functions/v1/push-notification", "/dossier/push-notification"] {
            #expect(await host.call("GET", path, user: "ada").status == 200)
        }
        await host.stop()
    }

    @Test func `codes that are numbers are described as such`() async throws {
        let host = try await ProductHost.start(of: OldBackends.folder)
        let courier = await host.call("GET", "/v1/courier/openapi.json").json
        let market = await host.call("GET", "/v1/market/openapi.json").json
        await host.stop()
        let list = courier["paths"]?["/courier/api/notice_list"]?["get"]
        #expect(list.flatMap { Self.answer(of: $0, "401") }?["properties"]?["errno"] == ["type": "integer"])
        let token = courier["paths"]?["/courier/api/token"]?["post"]?["responses"]?.object?.members.map(\.name)
        #expect(token?.contains("415") == true && token?.contains("503") == true)
        let alerts = market["paths"]?["/market/api/alerts"]?["get"]
        #expect(alerts.flatMap { Self.answer(of: $0, "401") }?["properties"]?["code"] == ["type": "string"])
    }

    @Test func `a native answer is the operation's result`() async throws {
        let schema = try await Self.answer(of: Self.operation("escrow", "get", "/v1/escrow/notifications"))
        #expect(schema?["required"]?.array?.contains("unreadCount") == true)
        #expect(schema?["properties"]?["items"]?["items"]?["properties"]?["isRead"] == ["type": "boolean"])
    }

    @Test func `a batch may hold refused events, and one event may not`() async throws {
        let events = try await Self.operation("dossier", "post", "/v1/dossier/events")
        let event = Self.answer(of: events, "202")?["properties"]?["events"]?["items"]
        let statuses: JSONValue = ["accepted", "duplicate", "conflict", "rejected"]
        #expect(event?["properties"]?["status"]?["enum"] == statuses)
        #expect(event?["required"]?.array?.contains("id") == false)
    }
}
