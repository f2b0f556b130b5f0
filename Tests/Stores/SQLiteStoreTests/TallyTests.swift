import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import GRDB
import Testing

@testable import SQLiteStore

private let noon = Instant(epochMilliseconds: 1_772_020_800_000)

/// What a campaign counts is what a look at all its notifications would count, whatever was done to them.
struct TallyTests {
    private static func campaign(_ id: String) -> AcceptedEvent {
        var campaign = event(id)
        campaign.source = CampaignPlan.source
        campaign.notifications = []
        campaign.times = [PlannedTime(dueAt: noon, priority: .normal)]
        campaign.campaign = CampaignPlan(isForEveryone: true)
        return campaign
    }

    private static func page(_ id: String, users: Range<Int>) -> ExpandedPage {
        ExpandedPage(
            event: "event-\(id)",
            from: Int64(users.lowerBound),
            to: Int64(users.upperBound),
            into: users.map { number in
                var planned = PlannedNotification(
                    id: "\(id)-\(number)",
                    recipient: UserID(unchecked: "user-\(number)"),
                    priority: .normal,
                    dueAt: noon
                )
                if number % 9 == 0 { planned.exclusion = .duplicate }
                return planned
            },
            step: CampaignStep(nextAt: noon, expanded: users.count, total: 1000)
        )
    }

    /// By looking at everything.
    private static func recount(_ tenant: any TenantStore, _ id: String) async throws -> CampaignProgress {
        var progress = CampaignProgress()
        let trace = try #require(try await tenant.trace(event: "event-\(id)", TracePage(limit: 500)))
        for notification in trace.notifications {
            let ends = Set(notification.deliveries.map(\.status))
            progress.notifications += 1
            if notification.status == .scheduled || ends.contains(where: { !$0.isFinal }) {
                progress.pending += 1
            } else if notification.status == .cancelled {
                progress.cancelled += 1
            } else if ends.contains(.delivered) {
                progress.delivered += 1
            } else if ends.contains(.failed) {
                progress.failed += 1
            } else if ends.contains(.cancelled) {
                progress.cancelled += 1
            } else {
                progress.skipped += 1
            }
            for delivery in notification.deliveries {
                progress.deliveries[delivery.channel, default: [:]][delivery.status, default: 0] += 1
            }
        }
        return progress
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a campaign's counts are those of a recount, whatever happens to its deliveries`(seed: UInt64) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let tenant = try await store.tenant("wallet")
            var chance = SplitMix(seed: seed)
            _ = try await tenant.accept(Self.campaign("c"))
            var (expanded, rows): (Int, [Int64]) = (0, [])
            for step in 0..<120 {
                let now = noon.advanced(by: .seconds(step))
                let some = rows.filter { _ in chance.next() % 4 == 0 }
                switch chance.next() % 12 {
                case 0 where expanded < 200 && step < 100:
                    #expect(try await tenant.expand(Self.page("c", users: expanded..<(expanded + 20))))
                    expanded += 20
                case 1, 2: rows += try await Self.route(tenant, at: now, &chance)
                case 3: _ = try await tenant.markAttempted(some, at: now)
                case 4: _ = try await tenant.leaseDeliveries(at: now, limit: 10)
                case 5, 6: try await tenant.settle(some.map { Self.settlement($0, at: now, &chance) })
                case 7: _ = try await tenant.reclaimLeases(leasedBefore: now, except: [], at: now)
                case 8: _ = try await tenant.redrive(some, at: now)
                case 9: _ = try await tenant.release("push", at: now)
                case 10: _ = try await tenant.erase(UserID(unchecked: "user-\(chance.next() % 50)"))
                default:
                    let settled = some.map { ReceiptSettlement(row: $0, result: .failed(.moved), at: now) }
                    try await tenant.settleReceipts(settled)
                }
                if step == 100 { _ = try await tenant.change(campaign: "c", .cancel, at: now) }
                let counted = try #require(try await tenant.progress(ofCampaign: "c"))
                #expect(try await counted == Self.recount(tenant, "c"), "step \(step)")
                let record = try #require(try await tenant.campaign("c"))
                #expect(record.hasOpen == (counted.pending > 0))
            }
            #expect(try await tenant.sweep(acceptedBefore: noon.advanced(by: .seconds(9999)), limit: 9) <= 1)
            await store.close()
        }
    }

    private static func route(
        _ tenant: any TenantStore,
        at now: Instant,
        _ chance: inout SplitMix
    ) async throws -> [Int64] {
        let due = try await tenant.due(at: now, limit: 15)
        let routed = due.map { notification in
            let plans = (0..<(chance.next() % 3)).map { number in
                var plan = PlannedDelivery(channel: number == 0 ? "push" : "email", address: "somewhere")
                if chance.next() % 3 == 0 { plan.dueAt = now.advanced(by: .seconds(5)) }
                return plan
            }
            return RoutedNotification(row: notification.row, decisions: [], deliveries: plans)
        }
        return try await tenant.route(routed, at: now).flatMap(\.self)
    }

    private static func settlement(_ row: Int64, at now: Instant, _ chance: inout SplitMix) -> Settlement {
        let results: [Settlement.Result] = [
            .delivered(ReceiptID("r")), .failed(.moved), .retry(.moved, at: now.advanced(by: .seconds(3))),
            .held(.moved), .cancelled(.moved), .uncertain(.moved, at: now), .collected(with: 1),
        ]
        let result = results[Int(chance.next() % UInt64(results.count))]
        return Settlement(row: row, result: result, at: now, receiptDueAt: now)
    }
}
