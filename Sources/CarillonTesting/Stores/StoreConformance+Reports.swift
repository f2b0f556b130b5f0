import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    /// What providers report by themselves about single attempts.
    static let reports: [Rule] = [
        Rule("a report may overtake the answer to its own attempt, which is passed over then") { subject in
            let tenant = subject.tenant
            let rows = try await inFlight(subject, ["1", "2", "3", "4"])
            for row in rows {
                let known = try await tenant.reportedDelivery(DeliveryReport(row: row, attempt: 0, arrived: false))
                try requireEqual(known?.isOpen, true, "in flight")
                try requireEqual(await tenant.receiptedDeliveries([row]).map(\.row), [row], "its answer is outstanding")
            }
            try await tenant.settleReceipts([
                report(rows[0], .confirmed, of: 0), report(rows[1], .failed(.slowDown), of: 0),
                report(rows[2], .retry(.slowDown, at: .at(20)), of: 0), report(rows[3], .held(.slowDown), of: 0),
            ])
            let receipt = Settlement.Result.delivered(ReceiptID("r"))
            try await tenant.settle(
                rows.map { Settlement(row: $0, attempt: 0, result: receipt, at: .at(3), receiptDueAt: .at(9)) }
            )
            try requireEqual(await status(subject, "1"), .delivered, "arrived")
            try requireEqual(await status(subject, "2"), .failed, "failed")
            try requireEqual(await delivery(subject, "1")?.attempts.map(\.outcome), [.delivered, .confirmed], "story")
            try requireEqual(
                await delivery(subject, "2")?.attempts.map(\.outcome),
                [.delivered, .failed],
                "other story"
            )
            try requireEqual(await tenant.nextReceipt(), nil, "nothing is waited for")
            try requireEqual(await tenant.nextDelivery(on: "push"), .at(20), "next try")
            let again = try await tenant.leaseDeliveries(on: "push", at: .at(20), limit: 9)
            try requireEqual(again.map(\.row), [rows[2]], "tried again")
            try requireEqual(again.map(\.attempts), [1], "attempts")
            try requireEqual(again.map(\.isUncertain), [false], "nothing is in doubt")
            try requireEqual(await tenant.release("push", at: .at(21)), 1, "held")
        },
        Rule("of an earlier attempt a report counts only where it says that the message arrived") { subject in
            let tenant = subject.tenant
            let rows = try await inFlight(subject, ["1", "2"])
            let lost = OutcomeReason("NoAnswer")
            try await tenant.settle(
                rows.map { Settlement(row: $0, attempt: 0, result: .uncertain(lost, at: .at(5)), at: .at(2)) }
            )
            let bad = DeliveryReport(row: rows[0], attempt: 0, arrived: false)
            let good = DeliveryReport(row: rows[0], attempt: 0, arrived: true)
            try requireEqual(await tenant.reportedDelivery(bad)?.isOpen, false, "waiting, failed")
            try requireEqual(await tenant.reportedDelivery(good)?.isOpen, true, "waiting, arrived")
            try await tenant.settleReceipts([
                report(rows[0], .failed(.slowDown), of: 0), report(rows[1], .confirmed, of: 0),
            ])
            try requireEqual(await status(subject, "1"), .pending, "is tried again")
            try requireEqual(await status(subject, "2"), .delivered, "has arrived")
            let again = try await tenant.leaseDeliveries(on: "push", at: .at(5), limit: 9)
            try requireEqual(again.map(\.row), [rows[0]], "what arrived isn't tried again")
            _ = try await tenant.markAttempted([rows[0]], at: .at(5))
            try await tenant.settleReceipts([report(rows[0], .failed(.slowDown), of: 0)])
            try requireEqual(await status(subject, "1"), .attempted, "the second is in flight")
            try await tenant.settleReceipts([report(rows[0], .confirmed, of: 0)])
            let retry = Settlement.Result.retry(.slowDown, at: .at(30))
            try await tenant.settle([Settlement(row: rows[0], attempt: 1, result: retry, at: .at(6))])
            try requireEqual(await status(subject, "1"), .delivered, "the first arrived")
            try requireEqual(await tenant.nextDelivery(on: "push"), nil, "nothing is tried again")
        },
        Rule("an accepted attempt is ended by reports on itself, once") { subject in
            let tenant = subject.tenant
            let rows = try await inFlight(subject, ["1"])
            let retry = Settlement.Result.retry(.slowDown, at: .at(5))
            try await tenant.settle([Settlement(row: rows[0], attempt: 0, result: retry, at: .at(2))])
            _ = try await tenant.leaseDeliveries(on: "push", at: .at(5), limit: 9)
            _ = try await tenant.markAttempted(rows, at: .at(5))
            let receipt = Settlement.Result.delivered(ReceiptID("r"))
            try await tenant.settle([
                Settlement(row: rows[0], attempt: 1, result: receipt, at: .at(6), receiptDueAt: .at(90))
            ])
            let first = DeliveryReport(row: rows[0], attempt: 0, arrived: false)
            let second = DeliveryReport(row: rows[0], attempt: 1, arrived: false)
            try requireEqual(await tenant.reportedDelivery(first)?.isOpen, false, "of the first attempt")
            try requireEqual(await tenant.reportedDelivery(second)?.isOpen, true, "of the second")
            try await tenant.settleReceipts([report(rows[0], .failed(.slowDown), of: 0)])
            try requireEqual(await status(subject, "1"), .delivered, "the second was accepted")
            try await tenant.settleReceipts([report(rows[0], .failed(.slowDown), of: 1)])
            try requireEqual(await status(subject, "1"), .failed, "and failed")
            try await tenant.settleReceipts([report(rows[0], .confirmed, of: 1)])
            try requireEqual(await status(subject, "1"), .failed, "an end counts once")
        },
        Rule("a report on what was never tried, or has ended, ends nothing, and tells whose it is") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1"))
            let arrived = DeliveryReport(row: rows[0], attempt: 0, arrived: true)
            try requireEqual(await tenant.reportedDelivery(arrived)?.isOpen, false, "never tried")
            try await tenant.settleReceipts([report(rows[0], .confirmed, of: 0)])
            try requireEqual(await status(subject, "1"), .leased, "never tried")
            _ = try await tenant.markAttempted(rows, at: .at(1))
            try await tenant.settle([Settlement(row: rows[0], attempt: 0, result: .delivered(nil), at: .at(2))])
            let known = try await tenant.reportedDelivery(arrived)
            try requireEqual(known?.isOpen, false, "ended")
            try requireEqual(known?.delivery.notification.recipient, "ada", "recipient")
            let other = try await tenant.reportedDelivery(DeliveryReport(row: 424_242, attempt: 0, arrived: true))
            try requireEqual(other, nil, "there is none")
        },
    ]

    private static func report(
        _ row: Int64,
        _ result: ReceiptSettlement.Result,
        of attempt: Int
    ) -> ReceiptSettlement {
        var settlement = ReceiptSettlement(row: row, result: result, at: .at(2))
        settlement.attempt = attempt
        return settlement
    }

    /// Deliveries that the provider hasn't answered yet.
    private static func inFlight(_ subject: StoreUnderTest, _ ids: [String]) async throws -> [Int64] {
        var rows: [Int64] = []
        for id in ids { rows += try await subject.tenant.acceptAndRoute(.testing(id)) }
        _ = try await subject.tenant.markAttempted(rows, at: .at(1))
        return rows
    }
}
