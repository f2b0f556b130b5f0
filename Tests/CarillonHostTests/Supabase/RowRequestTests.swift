import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// What PostgREST's clients ask of the table; they themselves are in `Tests/Interoperability`.
@Suite(.onBothStores, .timeLimit(.minutes(2)))
struct RowRequestTests {
    private static let path = "/shop/rest/v1/notifications"

    private static func start() async -> TestHost {
        await TestHost.start(withWorkers: true) { shop in
            shop.notificationIDs = .uuid
            shop.supabase = .testing
        }
    }

    private static func ask(
        _ host: TestHost,
        _ method: String,
        _ query: String,
        path: String = path,
        user: String? = "ada",
        headers: [(name: String, value: String)] = [],
        body: String? = nil
    ) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        await host.send(
            method,
            path + (query.isEmpty ? "" : "?" + query),
            bearer: user.map { TestHost.token($0) },
            headers: [("apikey", "any"), ("cookie", "session=\(TestHost.token())")] + headers,
            body: body
        )
    }

    /// Method, query, body, and what is answered.
    private static let refused: [(method: String, query: String, body: String?, status: Int, code: String)] = [
        ("GET", "nothing=eq.1", nil, 400, "42703"), ("GET", "secret=eq.1", nil, 400, "42703"),
        ("GET", "id=foo.1", nil, 400, "PGRST100"), ("GET", "id=in.1", nil, 400, "PGRST100"),
        ("GET", "id=eq.x", nil, 400, "22P02"), ("GET", "count=gt.x", nil, 400, "22P02"),
        ("GET", "or=(id.eq.1)", nil, 400, "PGRST100"), ("GET", "select=a:id", nil, 400, "PGRST100"),
        ("GET", "select=users(*)", nil, 400, "PGRST100"), ("GET", "select=nothing", nil, 400, "42703"),
        ("GET", "select=*,users(*)", nil, 400, "PGRST100"), ("GET", "select=*,nothing", nil, 400, "42703"),
        ("GET", "order=id.up", nil, 400, "PGRST100"), ("GET", "order=nothing", nil, 400, "42703"),
        ("GET", "limit=-1", nil, 400, "PGRST100"), ("GET", "offset=x", nil, 400, "PGRST100"),
        ("PATCH", "id=eq.x", "{}", 400, "22P02"), ("PATCH", "", "[]", 400, "PGRST102"),
        ("PATCH", "", "", 400, "PGRST102"), ("PATCH", "", "{\"is_read\":", 400, "PGRST102"),
        ("PATCH", "", "{\"nothing\":1}", 400, "PGRST204"), ("PATCH", "", "{\"content\":\"x\"}", 403, "42501"),
        ("PATCH", "", "{\"user_id\":\"ben\"}", 403, "42501"), ("PATCH", "", "{\"is_read\":\"perhaps\"}", 400, "22P02"),
        ("POST", "", "{\"content\":\"x\"}", 403, "42501"), ("DELETE", "", nil, 403, "42501"),
    ]

    @Test(arguments: refused.indices)
    func `what can't be had is refused as PostgREST does it, and changes nothing`(index: Int) async throws {
        let (method, query, body, status, code) = Self.refused[index]
        let host = await Self.start()
        _ = await host.post("1")
        await host.settled.wait(for: 1)
        let answer = await Self.ask(host, method, query, body: body)
        #expect(answer.status == status && answer.json["code"] == .string(code), "\(answer)")
        #expect(answer.json.object?.members.map(\.name).sorted() == ["code", "details", "hint", "message"])
        let unread = await Self.ask(host, "GET", "is_read=is.false")
        #expect(unread.json.array?.count == 1)
        await host.stop()
    }

    @Test func `rows are their user's, by a token and by nothing else`() async throws {
        let host = await Self.start()
        _ = await host.post("1")
        await host.settled.wait(for: 1)
        // A cookie is none, and neither is the key.
        for (user, bearer, status) in [(nil, nil, 200), ("ben", nil, 200), (nil, "any", 200), (nil, "nonsense", 401)]
            as [(String?, String?, Int)]
        {
            let headers = bearer.map { [(name: "authorization", value: "Bearer \($0)")] } ?? []
            let answer = await Self.ask(host, "GET", "user_id=eq.ada", user: user, headers: headers)
            #expect(answer.status == status && answer.json.array?.isEmpty != false, "\(answer)")
        }
        let anonymous = await Self.ask(host, "PATCH", "", user: nil, body: "{\"is_read\":true}")
        #expect(anonymous.status == 401 && anonymous.json["code"] == "42501")
        let others = await Self.ask(host, "PATCH", "", user: "ben", body: "{\"is_read\":true}")
        #expect(others.status == 204 && others.headers["content-range"] == "*/*")
        #expect(await Self.ask(host, "GET", "is_read=is.false").json.array?.count == 1)
        let elsewhere = await Self.ask(host, "GET", "", path: "/shop/rest/v1/users")
        #expect(elsewhere.status == 404 && elsewhere.json["code"] == "PGRST205")
        let schema = await Self.ask(host, "GET", "", headers: [("accept-profile", "private")])
        #expect(schema.status == 406 && schema.json["code"] == "PGRST106")
        let old = TestHost.token(claims: [("exp", 1)])
        let expired = await host.send("GET", Self.path, bearer: old, headers: [("apikey", "any")])
        #expect(expired.status == 401 && expired.json["code"] == "PGRST303")
        #expect(expired.headers["www-authenticate"]?.contains("JWT expired") == true)
        let keyless = await host.send("GET", Self.path, bearer: TestHost.token())
        #expect(keyless.status == 401 && keyless.json["message"] == "No API key found in request")
        await host.stop()
    }

    @Test func `a mark goes through the whole feed, however long it is, and names a thousand rows at most`()
        async throws
    {
        let host = await Self.start()
        let count = RowRequest.pageLimit + RowRequest.markLimit + 1
        let events = (1...count).map { TestHost.event("\($0)") }
        for start in stride(from: 0, to: count, by: 100) {
            #expect(await host.postBatch(Array(events[start..<min(start + 100, count)])) == 202)
        }
        await host.settled.wait(for: count)
        let some = await Self.ask(
            host,
            "PATCH",
            "is_read=eq.false&count=is.null&select=is_read",
            headers: [("prefer", "return=representation"), ("prefer", "count=exact")],
            body: "{\"is_read\":true}"
        )
        #expect(some.status == 200 && some.headers["content-range"] == "0-\(count - 1)/\(count)")
        #expect(some.json.array?.count == RowRequest.pageLimit)
        #expect(some.json.array?.allSatisfy { $0 == ["is_read": true] } == true)
        let list = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(list.json["unreadCount"] == 0 && list.json["totalCount"] == JSONValue(count))
        // None is left for the same, and all go back.
        let none = await Self.ask(host, "PATCH", "is_read=eq.false", body: "{\"is_read\":true}")
        #expect(none.status == 204 && none.headers["content-range"] == "*/*")
        let back = await Self.ask(host, "PATCH", "", body: "{\"read_at\":null}")
        #expect(back.headers["content-range"] == "0-\(count - 1)/*")
        let unread = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(unread.json["unreadCount"] == JSONValue(count))
        await host.stop()
    }
}
