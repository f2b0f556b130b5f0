import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let waiting: [Rule] = [
        Rule("an event takes the place of earlier ones with its key: nothing that waits of them goes out") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(superseding("routed", at: 0), to: device)
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(50)), at: .at(1))
            ])
            var other = superseding("other", at: 0, due: 40)
            other.supersedes = "another"
            _ = try await subject.tenant.accept(other)
            _ = try await subject.tenant.accept(superseding("waiting", at: 2, due: 30))
            try requireEqual(await delivery(subject, "routed")?.status, .cancelled, "the retry")
            try requireEqual(await delivery(subject, "routed")?.attempts.last?.code, "superseded", "its reason")
            _ = try await subject.tenant.accept(superseding("last", at: 3, due: 35))
            let due = try await subject.tenant.due(at: .at(99), limit: 10).map(\.id)
            try requireEqual(due, ["n-last", "n-other"], "due")
            let ended = try await subject.tenant.trace(event: "event-core-waiting")
            try requireEqual(ended?.decisions.last, .superseded(by: "event-core-last"), "of the event")
            try requireEqual(ended?.notifications.first?.status, .cancelled, "status")
            try requireEqual(ended?.notifications.first?.decisions, [.superseded(by: "event-core-last")], "reason")
            let last = try await subject.tenant.trace(event: "event-core-last")
            try requireEqual(last?.decisions, [.supersedes("event-core-waiting")], "of the last")
            try requireEqual(await subject.tenant.nextDue(), .at(35), "next due")
        },
        Rule("an event for a topic that was superseded isn't expanded any more") { subject in
            var event = AcceptedEvent.testing("1", to: [], topic: "safe:1")
            event.supersedes = "key"
            _ = try await subject.tenant.accept(event)
            var next = superseding("2", at: 1)
            (next.notifications, next.recipients, next.topic) = ([], [], "safe:1")
            _ = try await subject.tenant.accept(next)
            try requireEqual(await subject.tenant.unexpanded(at: .at(0), limit: 10), [], "unexpanded")
            let stale = try await subject.tenant.expand(ExpandedPage(event: event.id, from: 0, to: nil, into: []))
            try requireEqual(stale, false, "a page that was being read")
        },
        Rule("an event takes the place of earlier ones for those it names, and for nobody else") { subject in
            for (id, user) in [("1", "ada"), ("2", "ben"), ("3", "cy")] as [(String, UserID)] {
                _ = try await subject.tenant.accept(superseding(id, to: [user], at: 0, due: 30))
            }
            try requireEqual(await subject.tenant.due(at: .at(30), limit: 9).map(\.id), ["n-1", "n-2", "n-3"], "due")
            // Moved for two of them; the third has left, and is named with no time to come.
            _ = try await subject.tenant.accept(superseding("4", to: ["ada", "ben"], at: 1, due: 40))
            var left = superseding("5", to: ["cy"], at: 2)
            left.notifications = []
            _ = try await subject.tenant.accept(left)
            try requireEqual(await subject.tenant.due(at: .at(40), limit: 9).map(\.id), ["n-4", "n-4-2"], "due")
            let trace = try await subject.tenant.trace(event: "event-core-3")
            try requireEqual(trace?.decisions, [.superseded(by: "event-core-5")], "of the event")
            try requireEqual(trace?.notifications.map(\.status), [.cancelled], "of its notification")
            let others = try await subject.tenant.trace(event: "event-core-4")
            let supersedes: [Decision] = [.supersedes("event-core-1"), .supersedes("event-core-2")]
            try requireEqual(others?.decisions, supersedes, "of the one in the place of two")
        },
        Rule("what was named since isn't told by a topic's earlier event, others are") { subject in
            var event = AcceptedEvent.testing("1", to: [], topic: "safe:1")
            event.supersedes = "key"
            _ = try await subject.tenant.accept(event)
            _ = try await subject.tenant.accept(superseding("2", to: ["ben"], at: 1, due: 40))
            let planned = (["ada", "ben"] as [UserID]).map { user in
                PlannedNotification(id: "n-\(user)", recipient: user, priority: .normal, dueAt: .at(5))
            }
            let page = ExpandedPage(event: event.id, from: 0, to: nil, into: planned)
            try require(await subject.tenant.expand(page), "it isn't expanded any more")
            try requireEqual(await subject.tenant.due(at: .at(40), limit: 9).map(\.id), ["n-ada", "n-2"], "due")
            let trace = try await subject.tenant.trace(event: event.id)
            let reasons = trace?.notifications.map(\.decisions)
            try requireEqual(reasons, [[], [.superseded(by: "event-core-2")]], "reasons")
        },
        Rule("a recipient gets no second notification with a dedupe key, others do") { subject in
            var first = AcceptedEvent.testing("1", to: ["ada"])
            first.dedupe = "welcome"
            first.notifications.append(
                PlannedNotification(id: "n-1-later", recipient: "ada", priority: .normal, dueAt: .at(5))
            )
            _ = try await subject.tenant.accept(first)
            var second = AcceptedEvent.testing("2", to: ["ada", "ben"])
            second.dedupe = "welcome"
            _ = try await subject.tenant.accept(second)
            var page = AcceptedEvent.testing("3", to: [], topic: "safe:1")
            page.dedupe = "welcome"
            _ = try await subject.tenant.accept(page)
            let planned = [("n-3", "ben"), ("n-3-2", "eve")].map { id, user in
                PlannedNotification(id: id, recipient: UserID(unchecked: user), priority: .normal, dueAt: .at(0))
            }
            _ = try await subject.tenant.expand(ExpandedPage(event: page.id, from: 0, to: nil, into: planned))
            let due = try await subject.tenant.due(at: .at(9), limit: 10).map(\.id)
            try requireEqual(due.sorted(), ["n-1", "n-1-later", "n-2-2", "n-3-2"], "due")
            let trace = try await subject.tenant.trace(event: second.id)
            try requireEqual(trace?.notifications.first?.decisions, [.duplicate], "reason")
            try requireEqual(await subject.tenant.erase("ada"), true, "erased")
            var again = AcceptedEvent.testing("4", to: ["ada"])
            again.dedupe = "welcome"
            _ = try await subject.tenant.accept(again)
            let ids = try await subject.tenant.due(at: .at(9), limit: 10).map(\.id)
            try require(ids.contains("n-4"), "a user who was erased counts as told")
        },
        Rule("who was told nothing, for want of an address, may be told by another event") { subject in
            func accept(_ id: String, later: Bool = false) async throws {
                var event = AcceptedEvent.testing(id, to: ["ada"])
                event.dedupe = "welcome"
                if later {
                    event.notifications.append(
                        PlannedNotification(id: "n-\(id)-later", recipient: "ada", priority: .normal, dueAt: .at(5))
                    )
                }
                _ = try await subject.tenant.accept(event)
            }
            func route(_ id: String, to plans: [PlannedDelivery] = []) async throws {
                let due = try await subject.tenant.due(at: .at(9), limit: 100).filter { $0.id == id }
                try requireEqual(due.count, 1, "due of \(id)")
                let routes = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: plans) }
                _ = try await subject.tenant.route(routes, at: .at(9))
            }
            try await accept("1", later: true)
            try await route("n-1")
            // The second of the first event's may find one yet.
            try await accept("2")
            try requireEqual(await subject.tenant.due(at: .at(9), limit: 10).map(\.id), ["n-1-later"], "due")
            try await route("n-1-later")
            try await accept("3")
            try await route("n-3", to: [PlannedDelivery(channel: "push", address: "phone")])
            try await accept("4")
            try requireEqual(await subject.tenant.due(at: .at(9), limit: 10), [], "after it was told")
            let trace = try await subject.tenant.trace(event: "event-core-4")
            try requireEqual(trace?.notifications.first?.decisions, [.duplicate], "reason")
        },
        Rule("what a superseded event had yet to tell may be told by the one in its place") { subject in
            for (id, second) in [("1", 0), ("2", 1)] as [(String, Int64)] {
                var event = superseding(id, at: second, due: 30)
                event.dedupe = "meeting"
                _ = try await subject.tenant.accept(event)
            }
            try requireEqual(await subject.tenant.due(at: .at(30), limit: 10).map(\.id), ["n-2"], "due")
        },
        Rule("a delivery with a time of its own waits for it, leased to nobody") { subject in
            let rows = try await route(subject, "1", later(.at(40)))
            try requireEqual(rows.count, 1, "rows")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(1)), [], "marked")
            try requireEqual(await delivery(subject, "1")?.status, .pending, "status")
            try requireEqual(await delivery(subject, "1")?.nextAttemptAt, .at(40), "next attempt")
            try requireEqual(await subject.tenant.nextDue(), .at(40), "next due")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(39), limit: 10), [], "too early")
            let leased = try await subject.tenant.leaseDeliveries(at: .at(40), limit: 10)
            try requireEqual(leased.map(\.row), rows, "leased")
            try requireEqual(leased.map(\.retryWindowStart), [.at(40)], "from when its time counts")
        },
        Rule("what waits in one window goes out when the first of it is due, all together") { subject in
            let first = try await route(subject, "1", later(.at(40), window: "push ada"))
            let second = try await route(subject, "2", later(.at(70), window: "push ada"))
            let other = try await route(subject, "3", later(.at(71), window: "push ben"))
            try requireEqual(await delivery(subject, "2")?.nextAttemptAt, .at(40), "time of the second")
            let leased = try await subject.tenant.leaseDeliveries(at: .at(40), limit: 1)
            try requireEqual(leased.map(\.row), first + second, "leased")
            try requireEqual(leased.map(\.plan.window), ["push ada", "push ada"], "windows")
            let third = try await route(subject, "4", later(.at(90), window: "push ada"))
            try await subject.tenant.settle(
                (first + second).map { Settlement(row: $0, result: .retry(.slowDown, at: .at(60)), at: .at(41)) }
            )
            let again = try await subject.tenant.leaseDeliveries(at: .at(60), limit: 10).map(\.row)
            try requireEqual(again.sorted(), first + second + third, "after a retry")
            try requireEqual(
                await subject.tenant.leaseDeliveries(at: .at(71), limit: 10).map(\.row),
                other,
                "another's"
            )
        },
        Rule("what waits under a collapse key is replaced by what comes, for that address") { subject in
            _ = try await route(subject, "1", later(.at(40), collapse: "thread"))
            _ = try await route(subject, "2", later(.at(40), collapse: "thread", address: "elsewhere"))
            _ = try await route(subject, "3", later(.at(40), collapse: "other"))
            var now = later(.at(40), collapse: "thread")
            now.dueAt = nil
            _ = try await route(subject, "4", now)
            let ends = try await ["1", "2", "3", "4"].asyncMap { try await delivery(subject, $0)?.status }
            try requireEqual(ends, [.cancelled, .pending, .pending, .leased], "statuses")
            try requireEqual(await delivery(subject, "1")?.attempts.map(\.code), ["collapsed"], "reason")
        },
        Rule("a delivery ends as cancelled, or with another that stood for it, and the trace says so") { subject in
            let first = try await route(subject, "1", PlannedDelivery(channel: "push", address: "somewhere"))
            let second = try await route(subject, "2", PlannedDelivery(channel: "push", address: "somewhere"))
            try await subject.tenant.settle([
                Settlement(row: first[0], result: .cancelled(.slowDown), at: .at(3), wasAttempted: false),
                Settlement(row: second[0], result: .collected(with: first[0]), at: .at(4)),
            ])
            let cancelled = try await requireValue(delivery(subject, "1"), "no delivery")
            try requireEqual(cancelled.status, .cancelled, "status")
            try requireEqual(cancelled.settledAt, .at(3), "settled at")
            try requireEqual(cancelled.attempts.map(\.outcome), [.cancelled], "story")
            let collected = try await requireValue(delivery(subject, "2"), "no delivery")
            try requireEqual(collected.status, .delivered, "status")
            try requireEqual(collected.attempts.map(\.outcome), [.collected], "story")
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
        },
        Rule("the fallback for a channel goes out when nothing of that one arrives, once") { subject in
            let push = PlannedDelivery(channel: "push", address: "phone")
            _ = try await subject.tenant.accept(.testing("1"))
            let due = try await subject.tenant.due(at: .at(0), limit: 1)
            let notification = try requireValue(due.first?.row, "nothing is due")
            let route = RoutedNotification(row: notification, decisions: [.routed], deliveries: [push, push, push])
            let rows = try await subject.tenant.route([route], at: .at(0)).flatMap(\.self)
            let fallback = Fallback(
                notification: notification,
                primaries: ["push"],
                channel: "email",
                decisions: [.whole],
                deliveries: [PlannedDelivery(channel: "email", address: "ada@example.com")]
            )
            for (row, second) in zip(rows, [1, 2, 3] as [Int64]) {
                var end = Settlement(row: row, result: .failed(.slowDown), at: .at(second))
                end.fallbacks = [fallback]
                try await subject.tenant.settle([end, end])
                let channels = try await subject.tenant.trace(event: "event-core-1")?.notifications.first?.deliveries
                    .map(\.channel)
                let expected: [ChannelID] = ["push", "push", "push"] + (second < 3 ? [] : ["email"])
                try requireEqual(channels, expected, "channels after \(second)")
            }
            let trace = try await subject.tenant.trace(event: "event-core-1")
            try requireEqual(trace?.notifications.first?.decisions, [.routed, .whole], "decisions")
            let leased = try await subject.tenant.leaseDeliveries(at: .at(3), limit: 10)
            try requireEqual(leased.map(\.plan.address), ["ada@example.com"], "leased")
        },
        Rule("an event's message in a room is made once, whoever it was made for, and however it ended") { subject in
            let tenant = subject.tenant
            _ = try await tenant.accept(.testing("1", to: ["ada", "ben"]))
            _ = try await tenant.accept(.testing("2", to: ["ada"]))
            let due = try await tenant.due(at: .at(0), limit: 9)
            let (first, second) = (due.filter { $0.event.externalID == "1" }, due.filter { $0.event.externalID == "2" })
            let message = RoomMessage(event: try requireValue(first.first?.event.id, "no event"), channel: "team")
            var others = Set([message])
            others.insert(RoomMessage(event: message.event, channel: "push"))
            others.insert(RoomMessage(event: try requireValue(second.first?.event.id, "none"), channel: "team"))
            others.insert(RoomMessage(event: message.event, channel: "team", dueAt: .at(77)))
            var reminder = message
            reminder.dueAt = first.first?.dueAt
            others.insert(reminder)
            try requireEqual(await tenant.made(others), [], "before")
            try requireEqual(await tenant.made([]), [], "of none")
            let plan = PlannedDelivery(channel: "team", address: "team")
            let rows = try await tenant.route(
                [RoutedNotification(row: first[0].row, decisions: [.routed], deliveries: [plan])],
                at: .at(0)
            ).flatMap(\.self)
            try requireEqual(await tenant.made(others), [message, reminder], "made")
            try await tenant.settle([Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1))])
            try requireEqual(await tenant.made(others), [message, reminder], "failed")
            // Nor does it go out as the fallback of what fails for another recipient.
            let push = PlannedDelivery(channel: "push", address: "phone")
            let pushes = try await tenant.route(
                (first.dropFirst() + second).map {
                    RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [push])
                },
                at: .at(2)
            ).flatMap(\.self)
            for (row, notification) in zip(pushes, first.dropFirst() + second) {
                var end = Settlement(row: row, result: .failed(.slowDown), at: .at(3))
                var fallback = Fallback(
                    notification: notification.row,
                    primaries: ["push"],
                    channel: "team",
                    decisions: [.whole],
                    deliveries: [plan]
                )
                fallback.room = RoomMessage(event: notification.event.id, channel: "team")
                end.fallbacks = [fallback]
                try await tenant.settle([end])
            }
            let leased = try await tenant.leaseDeliveries(on: "team", at: .at(3), limit: 10)
            try requireEqual(leased.map(\.notification.event.externalID), ["2"], "fallbacks")
        },
        Rule("a clock that goes back leaves due what was due, and retries their distance") { subject in
            _ = try await subject.tenant.accept(.testing("due", at: 100))
            _ = try await subject.tenant.accept(.testing("scheduled", at: 100, due: 900))
            let retried = try await route(subject, "retried", PlannedDelivery(channel: "push", address: "x"), at: 100)
            try await subject.tenant.settle([
                Settlement(row: retried[0], result: .retry(.slowDown, at: .at(130)), at: .at(101))
            ])
            let quiet = try await route(subject, "quiet", later(.at(800)), at: 100)
            try await subject.tenant.clockWentBack(from: .at(110), to: .at(10))
            try requireEqual(await subject.tenant.due(at: .at(10), limit: 10).map(\.id), ["n-due"], "due at once")
            try requireEqual(await delivery(subject, "retried")?.nextAttemptAt, .at(30), "the retry")
            try requireEqual(
                await delivery(subject, "quiet")?.nextAttemptAt,
                .at(700),
                "what waits for room, or a window"
            )
            try requireEqual(await subject.tenant.due(at: .at(899), limit: 10).count, 1, "what is scheduled")
            try requireEqual(quiet.count, 1, "rows")
        },
        Rule("a clock that goes back stops nobody who is still to be taken up") { subject in
            var event = AcceptedEvent.testing("1", to: [], at: 100, topic: "safe:1")
            event.times = [
                PlannedTime(dueAt: .at(100), priority: .normal), PlannedTime(dueAt: .at(900), priority: .high),
            ]
            _ = try await subject.tenant.accept(event)
            // It came after the clock was looked at last.
            try await subject.tenant.clockWentBack(from: .at(90), to: .at(10))
            let found = try await subject.tenant.unexpanded(at: .at(10), limit: 10)
            try requireEqual(found.first?.times.map(\.dueAt), [.at(10), .at(900)], "times")
        },
        Rule("what can't be routed is put off with the reason, and expires one day") { subject in
            _ = try await subject.tenant.accept(.testing("1", at: 0))
            let row = try requireValue(await subject.tenant.due(at: .at(0), limit: 1).first?.row, "nothing is due")
            for until in [60, 120] as [Int64] {
                try await subject.tenant.postpone(
                    [row],
                    until: .at(until),
                    endingAfter: .seconds(3600),
                    because: .whole
                )
            }
            try requireEqual(await subject.tenant.due(at: .at(119), limit: 10).count, 0, "before its time")
            let due = try await subject.tenant.due(at: .at(120), limit: 10)
            try requireEqual(due.map(\.expiresAt), [.at(3600)], "expiry")
            let trace = try await subject.tenant.trace(event: "event-core-1")
            try requireEqual(trace?.notifications.first?.decisions, [.whole], "reason")
        },
        Rule("a clock that goes back puts no receipt off") { subject in
            var row: Int64 = 0
            for (id, receiptDue) in [("1", 1000), ("2", 5000)] as [(String, Int64)] {
                let rows = try await subject.tenant.acceptAndRoute(.testing(id, at: 100))
                var end = Settlement(row: rows[0], result: .delivered(ReceiptID(id)), at: .at(100))
                end.receiptDueAt = .at(receiptDue)
                try await subject.tenant.settle([end])
                if id == "1" { row = rows[0] }
            }
            try await subject.tenant.clockWentBack(from: .at(4000), to: .at(10))
            try requireEqual(
                await subject.tenant.dueReceipts(at: .at(10), limit: 9).map(\.receipt.rawValue),
                ["1"],
                "due"
            )
            try await subject.tenant.settleReceipts([ReceiptSettlement(row: row, result: .confirmed, at: .at(11))])
            try requireEqual(await subject.tenant.nextReceipt(), .at(1010), "the other")
        },
        Rule("a clock that went back while the process was away is noticed at the start") { subject in
            _ = try await subject.tenant.accept(.testing("1", at: 100))
            try await subject.tenant.reclaim(at: .at(10))
            try requireEqual(await subject.tenant.due(at: .at(10), limit: 10).map(\.id), ["n-1"], "due")
            // By the right clock now, for a time that the other has shown.
            _ = try await subject.tenant.accept(.testing("2", at: 11, due: 50))
            try await subject.tenant.reclaim(at: .at(12))
            try requireEqual(await subject.tenant.due(at: .at(49), limit: 10).map(\.id), ["n-1"], "due by its own time")
        },
    ]

    private static func superseding(
        _ id: String,
        to recipients: [UserID] = ["ada"],
        at second: Int64,
        due: Int64? = nil
    ) -> AcceptedEvent {
        var event = AcceptedEvent.testing(id, to: recipients, at: second, due: due)
        event.supersedes = "key"
        return event
    }

    private static func later(
        _ time: Instant,
        window: String? = nil,
        collapse: String? = nil,
        address: String = "somewhere"
    ) -> PlannedDelivery {
        var plan = PlannedDelivery(channel: "push", address: address)
        plan.dueAt = time
        plan.window = window
        plan.collapse = collapse
        return plan
    }

    /// Accepts an event and routes its notification to `plan`.
    private static func route(
        _ subject: StoreUnderTest,
        _ id: String,
        _ plan: PlannedDelivery,
        at second: Int64 = 0
    ) async throws -> [Int64] {
        _ = try await subject.tenant.accept(.testing(id, at: second))
        let due = try await subject.tenant.due(at: .at(second), limit: 100).filter { $0.id == "n-\(id)" }
        let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
        return try await subject.tenant.route(routed, at: .at(second)).flatMap(\.self)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
