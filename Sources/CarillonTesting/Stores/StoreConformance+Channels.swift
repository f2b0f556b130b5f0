import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    /// The queue as each channel sees it.
    static let channels: [Rule] = [
        Rule("each channel is told its own next time, and leases its own deliveries") { subject in
            try requireEqual(await subject.tenant.nextNotification(), nil, "of an empty store")
            let push = try await waiting(subject, "1", on: "push", at: 20)
            let mail = try await waiting(subject, "2", on: "email", at: 10)
            try requireEqual(await subject.tenant.nextDelivery(on: "push"), .at(20), "push")
            try requireEqual(await subject.tenant.nextDelivery(on: "email"), .at(10), "email")
            try requireEqual(await subject.tenant.nextDelivery(on: "hook"), nil, "a channel with nothing")
            try requireEqual(await subject.tenant.awaitedChannels().sorted(), ["email", "push"], "awaited")
            try requireEqual(await subject.tenant.nextNotification(), nil, "nothing is unrouted")
            _ = try await subject.tenant.accept(.testing("3", due: 40))
            try requireEqual(await subject.tenant.nextNotification(), .at(40), "unrouted")
            let early = try await subject.tenant.leaseDeliveries(on: "push", at: .at(19), limit: 9)
            try requireEqual(early, [], "too early")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", at: .at(20), limit: 9)
            try requireEqual(leased.map(\.row), push, "leased")
            let other = try await subject.tenant.leaseDeliveries(on: "email", at: .at(20), limit: 9)
            try requireEqual(other.map(\.row), mail, "of the other")
            try requireEqual(await subject.tenant.nextDelivery(on: "push"), nil, "afterwards")
            try requireEqual(await subject.tenant.awaitedChannels(), [], "awaited afterwards")
        },
        Rule("what is given back is due at once, what was attempted can't be given back") { subject in
            let given = try await subject.tenant.acceptAndRoute(.testing("1"))
            let attempted = try await subject.tenant.acceptAndRoute(.testing("2"))
            _ = try await subject.tenant.markAttempted(attempted, at: .at(1))
            try await subject.tenant.releaseLeases(given + attempted, at: .at(2))
            let leased = try await subject.tenant.leaseDeliveries(on: "push", at: .at(2), limit: 9)
            try requireEqual(leased.map(\.row), given, "leased")
            try requireEqual(leased.map(\.attempts), [0], "attempts")
        },
        Rule("a lease is attempted once") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(1)), Set(rows), "first")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(2)), [], "second")
        },
        Rule("a mark that is repeated, since its answer was lost, is answered again") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1", to: ["ada", "ben"]))
            let marked = try await subject.tenant.markAttempted([rows[0]], at: .at(1))
            try requireEqual(await subject.tenant.markAttempted([rows[0]], at: .at(1)), marked, "again")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(1)), Set(rows), "with another")
            try await subject.tenant.settle([Settlement(row: rows[0], result: .delivered(nil), at: .at(2))])
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(1)), [rows[1]], "after one has ended")
        },
        Rule("lost leases are taken back, those in hand and young ones are not") { subject in
            let lost = try await subject.tenant.acceptAndRoute(.testing("lost"))
            let attempted = try await subject.tenant.acceptAndRoute(.testing("attempted"))
            let inHand = try await subject.tenant.acceptAndRoute(.testing("in-hand"))
            _ = try await subject.tenant.markAttempted(attempted, at: .at(1))
            let young = try await subject.tenant.acceptAndRoute(.testing("young", at: 50))
            let count = try await subject.tenant.reclaimLeases(leasedBefore: .at(40), except: Set(inHand), at: .at(60))
            try requireEqual(count, 2, "taken back")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", at: .at(60), limit: 9)
            try requireEqual(Set(leased.map(\.row)), Set(lost + attempted), "leased again")
            let uncertain = leased.filter(\.isUncertain).map(\.row)
            try requireEqual(uncertain, attempted, "uncertain")
            let marked = try await subject.tenant.markAttempted(inHand + young, at: .at(61))
            try requireEqual(marked, Set(inHand + young), "still leased")
        },
        Rule("of what is held, as many as asked for are released, the oldest first") { subject in
            var rows: [Int64] = []
            for id in ["1", "2", "3"] { rows += try await subject.tenant.acceptAndRoute(.testing(id)) }
            let reason = OutcomeReason("InvalidCredentials")
            try await subject.tenant.settle(rows.map { Settlement(row: $0, result: .held(reason), at: .at(1)) })
            try requireEqual(await subject.tenant.release("push", sparing: [], limit: 1, at: .at(5)), 1, "released")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", at: .at(5), limit: 9)
            try requireEqual(leased.map(\.row), [rows[0]], "leased")
            try requireEqual(await subject.tenant.release("push", at: .at(6)), 2, "the rest")
        },
        Rule("of what is held, that of users to be spared stays, however old it is") { subject in
            var rows: [Int64] = []
            for (id, user) in [("1", "ada"), ("2", "ada"), ("3", "ben"), ("4", "cy")] as [(String, UserID)] {
                rows += try await subject.tenant.acceptAndRoute(.testing(id, to: [user]))
            }
            let reason = OutcomeReason("InvalidCredentials")
            try await subject.tenant.settle(rows.map { Settlement(row: $0, result: .held(reason), at: .at(1)) })
            let spared: Set<UserID> = ["ada", "nobody"]
            let first = try await subject.tenant.release("push", sparing: spared, limit: 1, at: .at(5))
            try requireEqual(first, 1, "released")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", at: .at(5), limit: 9)
            try requireEqual(leased.map(\.row), [rows[2]], "leased")
            let second = try await subject.tenant.release("push", sparing: spared, limit: 9, at: .at(6))
            try requireEqual(second, 1, "the other")
            try requireEqual(await subject.tenant.release("push", at: .at(7)), 2, "the rest")
        },
        Rule("what was held for too long, or has expired, is leased by its channel, and nothing else") { subject in
            let tenant = subject.tenant
            let old = try await tenant.acceptAndRoute(.testing("old"))
            var short = AcceptedEvent.testing("short", at: 50)
            for index in short.notifications.indices { short.notifications[index].expiresAt = .at(70) }
            let expiring = try await tenant.acceptAndRoute(short)
            let young = try await tenant.acceptAndRoute(.testing("young", at: 50))
            _ = try await waiting(subject, "other", on: "email", at: 99)
            try requireEqual(await tenant.holdingChannels(), [], "before")
            let reason = OutcomeReason("channel-unavailable")
            try await tenant.settle(
                (old + expiring + young).map {
                    Settlement(row: $0, result: .held(reason), at: .at(50), wasAttempted: false)
                }
            )
            try requireEqual(await tenant.holdingChannels(), ["push"], "holding")
            func leased(_ cutoff: Instant?, at now: Instant) async throws -> [Int64] {
                try await tenant.leaseHeld(on: "push", countingFrom: cutoff, at: now, limit: 9).map(\.row)
            }
            try requireEqual(await leased(nil, at: .at(69)), [], "nothing has expired")
            try requireEqual(await leased(.at(40), at: .at(69)), old, "too old")
            try requireEqual(await leased(.at(40), at: .at(70)), expiring, "expired")
            let other = try await tenant.leaseHeld(on: "email", countingFrom: .at(99), at: .at(99), limit: 9)
            try requireEqual(other, [], "of a channel that holds nothing")
            try requireEqual(await leased(.at(50), at: .at(70)), young, "the last")
        },
        Rule("of what waits for its time, that of users to be spared stays, however old it is") { subject in
            var rows: [Int64] = []
            for (id, user) in [("1", "ada"), ("2", "ada"), ("3", "ben"), ("4", "cy")] as [(String, UserID)] {
                rows += try await subject.tenant.acceptAndRoute(.testing(id, to: [user]))
            }
            try await subject.tenant.settle(
                rows.map { Settlement(row: $0, result: .retry(.slowDown, at: .at(5)), at: .at(1)) }
            )
            let spared: Set<UserID> = ["ada", "nobody"]
            let first = try await subject.tenant.leaseDeliveries(on: "push", sparing: spared, at: .at(5), limit: 1)
            try requireEqual(first.map(\.row), [rows[2]], "leased")
            let second = try await subject.tenant.leaseDeliveries(on: "push", sparing: spared, at: .at(5), limit: 9)
            try requireEqual(second.map(\.row), [rows[3]], "the other")
            let rest = try await subject.tenant.leaseDeliveries(on: "push", sparing: [], at: .at(5), limit: 9)
            try requireEqual(rest.map(\.row), [rows[0], rows[1]], "the rest")
        },
        Rule("devices are counted by the plugin that reaches them") { subject in
            for token in ["token-1", "token-2"] { _ = try await subject.tenant.register(.testing(token), at: .at(0)) }
            try requireEqual(await subject.tenant.deviceCount(of: "expo"), 2, "expo")
            try requireEqual(await subject.tenant.deviceCount(of: "apns"), 0, "apns")
        },
        Rule("a receipt may have a delivery sent again, held, or replaced by another channel") { subject in
            let rows = try await awaiting(subject, ["1", "2", "3"])
            let plan = PlannedDelivery(channel: "email", address: "ada@example.org")
            let notification = try await requireValue(
                subject.tenant.receiptedDeliveries([rows[2], 424_242]).first?.notification.row,
                "nothing is known of a delivery that waits for its receipt"
            )
            var failed = ReceiptSettlement(row: rows[2], result: .failed(.slowDown), at: .at(10))
            failed.fallbacks = [
                Fallback(
                    notification: notification,
                    primaries: ["push"],
                    channel: "email",
                    decisions: [.whole],
                    deliveries: [plan]
                )
            ]
            try await subject.tenant.settleReceipts([
                ReceiptSettlement(row: rows[0], result: .retry(.slowDown, at: .at(20)), at: .at(10)),
                ReceiptSettlement(row: rows[1], result: .held(.slowDown), at: .at(10)), failed, failed,
            ])
            try requireEqual(await subject.tenant.nextReceipt(), nil, "next receipt")
            try requireEqual(await subject.tenant.nextDelivery(on: "push"), .at(20), "next try")
            let again = try await subject.tenant.leaseDeliveries(on: "push", at: .at(20), limit: 9)
            try requireEqual(again.map(\.row), [rows[0]], "tried again")
            try requireEqual(again.map(\.attempts), [1], "attempts")
            try requireEqual(await subject.tenant.release("push", at: .at(21)), 1, "held")
            let other = try await subject.tenant.leaseDeliveries(on: "email", at: .at(21), limit: 9)
            try requireEqual(other.map(\.plan.address), ["ada@example.org"], "instead")
            let story = try await delivery(subject, "1")?.attempts.map(\.outcome)
            try requireEqual(story, [.delivered, .retry], "story")
        },
        Rule("what is redriven is tried as if for the first time") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            let lost = OutcomeReason("NoAnswer", "the connection broke")
            try await subject.tenant.settle([Settlement(row: rows[0], result: .uncertain(lost, at: .at(5)), at: .at(2))]
            )
            _ = try await subject.tenant.leaseDeliveries(on: "push", at: .at(5), limit: 1)
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .failed(lost), at: .at(6), wasAttempted: false)
            ])
            _ = try await subject.tenant.redrive(rows, at: .at(9))
            let again = try await subject.tenant.leaseDeliveries(on: "push", at: .at(9), limit: 1)
            try requireEqual(again.map(\.attempts), [0], "attempts")
            try requireEqual(again.map(\.isUncertain), [false], "uncertain")
        },
    ]

    /// A delivery that waits for its time.
    private static func waiting(
        _ subject: StoreUnderTest,
        _ id: String,
        on channel: ChannelID,
        at second: Int64
    ) async throws -> [Int64] {
        _ = try await subject.tenant.accept(.testing(id))
        let due = try await subject.tenant.due(at: .at(0), limit: 1)
        let plan = PlannedDelivery(channel: channel, address: "somewhere")
        let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
        let rows = try await subject.tenant.route(routed, at: .at(0)).flatMap(\.self)
        try await subject.tenant.settle(
            rows.map { Settlement(row: $0, result: .retry(.slowDown, at: .at(second)), at: .at(1)) }
        )
        return rows
    }

    /// Deliveries that wait for their receipts, due at 9.
    private static func awaiting(_ subject: StoreUnderTest, _ ids: [String]) async throws -> [Int64] {
        var rows: [Int64] = []
        for id in ids {
            let row = try await subject.tenant.acceptAndRoute(.testing(id))
            _ = try await subject.tenant.markAttempted(row, at: .at(1))
            let receipt = Settlement.Result.delivered(ReceiptID("r-\(id)"))
            try await subject.tenant.settle(
                row.map { Settlement(row: $0, result: receipt, at: .at(1), receiptDueAt: .at(9)) }
            )
            rows += row
        }
        return rows
    }
}
