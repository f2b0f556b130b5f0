import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// From what is due to what is settled, with one device for each user and one delivery for each notification.
struct DeliverBenchmark {
    let tenant: any TenantStore
    private let count = 50_000
    private let batch = 100

    func run() async throws {
        for user in 0..<1000 {
            let recipient = AcceptedEvent.benchmark(user: user).notifications[0].recipient
            let registration = DeviceRegistration(owner: recipient, token: "token-\(user)", plugin: "expo")
            _ = try await tenant.register(registration, within: .none, at: now())
        }
        try await measure("accept before delivering", count: count, callers: 256) { [tenant] number in
            _ = try await tenant.accept(.benchmark(user: number % 1000))
        }
        let routed = try await route()
        try await eachBatch("mark attempted", of: routed) { tenant, rows in
            _ = try await tenant.markAttempted(rows, in: .sole(.channel("push")), at: now())
        }
        try await eachBatch("settle with a receipt", of: routed) { tenant, rows in
            let at = now()
            try await tenant.settle(
                rows.map { Settlement(row: $0, result: .delivered(ReceiptID(identifiers.uuid())), at: at) }
            )
        }
        try await retry()
    }

    /// One reader of what is due, as in the service; routing and settling of several batches run side by side.
    private func route() async throws -> [[Int64]] {
        let rows = try await timed("due and route, batches of \(batch)", count: count) {
            var rows: [[Int64]] = []
            while true {
                let due = try await tenant.due(in: .sole(.home), at: now(), limit: batch)
                guard !due.isEmpty else { return rows }
                rows.append(try await tenant.route(due.map(Self.plan), in: .sole(.home), at: now()).flatMap(\.self))
            }
        }
        return rows
    }

    private static func plan(_ notification: DueNotification) -> RoutedNotification {
        let deliveries = notification.devices.map {
            PlannedDelivery(channel: "push", address: $0.token, device: $0.id, platform: .ios, badge: 3)
        }
        let decision = Decision(channel: "push", verdict: .deliver, reason: .routed, detail: "one address")
        return RoutedNotification(row: notification.row, decisions: [decision], deliveries: deliveries)
    }

    private func eachBatch(
        _ name: String,
        of batches: [[Int64]],
        _ body: @escaping @Sendable (any TenantStore, [Int64]) async throws -> Void
    ) async throws {
        try await measure("\(name), batches of \(batch), 8 callers", count: batches.count, callers: 8, weight: batch) {
            [tenant] number in try await body(tenant, batches[number])
        }
    }

    /// A backlog of deliveries that were deferred: leased again and settled.
    private func retry() async throws {
        try await measure("accept a backlog", count: 20_000, callers: 256) { [tenant] number in
            _ = try await tenant.accept(.benchmark(user: number % 1000))
        }
        let routed = try await route()
        let reason = OutcomeReason("MessageRateExceeded", "too many messages to this device")
        try await eachBatch("settle to be tried again", of: routed) { tenant, rows in
            let at = now()
            try await tenant.settle(rows.map { Settlement(row: $0, result: .retry(reason, at: at), at: at) })
        }
        try await timed("lease again and settle", count: 20_000) {
            while true {
                let leased = try await tenant.leaseDeliveries(
                    on: "push",
                    in: .sole(.channel("push")),
                    at: now(),
                    limit: 500
                )
                guard !leased.isEmpty else { return }
                let at = now()
                try await tenant.settle(leased.map { Settlement(row: $0.row, result: .delivered(nil), at: at) })
            }
        }
    }

    private func timed<Value>(_ name: String, count: Int, _ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        let before = ProcessTime.now
        let value = try await body()
        let own = ((ProcessTime.now - before) / .microseconds(count)).rounded()
        let rate = Int(Double(count) / ((ContinuousClock.now - start) / .seconds(1)))
        print("\(name): \(rate)/s, \(Int(own)) µs of CPU each")
        return value
    }
}
