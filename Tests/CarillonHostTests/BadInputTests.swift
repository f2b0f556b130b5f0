import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonHost

/// What callers do wrong, and what they are told.
struct BadInputTests {
    @Test func `every fault of an event is reported at once, with its place`() async {
        let host = await TestHost.start(withWorkers: false)
        let event: JSONValue = [
            "id": "", "source": "tests", "type": "order.shipped", "recipients": ["ada", 7], "time": "yesterday",
            "data": ["count": "many", "colour": "red"], "extra": 1,
        ]
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event)
        #expect(answer.status == 422)
        #expect(answer.headers["content-type"] == "application/problem+json")
        let pointers = answer.json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? []
        #expect(
            Set(pointers) == ["/extra", "/time", "/recipients/1", "/id", "/data/order", "/data/count", "/data/colour"]
        )
    }

    @Test(arguments: ["id", "source", "type", "time", "scheduledAt", "topic", "recipients", "data"])
    func `a null in an event is a wrong type`(member: String) async throws {
        let host = await TestHost.start(withWorkers: false)
        var event = try #require(TestHost.event().object)
        event[member] = .null
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == 422)
        let faults = answer.json["errors"]?.array?.filter { $0["pointer"] == .string("/\(member)") } ?? []
        #expect(faults.map { $0["code"] } == ["wrong-type"])
    }

    @Test(
        arguments: [
            ([.init("recipients", [])], ["too-few"]), ([], ["missing"]), ([.init("recipients", [7])], []),
            ([.init("topic", "news"), .init("recipients", [])], nil), ([.init("topic", "news")], nil),
            ([.init("specversion", "1.0"), .init("recipients", "")], ["too-few"]),
        ] as [([JSONObject.Member], [JSONValue]?)]
    )
    func `a list of recipients that names nobody isn't called missing`(
        members: [JSONObject.Member],
        codes: [JSONValue]?
    ) async throws {
        let host = await TestHost.start(withWorkers: false)
        var event = try #require(TestHost.event().object)
        event["recipients"] = nil
        for member in members { event[member.name] = member.value }
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == (codes == nil ? 202 : 422))
        let faults = answer.json["errors"]?.array?.filter { $0["pointer"] == "/recipients" } ?? []
        #expect(faults.map { $0["code"] } == codes ?? [])
    }

    @Test func `a null of a CloudEvent's attribute is as if it were left out`() async throws {
        let host = await TestHost.start(withWorkers: false)
        var event = try #require(TestHost.event().object)
        event["specversion"] = "1.0"
        event["time"] = .null
        event["topic"] = .null
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == 202)
    }

    @Test(arguments: [("application/json; charset=utf-16", 415), ("application/json; charset=\"UTF-8\"", 202)])
    func `a body in another charset than UTF-8 isn't read`(type: String, status: Int) async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [("content-type", type)],
            body: TestHost.event().text
        )
        #expect(answer.status == status)
    }

    @Test func `a query parameter that stands twice is refused`() async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send("GET", "/v1/shop/notifications?limit=1&limit=2", bearer: TestHost.token())
        #expect(answer.status == 400 && answer.json["code"] == "malformed")
    }

    @Test func `a name of the client's that is repeated to them is cut`() async {
        let host = await TestHost.start(withWorkers: false)
        let name = String(repeating: "n", count: 10_000)
        for body in ["{\"\(name)\": 1, \"\(name)\": 2}", "{\"\(name)\": 1}"] {
            let answer = await host.send(
                "POST",
                "/v1/shop/events",
                bearer: TestHost.serviceKey,
                headers: [("content-type", "application/json")],
                body: body
            )
            #expect([400, 422].contains(answer.status) && answer.json.text.utf8.count < 2000)
        }
    }

    @Test func `users may not ask for others' subscriptions`() async {
        let host = await TestHost.start(withWorkers: false)
        let path = "/v1/shop/subscriptions?userId="
        #expect(await host.send("GET", path + "ben", bearer: TestHost.token()).status == 403)
        #expect(await host.send("GET", path + "ada", bearer: TestHost.token()).status == 200)
        #expect(await host.send("GET", path + "ben", bearer: TestHost.serviceKey).status == 200)
    }

    @Test func `what a reader's token says is kept where nothing else was said`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let store = try await host.store.tenant("shop")
        let put: JSONValue = ["locale": "nb"]
        _ = await host.send("PUT", "/v1/shop/users/ben", bearer: TestHost.serviceKey, json: put)
        for (index, path) in ["notifications", "preferences", "stream"].enumerated() {
            let claims: [(String, JSONValue)] = [
                ("exp", 4_000_000_000), ("locale", "en"), ("email", "a@example.com"), ("zoneinfo", "Europe/Oslo"),
            ]
            for user in ["user-\(index)", "ben"] {
                let token = TestHost.token(user, claims: claims)
                #expect(await host.send("GET", "/v1/shop/\(path)", bearer: token).status == 200)
            }
            let facts = UserAttributes(email: "a@example.com", locale: "en", timeZone: "Europe/Oslo")
            #expect(try await store.facts(of: UserID(unchecked: "user-\(index)")) == facts)
        }
        let facts = UserAttributes(email: "a@example.com", locale: "nb", timeZone: "Europe/Oslo")
        #expect(try await store.facts(of: "ben") == facts)
        _ = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token("eve"))
        #expect(try await store.facts(of: "eve") == nil)
    }

    @Test func `an unknown event type is named with those there are`() async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            json: TestHost.event(type: "order.lost")
        )
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.first?["code"] == "unknown-event")
        #expect(answer.json["errors"]?.array?.first?["message"]?.string?.contains("order.shipped") == true)
    }

    @Test(arguments: [
        ("{\"id\": ", "application/json", 400), ("{\"a\":1,\"a\":2}", "application/json", 400),
        (String(repeating: "[", count: 100), "application/json", 400), ("[]", "application/json", 422),
        ("{}", "text/plain", 415), ("\u{FEFF}{}", "application/json", 400),
    ])
    func `a body that can't be read says why`(body: String, type: String, status: Int) async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [("content-type", type)],
            body: body
        )
        #expect(answer.status == status)
        #expect(answer.json["detail"]?.string?.isEmpty == false)
    }

    @Test func `a body that isn't UTF-8, or nests too deep, changes nothing`() async {
        let host = await TestHost.start(withWorkers: false)
        let broken: [[UInt8]] = [
            Array("{\"id\":\"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8), [0xC0, 0x80],
            Array("{\"id\":\"\\ud800\"}".utf8),
            Array((String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65)).utf8),
        ]
        for body in broken {
            var request = APIRequest("POST", path: ["v1", "shop", "events"])
            request.headers = [
                ("authorization", "Bearer \(TestHost.serviceKey)"), ("content-type", "application/json"),
            ]
            request.body = body
            let answer = await host.api.respond(to: request)
            #expect(answer.status == 400)
        }
    }

    @Test func `a key that stands twice is named with its place`() async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [("content-type", "application/json")],
            body: #"{"id":"1","data":{"order":"A","order":"B"}}"#
        )
        #expect(answer.status == 400)
        #expect(answer.json["detail"]?.string?.contains("order") == true)
    }

    @Test func `an unknown tenant, path and method are each told apart`() async {
        let host = await TestHost.start(withWorkers: false)
        #expect(await host.send("GET", "/v1/nobody/notifications", bearer: TestHost.token()).status == 404)
        #expect(await host.send("GET", "/v1/shop/nothing", bearer: TestHost.token()).status == 404)
        let wrong = await host.send("PUT", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, HEAD, OPTIONS, PATCH")
    }

    @Test func `in a batch each event stands alone`() async {
        let host = await TestHost.start(withWorkers: false)
        let batch: JSONValue = [
            TestHost.event("1"), TestHost.event("2", type: "order.lost"), TestHost.event("1"),
            TestHost.event("3", data: ["order": "C-3"]),
        ]
        let answer = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [("content-type", "application/cloudevents-batch+json")],
            body: batch.text
        )
        #expect(answer.status == 202)
        let statuses = answer.json["events"]?.array?.compactMap { $0["status"]?.string } ?? []
        #expect(statuses.count == 4 && statuses[1] == "rejected" && statuses[3] == "accepted")
        #expect(Set([statuses[0], statuses[2]]) == ["accepted", "duplicate"])
    }

    @Test func `a CloudEvent comes structured or in headers`() async {
        let host = await TestHost.start(withWorkers: false)
        let structured: JSONValue = [
            "specversion": "1.0", "id": "c1", "source": "//shop", "type": "order.shipped", "recipients": "ada,bob",
            "data": ["order": "A-1"], "traceparent": "00-1",
        ]
        let first = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [("content-type", "application/cloudevents+json")],
            body: structured.text
        )
        #expect(first.status == 202 && first.json["events"]?.array?.first?["notifications"]?.array?.count == 2)
        let second = await host.send(
            "POST",
            "/v1/shop/events",
            bearer: TestHost.serviceKey,
            headers: [
                ("ce-specversion", "1.0"), ("ce-id", "c2"), ("ce-source", "//shop"), ("ce-type", "order.shipped"),
                ("ce-recipients", "ada"),
            ],
            json: ["order": "A-1"]
        )
        #expect(second.status == 202)
    }

    @Test(arguments: ["ExponentPushToken[]", "hello", "ExponentPushToken[a b]", "ExponentPushToken[x]\n"])
    func `a token that is none is not registered`(token: String) async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/devices",
            bearer: TestHost.token(),
            json: ["token": .string(token)]
        )
        #expect([400, 422].contains(answer.status))
    }

    @Test(
        arguments: [
            ("PATCH", "notifications", ["ids": ["n-1"], "read": .null], "/read"),
            ("POST", "devices", ["token": "ExponentPushToken[a]", "name": .null], "/name"),
            ("PUT", "subscriptions/news", ["types": .null], "/types"),
        ] as [(String, String, JSONValue, String)]
    )
    func `a null where none is allowed is reported, once`(
        method: String,
        path: String,
        body: JSONValue,
        pointer: String
    ) async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(method, "/v1/shop/\(path)", bearer: TestHost.token(), json: body)
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.map { $0["pointer"]?.string } == [pointer])
        await host.stop()
    }

    @Test func `a member is refused without a list where there is none to name`() async {
        let host = await TestHost.start(withWorkers: false) { $0.toggles = [] }
        let answer = await host.send("PATCH", "/v1/shop/preferences", bearer: TestHost.token(), json: ["x": true])
        #expect(answer.json["errors"]?.array?.first?["message"] == "is not known here")
        await host.stop()
    }

    @Test func `a limit beyond all numbers is a large one`() async {
        let host = await TestHost.start(withWorkers: false)
        let path = "/v1/shop/notifications?limit="
        let large = String(repeating: "9", count: 20)
        #expect(await host.send("GET", path + large, bearer: TestHost.token()).status == 200)
        let below = await host.send("GET", path + "-" + large, bearer: TestHost.token())
        #expect(below.status == 422 && below.json["errors"]?.array?.map { $0["code"] } == ["out-of-range"])
    }

    @Test(arguments: ["?limit=0", "?limit=ten", "?offset=-1", "?cursor=x", "?unread=maybe", "?category=none"])
    func `a query that makes no sense is a validation error`(query: String) async {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send("GET", "/v1/shop/notifications\(query)", bearer: TestHost.token())
        #expect(answer.status == 422)
    }

    @Test func `more than a hundred ids are too many to mark`() async {
        let host = await TestHost.start(withWorkers: false)
        let ids = JSONValue.array((0...100).map { .string("n\($0)") })
        let answer = await host.send("PATCH", "/v1/shop/notifications", bearer: TestHost.token(), json: ["ids": ids])
        #expect(answer.status == 422)
    }

    @Test(arguments: ["timeZone": "Mars/X", "phone": "abc", "email": "ada", "locale": "no such"])
    func `what is said of a user is checked`(name: String, value: String) async {
        let host = await TestHost.start(withWorkers: false)
        let facts = JSONValue.object(JSONObject([.init(name, .string(value))]))
        let answer = await host.send("PUT", "/v1/shop/users/ada", bearer: TestHost.serviceKey, json: facts)
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.first?["pointer"]?.string == "/\(name)")
    }

    @Test func `a cloud event may bring its data in Base64`() async {
        let host = await TestHost.start(withWorkers: false)
        let payload = TestHost.event()["data"] ?? .null
        for (encoded, status) in [(Base64.encode(payload.utf8), 202), ("bm8ganNvbg==", 422), ("?", 422)] {
            var event = TestHost.event().object ?? JSONObject()
            event["data"] = nil
            event["specversion"] = "1.0"
            event["recipients"] = "ada"
            event["data_base64"] = .string(encoded)
            let answer = await host.send(
                "POST",
                "/v1/shop/events",
                bearer: TestHost.serviceKey,
                headers: [("content-type", "application/cloudevents+json")],
                json: .object(event)
            )
            #expect(answer.status == status)
        }
    }
}
