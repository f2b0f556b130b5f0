import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let preferences: [Rule] = [
        Rule("a switch keeps what was set last, and the others stay") { subject in
            try requireEqual(await subject.tenant.preferences(of: "ada"), [:], "at first")
            let first = try await subject.tenant.setPreferences(["push": false, "email": true], of: "ada", at: .at(0))
            try requireEqual(first, ["push": false, "email": true], "set")
            _ = try await subject.tenant.setPreferences(["push": true], of: "ada", at: .at(1))
            let now = ["push": true, "email": true]
            try requireEqual(await subject.tenant.preferences(of: "ada"), now, "set again")
            _ = try await subject.tenant.accept(.testing("1", at: 2))
            try requireEqual(await subject.tenant.due(at: .at(2), limit: 1).first?.preferences, now, "of what is due")
            try requireEqual(await subject.tenant.facts(of: "ada"), nil, "facts")
        }
    ]

    static let receipts: [Rule] = [
        Rule("receipts are asked for at their time, until they are answered") { subject in
            let rows = try await delivered(subject, ["1", "2", "3"], receiptsDue: [20, 10, 30])
            try requireEqual(await subject.tenant.nextReceipt(), .at(10), "next receipt")
            let due = try await subject.tenant.dueReceipts(at: .at(20), limit: 10)
            try requireEqual(due.map(\.receipt.rawValue), ["r-2", "r-1"], "due")
            try requireEqual(due.first?.acceptedAt, .at(1), "accepted at")
            try requireEqual(due.first?.address, "somewhere", "address")
            try await subject.tenant.settleReceipts([
                ReceiptSettlement(row: rows[1], result: .confirmed, at: .at(21)),
                ReceiptSettlement(row: rows[0], result: .later(.at(40)), at: .at(21)),
                ReceiptSettlement(row: rows[2], result: .expired, at: .at(21)),
                ReceiptSettlement(row: 424_242, result: .confirmed, at: .at(21)),
            ])
            try requireEqual(await subject.tenant.dueReceipts(at: .at(39), limit: 10), [], "due after answers")
            try requireEqual(await subject.tenant.nextReceipt(), .at(40), "next receipt")
            try requireEqual(await status(subject, "3"), .delivered, "of one that expired")
        },
        Rule("a receipt that says no ends the delivery as failed, and forgets a dead device") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .delivered(ReceiptID("r-1")), at: .at(1), receiptDueAt: .at(10))
            ])
            let gone = OutcomeReason("DeviceNotRegistered", "unknown device")
            let answer = ReceiptSettlement(
                row: rows[0],
                result: .failed(gone),
                at: .at(10),
                forget: .init(token: "token-1", plugin: "expo", since: .at(10))
            )
            try await subject.tenant.settleReceipts([answer, answer])
            let end = try await delivery(subject, "1")
            try requireEqual(end?.status, .failed, "status")
            try requireEqual(end?.attempts.map(\.outcome), [.delivered, .failed], "story")
            try requireEqual(end?.attempts.last?.code, gone.code, "reason")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices")
        },
    ]

    static let operating: [Rule] = [
        Rule("dead letters are listed latest first, by channel and code, in pages") { subject in
            let rows = try await failed(subject, [("1", "TooBig"), ("2", "Expired"), ("3", "TooBig")])
            let all = try await subject.tenant.deadLetters(DeadLetterQuery(limit: 10))
            try requireEqual(all.map(\.notification), ["n-3", "n-2", "n-1"], "all")
            try requireEqual(all.first?.reason, OutcomeReason("TooBig", "why"), "reason")
            try requireEqual(all.first?.failedAt, .at(1), "failed at")
            try requireEqual(all.first?.event, "event-core-3", "event")
            let big = try await subject.tenant.deadLetters(DeadLetterQuery(limit: 10, channel: "push", code: "TooBig"))
            try requireEqual(big.map(\.row), [rows[2], rows[0]], "by code")
            let next = try await subject.tenant.deadLetters(DeadLetterQuery(limit: 1, before: rows[2]))
            try requireEqual(next.map(\.row), [rows[1]], "next page")
            let other = try await subject.tenant.deadLetters(DeadLetterQuery(limit: 10, channel: "email"))
            try requireEqual(other, [], "of another channel")
        },
        Rule("redriving makes failed deliveries due again, and only those") { subject in
            let rows = try await failed(subject, [("1", "TooBig")])
            let delivered = try await delivered(subject, ["2"], receiptsDue: [9])
            let again = try await subject.tenant.redrive(rows + delivered + [424_242], at: .at(30))
            try requireEqual(again.rows, rows, "redriven")
            try requireEqual(again.wakes, Wakes(lanes: [.channel("push")]), "whom it wakes")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(30), limit: 10).map(\.row), rows, "leased")
            try requireEqual(await subject.tenant.deadLetters(DeadLetterQuery(limit: 10)), [], "dead letters")
            try requireEqual(await delivery(subject, "1")?.attempts.map(\.outcome), [.failed, .redriven], "story")
        },
        Rule("a delivery to a device that was taken away isn't redriven") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            try await subject.tenant.settle([Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1))])
            _ = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(2))
            try requireEqual(await subject.tenant.redrive(rows, at: .at(3)), Redriven(), "redriven")
        },
        Rule("a paused channel stays so, with its first reason, until it is resumed") { subject in
            let pause = PausedChannel(channel: "push", reason: OutcomeReason("InvalidCredentials"), since: .at(1))
            try await subject.tenant.pause(pause)
            try await subject.tenant.pause(PausedChannel(channel: "push", reason: .slowDown, since: .at(2)))
            try requireEqual(await subject.tenant.pausedChannels(), [pause], "paused")
            _ = try await subject.tenant.release("push", at: .at(3))
            try requireEqual(await subject.tenant.pausedChannels(), [pause], "after letting go what it held")
            try await subject.tenant.resume("push", at: .at(9))
            try requireEqual(await subject.tenant.pausedChannels(), [], "after it is resumed")
        },
    ]

    static let forgetting: [Rule] = [
        Rule("sweeping removes what is old and has ended, a slice at a time") { subject in
            _ = try await delivered(subject, ["1", "2", "3"], receiptsDue: [5, 5, 5])
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing)], at: .at(1))
            _ = try await subject.tenant.accept(.testing("waiting", due: 9999))
            let leased = try await subject.tenant.acceptAndRoute(.testing("leased"))
            _ = try await delivered(subject, ["young"], receiptsDue: [5], at: 100)
            try requireEqual(await subject.tenant.sweep(acceptedBefore: .at(50), limit: 2), 2, "first slice")
            try requireEqual(await subject.tenant.sweep(acceptedBefore: .at(50), limit: 2), 1, "second slice")
            try requireEqual(await subject.tenant.sweep(acceptedBefore: .at(50), limit: 2), 0, "third slice")
            try requireEqual(await subject.tenant.trace(event: "event-core-1"), nil, "an old event")
            for id in ["waiting", "leased", "young"] {
                _ = try await requireValue(subject.tenant.trace(event: "event-core-\(id)"), "\(id) is gone")
            }
            try requireEqual(await subject.tenant.markAttempted(leased, at: .at(60)), Set(leased), "what is leased")
            let page = try await subject.tenant.feed(of: "ada", FeedQuery(limit: 10))
            try requireEqual([page.totalCount, page.unreadCount], [0, 0], "counts of the feed")
            try requireEqual(await subject.tenant.accept(.testing("1")), .accepted, "its key is free again")
        },
        Rule("erasing a user leaves nothing of them, and the others alone") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            _ = try await subject.tenant.register(.testing("token-2", of: "ben"), at: .at(0))
            let both = AcceptedEvent.testing(
                "both",
                to: ["ada", "ben"],
                facts: ["ada": UserAttributes(email: "a@b.example")]
            )
            let rows = try await subject.tenant.acceptAndRoute(both, to: device)
            _ = try await subject.tenant.accept(.testing("own"))
            try await subject.tenant.putInFeed(
                [FeedEntry("n-both", .testing), FeedEntry("n-both-2", .testing)],
                at: .at(1)
            )
            let topic = Subscription(topic: "safe:1", subscriber: Subscriber(user: "ada"), since: .at(0))
            try await subject.tenant.subscribe([topic])
            try requireEqual(await subject.tenant.erase("ada"), true, "erased")
            try requireEqual(await subject.tenant.erase("ada"), false, "again")
            try requireEqual(await subject.tenant.facts(of: "ada"), nil, "facts")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices")
            try requireEqual(await subject.tenant.feed(of: "ada", FeedQuery(limit: 10)).totalCount, 0, "feed")
            try requireEqual(await subject.tenant.trace(event: "event-core-own"), nil, "an event to her alone")
            try requireEqual(await subject.tenant.markAttempted([rows[0]], at: .at(2)), [], "what was leased")
            try requireEqual(await subject.tenant.subscribers(of: "safe:1", after: 0, limit: 10), [], "subscriptions")
            let rest = try await subject.tenant.trace(event: "event-core-both")
            try requireEqual(rest?.notifications.map(\.recipient), ["ben"], "an event to others too")
            try requireEqual(await subject.tenant.feed(of: "ben", FeedQuery(limit: 10)).unreadCount, 1, "feed of ben")
            try requireEqual(await subject.tenant.devices(of: "ben").count, 1, "devices of ben")
        },
    ]

    /// Deliveries of events `ids`, accepted by the provider a second after, with receipts `r-<id>`.
    private static func delivered(
        _ subject: StoreUnderTest,
        _ ids: [String],
        receiptsDue: [Int64],
        at second: Int64 = 0
    ) async throws -> [Int64] {
        var rows: [Int64] = []
        for (id, due) in zip(ids, receiptsDue) {
            let row = try await subject.tenant.acceptAndRoute(.testing(id, at: second))
            let receipt = Settlement.Result.delivered(ReceiptID("r-\(id)"))
            try await subject.tenant.settle(
                row.map { Settlement(row: $0, result: receipt, at: .at(second + 1), receiptDueAt: .at(due)) }
            )
            rows += row
        }
        return rows
    }

    private static func failed(
        _ subject: StoreUnderTest,
        _ ends: [(id: String, code: String)]
    ) async throws -> [Int64] {
        var rows: [Int64] = []
        for (id, code) in ends {
            let row = try await subject.tenant.acceptAndRoute(.testing(id))
            let end = Settlement.Result.failed(OutcomeReason(code, "why"))
            try await subject.tenant.settle(row.map { Settlement(row: $0, result: end, at: .at(1)) })
            rows += row
        }
        return rows
    }
}
