import CarillonModel
import CarillonPipeline

/// Readers of a large store: lists, marking, counts, and what a round of the workers asks.
struct ReadBenchmark {
    let tenant: any TenantStore
    let options: Options

    func run() async throws {
        try await fill()
        let users = (0..<options.users).map { AcceptedEvent.benchmark(user: $0).notifications[0].recipient }
        let count = 5000
        try await measure("list of 50", count: count, callers: 4) { [tenant] number in
            let page = try await tenant.feed(of: users[number * 7919 % users.count], FeedQuery(limit: 50))
            guard !page.items.isEmpty else { throw Unexpected() }
        }
        try await measure("list of 50, one category, unread only", count: count, callers: 4) { [tenant] number in
            let query = FeedQuery(limit: 50, categories: ["transfers"], unreadOnly: true)
            _ = try await tenant.feed(of: users[number * 7919 % users.count], query)
        }
        try await measure("unread count", count: count, callers: 4) { [tenant] number in
            _ = try await tenant.feed(of: users[number * 7919 % users.count], FeedQuery(limit: 0))
        }
        try await mark(users)
        try await measure("register a device", count: count, callers: 16) { [tenant] number in
            let registration = DeviceRegistration(owner: users[number], token: "token-\(number)", plugin: "expo")
            _ = try await tenant.register(registration, within: .none, at: now())
        }
        try await measure("due, of nothing", count: count, callers: 4) { [tenant] _ in
            _ = try await tenant.due(in: .sole(.home), at: now(), limit: 100)
        }
        try await measure("next due", count: count, callers: 4) { [tenant] _ in _ = try await tenant.nextNotification()
        }
        try await measure("accept, 64 callers", count: 20_000, callers: 64) { [tenant] number in
            _ = try await tenant.accept(.benchmark(user: number % 10_000))
        }
        try await measure("due, of 20,000", count: 200, callers: 1) { [tenant] _ in
            _ = try await tenant.due(in: .sole(.home), at: now(), limit: 100)
        }
    }

    private func mark(_ users: [UserID]) async throws {
        var ids: [[String]] = []
        for number in 0..<1000 {
            let page = try await tenant.feed(of: users[number * 7919 % users.count], FeedQuery(limit: 100))
            ids.append(page.items.map(\.id))
        }
        let marked = ids
        try await measure("mark 100", count: 1000, callers: 4) { [tenant] number in
            _ = try await tenant.mark(marked[number], of: users[number * 7919 % users.count], read: true, at: now())
        }
    }

    private func fill() async throws {
        let step = 50_000
        for start in stride(from: 0, to: options.notifications, by: step) {
            let count = min(step, options.notifications - start)
            try await measure("fill to \(start + count)", count: count, callers: 256) { [tenant, options] number in
                _ = try await tenant.accept(.benchmark(user: (start + number) % options.users))
            }
            try await show()
        }
    }

    /// Routes all that is due, to the feed alone.
    private func show() async throws {
        let content = FeedContent(
            locale: "en",
            texts: ["en": ["title": "Transfer complete", "body": "12.50 NOK from Ada Lovelace"]]
        )
        while true {
            let due = try await tenant.due(in: .sole(.home), at: now(), limit: 1000)
            guard !due.isEmpty else { return }
            async let shown = tenant.putInFeed(due.map { FeedEntry($0.id, content) }, at: now())
            let routed = due.map { RoutedNotification(row: $0.row, decisions: [], deliveries: []) }
            _ = try await tenant.route(routed, in: .sole(.home), at: now())
            _ = try await shown
        }
    }
}
