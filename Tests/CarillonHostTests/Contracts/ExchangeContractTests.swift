import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// Tokens that live as long as a log-in.
@Suite(.onBothStores)
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
        #expect(await start("s5", [("pushAllowed", false), ("token", "")]).status == 200)
        #expect(await start("s6", [("pushAllowed", true), ("token", "")]).status == 422)
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-1"])
        await host.stop()
    }

    @Test(arguments: [[], [("token", "t-1")], [("token", .null)]] as [[(String, JSONValue)]])
    func `a session that says nothing of pushing isn't started`(members: [(String, JSONValue)]) async throws {
        let host = try await ProductHost.start()
        let object = JSONObject(
            [.init("userId", "ada"), .init("sessionId", "s1")] + members.map { .init($0.0, $0.1) }
        )
        let answer = await host.call("POST", "/v1/exchange/sessions", service: Self.service, .object(object))
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.map { $0["pointer"] } == ["/pushAllowed"])
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.session("s1") == nil)
        await host.stop()
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
        await host.stop()
    }

    @Test(arguments: ["contract", "service"])
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
        default:
            let target = "/v1/exchange/sessions/s1"
            let answer = await host.call("PATCH", target, service: Self.service, ["token": "t-2"])
            #expect(answer.json["pushAllowed"] == false && answer.json["token"] == nil)
        }
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        // The token was not kept: who says yes brings one.
        #expect(await host.call("PATCH", path, user: "ada", ["allow_notifications": true]).status == 422)
        let yes: JSONValue = ["allow_notifications": true, "fcm_token": "t-3"]
        #expect(await host.call("PATCH", path, user: "ada", yes).json["allow_notifications"] == true)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-3"])
        await host.stop()
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
        await host.stop()
    }

    @Test func `another method under a contract is told as that, in the contract's words`() async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("PUT", "/exchange/api/v1/auth/sessions/s1", user: "ada", [:])
        #expect(answer.status == 405 && answer.code == "method_not_allowed")
        let request = APIRequest("GET", path: APIRequest.roughPath(of: "/exchange/api/%ff"))
        let refused = host.api.resolve(request).refusal(.badPath, of: request)
        #expect(try JSONValue(parsing: refused.bytes)["error"]?["code"] == "invalid_request")
        #expect(refused.status == 400)
        await host.stop()
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
        await host.stop()
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
        await host.stop()
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
        let key = ProductHost.serviceKey
        let basic = Base64.encode(Array("x:\(key)".utf8), .standard)
        for header in [
            ("authorization", key), ("authorization", "Token \(key)"), ("authorization", "Basic \(basic)"),
            ("user-agent", key), ("x-request-id", "a, \(key)"), ("x-device-model", key),
        ] { #expect(await passedOn([header]) == [always], "\(header)") }
        let useful = ["accept-language: nb", "user-agent: App/1", "x-request-id: r-1", "x-device-model: Fold"]
        let asked = useful.map { line -> (name: String, value: String) in
            let parts = line.split(separator: ": ")
            return (String(parts[0]), String(parts[1]))
        }
        #expect(
            await passedOn(asked + [("authorization", "Basic YTpi")]) == useful + ["authorization: Basic YTpi", always]
        )
        await host.stop()
    }

    @Test(
        arguments: [
            (
                #"{"mfa":"required"}"#,
                "the answer has nothing at response.user.id; the answer has nothing at response.session_id"
            ),
            (#"{"user":{"id":"ada"}}"#, "the answer has nothing at response.session_id"),
            (#"{"session_id":"s-9"}"#, "the answer has nothing at response.user.id"),
            (#"{"user":{"id":{"v":1}},"session_id":"s-9"}"#, "response.user.id is an object, not a text or a number"),
            (#"{"user":{"id":""},"session_id":"s-9"}"#, "response.user.id is no id: \(UserID.shape)"),
            ("<html>", "the answer is no JSON"),
        ]
    )
    func `a good answer that names no user and session passes through, and the operator is told`(
        body: String,
        reason: String
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(200, body) }
        let passed = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(passed.status == 200)
        #expect(host.settled.reports.filter { $0.contains(" log-in ") } == ["exchange log-in \(reason)"])
        let listed = host.directory.json.array?.first { $0["id"] == "exchange" }
        #expect(listed?["loginsNotNoted"]?["count"] == 1)
        #expect(listed?["loginsNotNoted"]?["latest"]?["reason"] == .string(reason))
        await host.stop()
    }

    @Test func `where the log-in sends the app is passed back`() async throws {
        let host = try await ProductHost.start { _ in
            let target = EgressRequest.Header("Location", "https://auth.exchange.example/step-2")
            return .success(EgressResponse(status: 303, headers: [target], body: []))
        }
        let passed = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(passed.status == 303)
        #expect(passed.headers["location"] == "https://auth.exchange.example/step-2")
        #expect(host.settled.reports.allSatisfy { !$0.contains(" log-in ") })
        await host.stop()
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
        await host.stop()
    }

    @Test func `a log-in that is refused passes through and makes nothing`() async throws {
        let host = try await ProductHost.start { _ in .answer(401, "{\"error\":\"wrong password\"}") }
        let refused = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(refused.status == 401)
        #expect(refused.json == ["error": "wrong password"])
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        await host.stop()
    }

    private static let goodAnswer = #"{"user":{"id":"ada"},"session_id":"s-9"}"#

    /// A log-in, and what the operator is told of it; nil: nothing.
    private static let silentLogins: [(body: String, reason: String?)] = [
        (#"{"allow_notifications": false, "fcm_token": ""}"#, nil),
        (#"{"allow_notifications": false, "fcm_token": null}"#, nil),
        (#"{"allow_notifications": false}"#, nil),
        (#"{"email": "a"}"#, "allow_notifications missing"),
        (#"{"allow_notifications": null, "fcm_token": "t-1"}"#, "allow_notifications wrong-type"),
        (#"{"allow_notifications": "yes", "fcm_token": "t-1"}"#, "allow_notifications wrong-type"),
        (#"{"allow_notifications": false, "fcm_token": 7}"#, "fcm_token wrong-type"),
        ("no JSON", "malformed"),
    ]

    @Test(arguments: silentLogins)
    func `a log-in that allows no pushing is one without, whatever else it says`(
        body: String,
        reason: String?
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(200, Self.goodAnswer) }
        let answer = await host.call("POST", "/exchange/api/v1/auth/login", body: body)
        #expect(answer.status == 200 && answer.json.text == Self.goodAnswer)
        #expect(host.egress.requests.map(\.body) == [Array(body.utf8)])
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.session("s-9")?.allowsPush == false)
        #expect(try await store.devices(of: "ada").isEmpty)
        #expect(
            host.settled.reports.filter { $0.contains(" log-in ") } == (reason.map { ["exchange log-in \($0)"] } ?? [])
        )
        await host.stop()
    }

    @Test(
        arguments: [
            (#""fcm_token": """#, "missing"), (#""fcm_token": null"#, "missing"), (#""fcm_token": 7"#, "wrong-type"),
            (#""fcm_token": "a b""#, "token-malformed"), (#""email": "a""#, "missing"),
            (#""fcm_token": "\#(String(repeating: "t", count: 5_000))""#, "too-long"),
        ]
    )
    func `a log-in whose token is none goes through, and an update brings one`(
        member: String,
        code: String
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(200, Self.goodAnswer) }
        let body = "{\"allow_notifications\": true, \(member)}"
        #expect(await host.call("POST", "/exchange/api/v1/auth/login", body: body).status == 200)
        #expect(host.settled.reports.filter { $0.contains(" log-in ") } == ["exchange log-in fcm_token \(code)"])
        let store = try #require(host.directory.tenant("exchange")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        let path = "/exchange/api/v1/auth/sessions/s-9"
        #expect(await host.call("PATCH", path, user: "ada", ["fcm_token": "t-2"]).json["allow_notifications"] == true)
        #expect(try await store.devices(of: "ada").map(\.token) == ["t-2"])
        await host.stop()
    }

    /// What the host can't read, it passes on all the same.
    @Test(arguments: [
        ("?next=%zz&e=x%40y&a=%", "", 300 << 10, "too-large"),
        ("", "Content-Encoding: gzip\r\n", 20, "unsupported-media-type"),
        ("?next=%ff", "Content-Encoding: br\r\n", 2 << 20, "unsupported-media-type"),
    ])
    func `a log-in that can't be read here is passed on, up to a bound`(
        query: String,
        header: String,
        size: Int,
        reason: String
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(200, Self.goodAnswer) }
        let head = "POST /exchange/api/v1/auth/login\(query) HTTP/1.1\r\nHost: x\r\n\(header)Connection: close\r\n"
        func ask(_ size: Int, body: String) async throws -> String {
            try await withHTTPService(host.api) { port in
                try await RawClient(port: port).exchange(["\(head)Content-Length: \(size)\r\n\r\n\(body)"])
            }
        }
        let answer = try await ask(size, body: String(repeating: "x", count: size))
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix(Self.goodAnswer))
        let request = try #require(host.egress.requests.first)
        let sent = query.replacing("%zz", with: "%25zz").replacing("&a=%", with: "&a=%25")
        #expect(request.url == "https://auth.exchange.example/api/v1/auth/login\(sent)")
        #expect(request.body.count == size)
        #expect(request.headers.contains { $0.name == "content-encoding" } == !header.isEmpty)
        #expect(host.settled.reports.filter { $0.contains(" log-in ") } == ["exchange log-in \(reason)"])
        let large = try await ask(LoginForwarder.bodyLimit + 1, body: "")
        #expect(large.hasPrefix("HTTP/1.1 413 "))
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `what no URL may hold doesn't keep a log-in here`() async throws {
        let host = try await ProductHost.start { _ in .answer(200, Self.goodAnswer) }
        let answer = await host.call("POST", #"/exchange/api/v1/auth/login?a=\b#é"#, Self.login)
        #expect(answer.status == 200)
        #expect(host.egress.requests.map(\.url) == ["https://auth.exchange.example/api/v1/auth/login?a=%5Cb%23%C3%A9"])
        await host.stop()
    }

    @Test func `what else a contract takes must be read here`() async throws {
        let host = try await ProductHost.start()
        for (target, header) in [("?a=%zz", ""), ("", "Content-Encoding: gzip\r\n")] {
            let head = "PATCH /exchange/api/v1/auth/sessions/s-1\(target) HTTP/1.1\r\nHost: x\r\n\(header)"
            let text = try await withHTTPService(host.api) { port in
                try await RawClient(port: port).exchange(["\(head)Connection: close\r\nContent-Length: 2\r\n\r\n{}"])
            }
            #expect(text.hasPrefix("HTTP/1.1 4") && !text.hasPrefix("HTTP/1.1 401"), "\(text)")
        }
        await host.stop()
    }

    @Test(arguments: [
        EgressFailure.notSent("nothing listens there"), .noAnswer("the other side closed the connection"),
    ])
    func `a log-in service that is down is reported as that`(failure: EgressFailure) async throws {
        let host = try await ProductHost.start { _ in .failure(failure) }
        let answer = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(answer.status == 502 && answer.code == "bad_gateway")
        #expect(answer.headers["retry-after"] == "5")
        await host.stop()
    }

    @Test func `a log-in service that is slow is reported as that when its time is up`() async throws {
        let asked = Mutex<[Duration]>([])
        let host = try await ProductHost.start(
            answering: { _ in
                // Until the request is broken off.
                try? await Task.sleep(for: .seconds(600))
                return .failure(.noAnswer("the request was broken off"))
            },
            pause: { duration in asked.withLock { $0.append(duration) } }
        )
        let answer = await host.call("POST", "/exchange/api/v1/auth/login", Self.login)
        #expect(answer.status == 504 && answer.code == "gateway_timeout")
        #expect(asked.withLock { $0 } == [.seconds(10)])
        await host.stop()
    }

    @Test func `a captured answer tells what would be stored of a log-in`() async throws {
        let host = try await ProductHost.start()
        let profile = try #require(host.directory.tenant("exchange")).runtime.profile
        let trial = try #require(LoginTrial.all(of: profile, registry: .standard, at: ManualClock().now).first)
        let good = trial.report(on: Array(Self.goodAnswer.utf8), to: Self.login.utf8)
        #expect(good.user == "ada" && good.session == "s-9" && good.hasDevice == true && good.faults.isEmpty)
        let silent: JSONValue = ["allow_notifications": false, "fcm_token": ""]
        let quiet = trial.report(on: Array(Self.goodAnswer.utf8), to: silent.utf8)
        #expect(quiet.allowsPush == false && quiet.hasDevice == false && quiet.faults.isEmpty)
        let wrong = trial.report(on: Array(#"{"user":{"userId":"ada","email":"a@b.c"},"session_id":7}"#.utf8))
        #expect(wrong.user == nil && wrong.session == nil)
        #expect(wrong.faults == ["the answer has nothing at response.user.id; response.user has userId, email"])
        await host.stop()
    }

    private static func post(
        _ host: ProductHost,
        _ id: String,
        _ type: String,
        _ data: JSONValue
    ) async -> ProductHost.Answer {
        let event: JSONValue = [
            "id": .string(id), "source": "t", "type": .string(type), "recipients": ["ada"], "data": data,
        ]
        return await host.call("POST", "/v1/exchange/events", service: service, event)
    }

    @Test func `custom data and an action go to the app beside the words`() async throws {
        let host = try await ProductHost.start()
        let notice: JSONValue = [
            "title": "A second look", "body": "Your deposit waits.", "action": "DEPOSIT_RECEIVED",
            "custom": ["transaction_id": "txn_1", "promo.code": ""],
        ]
        #expect(await Self.post(host, "1", "notice", notice).status == 202)
        #expect(await Self.post(host, "2", "notice", ["title": "Hi", "body": "There"]).status == 202)
        let feed = "/v1/exchange/notifications"
        try await waitUntil { await host.call("GET", feed, user: "ada").json["items"]?.array?.count == 2 }
        let items = await host.call("GET", feed, user: "ada").json["items"]?.array ?? []
        let data = items.sorted { $0["title"]?.string ?? "" < $1["title"]?.string ?? "" }.map { $0["data"] }
        let custom: JSONValue = [
            "action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "promo.code": "",
            "transaction_id": "txn_1",
        ]
        #expect(data == [custom, ["action": "NONE", "campaign_id": "", "campaign_name": ""]])
        await host.stop()
    }

    @Test(
        arguments: [
            (["action": "REFUND"], "/data/action"), (["custom": ["action": "NONE"]], "/data/custom/action"),
            (["custom": ["campaign_id": "x"]], "/data/custom/campaign_id"),
            (["custom": ["fcm_options": "x"]], "/data/custom/fcm_options"),
            (["custom": ["promo": "javascript&colon;x"]], "/data/custom/promo"),
            (["custom": ["google.x": "x"]], "/data/custom/google.x"), (["custom": ["a": 1]], "/data/custom/a"),
            (["custom": ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"]], "/data/custom"),
        ] as [(JSONObject, String)]
    )
    func `custom data that can't be carried is refused`(members: JSONObject, pointer: String) async throws {
        let host = try await ProductHost.start()
        let texts: JSONObject = ["title": "Hi", "body": "There"]
        let data = JSONObject(texts.members + members.members)
        let answer = await Self.post(host, "1", "notice", .object(data))
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.map { $0["pointer"] } == [.string(pointer)])
        await host.stop()
    }

    @Test func `a send says an action otherwise only as one of the document's five`() async throws {
        let host = try await ProductHost.start()
        func send(_ data: JSONValue, type: String = "notice") async throws -> ProductHost.Answer {
            var payload: JSONValue = ["title": "Hi", "body": "There"]
            if type != "notice" { payload = try ProductSamples.payload("exchange", type) }
            let body: JSONValue = ["userId": "ada", "type": .string(type), "payload": payload, "data": data]
            return await host.call("POST", "/v1/exchange/send", service: Self.service, body)
        }
        for (data, type, pointer) in [
            (["action": "REFUND"], "notice", "/data/action"), (["action": 1], "notice", "/data/action"),
            (["action": .null], "notice", "/data/action"),
            (["campaign_id": "x"], "notice", "/data/campaign_id"),
            (["action": "REFUND"], "deposit.received", "/data/action"),
            (["action": .null], "deposit.received", "/data/action"),
            (["url": "tel:112"], "notice", "/data/url"), (["aps": [:]], "notice", "/data/aps"),
            (["fcm_options": ["image": "https://exchange.example/x.png"]], "notice", "/data/fcm_options"),
            (["from": "Ada"], "notice", "/data/from"), (["google.sent": "1"], "notice", "/data/google.sent"),
        ] as [(JSONValue, String, String)] {
            let answer = try await send(data, type: type)
            #expect(answer.status == 422, "\(answer.json)")
            #expect(answer.json["errors"]?.array?.map { $0["pointer"] } == [.string(pointer)])
        }
        // What may be said fails only because nobody has a device.
        for data in [["action": "DEPOSIT_RECEIVED"], ["action": "NONE", "campaign_id": "", "mine": "x"], [:]]
            as [JSONValue]
        {
            #expect(try await send(data).json["code"] == "no-device")
        }
        await host.stop()
    }

    @Test(
        arguments: [
            ("W", 202), ("OP", 202), ("USDC.e", 202), ("1INCH", 202), ("BTC-PERP_2026.12.26_USDT", 202), ("", 422),
            (".e", 422), ("US DC", 422), ("BTC-PERP_2026.12.26_USDTX", 422),
        ]
    )
    func `assets have 1 to 24 characters`(asset: String, status: Int) async throws {
        let host = try await ProductHost.start()
        let data: JSONValue = [
            "transaction_id": "txn_1", "network": "base", "amount": ["value": "100.00", "currency": .string(asset)],
        ]
        #expect(await Self.post(host, "1", "deposit.received", data).status == status)
        if status == 202 {
            let feed = "/v1/exchange/notifications"
            try await waitUntil { await host.call("GET", feed, user: "ada").json["items"]?.array?.count == 1 }
            let item = await host.call("GET", feed, user: "ada").json["items"]?.array?.first
            #expect(item?["data"]?["asset"] == .string(asset))
            #expect(item?["body"]?.string?.contains(asset) == true)
        }
        await host.stop()
    }

    @Test func `the message to FCM is the document's`() async throws {
        let host = try await ProductHost.start()
        let runtime = try #require(host.directory.tenant("exchange")).runtime
        let request = RenderingRequest(
            notification: "n",
            event: "deposit.received",
            channel: "push",
            payload: try ProductSamples.payload("exchange", "deposit.received"),
            priority: .high,
            now: host.clock.now
        )
        let fcm = try #require(ChannelRegistry.standard["fcm"])
        var rendering = request
        rendering.badge = 7
        let message = fcm.providerMessage(try runtime.rendering.render(rendering))
        let android: JSONValue = [
            "priority": "high",
            "notification": [
                "channel_id": "default", "sound": "default", "color": "#4CAF50", "icon": "ic_notification",
            ],
        ]
        #expect(message?["android"] == android)
        #expect(message?["apns"]?["payload"]?["aps"] == ["sound": "default", "badge": 1, "mutable-content": 1])
        let data: JSONValue = [
            "action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c7",
            "amount": "100.00", "asset": "USDC", "network": "base",
        ]
        #expect(message?["data"] == data)
        await host.stop()
    }
}
