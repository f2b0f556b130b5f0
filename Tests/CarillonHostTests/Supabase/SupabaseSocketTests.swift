import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Supabase's protocol, frame by frame; its own clients are in `Tests/Interoperability`.
@Suite(.onBothStores, .timeLimit(.minutes(2)))
struct SupabaseSocketTests {
    /// A client that speaks one serializer.
    private struct Phone {
        let client: WebSocketClient
        let version: String

        func send(_ event: String, _ topic: String, _ payload: JSONValue, ref: JSONValue, join: JSONValue) async throws
        {
            let json: JSONValue =
                version == "2.0.0"
                ? [join, ref, .string(topic), .string(event), payload]
                : [
                    "topic": .string(topic), "event": .string(event), "payload": payload, "ref": ref, "join_ref": join,
                ]
            try await client.send(json)
        }

        func join(
            _ bindings: [JSONValue],
            token: String?,
            topic: String = "realtime:notifications",
            ref: String = "6"
        )
            async throws
        {
            var payload: JSONObject = ["config": ["postgres_changes": .array(bindings), "private": false]]
            payload["access_token"] = token.map { .string($0) }
            try await send("phx_join", topic, .object(payload), ref: .string(ref), join: .string(ref))
        }

        /// The next message, by the names of 1.0.0, its form looked at.
        func next() async throws -> JSONValue {
            let json = try await client.json()
            guard version == "2.0.0" else {
                #expect(json.object?.members.map(\.name) == ["topic", "event", "payload", "ref"])
                return json
            }
            let parts = json.array ?? []
            #expect(parts.count == 5)
            guard parts.count == 5 else { return .null }
            return ["topic": parts[2], "event": parts[3], "payload": parts[4], "ref": parts[1], "join_ref": parts[0]]
        }

        /// The answer to a refused join comes when it should, and others are answered meanwhile.
        func expectRefusal(_ reason: String, ref: String, at host: TestHost) async throws {
            for ticks in [SupabaseSocket.refusalTime - 1, 1] {
                try await send("heartbeat", "phoenix", [:], ref: "beat", join: .null)
                #expect(try await next()["ref"] == "beat")
                for _ in 1...ticks { host.live.tick(at: host.clock.now) }
            }
            let reply = try await next()
            #expect(reply["event"] == "phx_reply" && reply["ref"] == .string(ref))
            #expect(reply["payload"] == ["status": "error", "response": ["reason": .string(reason)]])
        }
    }

    private static let versions: [String?] = [nil, "1.0.0", "2.0.0"]
    private static let mine: JSONValue = [
        "event": "INSERT", "schema": "public", "table": "notifications", "filter": "user_id=eq.ada",
    ]
    private static let all: JSONValue = ["event": "*", "schema": "public", "table": "notifications"]

    private static func start(_ limits: HostLimits = HostLimits(), onDisk: Bool = false) async -> TestHost {
        await TestHost.start(onDisk: onDisk, limits: limits) { shop in
            shop.notificationIDs = .uuid
            shop.supabase = .testing
        }
    }

    private func with(
        _ version: String?,
        _ host: TestHost,
        _ body: @escaping @Sendable (Phone) async throws -> Void
    ) async throws {
        try await withHTTPService(host.api) { port in
            let target = "/shop/realtime/v1/websocket?apikey=any" + (version.map { "&vsn=\($0)" } ?? "")
            try await WebSocketClient.with(port: port, target, headers: ["Cookie: session=\(TestHost.token())"]) {
                client,
                head in
                #expect(head.hasPrefix("HTTP/1.1 101 "))
                try await body(Phone(client: client, version: version ?? "1.0.0"))
            }
        }
        await host.stop()
    }

