import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Tokens that live as long as a log-in.
struct ExchangeContractTests {
    private static let service = "x-service-key"

    @Test func `a token is required exactly when pushing is allowed`() async throws {
        let host = try await ProductHost.start()
        func start(_ id: String, _ members: [(String, JSONValue)]) async -> ProductHost.Answer {
            let object = JSONObject(
                [.init("userId", "ada"), .init("sessionId", .string(id))] + members.map { .init($0.0, $0.1) }
            )
            return await host.call("POST", "/v1/exchange/sessions", service: Self.service, .object(object))
        }
        #expect(await start("s1", [("pushAllowed", true), ("token", "t-1")]).status == 200)
        #expect(await start("s2", [("pushAllowed", true)]).status == 422)
        #expect(await start("s3", [("pushAllowed", false)]).status == 200)
        let ignored = await start("s4", [("pushAllowed", false), ("token", "t-4")])
        #expect(ignored.json["token"] == nil)
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-1"])
        await host.directory.stop()
    }

    @Test func `a session's token is renewed by its user alone, and ends with it`() async throws {
        let host = try await ProductHost.start()
        let start: JSONValue = ["userId": "ada", "sessionId": "s1", "pushAllowed": true, "token": "t-1"]
        _ = await host.call("POST", "/v1/exchange/sessions", service: Self.service, start)
        let path = "/exchange/api/v1/auth/sessions/s1"
        let renewed = await host.call("PATCH", path, user: "ada", ["fcm_token": "t-2"])
        #expect(renewed.json == ["session_id": "s1", "allow_notifications": true])
        #expect(await host.call("PATCH", path, user: "eve", ["fcm_token": "t-3"]).status == 404)
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-2"])
        // It would be pushed to the old one, or to none, though pushing is allowed.
        #expect(await host.call("PATCH", path, user: "ada", ["fcm_token": .null]).status == 422)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-2"])
        let refused: JSONValue = ["allow_notifications": false, "fcm_token": .null]
        #expect(await host.call("PATCH", path, user: "ada", refused).status == 200)
        #expect(try await store.devices(of: "ada").isEmpty)
        #expect(await host.call("PATCH", path, user: "ada", ["allow_notifications": true]).status == 422)
        #expect(await host.call("DELETE", path, user: "eve").status == 204)
        #expect(try await store.session("s1") != nil)
        #expect(await host.call("DELETE", path, user: "ada").status == 204)
        #expect(try await store.session("s1") == nil)
        await host.directory.stop()
    }

    @Test(arguments: ["contract", "service", "log-in"])
    func `a new token doesn't switch pushing on again after the user said no`(way: String) async throws {
        let host = try await ProductHost.start()
        let start: JSONValue = ["userId": "ada", "sessionId": "s1", "pushAllowed": true, "token": "t-1"]
        _ = await host.call("POST", "/v1/exchange/sessions", service: Self.service, start)
        let path = "/exchange/api/v1/auth/sessions/s1"
        _ = await host.call("PATCH", path, user: "ada", ["allow_notifications": false])
        switch way {
        case "contract":
            let answer = await host.call("PATCH", path, user: "ada", ["fcm_token": "t-2"])
            #expect(answer.json == ["session_id": "s1", "allow_notifications": false])
        case "service":
            let target = "/v1/exchange/sessions/s1"
            let answer = await host.call("PATCH", target, service: Self.service, ["token": "t-2"])
            #expect(answer.json["pushAllowed"] == false && answer.json["token"] == nil)
        default:
            let again: JSONValue = ["userId": "ada", "sessionId": "s1", "token": "t-2"]
            let answer = await host.call("POST", "/v1/exchange/sessions", service: Self.service, again)
            #expect(answer.json["pushAllowed"] == false && answer.json["token"] == nil)
        }
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        // The token was not kept: who says yes brings one.
        #expect(await host.call("PATCH", path, user: "ada", ["allow_notifications": true]).status == 422)
        let yes: JSONValue = ["allow_notifications": true, "fcm_token": "t-3"]
        #expect(await host.call("PATCH", path, user: "ada", yes).json["allow_notifications"] == true)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-3"])
        await host.directory.stop()
    }

