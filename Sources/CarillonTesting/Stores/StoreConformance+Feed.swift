import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let feed: [Rule] = [
        Rule("a feed shows what was put in it, as it was rendered") { subject in
            let event = AcceptedEvent.testing("1")
            _ = try await subject.tenant.accept(event)
            try requireEqual(await subject.tenant.feed(of: "ada", FeedQuery(limit: 10)).items, [], "before")
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing)], at: .at(1))
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            let item = try requireValue(page.items.first, "nothing in the feed")
            try requireEqual(item.id, "n-1", "id")
            try requireEqual(item.event, event.type, "event")
            try requireEqual(item.content, .testing, "content")
            try requireEqual(item.createdAt, .at(0), "created at")
            try requireEqual(item.readAt, nil, "read at")
            try requireEqual(item.recipient, "ada", "recipient")
            try requireEqual([page.totalCount, page.unreadCount], [1, 1], "counts")
            try requireEqual(page.hasMore, false, "has more")
        },
        Rule("what the feed shows is delivered, and what ended before it was shown isn't shown") { subject in
            for id in ["1", "2"] {
                var event = AcceptedEvent.testing(id)
                event.supersedes = id
                let row = try await subject.tenant.acceptAndRoute(event)[0]
                let entry = FeedEntry("n-\(id)", .testing, delivery: row)
                var next = AcceptedEvent.testing("next-\(id)", due: 999)
                next.supersedes = id
                if id == "1" { try await subject.tenant.putInFeed([entry], at: .at(1)) }
                _ = try await subject.tenant.accept(next)
                try await subject.tenant.putInFeed([entry], at: .at(2))
                try await subject.tenant.settle([Settlement(row: row, result: .delivered(nil), at: .at(3))])
            }
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            try requireEqual(page.items.map(\.id), ["n-1"], "shown")
            try requireEqual(await delivery(subject, "1")?.status, .delivered, "what was shown")
            try requireEqual(await delivery(subject, "1")?.attempts.map(\.outcome), [.delivered], "its story")
            try requireEqual(await delivery(subject, "2")?.status, .cancelled, "what was not")
        },
        Rule("putting in the feed again changes no count, and unknown ids are passed over") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing), FeedEntry("n-404", .testing)], at: .at(1))
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: true, at: .at(2))
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing)], at: .at(3))
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            try requireEqual([page.totalCount, page.unreadCount], [1, 0], "counts")
            try requireEqual(page.items.map(\.readAt), [.at(2)], "read at")
        },
        Rule("items are found by their ids, each once, in the order named, and nobody else's") { subject in
            for id in ["1", "2", "3"] { _ = try await subject.tenant.accept(.testing(id)) }
            _ = try await subject.tenant.accept(.testing("of-ben", to: ["ben"], at: 4))
            let entries = ["n-1", "n-3", "n-of-ben"].map { FeedEntry($0, .testing) }
            try await subject.tenant.putInFeed(entries, at: .at(9))
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: true, at: .at(10))
            let named = ["n-3", "n-of-ben", "n-404", "n-2", "n-1", "n-3"]
            let found = try await subject.tenant.items(named, of: "ada")
            try requireEqual(found.map(\.id), ["n-3", "n-1"], "ids")
            try requireEqual(found.map(\.readAt), [nil, .at(10)], "read at")
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            try requireEqual(Set(found), Set(page.items), "as the feed has them")
            try requireEqual(await subject.tenant.items(["n-1"], of: "eve"), [], "of nobody")
        },
        Rule("a group is the reader's own of a priority and a time, read or not, the oldest first") { subject in
            try await fillByUrgency(subject)
            _ = try await subject.tenant.accept(.testing("of-ben", to: ["ben"], at: 4))
            try await subject.tenant.putInFeed([FeedEntry("n-of-ben", .testing)], at: .at(9))
            let group = CollectedGroup(priority: .normal, due: .at(2)...(.at(5)))
            try requireEqual(await subject.tenant.ids(in: group, of: "ada", read: false), ["n-2", "n-5"], "unread")
            try requireEqual(await subject.tenant.ids(in: group, of: "ada", read: true), ["n-4"], "read")
            try requireEqual(await subject.tenant.ids(in: group, of: "eve", read: false), [], "of nobody")
            let high = CollectedGroup(priority: .high, due: .at(1)...(.at(1)))
            try requireEqual(await subject.tenant.ids(in: high, of: "ada", read: false), ["n-1"], "of one moment")
        },
        Rule("pages by offset and by cursor hold every item once, the newest first") { subject in
            try await fill(subject, count: 25)
            let expected = (0..<25).reversed().map { "n-\($0)" }
            var byOffset: [String] = []
            for offset in stride(from: 0, to: 30, by: 10) {
                let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10, start: .offset(offset)))
                byOffset += page.items.map(\.id)
                try requireEqual(page.hasMore, offset < 15 && page.items.count == 10, "has more after \(offset)")
                try requireEqual(page.totalCount, 25, "total")
            }
            try requireEqual(byOffset, expected, "by offset")
            var byCursor: [String] = []
            var query = FeedQuery(limit: 10)
            while true {
                let page = try await subject.tenant.feed(of: "ada", query)
                byCursor += page.items.map(\.id)
                guard page.hasMore, let last = page.items.last else { break }
                query.start = .before(row: last.row)
            }
            try requireEqual(byCursor, expected, "by cursor")
        },
        Rule("an item that comes meanwhile doesn't move what a cursor continues with") { subject in
            try await fill(subject, count: 4)
            let first = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 2))
            let last = try requireValue(first.items.last, "no page")
            _ = try await subject.tenant.accept(.testing("new", at: 100))
            try await subject.tenant.putInFeed([FeedEntry("n-new", .testing)], at: .at(100))
            let second = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 2, start: .before(row: last.row)))
            try requireEqual(second.items.map(\.id), ["n-1", "n-0"], "second page")
        },
        Rule("a feed is ordered by when things were due, not by when they were shown") { subject in
            _ = try await subject.tenant.accept(.testing("reminder", at: 0, due: 50))
            _ = try await subject.tenant.accept(.testing("first", at: 10))
            _ = try await subject.tenant.accept(.testing("second", at: 20))
            try await subject.tenant.putInFeed([FeedEntry("n-second", .testing)], at: .at(21))
            try await subject.tenant.putInFeed([FeedEntry("n-first", .testing)], at: .at(22))
            try await subject.tenant.putInFeed([FeedEntry("n-reminder", .testing)], at: .at(50))
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            try requireEqual(page.items.map(\.id), ["n-reminder", "n-second", "n-first"], "order")
            try requireEqual(page.items.map(\.createdAt), [.at(50), .at(20), .at(10)], "created at")
        },
        Rule("filters by category and by unread count what they show") { subject in
            for (id, second) in [("a", 1), ("b", 2), ("c", 3)] as [(String, Int64)] {
                _ = try await subject.tenant.accept(.testing(id, at: second))
            }
            let categories = ["a": "transfers", "b": "security"]
            let entries = ["a", "b", "c"].map { FeedEntry("n-\($0)", .testing, category: categories[$0]) }
            try await subject.tenant.putInFeed(entries, at: .at(4))
            _ = try await subject.tenant.mark(["n-b"], of: "ada", read: true, at: .at(5))
            let cases: [(categories: [String], unreadOnly: Bool, ids: [String])] = [
                ([], false, ["n-c", "n-b", "n-a"]), ([], true, ["n-c", "n-a"]), (["transfers"], false, ["n-a"]),
                (["security"], true, []), (["security", "transfers"], false, ["n-b", "n-a"]), (["other"], false, []),
            ]
            for (categories, unreadOnly, ids) in cases {
                let query = FeedQuery(limit: 10, categories: categories, unreadOnly: unreadOnly)
                let page = try await subject.tenant.feed(of: "ada", query)
                try requireEqual(page.items.map(\.id), ids, "items of \(categories) \(unreadOnly)")
                try requireEqual(page.totalCount, ids.count, "total of \(categories) \(unreadOnly)")
                try requireEqual(page.allCount, 3, "all, whatever is asked for")
                try requireEqual(page.unreadCount, 2, "unread, whatever the query")
            }
        },
        Rule("pages are cut by time, whatever is read or of high priority") { subject in
            for (id, second) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] as [(String, Int64)] {
                var event = AcceptedEvent.testing(id, at: second)
                if id == "a" || id == "c" { event.notifications[0].priority = .high }
                if id == "d" { event.notifications[0].priority = .low }
                _ = try await subject.tenant.accept(event)
            }
            try await subject.tenant.putInFeed(["a", "b", "c", "d"].map { FeedEntry("n-\($0)", .testing) }, at: .at(5))
            var items: [FeedItem] = []
            for offset in [0, 2] {
                let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 2, start: .offset(offset)))
                items += page.items
                _ = try await subject.tenant.mark(page.items.map(\.id), of: "ada", read: true, at: .at(6))
            }
            try requireEqual(items.map(\.id), ["n-d", "n-c", "n-b", "n-a"], "order")
            try requireEqual(items.map(\.priority), [.low, .high, .normal, .high], "priorities")
        },
        Rule("what the order puts ahead comes first, whatever its age, and pages are cut from the whole") { subject in
            try await fillByUrgency(subject)
            // Of high priority: 0 and 3, which were read before and after 50, and 1 and 6, which are unread.
            let urgent = ["n-6", "n-3", "n-1"]
            let cases: [(order: FeedQuery.Order, ids: [String])] = [
                (.time, (0..<8).reversed().map { "n-\($0)" }),
                (.urgency(since: .at(50)), urgent + ["n-7", "n-5", "n-4", "n-2", "n-0"]),
                (.urgency(since: .at(10)), ["n-6", "n-3", "n-1", "n-0", "n-7", "n-5", "n-4", "n-2"]),
                (.unread, ["n-7", "n-6", "n-5", "n-2", "n-1", "n-4", "n-3", "n-0"]),
            ]
            for (order, ids) in cases {
                for limit in [1, 2, 3, 5, 8, 20] {
                    var (byOffset, byCursor): ([String], [String]) = ([], [])
                    for offset in stride(from: 0, to: 8, by: limit) {
                        let query = FeedQuery(limit: limit, start: .offset(offset), order: order)
                        let page = try await subject.tenant.feed(of: "ada", query)
                        byOffset += page.items.map(\.id)
                        try requireEqual(page.hasMore, offset + limit < 8, "has more by \(order) after \(offset)")
                        try requireEqual([page.totalCount, page.unreadCount], [8, 5], "counts")
                    }
                    try requireEqual(byOffset, ids, "by offset and \(order), \(limit) at once")
                    var query = FeedQuery(limit: limit, order: order)
                    while byCursor.count < 20 {
                        let page = try await subject.tenant.feed(of: "ada", query)
                        byCursor += page.items.map(\.id)
                        guard page.hasMore, let last = page.items.last else { break }
                        let isAhead = order.putsAhead(last.priority, readAt: last.readAt)
                        query.start = .before(row: last.row, isAhead: isAhead)
                    }
                    try requireEqual(byCursor, ids, "by cursor and \(order), \(limit) at once")
                }
            }
            let beyond = FeedQuery(limit: 3, start: .offset(9), order: .urgency(since: .at(50)))
            try requireEqual(await subject.tenant.feed(of: "ada", beyond).items, [], "beyond the end")
        },
        Rule("what is put ahead is of the categories that are asked for, and unread where only that is") { subject in
            try await fillByUrgency(subject)
            var query = FeedQuery(limit: 20, order: .urgency(since: .at(10)), categories: ["even"])
            try requireEqual(
                await subject.tenant.feed(of: "ada", query).items.map(\.id),
                ["n-6", "n-0", "n-4", "n-2"],
                "even"
            )
            query.unreadOnly = true
            try requireEqual(
                await subject.tenant.feed(of: "ada", query).items.map(\.id),
                ["n-6", "n-2"],
                "even and unread"
            )
        },
        Rule("pages by urgency stay as they are while their reader marks what they show") { subject in
            try await fillByUrgency(subject)
            var shown: [String] = []
            for offset in stride(from: 0, to: 8, by: 3) {
                let query = FeedQuery(limit: 3, start: .offset(offset), order: .urgency(since: .at(50)))
                let ids = try await subject.tenant.feed(of: "ada", query).items.map(\.id)
                shown += ids
                _ = try await subject.tenant.mark(ids, of: "ada", read: true, at: .at(70))
            }
            try requireEqual(shown, ["n-6", "n-3", "n-1", "n-7", "n-5", "n-4", "n-2", "n-0"], "shown")
        },
        Rule("what the sender says instead of the event type stays with the event") { subject in
            var event = AcceptedEvent.testing("1")
            var overrides = NotificationOverrides()
            overrides.category = "security"
            overrides.data = JSONObject([.init("line", "a\nb")])
            overrides.badgeIncrement = 3
            overrides.sound = .silent
            event.overrides = overrides
            _ = try await subject.tenant.accept(event)
            let due = try await subject.tenant.due(at: .at(0), limit: 1)
            try requireEqual(due.first?.event.overrides, overrides, "of what is due")
            try requireEqual(due.first?.event.payload, event.payload, "payload")
            try requireEqual(await subject.tenant.trace(event: event.id)?.event.overrides, overrides, "in the trace")
        },
        Rule("marking changes the reader's own rows only, and says which those are") { subject in
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", "ben"]))
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing), FeedEntry("n-1-2", .testing)], at: .at(1))
            let ids = ["n-1-2", "n-404", "n-1", "n-1"]
            let marked = try await subject.tenant.mark(ids, of: "ada", read: true, at: .at(2))
            try requireEqual(marked, MarkResult(of: "ada", ids: ["n-1"], updatedCount: 1, unreadCount: 0), "marked")
            try requireEqual(await subject.tenant.feed(of: "ben", FeedQuery(limit: 1)).unreadCount, 1, "unread of ben")
            let nobody = try await subject.tenant.mark(["n-1"], of: "eve", read: true, at: .at(2))
            try requireEqual(nobody, MarkResult(of: "eve"), "by an unknown user")
        },
        Rule("marking again changes nothing, and marking unread undoes it") { subject in
            try await fill(subject, count: 2)
            _ = try await subject.tenant.mark(["n-0"], of: "ada", read: true, at: .at(50))
            let again = try await subject.tenant.mark(["n-0"], of: "ada", read: true, at: .at(60))
            try requireEqual(again, MarkResult(of: "ada", ids: ["n-0"], updatedCount: 0, unreadCount: 1), "again")
            let items = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10)).items
            try requireEqual(items.map(\.readAt), [nil, .at(50)], "read at")
            let unread = try await subject.tenant.mark(["n-0"], of: "ada", read: false, at: .at(70))
            try requireEqual(unread, MarkResult(of: "ada", ids: ["n-0"], updatedCount: 1, unreadCount: 2), "unread")
        },
        Rule("what is due knows how much its recipient has not read, itself not counted") { subject in
            try await fill(subject, count: 3)
            _ = try await subject.tenant.mark(["n-0"], of: "ada", read: true, at: .at(50))
            _ = try await subject.tenant.accept(.testing("next", at: 60))
            let due = try await subject.tenant.due(at: .at(60), limit: 10).first { $0.id == "n-next" }
            try requireEqual(due?.unreadCount, 2, "before it is shown")
            try await subject.tenant.putInFeed([FeedEntry("n-next", .testing)], at: .at(60))
            let rows = try await subject.tenant.acceptAndRoute(.testing("last", at: 61))
            try await subject.tenant.settle(
                rows.map { Settlement(row: $0, result: .retry(.slowDown, at: .at(70)), at: .at(62)) }
            )
            let leased = try await subject.tenant.leaseDeliveries(at: .at(70), limit: 10)
            let shown = leased.first { $0.notification.id == "n-next" }
            try requireEqual(shown?.notification.unreadCount, 2, "after it is shown")
            let other = leased.first { $0.notification.id == "n-last" }
            try requireEqual(other?.notification.unreadCount, 3, "of one that isn't shown")
        },
        Rule("what is on its way to a feed counts as unread already, once") { subject in
            var inApp = PlannedDelivery(channel: "in-app", address: "ada")
            inApp.isForFeed = true
            var rows: [Int64] = []
            for (id, unread) in [("1", 0), ("2", 1), ("3", 2)] {
                _ = try await subject.tenant.accept(.testing(id, at: 1))
                let due = try await subject.tenant.due(at: .at(1), limit: 10)
                try requireEqual(due.map(\.unreadCount), [unread], "unread beside \(id)")
                let plans = [inApp, PlannedDelivery(channel: "push", address: "phone")]
                let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: plans) }
                rows += try await subject.tenant.route(routed, at: .at(1)).flatMap(\.self)
            }
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing, delivery: rows[0])], at: .at(2))
            try await subject.tenant.releaseLeases([rows[1], rows[3], rows[5]], at: .at(2))
            let pushes = try await subject.tenant.leaseDeliveries(on: "push", at: .at(2), limit: 10)
            try requireEqual(pushes.map(\.notification.unreadCount), [2, 2, 2], "as things are now")
            try requireEqual(pushes.map(\.isRead), [false, false, false], "read")
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: true, at: .at(3))
            try await subject.tenant.releaseLeases([rows[1]], at: .at(3))
            let again = try await subject.tenant.leaseDeliveries(on: "push", at: .at(3), limit: 10)
            try requireEqual(again.map(\.isRead), [true], "once it was read")
        },
        Rule("a reader nobody knows has an empty feed") { subject in
            let page = try await subject.tenant.feed(of: "nobody", FeedQuery(limit: 10))
            try requireEqual(
                page,
                FeedPage(items: [], totalCount: 0, allCount: 0, unreadCount: 0, hasMore: false),
                "page"
            )
        },
    ]

    /// `n-0` to `n-7`, a second apart, in ada's feed: 0, 1, 3 and 6 are of high priority, 0 was read at 20, 3 at 60 and 4 at 61.
    private static func fillByUrgency(_ subject: StoreUnderTest) async throws {
        for number in 0..<8 {
            var event = AcceptedEvent.testing("\(number)", at: Int64(number))
            if [0, 1, 3, 6].contains(number) { event.notifications[0].priority = .high }
            _ = try await subject.tenant.accept(event)
        }
        let entries = (0..<8).map { FeedEntry("n-\($0)", .testing, category: $0.isMultiple(of: 2) ? "even" : "odd") }
        try await subject.tenant.putInFeed(entries, at: .at(9))
        for (number, second) in [(0, 20), (3, 60), (4, 61)] as [(Int, Int64)] {
            _ = try await subject.tenant.mark(["n-\(number)"], of: "ada", read: true, at: .at(second))
        }
    }

    /// `n-0` to `n-<count - 1>`, a second apart, in ada's feed.
    private static func fill(_ subject: StoreUnderTest, count: Int) async throws {
        for number in 0..<count {
            _ = try await subject.tenant.accept(.testing("\(number)", at: Int64(number)))
        }
        try await subject.tenant.putInFeed((0..<count).map { FeedEntry("n-\($0)", .testing) }, at: .at(Int64(count)))
    }
}
