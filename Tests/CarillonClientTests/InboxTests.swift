import CarillonClient
import CarillonModel
import Testing

struct InboxTests {
    @Test(arguments: try VectorFile.inbox.vectors())
    func `the inbox shows what the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        try Scenario(
            reducer: InboxReducer(),
            state: InboxReducer.State(),
            event: Self.event,
            effect: Self.effect,
            describe: Self.describe
        ).run(vector)
    }

    @Test(arguments: try VectorFile.inbox.vectors())
    func `after each step the cache gives back what is kept`(_ vector: Vector) throws {
        let vector = vector.json
        var state = InboxReducer.State()
        for step in try vector.list("steps") {
            guard let event = try Self.event(try step.required("event")) else { continue }
            _ = InboxReducer().reduce(&state, event)
            guard let cache = InboxCache(state) else { continue }
            #expect(InboxCache(cache.utf8) == cache)
            var reopened = InboxReducer.State()
            _ = InboxReducer().reduce(&reopened, .opened(user: cache.user, cache: cache))
            #expect(InboxReducer.shown(reopened) == InboxReducer.shown(state))
        }
    }

    @Test func `an item of one's own making is what the host's would be`() throws {
        let host = try #require(
            InboxItem([
                "id": "a", "createdAt": "2026-03-01T08:00:00.500Z", "isRead": true, "content": ["title": "Sent"],
            ])
        )
        let own = InboxItem(id: "a", at: 1_772_352_000_500, isRead: true, content: ["content": ["title": "Sent"]])
        #expect(own.id == host.id && own.createdAt == host.createdAt && own.isRead && own.time == host.time)
        #expect(own.content.sorted == host.content.sorted)
        // What it is wins over what its content says that it is.
        let odd = InboxItem(id: "b", at: 0, content: ["id": "c", "isRead": true, "createdAt": 7])
        #expect(odd.content.sorted == ["createdAt": "1970-01-01T00:00:00Z", "id": "b", "isRead": false])
        #expect(odd.id == "b" && !odd.isRead && odd.createdAt == "1970-01-01T00:00:00Z")
        #expect(InboxItem(id: "b", at: 0, content: "nonsense") == InboxItem(id: "b", at: 0))
    }

    @Test func `a cache cut at any byte is none`() throws {
        var state = InboxReducer.State()
        let item = try #require(InboxItem(["id": "a", "createdAt": "2026-03-01T08:00:00Z", "isRead": false]))
        _ = InboxReducer().reduce(&state, .opened(user: "u1", cache: nil))
        _ = InboxReducer().reduce(&state, .stream(.notification(item), id: "e1", request: 1, at: 0))
        let bytes = try #require(InboxCache(state)).utf8
        for end in bytes.indices { #expect(InboxCache(bytes[..<end]) == nil) }
        #expect(InboxCache(bytes)?.items == [item])
    }

    static func event(_ json: JSONValue) throws -> InboxReducer.Event? {
        switch try json.text("type") {
        case "opened":
            let cache = json["cache"].flatMap { $0.isNull ? nil : InboxCache($0.utf8) }
            return .opened(user: try json.text("user"), cache: cache)
        case "stream":
            let event = FeedEvent(name: try json.text("name"), data: try json.required("data"))
            return try event.map {
                .stream($0, id: json["id"]?.string, request: try json.time("request"), at: try json.time())
            }
        case "connectionLost":
            return .connectionLost(
                retry: json["retry"]?.integer,
                status: json["status"]?.integer.map(Int.init) ?? 0,
                request: try json.time("request")
            )
        case "page":
            return .page(
                items: try json.list("items").compactMap(InboxItem.init),
                unreadCount: json["unreadCount"]?.integer.map(Int.init),
                nextCursor: json["nextCursor"]?.string,
                request: try json.time("request")
            )
        case "pageFailed": return .pageFailed(request: try json.time("request"))
        case "fetchTimer": return .fetchTimer
        case "refresh": return .refresh
        case "more": return .more
        case "mark":
            return .mark(ids: try json.texts("ids"), isRead: try json.flag("isRead"), at: try json.time())
        case "marked":
            return .marked(try RequestOutcome(json), request: try json.time("request"), at: try json.time())
        case "markTimer": return .markTimer(at: try json.time())
        case "connectionTimer": return .connectionTimer
        case "tokenRefreshed": return .tokenRefreshed
        case "background": return .background
        case "foreground": return .foreground(at: try json.time())
        case "signedOut": return .signedOut
        default: throw UnknownEvent(event: json)
        }
    }

    private static func effect(_ effect: InboxReducer.Effect) -> JSONValue {
        switch effect {
        case .openStream(let id, let request):
            ["type": "openStream", "lastEventID": JSONValue(id), "request": JSONValue(request)]
        case .closeStream: ["type": "closeStream"]
        case .fetchPage(let cursor, let request):
            ["type": "fetchPage", "cursor": JSONValue(cursor), "request": JSONValue(request)]
        case .sendMark(let ids, let isRead, let request):
            [
                "type": "sendMark", "ids": .array(ids.map(JSONValue.string)), "isRead": .boolean(isRead),
                "request": JSONValue(request),
            ]
        case .waitToFetch(let wait): ["type": "waitToFetch", "milliseconds": JSONValue(wait.milliseconds)]
        case .waitToMark(let wait): ["type": "waitToMark", "milliseconds": JSONValue(wait.milliseconds)]
        case .waitToConnect(let wait): ["type": "waitToConnect", "milliseconds": JSONValue(wait.milliseconds)]
        case .refreshToken: ["type": "refreshToken"]
        case .save: ["type": "save"]
        case .erase: ["type": "erase"]
        }
    }

    /// Shown items are their ids, with a star where they are unread.
    private static func describe(_ state: InboxReducer.State) -> JSONValue {
        let fetching: JSONValue =
            switch state.fetching {
            case .first: "first"
            case .next: "next"
            case nil: .null
            }
        return [
            "connection": .string(state.connection.rawValue), "user": JSONValue(state.user), "fetching": fetching,
            "shown": .array(InboxReducer.shown(state).map { .string($0.isRead ? $0.id : "\($0.id)*") }),
            "unread": JSONValue(InboxReducer.shownUnreadCount(state)), "count": JSONValue(state.items.count),
            "cursor": JSONValue(state.cursor), "lastEventID": JSONValue(state.lastEventID),
            "pending": .array(
                state.pending.map { ["ids": .array($0.ids.map(JSONValue.string)), "isRead": .boolean($0.isRead)] }
            ),
            "awaited": .array(state.awaited.map(JSONValue.string)),
        ]
    }
}

struct EventStreamTests {
    @Test(arguments: try VectorFile.streams.vectors())
    func `a stream is read as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let chunks = try vector.texts("chunks")
        try check(vector, chunks.map { Array($0.utf8) })
        // However the bytes are cut.
        try check(vector, chunks.flatMap { $0.utf8.map { [$0] } })
        try check(vector, [chunks.flatMap { Array($0.utf8) }])
    }

    private func check(_ vector: JSONValue, _ chunks: [[UInt8]]) throws {
        var reader = EventStreamReader(
            lastEventID: vector["given"]?.string,
            limit: vector["limit"]?.integer.map(Int.init) ?? 1_048_576
        )
        let events = chunks.flatMap { reader.read($0) }
        let described = events.map { event -> JSONValue in
            ["name": .string(event.name), "data": .string(event.data), "id": JSONValue(event.id)]
        }
        #expect(JSONValue.array(described).sorted == vector["events"]?.sorted)
        if let retry = vector["retry"] { #expect(reader.retry == retry.integer) }
        if let id = vector["lastEventID"] { #expect(reader.lastEventID == id.string) }
    }
}
