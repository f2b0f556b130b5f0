import CarillonClient
import CarillonModel
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// The client kit's inbox at a host, whose stream it reads on sockets.
@Suite(.onBothStores, .timeLimit(.minutes(5)))
struct KitInboxTests {
    @Test func `an inbox whose stream is cut a hundred times, at any byte, is the feed, and has no item twice`()
        async throws
    {
        let seed = UInt64.random(in: 0...(.max))
        var random = SplitMix(seed: seed)
        let host = await TestHost.start()
        try await withHTTPService(host.api) { port in
            var app = App(host: host, port: port)
            try await app.step(.opened(user: "ada", cache: nil))
            for round in 0..<100 {
                // Missed, unless this connection goes on far enough after the last id.
                if random.next() % 2 == 0 { _ = await app.post("missed-\(round)") }
                try await app.listen(bytes: random.next(below: 900), posting: "cut-\(round)")
                let ids = app.state.items.map(\.id)
                #expect(Set(ids).count == ids.count, "seed \(seed)")
                try await app.step(.connectionLost(retry: nil, request: app.state.streamRequest))
                // Here, and on another device.
                if let id = ids.randomElement(using: &random) {
                    try await app.step(.mark(ids: [id], isRead: random.next() % 2 == 0, at: app.now))
                }
                if let id = ids.randomElement(using: &random) {
                    #expect(await app.mark([id], isRead: random.next() % 2 == 0) == 200)
                }
                try await app.step(.connectionTimer)
            }
            try await app.listen(toTheEndOf: "last")
            while app.state.cursor != nil { try await app.step(.more) }
            let feed = await app.feed()
            #expect(feed.count > 100)
            let newest = feed.prefix(InboxReducer.limit)
            #expect(InboxReducer.shown(app.state).map(\.id) == newest.map(\.id), "seed \(seed)")
            #expect(InboxReducer.shown(app.state).map(\.isRead) == newest.map(\.isRead), "seed \(seed)")
            #expect(InboxReducer.shownUnreadCount(app.state) == feed.count { !$0.isRead }, "seed \(seed)")
            host.live.close()
        }
        await host.stop()
    }
}

/// An app that does what the reducer says.
private struct App {
    let host: TestHost
    let port: Int
    private(set) var state = InboxReducer.State()
    /// Goes on by as much as a pause between two marks, at each step.
    private(set) var now: Int64 = 0
    private var posted = 0

    init(host: TestHost, port: Int) {
        self.host = host
        self.port = port
    }

    mutating func step(_ event: InboxReducer.Event) async throws {
        var effects = InboxReducer().reduce(&state, event)[...]
        while let effect = effects.popFirst() {
            now += InboxReducer.markInterval
            switch effect {
            case .fetchPage(let cursor, let request):
                let page = await page(after: cursor, limit: 20, request: request)
                effects += InboxReducer().reduce(&state, page)
            case .sendMark(let ids, let isRead, let request):
                let outcome = RequestOutcome(status: await mark(ids, isRead: isRead))
                effects += InboxReducer().reduce(&state, .marked(outcome, request: request, at: now))
            case .waitToMark: effects += InboxReducer().reduce(&state, .markTimer(at: now))
            // Who calls connects and cuts.
            case .openStream, .closeStream, .waitToFetch, .waitToConnect, .refreshToken, .save, .erase: break
            }
        }
    }

    /// Sends an event, a second after the one before, and waits until it is in the feed.
    ///
    /// - Returns: the notification's id.
    mutating func post(_ name: String) async -> String {
        posted += 1
        return await Self.post(name, posted, to: host)
    }

    private static func post(_ name: String, _ number: Int, to host: TestHost) async -> String {
        host.clock.advance(by: .seconds(1))
        let id = await host.post(name)
        await host.settled.wait(for: number)
        return id
    }

    /// Connects, and takes so many bytes of the stream, of which there are enough: somebody sends until there are.
    mutating func listen(bytes count: Int, posting name: String) async throws {
        let done = Flag()
        let (request, before) = (request, posted)
        let (stream, more) = try await withThrowingTaskGroup(of: [UInt8].self) { [host, port] group in
            group.addTask {
                defer { done.set() }
                return try await RawClient(port: port).bytes(of: request) { Self.body($0).count >= count }
            }
            var number = 0
            while !done.isSet {
                number += 1
                _ = await Self.post("\(name)-\(number)", before + number, to: host)
                try await waitUntil { done.isSet || host.live.count > 0 }
            }
            return (try await group.next() ?? [], number)
        }
        posted += more
        try await take(Self.body(stream).prefix(count))
        // The next one isn't one too many.
        try await waitUntil { [host] in host.live.count == 0 }
    }

    /// Connects, and takes all that there is.
    mutating func listen(toTheEndOf name: String) async throws {
        let id = await post(name)
        let stream = try await RawClient(port: port).bytes(of: request) { bytes in
            let events = StreamClient.events(in: String(decoding: Self.body(bytes), as: UTF8.self))
            guard bytes.suffix(2) == [0x0A, 0x0A] else { return false }
            return events.contains { $0.data["id"]?.string == id } && events.last?.name == "badge"
        }
        try await take(Self.body(stream))
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) async throws {
        var reader = EventStreamReader(lastEventID: state.lastEventID)
        for event in reader.read(bytes) {
            let data = try JSONValue(parsing: Array(event.data.utf8))
            let reported = try #require(FeedEvent(name: event.name, data: data), "\(event)")
            try await step(.stream(reported, id: event.id, request: state.streamRequest, at: now))
        }
    }

    /// Of HTTP/1.0, so that the answer is the stream and nothing around its pieces.
    private var request: String {
        let last = state.needsPage ? nil : state.lastEventID
        return "GET /v1/shop/stream HTTP/1.0\r\nAuthorization: Bearer \(TestHost.token())\r\n"
            + (last.map { "Last-Event-ID: \($0)\r\n" } ?? "") + "\r\n"
    }

    private static func body(_ answer: [UInt8]) -> ArraySlice<UInt8> {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        let start = answer.indices.first { answer[$0...].starts(with: end) }
        return start.map { answer[($0 + 4)...] } ?? []
    }

    func mark(_ ids: [String], isRead: Bool) async -> Int {
        let body: JSONValue = ["ids": .array(ids.map { .string($0) }), "read": .boolean(isRead)]
        return await host.send("PATCH", "/v1/shop/notifications", bearer: TestHost.token(), json: body).status
    }

    private func page(after cursor: String?, limit: Int, request: Int64) async -> InboxReducer.Event {
        let query = "?limit=\(limit)" + (cursor.map { "&cursor=\(PercentEncoding.encode($0))" } ?? "")
        let json = await host.send("GET", "/v1/shop/notifications" + query, bearer: TestHost.token()).json
        return .page(
            items: (json["items"]?.array ?? []).compactMap { InboxItem($0) },
            unreadCount: json["unreadCount"]?.integer.map { Int($0) },
            nextCursor: json["nextCursor"]?.string,
            request: request
        )
    }

    /// As the host has it, whole.
    func feed() async -> [InboxItem] {
        var all: [InboxItem] = []
        var cursor: String?
        repeat {
            guard case .page(let items, _, let next, _) = await page(after: cursor, limit: 100, request: 0) else {
                return all
            }
            all += items
            cursor = next
        } while cursor != nil
        return all
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}
