import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let lanes: [Rule] = [
        Rule("a lane that is taken is the caller's, and with it what an earlier process held there") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1", to: ["ada", "ben"]))
            _ = try await subject.tenant.markAttempted([rows[0]], at: .at(1))
            let other: Lane = .channel("email")
            _ = try await subject.tenant.take([other], at: .at(2))
            try requireEqual(await subject.tenant.nextDelivery(on: "push"), nil, "of another lane")
            let leases = try await subject.tenant.take([.channel("push")], at: .at(3))
            let lease = try requireValue(leases.first, "the lane")
            try requireEqual(lease.lane, .channel("push"), "lane")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", in: lease, at: .at(3), limit: 9)
            try requireEqual(leased.map(\.row), rows, "leased again")
            try requireEqual(leased.map(\.isUncertain), [true, false], "uncertain")
        },
        Rule("deliveries are released and marked in the epoch in which their lane was taken") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            let taken = try await subject.tenant.take([.channel("push")], at: .at(1))
            let lane = try requireValue(taken.first, "the lane")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", in: lane, at: .at(1), limit: 9)
            try requireEqual(leased.map(\.row), rows, "leased")
            try await subject.tenant.releaseLeases(rows, in: lane, at: .at(2))
            let again = try await subject.tenant.leaseDeliveries(on: "push", in: lane, at: .at(2), limit: 9)
            try requireEqual(again.map(\.row), rows, "leased again")
            try requireEqual(await subject.tenant.markAttempted(rows, in: lane, at: .at(3)), Set(rows), "marked")
            try await subject.tenant.releaseLeases(rows, in: lane, at: .at(4))
            let marked = try await subject.tenant.leaseDeliveries(on: "push", in: lane, at: .at(4), limit: 9)
            try requireEqual(marked, [], "what was marked isn't released")
        },
        Rule("home comes with what was held on channels that nobody takes") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            let leases = try await subject.tenant.take([.home, .channel("email")], at: .at(3))
            try requireEqual(Set(leases.map(\.lane)), [.home, .channel("email")], "lanes")
            try requireEqual(await subject.tenant.nextDelivery(on: "push"), .at(3), "due again")
            let home = try requireValue(leases.first { $0.lane == .home }, "home")
            let leased = try await subject.tenant.leaseDeliveries(on: "push", in: home, at: .at(3), limit: 9)
            try requireEqual(leased.map(\.row), rows, "leased in home")
        },
        Rule("receipts are asked for in the lane of their channel, or in home") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1"))
            try await tenant.settle([
                Settlement(row: rows[0], result: .delivered(ReceiptID("r-1")), at: .at(1), receiptDueAt: .at(10))
            ])
            for (lane, count) in [(Lane.channel("push"), 1), (.channel("email"), 0), (.home, 1)] {
                let lanes = try await tenant.take([lane], at: .at(2))
                try requireEqual(await tenant.dueReceipts(in: lanes, at: .at(10), limit: 9).count, count, "\(lane)")
                try requireEqual(await tenant.nextReceipt(in: lanes), count == 0 ? nil : .at(10), "\(lane)")
                // Home represents channels whose lanes nobody has.
                try await tenant.releaseLanes(lanes, at: .at(2))
            }
        },
        Rule("whose lane another has taken since can do nothing in it") { subject in
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"))
            _ = try await subject.tenant.accept(.testing("2", at: 1))
            let taken = try await subject.tenant.take([.home, .channel("push")], at: .at(2))
            func lost(_ lane: Lane) throws -> LaneLease {
                let lease = try requireValue(taken.first { $0.lane == lane }, "\(lane)")
                return LaneLease(lane, epoch: lease.epoch - 1)
            }
            let (home, push) = (try lost(.home), try lost(.channel("push")))
            let tenant = subject.tenant
            try await requireLaneLost("due") { _ = try await tenant.due(in: home, at: .at(9), limit: 9) }
            let due = try await tenant.due(at: .at(9), limit: 9)
            let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: []) }
            try await requireLaneLost("route") { _ = try await tenant.route(routed, in: home, at: .at(9)) }
            try requireEqual(await tenant.due(at: .at(9), limit: 9).map(\.id), due.map(\.id), "still due")
            try await requireLaneLost("lease") {
                _ = try await tenant.leaseDeliveries(on: "push", in: push, at: .at(9), limit: 9)
            }
            let leased = try await tenant.leaseDeliveries(on: "push", at: .at(9), limit: 9)
            try requireEqual(leased.map(\.row), rows, "leased by the other")
            try await requireLaneLost("mark") { _ = try await tenant.markAttempted(rows, in: push, at: .at(9)) }
            try await requireLaneLost("release") { try await tenant.releaseLeases(rows, in: push, at: .at(9)) }
            try await requireLaneLost("reclaim") {
                _ = try await tenant.reclaimLeases(in: [push], leasedBefore: .at(99), except: [], at: .at(9))
            }
            try await requireLaneLost("release held") {
                _ = try await tenant.release("push", in: push, sparing: [], limit: 9, at: .at(9))
            }
            try await requireLaneLost("postpone") {
                try await tenant.postpone(
                    [due[0].row],
                    in: home,
                    until: .at(99),
                    endingAfter: .seconds(9),
                    because: .routed
                )
            }
            try await requireLaneLost("lease held") {
                _ = try await tenant.leaseHeld(on: "push", in: push, countingFrom: nil, at: .at(9), limit: 9)
            }
            try await requireLaneLost("audiences") { _ = try await tenant.unexpanded(in: home, at: .at(9), limit: 9) }
            try await requireLaneLost("endings") { _ = try await tenant.endPage(in: home, at: .at(9)) }
            try await requireLaneLost("sweep") {
                _ = try await tenant.sweep(in: home, acceptedBefore: .at(99), limit: 9)
            }
            try await requireLaneLost("changes") {
                _ = try await tenant.forgetChanges(in: home, before: .at(99), limit: 9)
            }
            try await requireLaneLost("clock") { try await tenant.clockWentBack(in: home, from: .at(9), to: .at(1)) }
            try requireEqual(await tenant.due(at: .at(9), limit: 9).map(\.id), due.map(\.id), "due as before")
            try await requireLaneLost("resume") { try await tenant.resume("push", in: push, at: .at(9)) }
            try await requireLaneLost("receipts") { _ = try await tenant.dueReceipts(in: [push], at: .at(9), limit: 9) }
            try await requireLaneLost("next receipt") { _ = try await tenant.nextReceipt(in: [push]) }
            try requireEqual(await tenant.markAttempted(rows, at: .at(9)), Set(rows), "marked by the other")
        },
    ]
}

func requireLaneLost(_ what: String, _ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let failure as StoreFailure where failure.kind == .laneLost {
        return
    }
    throw StoreViolation(description: "\(what): done in a lane that is another's")
}
