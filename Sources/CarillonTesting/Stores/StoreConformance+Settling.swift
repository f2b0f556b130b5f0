import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let settling: [Rule] = [
        Rule("a delivered delivery ends with its receipt, and keeps that end") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            try requireEqual(await status(subject, "1"), .attempted, "while it is out")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .delivered(ReceiptID("r-1")), at: .at(2))
            ])
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .failed(.slowDown), at: .at(3)),
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(4)), at: .at(3)),
            ])
            let delivery = try await requireValue(delivery(subject, "1"), "no delivery")
            try requireEqual(delivery.status, .delivered, "status")
            try requireEqual(delivery.receipt, "r-1", "receipt")
            try requireEqual(delivery.settledAt, .at(2), "settled at")
            try requireEqual(delivery.attempts, [AttemptTrace(at: .at(2), outcome: .delivered)], "attempts")
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
        },
        Rule("an answer to an attempt that was followed by another is passed over") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1"))
            _ = try await tenant.markAttempted(rows, at: .at(1))
            _ = try await tenant.reclaimLeases(leasedBefore: .at(50), except: [], at: .at(60))
            let again = try await tenant.leaseDeliveries(at: .at(60), limit: 1)
            try requireEqual(again.map(\.attempts), [1], "attempts, with the one that was lost")
            _ = try await tenant.markAttempted(rows, at: .at(60))
            var late = Settlement(row: rows[0], attempt: 0, result: .failed(.slowDown), at: .at(61))
            late.truncations = [.slowDown]
            try await tenant.settle([late])
            late.result = .delivered(ReceiptID("r-0"))
            try await tenant.settle([late])
            try requireEqual(await status(subject, "1"), .attempted, "while the second attempt is out")
            try await tenant.settle([
                Settlement(row: rows[0], attempt: 1, result: .delivered(ReceiptID("r-1")), at: .at(62))
            ])
            let delivery = try await requireValue(delivery(subject, "1"), "no delivery")
            try requireEqual(delivery.receipt, "r-1", "receipt")
            try requireEqual(delivery.attempts.map(\.outcome), [.uncertain, .delivered], "outcomes")
        },
        Rule("the same settlement again, after an answer that was lost, changes nothing") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1"))
            _ = try await tenant.markAttempted(rows, at: .at(1))
            var settlement = Settlement(row: rows[0], attempt: 0, result: .retry(.slowDown, at: .at(9)), at: .at(2))
            settlement.truncations = [.slowDown]
            try await tenant.settle([settlement])
            let first = try await requireValue(delivery(subject, "1"), "no delivery")
            try await tenant.settle([settlement])
            try requireEqual(await delivery(subject, "1"), first, "after the repeat")
            try requireEqual(await tenant.leaseDeliveries(at: .at(9), limit: 1).map(\.attempts), [1], "attempts")
        },
        Rule("a failed delivery ends with its reason") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .failed(OutcomeReason("MessageTooBig", "5000 bytes")), at: .at(2))
            ])
            let delivery = try await requireValue(delivery(subject, "1"), "no delivery")
            try requireEqual(delivery.status, .failed, "status")
            let end = AttemptTrace(at: .at(2), outcome: .failed, code: "MessageTooBig", message: "5000 bytes")
            try requireEqual(delivery.attempts, [end], "attempts")
        },
        Rule("every attempt of a delivery is told, in order") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            for second in [10, 20] as [Int64] {
                _ = try await subject.tenant.markAttempted(rows, at: .at(second))
                let retry = Settlement.Result.retry(.slowDown, at: .at(second + 5))
                try await subject.tenant.settle([Settlement(row: rows[0], result: retry, at: .at(second))])
                _ = try await subject.tenant.leaseDeliveries(at: .at(second + 5), limit: 1)
            }
            try await subject.tenant.settle([Settlement(row: rows[0], result: .delivered(nil), at: .at(30))])
            let delivery = try await requireValue(delivery(subject, "1"), "no delivery")
            try requireEqual(delivery.attempts.map(\.outcome), [.retry, .retry, .delivered], "outcomes")
            try requireEqual(delivery.attempts.map(\.at), [.at(10), .at(20), .at(30)], "times")
            try requireEqual(delivery.attempts[0].message, OutcomeReason.slowDown.message, "message")
        },
        Rule("tries that were repeated with fewer words are told, and counted as such") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1", to: ["ada", "ben"]))
            let cut = OutcomeReason("shortened", "the provider allows 4096 bytes")
            var first = Settlement(row: rows[0], result: .delivered(nil), at: .at(2))
            first.truncations = [cut]
            var second = Settlement(row: rows[1], result: .retry(.slowDown, at: .at(5)), at: .at(2))
            second.truncations = [cut, cut]
            try await subject.tenant.settle([first, second])
            try requireEqual(
                await delivery(subject, "1")?.attempts.map(\.outcome),
                [.retry, .delivered],
                "of one that was delivered"
            )
            let again = try await subject.tenant.leaseDeliveries(at: .at(5), limit: 9)
            try requireEqual(again.map(\.truncationCount), [2], "truncationCount")
            try requireEqual(again.map(\.attempts), [1], "attempts on the ladder")
        },
        Rule("what wasn't handed to the provider doesn't count as an attempt") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            let retry = Settlement.Result.retry(.slowDown, at: .at(5))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: retry, at: .at(1), wasAttempted: false)
            ])
            try requireEqual(
                await subject.tenant.leaseDeliveries(at: .at(5), limit: 1).map(\.attempts),
                [0],
                "attempts"
            )
        },
        Rule("the time until it is given up counts from its notification's, without what it waited on purpose") {
            subject in
            func leased(at second: Int64) async throws -> [Instant] {
                try await subject.tenant.leaseDeliveries(at: .at(second), limit: 1).map(\.retryWindowStart)
            }
            func settle(_ row: Int64, _ result: Settlement.Result, at second: Int64, wasAttempted: Bool) async throws {
                let end = Settlement(row: row, result: result, at: .at(second), wasAttempted: wasAttempted)
                try await subject.tenant.settle([end])
            }
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try await settle(rows[0], .retry(.slowDown, at: .at(5)), at: 2, wasAttempted: true)
            try requireEqual(await leased(at: 5), [.at(0)], "after a try")
            try await settle(rows[0], .retry(.slowDown, at: .at(90)), at: 10, wasAttempted: false)
            try requireEqual(await leased(at: 90), [.at(80)], "after a wait of 80 s")
            try await settle(rows[0], .retry(.slowDown, at: .at(130)), at: 100, wasAttempted: false)
            try requireEqual(await leased(at: 130), [.at(110)], "after one of 30 s more")
            try await settle(rows[0], .held(.slowDown), at: 131, wasAttempted: true)
            _ = try await subject.tenant.release("push", at: .at(500))
            try requireEqual(await leased(at: 500), [.at(500)], "after it was held")
            try await settle(rows[0], .failed(.slowDown), at: 501, wasAttempted: true)
            _ = try await subject.tenant.redrive(rows, at: .at(900))
            try requireEqual(await leased(at: 900), [.at(900)], "after it was redriven")
            try await settle(rows[0], .retry(.slowDown, at: .at(950)), at: 901, wasAttempted: true)
            try await subject.tenant.resume("push", at: .at(940))
            try await subject.tenant.resume("push", at: .at(990))
            try requireEqual(await leased(at: 990), [.at(990)], "of a try that came due in a pause")
        },
        Rule("an uncertain outcome is leased again as uncertain, until an attempt is answered") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            let reason = OutcomeReason("no-answer", "the connection broke")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .uncertain(reason, at: .at(5)), at: .at(2))
            ])
            let again = try await subject.tenant.leaseDeliveries(at: .at(5), limit: 1)
            try requireEqual(again.map(\.isUncertain), [true], "uncertain")
            try requireEqual(again.map(\.attempts), [1], "attempts")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(9)), at: .at(6), wasAttempted: false)
            ])
            let waited = try await subject.tenant.leaseDeliveries(at: .at(9), limit: 1)
            try requireEqual(waited.map(\.isUncertain), [true], "after waiting without an attempt")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(12)), at: .at(10))
            ])
            let answered = try await subject.tenant.leaseDeliveries(at: .at(12), limit: 1)
            try requireEqual(answered.map(\.isUncertain), [false], "after an answer")
            try requireEqual(await delivery(subject, "1")?.attempts.first?.outcome, .uncertain, "story")
        },
        Rule("held deliveries wait without a time until their channel is released") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .held(OutcomeReason("InvalidCredentials")), at: .at(1))
            ])
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(9999), limit: 10), [], "leased while held")
            try requireEqual(await status(subject, "1"), .pending, "status")
            try requireEqual(await subject.tenant.release("email", at: .at(50)), 0, "released of another channel")
            try requireEqual(await subject.tenant.release("push", at: .at(50)), 1, "released")
            try requireEqual(await subject.tenant.nextDue(), .at(50), "next due after release")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(50), limit: 10).map(\.row), rows, "leased")
            try requireEqual(await subject.tenant.release("push", at: .at(60)), 0, "released again")
        },
        Rule("only leased deliveries may be attempted") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try await subject.tenant.settle([Settlement(row: rows[0], result: .delivered(nil), at: .at(1))])
            try requireEqual(await subject.tenant.markAttempted(rows + [424_242], at: .at(2)), [], "marked")
            try requireEqual(await status(subject, "1"), .delivered, "status")
        },
        Rule("settling what isn't there is passed over") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            try await subject.tenant.settle([
                Settlement(row: 424_242, result: .delivered(nil), at: .at(1)),
                Settlement(row: rows[0], result: .delivered(nil), at: .at(1)),
            ])
            try requireEqual(await status(subject, "1"), .delivered, "the one beside it")
        },
        Rule("a dead address is forgotten, and what waits for it ends") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let first = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let second = try await subject.tenant.acceptAndRoute(.testing("2"), to: device)
            try await subject.tenant.settle([
                Settlement(
                    row: first[0],
                    result: .failed(OutcomeReason("DeviceNotRegistered")),
                    at: .at(5),
                    forget: .init(token: "token-1", plugin: "expo", since: .at(5))
                )
            ])
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices")
            try requireEqual(await subject.tenant.markAttempted(second, at: .at(6)), [], "marked")
            let end = try await delivery(subject, "2")
            try requireEqual(end?.status, .cancelled, "status")
            try requireEqual(end?.attempts.map(\.code), ["device-gone"], "reason")
        },
        Rule("an address that was registered anew since it died is kept") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            _ = try await subject.tenant.register(.testing("token-1"), at: .at(8))
            try await subject.tenant.settle([
                Settlement(
                    row: rows[0],
                    result: .failed(OutcomeReason("Unregistered")),
                    at: .at(9),
                    forget: .init(token: "token-1", plugin: "expo", since: .at(7))
                )
            ])
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-1"], "devices")
        },
    ]

    /// The only delivery of event `id`.
    static func delivery(_ subject: StoreUnderTest, _ id: String) async throws -> DeliveryTrace? {
        try await subject.tenant.trace(event: "event-core-\(id)")?.notifications.first?.deliveries.first
    }

    static func status(_ subject: StoreUnderTest, _ id: String) async throws -> DeliveryStatus? {
        try await delivery(subject, id)?.status
    }
}
