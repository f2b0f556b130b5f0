import CarillonModel
import CarillonPipeline
import Foundation

extension StoreConformance {
    /// Who has very much due delays nobody else.
    static let fairness: [Rule] = [
        Rule("a lease takes a share of one recipient's, as long as others have anything due") { subject in
            let tenant = subject.tenant
            let many = try await due(60, of: "ada", from: 10, in: tenant)
            let few = try await due(2, of: "ben", from: 80, in: tenant)
            let more = try await due(20, of: "cy", from: 90, in: tenant)
            let last = try await due(1, of: "dan", from: 120, in: tenant)
            // Of 32 places, each has two before others.
            let first = try await leased(32, from: tenant)
            try requireEqual(first, Array(many.prefix(27)) + few + more.prefix(2) + last, "first")
            let second = try await leased(32, from: tenant)
            try requireEqual(second, Array(many[27..<57]) + more[2..<4], "second")
            let late = try await due(1, of: "ben", from: 130, in: tenant)
            let third = try await leased(4, from: tenant)
            try requireEqual(third, Array(many[57..<59]) + [more[4]] + late, "third")
            let rest = try await leased(99, from: tenant)
            try requireEqual(rest, Array(many[59...]) + more[5...], "the rest, all of it")
        },
        Rule("a lease that only one recipient has anything for is full of theirs, the earliest first") { subject in
            let rows = try await due(40, of: "ada", from: 10, in: subject.tenant)
            try requireEqual(await leased(32, from: subject.tenant), Array(rows.prefix(32)), "first")
            try requireEqual(await leased(32, from: subject.tenant), Array(rows.dropFirst(32)), "second")
        },
        Rule("a round of routing takes a share of one recipient's, as long as others have anything due") { subject in
            let tenant = subject.tenant
            let many = try await accepted(60, for: "ada", in: tenant)
            let few = try await accepted(2, for: "ben", in: tenant)
            let more = try await accepted(20, for: "cy", in: tenant)
            // Of 32 places, each has two before others.
            try requireEqual(await routed(32, in: tenant), Array(many.prefix(28)) + few + more.prefix(2), "first")
            try requireEqual(await routed(32, in: tenant), Array(many[28..<58]) + more[2..<4], "second")
            let late = try await accepted(1, for: "ben", in: tenant)
            try requireEqual(await routed(4, in: tenant), Array(many[58..<60]) + [more[4]] + late, "third")
            try requireEqual(await routed(99, in: tenant), Array(more[5...]), "the rest, all of it")
        },
        Rule("who is routed later knows which devices of nobody's got the event for others") { subject in
            let tenant = subject.tenant
            for user in ["ada", "ben"] as [UserID] {
                var registration = DeviceRegistration.testing("shared", of: nil, deviceID: "phone")
                registration.holder = user
                _ = try await tenant.register(registration, at: .at(1))
            }
            _ = try await tenant.accept(.testing("both", to: ["ada", "ben"]))
            let due = try await tenant.due(at: .at(2), limit: 9)
            try requireEqual(due.map(\.recipient), ["ada", "ben"], "recipients")
            try requireEqual(due.map(\.reachedAddresses), [[], []], "nobody was routed")
            let plans = due[0].devices.map { PlannedDelivery(channel: "push", address: $0.token, device: $0.id) }
            let route = RoutedNotification(row: due[0].row, decisions: [.routed], deliveries: plans)
            _ = try await tenant.route([route], at: .at(2))
            let later = try await tenant.due(at: .at(2), limit: 9)
            try requireEqual(later.map(\.recipient), ["ben"], "who is left")
            try requireEqual(later.map(\.reachedAddresses), [[ReachedAddress("shared", on: "push")]], "reached")
        },
        Rule("what is due at the same time is leased by recipients as well, sparing some") { subject in
            let tenant = subject.tenant
            let many = try await due(40, of: "ada", from: 10, step: 0, in: tenant)
            let few = try await due(3, of: "ben", from: 10, step: 0, in: tenant)
            let one = try await due(1, of: "cy", from: 10, step: 0, in: tenant)
            let spared = try await tenant.leaseDeliveries(on: "push", sparing: ["ben"], at: .at(999), limit: 3)
            try requireEqual(spared.map(\.row), Array(many.prefix(2)) + one, "without ben's")
            try requireEqual(await leased(3, from: tenant), Array(many[2..<4]) + few.prefix(1), "of both")
        },
    ]

    /// Makes so many deliveries wait for the user, each due `step` seconds after the one before.
    private static func due(
        _ count: Int,
        of user: UserID,
        from second: Int64,
        step: Int64 = 1,
        in tenant: any TenantStore
    ) async throws -> [Int64] {
        var all: [Int64] = []
        for number in 0..<count {
            let rows = try await tenant.acceptAndRoute(.testing("\(user)-\(second)-\(number)", to: [user]))
            try await tenant.releaseLeases(rows, at: .at(second + Int64(number) * step))
            all += rows
        }
        return all
    }

    /// Accepts so many events for the user, all due at once; answers the ids of their notifications.
    private static func accepted(
        _ count: Int,
        for user: UserID,
        in tenant: any TenantStore
    ) async throws -> [String] {
        var all: [String] = []
        for _ in 0..<count {
            let event = AcceptedEvent.testing(UUID().uuidString, to: [user])
            _ = try await tenant.accept(event)
            all += event.notifications.map(\.id)
        }
        return all
    }

    /// Routes the next that are due, to nowhere.
    private static func routed(_ limit: Int, in tenant: any TenantStore) async throws -> [String] {
        let due = try await tenant.due(at: .at(1), limit: limit)
        _ = try await tenant.route(
            due.map { RoutedNotification(row: $0.row, decisions: [.noMail], deliveries: []) },
            at: .at(1)
        )
        return due.map(\.id)
    }

    private static func leased(_ limit: Int, from tenant: any TenantStore) async throws -> [Int64] {
        try await tenant.leaseDeliveries(on: "push", at: .at(999), limit: limit).map(\.row)
    }
}