    @Test func `a notice's picture must be an https URL`() async throws {
        let host = try await ProductHost.start()
        var data = try #require(try ProductSamples.payload("exchange", "notice").object)
        for (url, status) in [("http://cdn.example/a.png", 422), ("https://cdn.example/a.png", 202)] {
            data["image"] = .string(url)
            let event: JSONValue = [
                "id": .string(url), "source": "t", "type": "notice", "recipients": ["ada"], "data": .object(data),
            ]
            let answer = await host.call("POST", "/v1/exchange/events", service: Self.service, event)
            #expect(answer.status == status)
            let pointer: JSONValue? = status == 422 ? "/data/image" : nil
            #expect(answer.json["errors"]?.array?.first?["pointer"] == pointer)
        }
        await host.directory.stop()
    }

    @Test func `another method under a contract is told as that, in the contract's words`() async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("PUT", "/exchange/api/v1/auth/sessions/s1", user: "ada", [:])
        #expect(answer.status == 405 && answer.code == "method_not_allowed")
        let request = APIRequest("GET", path: APIRequest.roughPath(of: "/exchange/api/%ff"))
        let refused = host.api.refusal(.badPath, of: request)
        #expect(try JSONValue(parsing: refused.bytes)["error"]?["code"] == "invalid_request")
        #expect(refused.status == 400)
        await host.directory.stop()
    }

    @Test func `a device is taken only for a session of its user that allows pushing`() async throws {
        let host = try await ProductHost.start()
        func register(_ members: [(String, JSONValue)], user: String = "ada") async -> ProductHost.Answer {
            let object = JSONObject([.init("token", "t-1")] + members.map { .init($0.0, $0.1) })
            return await host.call("POST", "/v1/exchange/devices", user: user, .object(object))
        }
        let silent: JSONValue = ["userId": "ada", "sessionId": "silent", "pushAllowed": false, "token": .null]
        let open: JSONValue = ["userId": "ada", "sessionId": "open", "pushAllowed": true, "token": "t-0"]
        for start in [silent, open] {
            #expect(await host.call("POST", "/v1/exchange/sessions", service: Self.service, start).status == 200)
        }
        #expect(await register([]).status == 422)
        #expect(await register([("deviceId", "silent")]).status == 404)
        #expect(await register([("deviceId", "nowhere")]).status == 404)
        #expect(await register([("deviceId", "open")], user: "eve").status == 404)
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-0"])
        #expect(try await store.devices(of: "eve").isEmpty)
        #expect(await register([("deviceId", "open")]).status == 200)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-1"])
        await host.directory.stop()
    }

    private static let login: JSONValue = [
        "email": "user@example.com", "password": "secret", "allow_notifications": true, "fcm_token": "t-1",
    ]

    @Test func `a log-in passes through unchanged, and a good answer makes a session`() async throws {
        let answer = "{\"user\":{\"id\":\"ada\"},\"session_id\":\"s-9\",\"access_token\":\"jwt\"}"
        let host = try await ProductHost.start { _ in .answer(200, answer) }
        let passed = await host.call("POST", "/api/v1/auth/login", host: "api.exchange.example", Self.login)
        #expect(passed.status == 200)
        #expect(passed.json.text == answer)
        let request = try #require(host.egress.requests.first)
        #expect(request.url == "https://auth.exchange.example/api/v1/auth/login")
        #expect(request.body == Self.login.utf8)
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.deviceID) == ["s-9"])
        await host.directory.stop()
    }

    @Test func `a log-in's service gets the headers of a list, and no key of this host's callers`() async throws {
        let host = try await ProductHost.start(
            answering: { _ in .answer(401, "{}") },
            change: { tenant in
                for index in tenant.contract?.routes.indices ?? 0..<0 {
                    tenant.contract?.routes[index].login?.headers = ["X-Device-Model", "X-Service-Key"]
                }
            }
        )
        func passedOn(_ headers: [(name: String, value: String)], from address: String? = nil) async -> [String] {
            var request = APIRequest("POST", path: ["exchange", "api", "v1", "auth", "login"], headers: headers)
            request.body = Self.login.utf8
            request.headers.append(("content-type", "application/json"))
            request.clientAddress = address
            _ = await host.api.respond(to: request)
            return host.egress.requests.last?.headers.map { "\($0.name): \($0.value)" } ?? []
        }
        let always = "content-type: application/json"
        let spoofed = [
            "x-client-ip", "x-real-ip", "x-original-url", "x-rewrite-url", "x-http-method-override", "x-forwarded-for",
            "x-forwarded-host", "x-user-id", "forwarded", "cookie", "host", Self.service,
        ]
        #expect(await passedOn(spoofed.map { ($0, "10.0.0.1") }) == [always])
        let address = "x-forwarded-for: 203.0.113.9"
        #expect(await passedOn([("x-forwarded-for", "10.0.0.1")], from: "203.0.113.9") == [always, address])
        #expect(await passedOn([("authorization", "Bearer \(ProductHost.serviceKey)")]) == [always])
        #expect(await passedOn([(Self.service, ProductHost.serviceKey)]) == [always])
        let useful = ["accept-language: nb", "user-agent: App/1", "x-request-id: r-1", "x-device-model: Fold"]
        let asked = useful.map { line -> (name: String, value: String) in
            let parts = line.split(separator: ": ")
            return (String(parts[0]), String(parts[1]))
        }
        #expect(
            await passedOn(asked + [("authorization", "Basic YTpi")]) == useful + ["authorization: Basic YTpi", always]
        )
        await host.directory.stop()
    }

    @Test(arguments: [#"{"mfa":"required"}"#, #"{"user":{"id":"ada"}}"#, #"{"session_id":"s-9"}"#, "<html>"])
    func `a good answer that names no user and session passes through, and the operator is told`(
        body: String
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(200, body) }
        let passed = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(passed.status == 200)
        let words = "the answer names no user and session where the contract says they are"
        #expect(host.settled.told.filter { $0.contains(" log-in ") } == ["exchange log-in \(words)"])
        await host.directory.stop()
    }

    @Test func `where the log-in sends the app is passed back`() async throws {
        let host = try await ProductHost.start { _ in
            let target = EgressRequest.Header("Location", "https://auth.exchange.example/step-2")
            return .success(EgressResponse(status: 303, headers: [target], body: []))
        }
        let passed = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(passed.status == 303)
        #expect(passed.headers["location"] == "https://auth.exchange.example/step-2")
        #expect(host.settled.told.allSatisfy { !$0.contains(" log-in ") })
        await host.directory.stop()
    }

    @Test func `a welcome that comes before there is a token leaves room for the one after it`() async throws {
        let host = try await ProductHost.start()
        func post(_ id: String) async throws -> [JSONValue?] {
            let event: JSONValue = [
                "id": .string(id), "source": "t", "type": "welcome", "recipients": ["ada"], "data": [:],
            ]
            let posted = await host.call("POST", "/v1/exchange/events", service: Self.service, event)
            #expect(posted.status == 202)
            func reasons() async -> [JSONValue?] {
                let trace = await host.call("GET", "/v1/exchange/events/\(id)", service: Self.service)
                return trace.json["notifications"]?.array?.first?["decisions"]?.array?.map { $0["reason"] } ?? []
            }
            try await waitUntil { await !reasons().isEmpty }
            return await reasons()
        }
        #expect(try await post("1") == ["no-device"])
        let start: JSONValue = ["userId": "ada", "sessionId": "s1", "pushAllowed": true, "token": "t-1"]
        _ = await host.call("POST", "/v1/exchange/sessions", service: Self.service, start)
        #expect(try await post("2") == ["routed"])
        #expect(try await post("3") == ["duplicate"])
        await host.directory.stop()
    }

    @Test func `a log-in that is refused passes through and makes nothing`() async throws {
        let host = try await ProductHost.start { _ in .answer(401, "{\"error\":\"wrong password\"}") }
        let refused = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(refused.status == 401)
        #expect(refused.json == ["error": "wrong password"])
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        await host.directory.stop()
    }

    @Test(
        arguments: [
            ["email": "a", "password": "b"], ["email": "a", "password": "b", "allow_notifications": true],
            ["email": "a", "password": "b", "allow_notifications": "yes"],
            ["email": "a", "password": "b", "allow_notifications": true, "fcm_token": 7],
        ] as [JSONValue]
    )
    func `a log-in that says wrong things of pushing isn't passed on`(body: JSONValue) async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("POST", "/exchange/api/v1/auth/login", body)
        #expect(answer.status == 422)
        #expect(answer.code == "validation_error")
        #expect(host.egress.requests.isEmpty)
        await host.directory.stop()
    }
}
