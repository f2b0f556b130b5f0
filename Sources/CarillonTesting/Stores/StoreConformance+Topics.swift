import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let topics: [Rule] = [
        Rule("subscribing again replaces, and touches no other subscriber") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            let subscribers = [
                Subscriber(user: "ada"), Subscriber(user: "ada", device: device.id),
                Subscriber(anonymousDevice: device.id),
            ]
            let first = subscribers.map { Subscription(topic: "safe:1", subscriber: $0, role: "owner", since: .at(0)) }
            try await subject.tenant.subscribe(first)
            var changed = first[0]
            changed.role = "observer"
            changed.types = ["transfer.failed"]
            changed.since = .at(9)
            try await subject.tenant.subscribe([changed])
            changed.since = .at(0)
            try requireEqual(await subject.tenant.subscriptions(of: subscribers[0]), [changed], "of the user")
            try requireEqual(await subject.tenant.subscriptions(of: subscribers[1]), [first[1]], "of the user's device")
            try requireEqual(await subject.tenant.subscriptions(of: subscribers[2]), [first[2]], "of nobody's device")
            let all = try await subject.tenant.subscribers(of: "safe:1", after: 0, limit: 10)
            try requireEqual(all.map(\.subscription), [changed, first[1], first[2]], "in the order they came")
        },
        Rule("nobody gets more subscriptions than there may be, and what is refused changes nothing") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            func subscribe(
                _ topics: ClosedRange<Int>,
                _ subscriber: Subscriber,
                role: String? = nil
            ) async throws -> Bool {
                let all = topics.map {
                    let topic = Topic(unchecked: "safe:\($0)")
                    return Subscription(topic: topic, subscriber: subscriber, role: role, since: .at(0))
                }
                return try await subject.tenant.subscribe(all + all, upTo: 5)
            }
            let (ada, nobody) = (Subscriber(user: "ada"), Subscriber(anonymousDevice: device.id))
            let adasDevice = Subscriber(user: "ada", device: "tablet")
            try requireEqual(await subscribe(1...3, ada), true, "the first")
            try requireEqual(await subscribe(1...3, adasDevice), false, "more on a device")
            try requireEqual(await subject.tenant.subscriptions(of: adasDevice), [], "what was refused")
            try requireEqual(await subscribe(1...2, adasDevice), true, "up to the limit")
            try requireEqual(await subscribe(4...4, ada), false, "one more")
            try requireEqual(await subscribe(1...3, ada, role: "owner"), true, "those that are there")
            try requireEqual(await subject.tenant.subscriptions(of: ada).compactMap(\.role).count, 3, "roles")
            try requireEqual(await subscribe(1...6, Subscriber(user: "ben")), false, "all at once")
            try requireEqual(await subscribe(1...5, nobody), true, "of nobody's device")
            let guest = Subscriber(user: "guest", device: device.id)
            try requireEqual(await subscribe(1...1, guest), false, "of a user on a full device")
            _ = try await subject.tenant.unsubscribe(nobody, from: "safe:1")
            try requireEqual(await subscribe(1...1, guest), true, "after one ended")
        },
        Rule("unsubscribing takes away one subscription, once") { subject in
            let subscriber = Subscriber(user: "ada")
            let topics: [Topic] = ["safe:1", "safe:2"]
            try await subject.tenant.subscribe(
                topics.map { Subscription(topic: $0, subscriber: subscriber, since: .at(0)) }
            )
            let never = try await subject.tenant.unsubscribe(Subscriber(user: "eve"), from: "safe:1")
            try requireEqual(never, false, "of another")
            try requireEqual(await subject.tenant.unsubscribe(subscriber, from: "safe:1"), true, "first")
            try requireEqual(await subject.tenant.unsubscribe(subscriber, from: "safe:1"), false, "again")
            try requireEqual(await subject.tenant.subscriptions(of: subscriber).map(\.topic), ["safe:2"], "left")
        },
        Rule("a device that is unregistered takes its subscriptions along") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "phone"), at: .at(0))
            let subscriber = Subscriber(anonymousDevice: device.id)
            try await subject.tenant.subscribe([Subscription(topic: "safe:1", subscriber: subscriber, since: .at(0))])
            let removed = try await subject.tenant.unregister(deviceID: "phone", owner: nil, at: .at(1))
            try requireEqual(removed, device, "device")
            try requireEqual(await subject.tenant.subscriptions(of: subscriber), [], "subscriptions")
            let again = try await subject.tenant.unregister(deviceID: "phone", owner: nil, at: .at(1))
            try requireEqual(again, nil, "again")
        },
        Rule("who is asked about by a device is told of with all that have its token") { subject in
            var devices: [DeviceRecord] = []
            for (id, token) in [("one", "token-1"), ("two", "token-1"), ("three", "token-3")] {
                let device = try await subject.tenant.register(.testing(token, of: nil, deviceID: id), at: .at(0))
                let subscriber = Subscriber(anonymousDevice: device.id)
                try await subject.tenant.subscribe([
                    Subscription(topic: "safe:1", subscriber: subscriber, since: .at(0)),
                    Subscription(topic: "safe:2", subscriber: subscriber, since: .at(0)),
                ])
                devices.append(device)
            }
            let relatedSubscriptions = try await subject.tenant.subscriptions(to: "safe:1", of: [], on: [devices[1].id])
            try requireEqual(
                relatedSubscriptions.map(\.subscription.subscriber.device),
                [devices[0].id, devices[1].id],
                "devices"
            )
            try requireEqual(relatedSubscriptions.map(\.token), ["token-1", "token-1"], "tokens")
            let everyone = try await subject.tenant.everyone(after: 0, limit: 9, withDevicesOfNobody: true)
            try requireEqual(everyone.map(\.device), [devices[0].id, devices[2].id], "among everyone")
            try requireEqual(
                await subject.tenant.audienceCount(of: nil, withDevicesOfNobody: true),
                2,
                "how many everyone are"
            )
        },
        Rule("pages of subscribers hold each once, in order") { subject in
            for number in 0..<25 {
                let subscriber = Subscriber(user: UserID(unchecked: "user-\(number)"))
                try await subject.tenant.subscribe([
                    Subscription(topic: "safe:1", subscriber: subscriber, since: .at(0)),
                    Subscription(topic: "safe:2", subscriber: subscriber, since: .at(0)),
                ])
            }
            var found: [UserID?] = []
            var cursor: Int64 = 0
            while let last = try await page(subject, after: cursor, into: &found) { cursor = last }
            try requireEqual(found, (0..<25).map { UserID(unchecked: "user-\($0)") }, "subscribers")
        },
        Rule("an event for a topic is expanded page by page, each page once") { subject in
            let event = AcceptedEvent.testing("1", to: [], topic: "safe:1")
            _ = try await subject.tenant.accept(event)
            _ = try await subject.tenant.accept(.testing("plain"))
            let waiting = UnexpandedEvent(event: EventRecord(event), topic: "safe:1", cursor: 0, times: event.times)
            try requireEqual(await subject.tenant.unexpanded(at: .at(0), limit: 10), [waiting], "waiting")
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            let nobody = UserID.anonymous(device: device.id)
            let first = PlannedNotification(
                id: "n-topic",
                recipient: nobody,
                priority: .high,
                dueAt: .at(0),
                target: .only([device.id])
            )
            let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await subject.tenant.expand(ExpandedPage(event: event.id, from: 0, to: 7, into: [first]))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try requireEqual(answers.count { $0 }, 1, "pages stored")
            try requireEqual(await subject.tenant.unexpanded(at: .at(0), limit: 10).map(\.cursor), [7], "cursor")
            let due = try await subject.tenant.due(at: .at(0), limit: 10).first { $0.id == "n-topic" }
            try requireEqual(due?.recipient.anonymousDevice, device.id, "recipient")
            try requireEqual(due?.devices, [device], "devices")
            try requireEqual(due?.target, .only([device.id]), "target")
            try requireEqual(due?.topic, "safe:1", "topic")
            let end = try await subject.tenant.expand(
                ExpandedPage(event: event.id, from: 7, to: nil, into: [], deciding: [.whole])
            )
            try requireEqual(await subject.tenant.trace(event: event.id)?.decisions, [.whole], "decisions")
            try requireEqual(end, true, "the last page")
            try requireEqual(await subject.tenant.unexpanded(at: .at(0), limit: 10), [], "at the end")
        },
        Rule("a user who has a notification from an earlier page gets no second one") { subject in
            let event = AcceptedEvent.testing("1", to: [], topic: "safe:1")
            _ = try await subject.tenant.accept(event)
            let pages: [[(id: String, to: UserID)]] = [
                [("n-a", "ada"), ("n-a2", "ada")], [("n-b", "ada"), ("n-c", "ben")],
            ]
            for (cursor, page) in pages.enumerated() {
                let planned = page.map {
                    PlannedNotification(id: $0.id, recipient: $0.to, priority: .normal, dueAt: .at(0))
                }
                let from = Int64(cursor)
                _ = try await subject.tenant.expand(
                    ExpandedPage(event: event.id, from: from, to: from + 1, into: planned)
                )
            }
            let ids = try await subject.tenant.due(at: .at(0), limit: 10).map(\.id)
            try requireEqual(ids, ["n-a", "n-a2", "n-c"], "due")
        },
        Rule("subscriptions are found by their users and by their devices, each once") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            let subscribers = [
                Subscriber(user: "ada"), Subscriber(user: "ben", device: device.id),
                Subscriber(anonymousDevice: device.id), Subscriber(user: "eve"),
            ]
            let all = subscribers.map { Subscription(topic: "safe:1", subscriber: $0, since: .at(0)) }
            try await subject.tenant.subscribe(all)
            try await subject.tenant.subscribe([
                Subscription(topic: "safe:2", subscriber: subscribers[0], since: .at(0))
            ])
            let cases: [(users: [UserID], devices: [String], found: [Int])] = [
                (["ada", "ada", "unknown"], [], [0]), ([], [device.id], [1, 2]),
                (["ben", "ada"], [device.id], [0, 1, 2]), ([], ["unknown"], []), ([], [], []),
            ]
            for (users, devices, found) in cases {
                let rows = try await subject.tenant.subscriptions(to: "safe:1", of: users, on: devices)
                try requireEqual(rows.map(\.subscription), found.map { all[$0] }, "\(users) \(devices)")
            }
        },
        Rule("a subscription of a user's device comes with what the user has switched") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            let subscribers = [
                Subscriber(user: "ada", device: device.id), Subscriber(user: "ben", device: device.id),
                Subscriber(user: "ada"), Subscriber(anonymousDevice: device.id),
            ]
            try await subject.tenant.subscribe(
                subscribers.map { Subscription(topic: "safe:1", subscriber: $0, since: .at(0)) }
            )
            _ = try await subject.tenant.setPreferences(["pushEnabled": false], of: "ada", at: .at(1))
            let rows = try await subject.tenant.subscriptions(to: "safe:1", of: ["ada"], on: [device.id])
            try requireEqual(rows.map(\.subscription.subscriber), subscribers, "subscribers")
            try requireEqual(rows.map(\.preferences), [["pushEnabled": false], [:], [:], [:]], "preferences")
        },
        Rule("one that is meant for no device of its recipient's says so") { subject in
            let event = AcceptedEvent.testing("1", to: [], topic: "safe:1")
            _ = try await subject.tenant.accept(event)
            let targets = [DeviceTarget.others, .only(["gone"]), .all]
            let planned = zip(["n-a", "n-b", "n-c"], targets).map { id, target in
                PlannedNotification(
                    id: id,
                    recipient: UserID(unchecked: id),
                    priority: .normal,
                    dueAt: .at(0),
                    target: target
                )
            }
            _ = try await subject.tenant.expand(ExpandedPage(event: event.id, from: 0, to: nil, into: planned))
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            try requireEqual(due.map(\.target), targets, "targets")
            let trace = try await subject.tenant.trace(event: event.id)
            try requireEqual(trace?.notifications.map(\.target), targets, "targets in the trace")
        },
        Rule("who is left out is in the trace and never due") { subject in
            var event = AcceptedEvent.testing("1", to: ["ada", "ben"])
            event.notifications[0].exclusion = .whole
            _ = try await subject.tenant.accept(event)
            try requireEqual(await subject.tenant.due(at: .at(0), limit: 10).map(\.recipient), ["ben"], "due")
            let trace = try await subject.tenant.trace(event: event.id)
            try requireEqual(trace?.notifications.first?.decisions, [.whole], "decisions")
            try requireEqual(trace?.notifications.first?.status, .routed, "status")
            try requireEqual(await subject.tenant.nextDue(), .at(0), "next due")
        },
        Rule("a trace comes in pages that hold each notification once") { subject in
            let users = (0..<25).map { UserID(unchecked: "user-\($0)") }
            let event = AcceptedEvent.testing("1", to: users)
            _ = try await subject.tenant.accept(event)
            var found: [UserID] = []
            var page = TracePage(limit: 10)
            repeat {
                let trace = try await requireValue(subject.tenant.trace(event: event.id, page), "no trace")
                found += trace.notifications.map(\.recipient)
                page.after = trace.next
            } while page.after != nil
            try requireEqual(found, users, "recipients")
            page = TracePage(limit: 25)
            try requireEqual(await subject.tenant.trace(event: event.id, page)?.next, nil, "after a full last page")
        },
    ]

    private static func page(
        _ subject: StoreUnderTest,
        after cursor: Int64,
        into found: inout [UserID?]
    ) async throws -> Int64? {
        let page = try await subject.tenant.subscribers(of: "safe:1", after: cursor, limit: 10)
        found += page.map(\.subscription.subscriber.user)
        return page.last?.row
    }
}