    @Test(arguments: versions)
    func `a channel is joined, told its own rows and their marks, and left`(version: String?) async throws {
        let host = await Self.start()
        try await with(version, host) { phone in
            try await phone.join([Self.mine, Self.all], token: TestHost.token())
            let reply = try await phone.next()
            #expect(reply["event"] == "phx_reply" && reply["ref"] == "6" && reply["payload"]?["status"] == "ok")
            let echo = reply["payload"]?["response"]?["postgres_changes"]?.array ?? []
            // As they came, and an id behind.
            #expect(
                echo.map { JSONObject($0.object?.members.filter { $0.name != "id" } ?? []) } == [
                    Self.mine.object, Self.all.object,
                ]
            )
            let ids = echo.compactMap { $0["id"]?.integer }
            #expect(ids.allSatisfy { (1..<1 << 27).contains($0) } && Set(ids).count == 2)
            let system = try await phone.next()
            #expect(system["event"] == "system" && system["ref"] == .null)
            #expect(
                system["payload"] == [
                    "channel": "notifications", "extension": "postgres_changes", "message": "Subscribed to PostgreSQL",
                    "status": "ok",
                ]
            )
            _ = await host.post("1")
            let row = try await phone.next()
            #expect(row["event"] == "postgres_changes" && row["ref"] == .null)
            if version == "2.0.0" {
                #expect(row["join_ref"] == .null)
                #expect(reply["join_ref"] == "6" && system["join_ref"] == "6")
            }
            let data = row["payload"]?["data"]
            #expect(row["payload"]?["ids"] == .array(ids.map { JSONValue($0) }))
            let names = ["schema", "table", "type", "commit_timestamp", "columns", "record", "errors"]
            #expect(data?.object?.members.map(\.name) == names)
            #expect(data?["commit_timestamp"] == "2026-02-25T12:00:00.000Z" && data?["errors"] == .null)
            #expect(data?["record"]?["created_at"] == "2026-02-25T12:00:00+00:00")
            #expect(data?["record"]?["user_id"] == "ada" && data?["record"]?["is_read"] == false)
            #expect(data?["columns"]?.array?.first == ["name": "id", "type": "uuid"])
            let id = try #require(data?["record"]?["id"]?.string)
            _ = await host.send(
                "PATCH",
                "/v1/shop/notifications",
                bearer: TestHost.token(),
                json: ["ids": [.string(id)]]
            )
            let update = try await phone.next()["payload"]
            #expect(update?["ids"] == [JSONValue(ids[1])] && update?["data"]?["type"] == "UPDATE")
            #expect(update?["data"]?["old_record"] == ["id": .string(id)])
            #expect(update?["data"]?["record"]?["is_read"] == true)
            #expect(update?["data"]?["record"]?["read_at"] == "2026-02-25T12:00:00+00:00")
            // Of an older join it changes nothing.
            try await phone.send("phx_leave", "realtime:notifications", [:], ref: "7", join: "5")
            #expect(try await phone.next()["payload"]?["status"] == "ok")
            try await phone.send("phx_leave", "realtime:notifications", [:], ref: "8", join: "6")
            #expect(try await phone.next()["payload"]?["status"] == "ok")
            let closed = try await phone.next()
            #expect(closed["event"] == "phx_close" && closed["ref"] == "6")
            try await waitUntil { host.live.count == 0 }
        }
    }

    @Test(arguments: versions)
    func `heartbeats are answered, and topics that aren't joined refused`(version: String?) async throws {
        let host = await Self.start()
        try await with(version, host) { phone in
            try await phone.send("heartbeat", "phoenix", [:], ref: .null, join: .null)
            let beat = try await phone.next()
            #expect(beat["topic"] == "phoenix" && beat["ref"] == .null)
            #expect(beat["payload"] == ["status": "ok", "response": [:]])
            for (topic, event, reason) in [
                ("realtime:x", "access_token", "unmatched topic"), ("room:1", "phx_join", "unmatched topic"),
            ] {
                try await phone.send(event, topic, [:], ref: "1", join: "1")
                let reply = try await phone.next()
                #expect(reply["payload"] == ["status": "error", "response": ["reason": .string(reason)]])
            }
            try await phone.send("phx_leave", "realtime:x", [:], ref: "2", join: .null)
            #expect(try await phone.next()["payload"] == ["status": "ok", "response": [:]])
            // None of a channel's, and none at all.
            try await phone.send("phx_leave", "phoenix", [:], ref: "3", join: .null)
            try await phone.send("heartbeat", "phoenix", [:], ref: 4, join: .null)
            #expect(try await phone.next()["ref"] == 4)
        }
    }

    @Test func `rows follow the token, not the filter, and a cookie is none`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            // Without a token, then with another's, then with a wrong one.
            try await phone.join([Self.mine], token: nil)
            _ = try await phone.next()
            #expect(try await phone.next()["payload"]?["status"] == "ok")
            _ = await host.post("1")
            await host.settled.wait(for: 1)
            let topic = "realtime:notifications"
            try await phone.send(
                "access_token",
                topic,
                ["access_token": .string(TestHost.token("ben"))],
                ref: "2",
                join: "6"
            )
            #expect(try await phone.next()["event"] == "system")
            _ = await host.post("2")
            await host.settled.wait(for: 2)
            try await phone.send(
                "access_token",
                topic,
                ["access_token": .string(TestHost.token())],
                ref: "3",
                join: "6"
            )
            // Nothing of what came before, and no answer but this.
            #expect(try await phone.next()["event"] == "system")
            _ = await host.post("3")
            #expect(try await phone.next()["payload"]?["data"]?["record"]?["content"] == "A-1 has been shipped")
            for silent: JSONValue in [.null, .string(TestHost.token()), "any", "sb_publishable_x"] {
                try await phone.send("access_token", topic, ["access_token": silent], ref: "4", join: "6")
            }
            try await phone.send("access_token", topic, ["access_token": "nonsense"], ref: "5", join: "6")
            let system = try await phone.next()["payload"]
            #expect(system?["status"] == "error" && system?["extension"] == "system")
            #expect(system?["message"] == "The token provided is not a valid JWT")
            #expect(try await phone.next()["event"] == "phx_close")
            // The connection stays.
            try await phone.send("heartbeat", "phoenix", [:], ref: "9", join: .null)
            #expect(try await phone.next()["ref"] == "9")
        }
    }

    @Test func `a token that ends closes its channel, and a host that reloads the connection`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            let end = host.clock.now.epochMilliseconds / 1000 + 5
            try await phone.join([Self.all], token: TestHost.token(claims: [("exp", JSONValue(end))]))
            _ = try await (phone.next(), phone.next())
            host.clock.advance(by: .seconds(5))
            host.live.tick(at: host.clock.now)
            #expect(try await phone.next()["payload"]?["message"] == "Token has expired 0 seconds ago")
            #expect(try await phone.next()["event"] == "phx_close")
            try await phone.join([Self.all], token: TestHost.token(), ref: "7")
            _ = try await (phone.next(), phone.next())
            host.live.end(.reloaded, of: "shop")
            #expect(try await phone.client.next() == .close(1012))
        }
    }

    /// What a binding says beside `"event": "*"`, and what the client is told.
    private static let badBindings: [(JSONObject, String)] = [
        (
            ["schema": "public", "table": "notifications", "filter": "user_id=foo.hey"],
            "Error parsing `filter` params: [\"foo\", \"hey\"]"
        ),
        (
            ["schema": "public", "table": "notifications", "filter": "nothing=eq.1"],
            "invalid column for filter nothing"
        ),
        (
            ["schema": "public", "table": "notifications", "filter": "id=eq.x"],
            "invalid input syntax for type uuid: \"x\""
        ),
        (["schema": "public", "table": "others"], "Please check Realtime is enabled"),
        (["table": "notifications", "filter": "id=eq.x"], "No subscription params provided."),
        (["schema": "public", "table": "notifications", "filter": .null], "Error parsing `filter` params"),
    ]

    @Test(arguments: badBindings.indices)
    func `a bad binding doesn't fail the join, but there are no rows, of its neighbours neither`(
        index: Int
    ) async throws {
        let (members, message) = Self.badBindings[index]
        let binding = JSONValue.object(JSONObject([.init("event", "*")] + members.members))
        let host = await Self.start()
        try await with("1.0.0", host) { phone in
            try await phone.join([Self.mine, binding], token: TestHost.token())
            let reply = try await phone.next()["payload"]
            #expect(reply?["status"] == "ok" && reply?["response"]?["postgres_changes"]?.array?.count == 2)
            let system = try await phone.next()["payload"]
            #expect(
                system?["status"] == "error" && system?["message"]?.string?.contains(message) == true,
                "\(system ?? .null)"
            )
            #expect(host.live.count == 0)
        }
    }

    @Test func `a join takes the place of the one before, and of a hundred channels no more are taken`() async throws {
        let host = await Self.start(.testing(streamsPerUser: 1))
        try await with("2.0.0", host) { phone in
            for ref in ["1", "2"] {
                try await phone.join([Self.all], token: TestHost.token(), ref: ref)
                _ = try await (phone.next(), phone.next())
            }
            _ = await host.post("1")
            #expect(try await phone.next()["event"] == "postgres_changes")
            // One connection has one place for a user, whatever it joins.
            for number in 2...SupabaseSocket.channelLimit {
                try await phone.join([], token: nil, topic: "realtime:\(number)")
                #expect(try await phone.next()["payload"]?["status"] == "ok")
            }
            try await phone.join([], token: nil, topic: "realtime:more", ref: "9")
            try await phone.expectRefusal("ChannelRateLimitReached: Too many channels", ref: "9", at: host)
        }
    }

    /// What a join has beside its bindings, its topic, and what the client is told.
    private static let refused: [(members: JSONObject, topic: String, reason: String)] = [
        (["access_token": "nonsense"], "realtime:a", "MalformedJWT: The token provided is not a valid JWT"),
        (
            ["access_token": .string(TestHost.token(secret: "another-tenants-secret-another-tenants-secret"))],
            "realtime:a", "JwtSignatureError: Failed to validate JWT signature"
        ),
        (
            ["access_token": .string(TestHost.token(algorithm: "none"))],
            "realtime:a", "JwtSignatureError: Failed to validate JWT signature"
        ),
        (
            ["access_token": .string(TestHost.token(claims: []))],
            "realtime:a", "InvalidJWTToken: Fields `role` and `exp` are required in JWT"
        ),
        (
            ["access_token": .string(TestHost.token(claims: [("exp", 1_771_934_400)]))],
            "realtime:a", "InvalidJWTToken: Token has expired 86400 seconds ago"
        ),
        // The alias wins.
        (
            ["user_token": "nonsense", "access_token": .string(TestHost.token())],
            "realtime:a", "MalformedJWT: The token provided is not a valid JWT"
        ),
        (
            ["config": ["private": "true"]],
            "realtime:a", "Unauthorized: You do not have permissions to read from this Channel topic: a"
        ),
        (
            ["config": ["postgres_changes": .array(Array(repeating: all, count: SupabaseBindingReader.limit + 1))]],
            "realtime:a", "ChannelRateLimitReached: Too many postgres_changes in one channel"
        ),
        ([:], "realtime:", "TopicNameRequired: You must provide a topic name"),
    ]

    @Test(arguments: refused.indices)
    func `a refused join is answered after five seconds, in the real service's words, and holds nobody up`(
        index: Int
    ) async throws {
        let (members, topic, reason) = Self.refused[index]
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            try await phone.send("phx_join", topic, .object(members), ref: "1", join: "1")
            try await phone.expectRefusal(reason, ref: "1", at: host)
            #expect(host.live.count == 0)
        }
    }

    @Test func `where a user has as many streams as there may be, a join is refused, and may come again`() async throws
    {
        let host = await Self.start(.testing(streamsPerUser: 1))
        let other = try await StreamClient(host)
        try await with("2.0.0", host) { phone in
            try await phone.join([Self.mine], token: TestHost.token(), ref: "1")
            try await phone.expectRefusal("ConnectionRateLimitReached: Too many connected users", ref: "1", at: host)
            other.leave()
            try await phone.join([Self.mine], token: TestHost.token(), ref: "2")
            #expect(try await phone.next()["payload"]?["status"] == "ok")
        }
    }

    /// Payloads of a join that have another form than clients write.
    private static let shapes: [JSONValue] = [
        [:], [], .null, 1, "text", ["config": 5], ["config": []], ["config": ["postgres_changes": "all"]],
        ["config": ["postgres_changes": [1, "a", .null, []]]],
        ["config": ["presence": [], "broadcast": 1, "private": []]],
        ["access_token": 5, "user_token": [:]],
    ]

    @Test(arguments: shapes.indices)
    func `a join of whatever form is no error, and gets nothing`(index: Int) async throws {
        let host = await Self.start()
        try await with("1.0.0", host) { phone in
            try await phone.send("phx_join", "realtime:a", Self.shapes[index], ref: "1", join: "1")
            let reply = try await phone.next()["payload"]
            #expect(reply == ["status": "ok", "response": ["postgres_changes": []]])
            #expect(host.live.count == 0)
        }
    }

    @Test func `what some clients write otherwise is taken: events for event, no join_ref, a number for ref`()
        async throws
    {
        let host = await Self.start()
        try await with("1.0.0", host) { phone in
            let binding: JSONValue = ["events": "insert", "schema": "public", "table": "notifications"]
            let payload: JSONValue = [
                "config": ["postgres_changes": [binding]], "access_token": .string(TestHost.token()),
            ]
            try await phone.client.send([
                "topic": "realtime:a", "event": "phx_join", "ref": 5, "payload": payload, "more": [1],
            ])
            let reply = try await phone.next()
            #expect(reply["ref"] == 5)
            let echo = reply["payload"]?["response"]?["postgres_changes"]?.array?.first?.object
            #expect(echo?.members.map(\.name) == ["events", "schema", "table", "id"] && echo?["events"] == "insert")
            _ = try await phone.next()
            _ = await host.post("1")
            #expect(try await phone.next()["payload"]?["data"]?["type"] == "INSERT")
        }
    }

    @Test func `broadcast and presence answer only who asked for it`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            for (ref, config) in [
                ("1", ["broadcast": ["ack": true, "self": "true"], "presence": ["enabled": true]]), ("2", [:]),
            ] as [(String, JSONValue)] {
                try await phone.send(
                    "phx_join",
                    "realtime:\(ref)",
                    ["config": config],
                    ref: .string(ref),
                    join: .string(ref)
                )
                #expect(try await phone.next()["payload"]?["status"] == "ok")
                if ref == "1" { #expect(try await phone.next()["event"] == "presence_state") }
                let said: JSONValue = ["type": "broadcast", "event": "x", "payload": [:]]
                try await phone.send("broadcast", "realtime:\(ref)", said, ref: "7", join: .string(ref))
                if ref == "1" {
                    #expect(try await phone.next()["payload"] == said)
                    #expect(try await phone.next()["payload"]?["status"] == "ok")
                }
            }
            try await phone.send("presence", "realtime:2", ["event": "track"], ref: "8", join: "2")
            #expect(try await phone.next()["ref"] == "8")
        }
    }

    private static let nonsense = [
        "[]", "{\"topic\":1}", "nonsense", "[null,null,\"a\",\"b\"]", "", "null",
        String(repeating: "[", count: 100_000),
    ]

    @Test(arguments: nonsense.indices)
    func `what is no message closes the connection, with a code after which clients come again`(
        index: Int
    ) async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            // Binary messages are of broadcasts, which are none of ours.
            try await phone.client.write(WebSocketClient.frame(0x82, [3, 1, 2]))
            try await phone.client.send(Self.nonsense[index])
            #expect(try await phone.client.next() == .close(1008))
        }
    }

    @Test func `joins without end are reported and cut`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            for _ in 0...SupabaseSocket.joinLimit {
                try await phone.join([], token: nil)
            }
            for _ in 0..<SupabaseSocket.joinLimit { #expect(try await phone.next()["payload"]?["status"] == "ok") }
            let reason = try await phone.next()["payload"]?["response"]?["reason"]
            #expect(reason == "ClientJoinRateLimitReached: Too many joins per second")
            #expect(try await phone.client.next() == .close(1008))
        }
    }

    @Test func `messages without end are told and cut`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            try await phone.join([], token: nil)
            #expect(try await phone.next()["payload"]?["status"] == "ok")
            for _ in 1...SupabaseSocket.messageLimit {
                try await phone.send("access_token", "realtime:notifications", [:], ref: "1", join: "6")
            }
            let system = try await phone.next()["payload"]
            #expect(system?["message"] == "Too many messages per second" && system?["extension"] == "system")
            #expect(try await phone.client.next() == .close(1008))
        }
    }

    @Test func `a join whose feed can't be read closes the connection, and blames nobody`() async throws {
        let host = await Self.start(onDisk: true)
        try await with("2.0.0", host) { phone in
            await host.directory.stop()
            await host.store.close()
            try await phone.join([Self.mine], token: TestHost.token())
            #expect(try await phone.client.next() == .close(1012))
        }
    }

    @Test func `who says nothing for a minute is cut`() async throws {
        let host = await Self.start()
        try await with("2.0.0", host) { phone in
            try await phone.send("heartbeat", "phoenix", [:], ref: "1", join: .null)
            _ = try await phone.next()
            for _ in 1...SupabaseSocket.quietTime { host.live.tick(at: host.clock.now) }
            #expect(try await phone.client.next() == .end)
        }
    }

    @Test func `the upgrade is refused without a key, in another version, and of a tenant without the table`()
        async throws
    {
        let host = await Self.start()
        let headers: [(name: String, value: String)] = [
            ("upgrade", "websocket"), ("connection", "Upgrade"), ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]
        func ask(_ target: String) async -> (status: Int, error: JSONValue?) {
            let answer = await host.send("GET", target, headers: headers)
            return (answer.status, answer.json["error"])
        }
        #expect(await ask("/shop/realtime/v1/websocket") == (401, "API key is missing"))
        #expect(await ask("/shop/realtime/v1/websocket?apikey=").status == 401)
        #expect(await ask("/shop/realtime/v1/websocket?apikey=k&vsn=9").status == 403)
        #expect(await ask("/shop/realtime/v1/websocket?vsn=2.0.0&log_level=info&apikey=k").status == 101)
        #expect(await ask("/other/realtime/v1/websocket?apikey=k").status == 404)
        // Whose it is shows by itself where only one tenant has such a table.
        #expect(await ask("/realtime/v1/websocket?apikey=k").status == 101)
        let plain = await host.send("GET", "/shop/realtime/v1/websocket?apikey=k")
        #expect(plain.status == 426 && plain.headers["sec-websocket-version"] == "13")
        await host.stop()
    }
}
