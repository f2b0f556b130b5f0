import CarillonModel
import CarillonPipeline

/// Two that look alike, and that Swift's `String` takes for one: “é” as one scalar and as two.
private let composed = "jos\u{E9}"
private let decomposed = "jose\u{301}"

extension StoreConformance {
    static let exactness: [Rule] = [
        Rule("users whose ids look alike are two, in everything that is theirs") { subject in
            let users = [UserID(unchecked: composed), UserID(unchecked: decomposed)]
            let facts = [users[0]: UserAttributes(locale: "fr"), users[1]: UserAttributes(locale: "es")]
            _ = try await subject.tenant.accept(.testing("1", to: users, facts: facts))
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            try requireEqual(due.map { $0.recipient.rawValue.exact }, [composed.exact, decomposed.exact], "recipients")
            try requireEqual(due.map(\.facts.locale), ["fr", "es"], "facts")
            for (user, token) in zip(users, ["token-1", "token-2"]) {
                _ = try await subject.tenant.register(.testing(token, of: user, deviceID: "phone"), at: .at(0))
                try await subject.tenant.subscribe([
                    Subscription(topic: "safe:1", subscriber: Subscriber(user: user), since: .at(0))
                ])
            }
            try requireEqual(await subject.tenant.devices(of: users[0]).map(\.token), ["token-1"], "devices")
            let subscribers = try await subject.tenant.subscribers(of: "safe:1", after: 0, limit: 10)
            try requireEqual(subscribers.count, 2, "subscribers")
            try requireEqual(await subject.tenant.erase(users[0]), true, "erased")
            try requireEqual(await subject.tenant.devices(of: users[1]).map(\.token), ["token-2"], "of the other")
            try requireEqual(await subject.tenant.facts(of: users[1])?.locale, "es", "facts of the other")
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10).map(\.id), ["n-1-2"], "what is left")
        },
        Rule("events whose ids or sources look alike are two") { subject in
            var events = [composed, decomposed].map { AcceptedEvent.testing($0) }
            for (index, source) in [composed, decomposed].enumerated() {
                events.append(.testing("by-source-\(index)", source: source))
                events[events.count - 1].externalID = "same"
            }
            // Ids of the host's own making, which are no text from outside.
            for index in events.indices {
                events[index].id = "e-\(index)"
                for row in events[index].notifications.indices {
                    events[index].notifications[row].id = "n-\(index)-\(row)"
                }
            }
            for event in events { try requireEqual(await subject.tenant.accept(event), .accepted, "answer") }
            for event in events.prefix(2) {
                let trace = try await subject.tenant.trace(event: event.externalID)
                try requireEqual(trace?.event.externalID.exact, event.externalID.exact, "found by its id")
                try requireEqual(trace?.notifications.count, 1, "notifications")
            }
        },
        Rule("an event that differs only in how a letter is written is a conflict") { subject in
            let first = AcceptedEvent.testing("1", body: "{\"name\":\"\(composed)\"}")
            _ = try await subject.tenant.accept(first)
            let second = AcceptedEvent.testing("1", body: "{\"name\":\"\(decomposed)\"}")
            try requireEqual(await subject.tenant.accept(second), .conflict(event: first.id), "answer")
        },
        Rule("sessions and devices whose ids look alike are two") { subject in
            for (index, id) in [composed, decomposed].enumerated() {
                let session = SessionRecord(id: id, user: "ada", allowsPush: true, startedAt: .at(Int64(index)))
                try requireEqual(await subject.tenant.start(session), session, "started")
                _ = try await subject.tenant.register(.testing("token-\(index)", deviceID: id), at: .at(0))
            }
            try requireEqual(await subject.tenant.session(composed)?.startedAt, .at(0), "first session")
            try requireEqual(await subject.tenant.session(decomposed)?.startedAt, .at(1), "second session")
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-0", "token-1"], "devices")
            let found = try await subject.tenant.device(deviceID: decomposed, owner: "ada")
            try requireEqual(found?.token, "token-1", "second device")
            _ = try await subject.tenant.end(session: composed, at: .at(2))
            try requireEqual(await subject.tenant.session(decomposed)?.startedAt, .at(1), "the session that is left")
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-1"], "its device")
        },
        Rule("topics whose names look alike are two") { subject in
            let subscriber = Subscriber(user: "ada")
            let topics = [Topic(unchecked: composed), Topic(unchecked: decomposed)]
            try await subject.tenant.subscribe(
                topics.map { Subscription(topic: $0, subscriber: subscriber, since: .at(0)) }
            )
            try requireEqual(await subject.tenant.subscriptions(of: subscriber).count, 2, "subscriptions")
            try requireEqual(await subject.tenant.unsubscribe(subscriber, from: topics[0]), true, "unsubscribed")
            let left = try await subject.tenant.subscribers(of: topics[1], after: 0, limit: 10)
            try requireEqual(left.count, 1, "subscribers of the other")
        },
        Rule("keys of events that look alike are two: to tell once, to supersede, to collapse") { subject in
            for (index, key) in [composed, decomposed].enumerated() {
                var once = AcceptedEvent.testing("once-\(index)")
                once.dedupe = key
                _ = try await subject.tenant.accept(once)
                var last = AcceptedEvent.testing("last-\(index)")
                last.supersedes = key
                _ = try await subject.tenant.accept(last)
            }
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            try requireEqual(due.map(\.id), ["n-once-0", "n-last-0", "n-once-1", "n-last-1"], "due")
            let routes = zip(due, [composed, decomposed]).map { due, key in
                var plan = PlannedDelivery(channel: "push", address: "somewhere")
                plan.dueAt = .at(40)
                plan.collapse = key
                return RoutedNotification(row: due.row, decisions: [.routed], deliveries: [plan])
            }
            _ = try await subject.tenant.route(routes, at: .at(0))
            let leased = try await subject.tenant.leaseDeliveries(at: .at(40), limit: 10)
            try requireEqual(leased.count, 2, "what waited under the keys")
        },
    ]
}
