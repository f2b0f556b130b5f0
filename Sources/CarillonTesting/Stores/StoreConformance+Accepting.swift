import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let accepting: [Rule] = [
        Rule("an accepted event is due with all it was accepted with") { subject in
            let event = AcceptedEvent.testing("1", facts: ["ada": UserAttributes(email: "ada@example.com")])
            try requireEqual(await subject.tenant.accept(event), .accepted, "first time")
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            let found = try requireValue(due.first, "nothing is due")
            try requireEqual(found.event, EventRecord(event), "event")
            try requireEqual([found.id], event.notifications.map(\.id), "id")
            try requireEqual(found.recipient, "ada", "recipient")
            try requireEqual(found.createdAt, .at(0), "created at")
            try requireEqual(found.facts.email, "ada@example.com", "facts of the event")
            try requireEqual(due.count, 1, "due")
        },
        Rule("the same key and content again changes nothing and answers with the first") { subject in
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", "ben"]))
            var again = AcceptedEvent.testing("1", to: ["ada", "ben"], facts: ["ada": UserAttributes(locale: "nb")])
            again.id = "another"
            let answer = try await subject.tenant.accept(again)
            try requireEqual(answer, .duplicate(event: "event-core-1", notifications: ["n-1", "n-1-2"]), "answer")
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10).count, 2, "due")
            try requireEqual(await subject.tenant.facts(of: "ada"), nil, "facts of the duplicate")
        },
        Rule("the same key with other content is a conflict and changes nothing") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            let other = AcceptedEvent.testing("1", to: ["eve"], body: "{\"amount\":\"99\"}")
            try requireEqual(await subject.tenant.accept(other), .conflict(event: "event-core-1"), "answer")
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10).map(\.recipient), ["ada"], "due")
        },
        Rule("a key is known by its source, whatever its event says") { subject in
            try requireEqual(await subject.tenant.hasAccepted("1", from: "core"), false, "before")
            _ = try await subject.tenant.accept(.testing("1"))
            try requireEqual(await subject.tenant.hasAccepted("1", from: "core"), true, "after")
            try requireEqual(await subject.tenant.hasAccepted("1", from: "billing"), false, "of another source")
        },
        Rule("the same id from another source is another event") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            var other = AcceptedEvent.testing("1", source: "billing")
            other.notifications[0].id = "n-billing"
            try requireEqual(await subject.tenant.accept(other), .accepted, "answer")
        },
        Rule("an event that can't be stored fails alone and leaves nothing behind") { subject in
            _ = try await subject.tenant.accept(.testing("1"))
            var taken = AcceptedEvent.testing("2", to: ["ben", "ada"])
            taken.notifications[1].id = "n-1"
            let failing = taken
            async let good = subject.tenant.accept(.testing("3"))
            async let bad: Acceptance? = { try? await subject.tenant.accept(failing) }()
            try requireEqual(await bad, nil, "a notification id that is taken")
            try requireEqual(try await good, .accepted, "the event beside it")
            let trace = try await subject.tenant.trace(event: "event-core-2")
            try requireEqual(trace, nil, "what is left of it")
            let ids = try await subject.tenant.due(at: .at(0), limit: 10).map(\.id)
            try requireEqual(ids.sorted(), ["n-1", "n-3"], "due")
        },
        Rule("of 200 concurrent accepts of one key exactly one makes an event") { subject in
            let answers = try await withThrowingTaskGroup(of: Acceptance.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        var event = AcceptedEvent.testing("1")
                        event.id = "event-\(number)"
                        event.notifications[0].id = "n-\(number)"
                        return try await subject.tenant.accept(event)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try requireEqual(answers.count { $0 == .accepted }, 1, "accepted")
            let due = try await subject.tenant.due(at: .at(0), limit: 1000)
            let winner = try requireValue(due.first, "nothing is due")
            try requireEqual(due.count, 1, "due")
            let duplicate = Acceptance.duplicate(event: winner.event.id, notifications: [winner.id])
            try requireEqual(answers.count { $0 == duplicate }, 199, "duplicates that name the one accepted")
        },
        Rule("200 concurrent accepts of different keys are all accepted") { subject in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let event = AcceptedEvent.testing("\(number)", to: [UserID(unchecked: "user-\(number % 7)")])
                        try requireEqual(await subject.tenant.accept(event), .accepted, "answer")
                    }
                }
                try await group.waitForAll()
            }
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 1000).count, 200, "due")
        },
        Rule("text comes back as it was given, whatever it holds") { subject in
            let odd = "';--\\\" \u{0001}\u{202E}\u{1F469}\u{200D}\u{1F52C} e\u{0301} “quoted”"
            var event = AcceptedEvent.testing("1", body: odd)
            event.source = odd
            event.externalID = odd
            _ = try await subject.tenant.accept(event)
            try requireEqual(await subject.tenant.trace(event: event.id)?.event, EventRecord(event), "event")
            try requireEqual(await subject.tenant.trace(event: odd)?.event.id, event.id, "by the sender's id")
        },
    ]
}
