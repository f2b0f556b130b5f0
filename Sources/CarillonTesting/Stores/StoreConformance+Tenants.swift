import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let users: [Rule] = [
        Rule("nothing is known of a user until it is said") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            try requireEqual(await subject.tenant.facts(of: "ada"), nil, "facts")
        },
        Rule("what is said last of a user counts, and what isn't said stays") { subject in
            let tenant = subject.tenant
            try await tenant.put(UserAttributes(email: "ada@example.com", locale: "en"), of: "ada", at: .at(0))
            try await tenant.put(UserAttributes(locale: "ar", phone: "+4712345678"), of: "ada", at: .at(1))
            let facts = UserAttributes(email: "ada@example.com", locale: "ar", phone: "+4712345678")
            try requireEqual(await tenant.facts(of: "ada"), facts, "facts")
            _ = try await tenant.accept(.testing("1", at: 2, facts: ["ada": UserAttributes(timeZone: "Asia/Riyadh")]))
            let due = try await tenant.due(at: .at(2), limit: 1)
            try requireEqual(
                due.first?.facts,
                UserAttributes(timeZone: "Asia/Riyadh").over(facts),
                "facts of what is due"
            )
        },
    ]

    static let tracing: [Rule] = [
        Rule("a trace tells recipients, decisions, deliveries and what was read") { subject in
            let event = AcceptedEvent.testing("1", to: ["ada", "ben"], topic: "safe:1:0xabc")
            _ = try await subject.tenant.accept(event)
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            let decisions: [Decision] = [.routed, .noMail, .whole]
            let plan = PlannedDelivery(channel: "push", address: "somewhere")
            let routed = RoutedNotification(row: due[0].row, decisions: decisions, deliveries: [plan])
            _ = try await subject.tenant.route([routed], at: .at(0))
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing)], at: .at(1))
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: true, at: .at(2))
            let trace = try await requireValue(subject.tenant.trace(event: event.id), "no trace")
            try requireEqual(trace.event, EventRecord(event), "event")
            try requireEqual(trace.topic, "safe:1:0xabc", "topic")
            try requireEqual(trace.notifications.map(\.recipient), ["ada", "ben"], "recipients")
            try requireEqual(trace.notifications.map(\.status), [.routed, .scheduled], "status")
            try requireEqual(trace.notifications.map(\.readAt), [.at(2), nil], "read at")
            try requireEqual(trace.notifications[0].decisions, decisions, "decisions")
            try requireEqual(trace.notifications[0].deliveries.map(\.status), [.leased], "deliveries")
            try requireEqual(trace.notifications[1].deliveries, [], "deliveries of what isn't routed")
        },
        Rule("an event is found by the host's id, and by the sender's where one event has it") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            try requireEqual(await subject.tenant.trace(event: "1")?.event.source, "core", "by the sender's id")
            var other = AcceptedEvent.testing("1", source: "billing")
            other.notifications = []
            _ = try await subject.tenant.accept(other)
            try requireEqual(await subject.tenant.trace(event: "1"), nil, "where two have it")
            try requireEqual(await subject.tenant.trace(event: other.id)?.event.source, "billing", "by the host's id")
            try requireEqual(await subject.tenant.trace(event: "unknown"), nil, "unknown")
        },
    ]

    static let tenants: [Rule] = [
        Rule("two tenants never see each other") { subject in
            let other = try await subject.store.tenant("acme")
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            _ = try await other.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            try await subject.tenant.putInFeed([FeedEntry("n-1", .testing)], at: .at(1))
            try requireEqual(await other.accept(.testing("1")), .accepted, "the same key")
            try requireEqual(await other.feed(of: "ada", FeedQuery(limit: 10)).items, [], "feed")
            try requireEqual(await other.due(at: .at(0), limit: 10).map(\.id), ["n-1"], "due")
            _ = try await other.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(1))
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(2)), Set(rows), "deliveries")
            try requireEqual(await subject.tenant.devices(of: "ada").count, 1, "devices")
        },
        Rule("asking for a tenant again hands out the same data") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            let again = try await subject.store.tenant("globex")
            try requireEqual(await again.trace(event: "event-core-1")?.notifications.count, 1, "notifications")
        },
        Rule("a closed store says so") { subject in
            await subject.store.close()
            do throws(StoreFailure) {
                _ = try await subject.tenant.accept(.testing("1"))
            } catch {
                return try requireEqual(error.kind, .unavailable, "kind")
            }
            throw StoreViolation(description: "an event was accepted after the end")
        },
    ]
}
