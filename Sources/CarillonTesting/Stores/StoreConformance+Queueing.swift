import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let queueing: [Rule] = [
        Rule("what is due comes earliest first, what is not yet due stays") { subject in
            _ = try await subject.tenant.accept(.testing("late", due: 30))
            _ = try await subject.tenant.accept(.testing("early", due: 10))
            _ = try await subject.tenant.accept(.testing("same", due: 10))
            _ = try await subject.tenant.accept(.testing("future", due: 31))
            let all = try await subject.tenant.due(at: .at(30), limit: 10).map(\.id)
            try requireEqual(all, ["n-early", "n-same", "n-late"], "due")
            let first = try await subject.tenant.due(at: .at(30), limit: 2).map(\.id)
            try requireEqual(first, ["n-early", "n-same"], "the first two")
            try requireEqual(await subject.tenant.due(at: .at(9), limit: 10), [], "before the first")
        },
        Rule("reading what is due changes nothing") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            let first = try await subject.tenant.due(at: .at(0), limit: 10)
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10), first, "the second time")
        },
        Rule("a notification is routed once, however many try") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            let due = try await subject.tenant.due(at: .at(0), limit: 1)
            let plan = PlannedDelivery(channel: "push", address: "somewhere")
            let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan, plan]) }
            let answers = try await withThrowingTaskGroup(of: [[Int64]].self) { group in
                for _ in 0..<20 { group.addTask { try await subject.tenant.route(routed, at: .at(0)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try requireEqual(
                answers.map { $0.first?.count ?? -1 }.sorted(),
                Array(repeating: 0, count: 19) + [2],
                "rows"
            )
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10), [], "still due")
            let trace = try await subject.tenant.trace(event: "event-core-1")
            try requireEqual(trace?.notifications.first?.deliveries.count, 2, "deliveries")
        },
        Rule("routing answers in the order asked, with nothing for what isn't there") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            _ = try await subject.tenant.accept(.testing("2"))
            let rows = try await subject.tenant.due(at: .at(0), limit: 10).map(\.row)
            let plan = PlannedDelivery(channel: "push", address: "somewhere")
            let routed = [rows[1], 999_999, rows[0]].map {
                RoutedNotification(row: $0, decisions: [], deliveries: [plan])
            }
            let answer = try await subject.tenant.route(routed, at: .at(0))
            try requireEqual(answer.map(\.count), [1, 0, 1], "rows")
            let first = try await subject.tenant.trace(event: "event-core-2")?.notifications.first?.deliveries.first
            try requireEqual(first?.row, answer[0].first, "the first row belongs to the first")
        },
        Rule("deliveries of a routed notification are leased to who routed it") { subject in
            try await subject.tenant.acceptAndRoute(.testing("1"))
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(60), limit: 10), [], "leased again")
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
        },
        Rule("a retried delivery is leased once, at its time, with its plan and notification") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(30)), at: .at(2))
            ])
            try requireEqual(await subject.tenant.nextDue(), .at(30), "next due")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(29), limit: 10), [], "too early")
            let leases = try await withThrowingTaskGroup(of: [LeasedDelivery].self) { group in
                for _ in 0..<10 {
                    group.addTask { try await subject.tenant.leaseDeliveries(at: .at(30), limit: 10) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try requireEqual(leases.count, 1, "leases")
            try requireEqual(leases[0].row, rows[0], "row")
            try requireEqual(leases[0].attempts, 1, "attempts")
            try requireEqual(leases[0].isUncertain, false, "uncertain")
            try requireEqual(leases[0].plan.address, "token-1", "address")
            try requireEqual(leases[0].plan.device, device.id, "device")
            try requireEqual(leases[0].notification.id, "n-1", "notification")
            try requireEqual(leases[0].notification.devices, [device], "devices")
        },
        Rule("deliveries are leased earliest first, up to the limit") { subject in
            for (id, time) in [("a", 30), ("b", 10), ("c", 20)] as [(String, Int64)] {
                let rows = try await subject.tenant.acceptAndRoute(.testing(id))
                try await subject.tenant.settle([
                    Settlement(row: rows[0], result: .retry(.slowDown, at: .at(time)), at: .at(1))
                ])
            }
            let first = try await subject.tenant.leaseDeliveries(at: .at(60), limit: 2).map(\.notification.id)
            try requireEqual(first, ["n-b", "n-c"], "first")
            let second = try await subject.tenant.leaseDeliveries(at: .at(60), limit: 2).map(\.notification.id)
            try requireEqual(second, ["n-a"], "second")
        },
        Rule("the next due time is the earliest of notifications and deliveries") { subject in
            try requireEqual(await subject.tenant.nextDue(), nil, "of an empty store")
            _ = try await subject.tenant.accept(.testing("1", due: 50))
            try requireEqual(await subject.tenant.nextDue(), .at(50), "with a notification")
            let rows = try await subject.tenant.acceptAndRoute(.testing("2"))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(40)), at: .at(1))
            ])
            try requireEqual(await subject.tenant.nextDue(), .at(40), "with a delivery")
        },
        Rule("after a crash what was leased is leased out again, and what was attempted is uncertain") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let leased = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let attempted = try await subject.tenant.acceptAndRoute(.testing("2"), to: device)
            let done = try await subject.tenant.acceptAndRoute(.testing("3"), to: device)
            try requireEqual(await subject.tenant.markAttempted(attempted, at: .at(1)), Set(attempted), "marked")
            try await subject.tenant.settle([Settlement(row: done[0], result: .delivered(nil), at: .at(1))])
            try await subject.tenant.reclaim(at: .at(5))
            try requireEqual(await subject.tenant.nextDue(), .at(5), "next due")
            let again = try await subject.tenant.leaseDeliveries(at: .at(5), limit: 10)
            try requireEqual(again.map(\.row), leased + attempted, "leased again")
            try requireEqual(again.map(\.isUncertain), [false, true], "uncertain")
            try requireEqual(again.map(\.attempts), [0, 1], "attempts")
            let trace = try await subject.tenant.trace(event: "event-core-2")
            let story = trace?.notifications.first?.deliveries.first?.attempts ?? []
            try requireEqual(story.map(\.outcome), [.uncertain], "story")
            try requireEqual(story.map(\.at), [.at(1)], "time of the attempt")
        },
        Rule("a notification accepted before a crash is still due after it") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            try await subject.tenant.reclaim(at: .at(5))
            try requireEqual(await subject.tenant.due(at: .at(5), limit: 10).map(\.id), ["n-1"], "due")
        },
    ]
}
