import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let inspecting: [Rule] = [
        Rule("the queue's figures tell what is due, scheduled, being sent, held and failed") { subject in
            let tenant = subject.tenant
            try requireEqual(await tenant.queue(at: .at(0)), QueueFigures(), "of an empty store")
            let rows = try await tenant.acceptAndRoute(.testing("1", to: ["ada", "ben", "cy", "dee"]))
            let pause = OutcomeReason("no-key", "wrong credentials")
            try await tenant.settle([
                Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1)),
                Settlement(row: rows[1], result: .held(pause), at: .at(1)),
                Settlement(row: rows[2], result: .retry(.slowDown, at: .at(50)), at: .at(1)),
            ])
            _ = try await tenant.accept(.testing("2", at: 2))
            _ = try await tenant.accept(.testing("3", at: 3, due: 100))
            let early = QueueFigures(due: 1, oldestDue: .at(2), scheduled: 2, sending: 1, held: ["push": 1], failed: 1)
            try requireEqual(await tenant.queue(at: .at(10)), early, "at 10")
            let late = QueueFigures(due: 3, oldestDue: .at(2), scheduled: 0, sending: 1, held: ["push": 1], failed: 1)
            try requireEqual(await tenant.queue(at: .at(100)), late, "at 100")
        },
        Rule("devices and events are listed the latest first, page by page") { subject in
            let tenant = subject.tenant
            for number in 1...3 {
                _ = try await tenant.register(.testing("token-\(number)"), at: .at(Int64(number)))
                let to: [UserID] = number == 2 ? ["ada", "ben"] : ["ada"]
                _ = try await tenant.accept(.testing("\(number)", to: to, at: Int64(number)))
            }
            let devices = try await tenant.listDevices(ListingPage(limit: 2))
            try requireEqual(devices.map(\.device.token), ["token-3", "token-2"], "devices")
            let olderDevices = try await tenant.listDevices(ListingPage(limit: 2, before: devices.last?.row))
            try requireEqual(olderDevices.map(\.device.token), ["token-1"], "devices of the next page")
            let events = try await tenant.listEvents(ListingPage(limit: 2))
            try requireEqual(events.map(\.externalID), ["3", "2"], "events")
            try requireEqual(events.map(\.notifications), [1, 2], "notifications")
            let olderEvents = try await tenant.listEvents(ListingPage(limit: 2, before: events.last?.row))
            try requireEqual(olderEvents.map(\.externalID), ["1"], "events of the next page")
        },
        Rule("deliveries are listed by state, channel and recipient, with why they failed or wait") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1", to: ["ada", "ben", "cy", "dee"]))
            _ = try await tenant.markAttempted([rows[3]], at: .at(1))
            try await tenant.settle([
                Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1)),
                Settlement(row: rows[1], result: .delivered(nil), at: .at(1)),
                Settlement(row: rows[2], result: .retry(.slowDown, at: .at(50)), at: .at(1)),
            ])
            func list(_ filter: DeliveryFilter, before: Int64? = nil) async throws -> [ListedDelivery] {
                try await tenant.listDeliveries(filter, ListingPage(limit: 3, before: before))
            }
            let all = try await list(DeliveryFilter())
            try requireEqual(all.map(\.row), [rows[3], rows[2], rows[1]], "the latest")
            try requireEqual(all.map(\.status), [.attempted, .pending, .delivered], "states")
            try requireEqual(all.map(\.reason?.code), [nil, "MessageRateExceeded", nil], "reasons")
            try requireEqual(all[1].nextAttemptAt, .at(50), "next attempt")
            try requireEqual(await list(DeliveryFilter(), before: rows[1]).map(\.row), [rows[0]], "the next page")
            let failed = try await list(DeliveryFilter(status: .failed))
            try requireEqual(failed.map(\.recipient), ["ada"], "failed")
            try requireEqual(failed.first?.event, "event-core-1", "event of the failed")
            try requireEqual(await list(DeliveryFilter(status: .leased)), [], "leased and not attempted")
            try requireEqual(await list(DeliveryFilter(status: .attempted)).map(\.row), [rows[3]], "attempted")
            try requireEqual(await list(DeliveryFilter(status: .pending)).map(\.row), [rows[2]], "pending")
            try requireEqual(await list(DeliveryFilter(status: .held)), [], "held")
            try requireEqual(await list(DeliveryFilter(recipient: "cy")).map(\.row), [rows[2]], "of one user")
            try requireEqual(await list(DeliveryFilter(recipient: "nobody")), [], "of nobody")
            try requireEqual(await list(DeliveryFilter(channel: "email")), [], "of another channel")
        },
        Rule("what waits for its channel is listed as held, and not with what waits for its time") { subject in
            let tenant = subject.tenant
            let rows = try await tenant.acceptAndRoute(.testing("1", to: ["ada", "ben"]))
            try await tenant.settle([
                Settlement(row: rows[0], result: .held(.slowDown), at: .at(1)),
                Settlement(row: rows[1], result: .retry(.slowDown, at: .at(50)), at: .at(1)),
            ])
            func list(_ status: ListedStatus) async throws -> [ListedDelivery] {
                try await tenant.listDeliveries(DeliveryFilter(status: status), ListingPage(limit: 3))
            }
            try requireEqual(await list(.held).map(\.row), [rows[0]], "held")
            try requireEqual(await list(.held).map(\.status), [.held], "status of the held")
            try requireEqual(await list(.pending).map(\.row), [rows[1]], "pending")
        },
        Rule(
            "what was put off tells why until something becomes of it, and what isn't routed yet is listed by its time"
        ) {
            subject in
            let tenant = subject.tenant
            _ = try await tenant.accept(.testing("1"))
            let due = try await tenant.due(at: .at(0), limit: 1)
            var (push, mail) = (
                PlannedDelivery(channel: "push", address: "a"), PlannedDelivery(channel: "email", address: "b")
            )
            (push.dueAt, mail.dueAt) = (.at(50), .at(50))
            let quiet = Decision(channel: "push", verdict: .later, reason: .quietHours, detail: "until then")
            let routed = due.map { notification in
                RoutedNotification(row: notification.row, decisions: [.routed, quiet], deliveries: [push, mail])
            }
            let rows = try await tenant.route(routed, at: .at(0))[0]
            func delays() async throws -> [Decision?] {
                try await tenant.listDeliveries(DeliveryFilter(), ListingPage(limit: 9)).map(\.delay)
            }
            try requireEqual(await delays(), [nil, quiet], "delays, the latest first")
            let leased = try await tenant.leaseDeliveries(on: "push", at: .at(50), limit: 1).map(\.row)
            try requireEqual(leased, [rows[0]], "leased")
            try requireEqual(await delays(), [nil, nil], "delays of what is leased")
            try await tenant.settle([Settlement(row: rows[0], result: .retry(.slowDown, at: .at(60)), at: .at(50))])
            try requireEqual(await delays(), [nil, nil], "delays of what was tried")

            for (id, user, time) in [("late", "ada", 90), ("early", "ben", 70)] as [(String, UserID, Int64)] {
                _ = try await tenant.accept(.testing(id, to: [user], due: time))
            }
            let scheduled = try await tenant.listScheduled(of: nil, limit: 9)
            try requireEqual(scheduled.map(\.recipient), ["ben", "ada"], "recipients of the scheduled")
            try requireEqual(scheduled.map(\.dueAt), [.at(70), .at(90)], "their times")
            try requireEqual(scheduled.map(\.delay), [nil, nil], "their delays")
            try requireEqual(await tenant.listScheduled(of: nil, limit: 1), [scheduled[0]], "the first")
            try requireEqual(await tenant.listScheduled(of: "ada", limit: 9), [scheduled[1]], "one user's")
            try requireEqual(await tenant.listScheduled(of: "nobody", limit: 9), [], "nobody's")
            let row = try await requireValue(tenant.due(at: .at(70), limit: 1).first?.row, "nothing is due")
            let missing = Decision(channel: nil, verdict: .later, reason: .unknownEvent, detail: "no such type")
            try await tenant.postpone([row], until: .at(80), endingAfter: .seconds(600), because: missing)
            let put = try await tenant.listScheduled(of: "ben", limit: 9)
            try requireEqual(put.map(\.delay), [missing], "of what was put off")
            try requireEqual(put.map(\.dueAt), [.at(80)], "until when")
        },
        Rule("an export holds everything about a user and nothing about others") { subject in
            let tenant = subject.tenant
            try requireEqual(await tenant.export("ada"), nil, "of nobody")
            let device = try await tenant.register(.testing("token-1"), at: .at(0))
            _ = try await tenant.register(.testing("token-2", of: "ben"), at: .at(0))
            let event = AcceptedEvent.testing(
                "1",
                to: ["ada", "ben"],
                facts: ["ada": UserAttributes(email: "a@b.example")]
            )
            let rows = try await tenant.acceptAndRoute(event, to: device)
            try await tenant.settle([Settlement(row: rows[0], result: .delivered(nil), at: .at(1))])
            try await tenant.putInFeed([FeedEntry("n-1", .testing), FeedEntry("n-1-2", .testing)], at: .at(1))
            _ = try await tenant.setPreferences(["push": false], of: "ada", at: .at(1))
            let subscription = Subscription(topic: "news", subscriber: Subscriber(user: "ada"), since: .at(1))
            try await tenant.subscribe([subscription])
            let session = SessionRecord(id: "s-1", user: "ada", allowsPush: true, startedAt: .at(1))
            _ = try await tenant.start(session)
            _ = try await tenant.start(SessionRecord(id: "s-2", user: "ben", allowsPush: true, startedAt: .at(1)))
            let export = try await requireValue(tenant.export("ada"), "no export")
            try requireEqual(export.sessions, [session], "sessions")
            try requireEqual(export.facts, UserAttributes(email: "a@b.example"), "facts")
            try requireEqual(export.preferences, ["push": false], "preferences")
            try requireEqual(export.devices.map(\.token), ["token-1"], "devices")
            try requireEqual(export.subscriptions, [subscription], "subscriptions")
            try requireEqual(export.notifications.map(\.trace.id), ["n-1"], "notifications")
            try requireEqual(export.notifications.first?.content, .testing, "content")
            try requireEqual(export.notifications.first?.event, EventRecord(event), "event")
            try requireEqual(export.notifications.first?.trace.deliveries.map(\.status), [.delivered], "deliveries")
            _ = try await tenant.erase("ada")
            try requireEqual(await tenant.export("ada"), nil, "after erasing")
            try requireEqual(await tenant.export("ben")?.devices.map(\.token), ["token-2"], "of another")
        },
        Rule("a tenant that is dropped leaves nothing behind, and others as they are") { subject in
            let other = try await subject.store.tenant("acme")
            _ = try await other.accept(.testing("1"))
            _ = try await subject.tenant.accept(.testing("1"))
            try requireEqual(await subject.store.tenants(), ["acme", "globex"], "tenants")
            try require(await subject.store.drop("globex"), "nothing was dropped")
            try requireEqual(await subject.store.tenants(), ["acme"], "tenants that are left")
            try require(try await !subject.store.drop("globex"), "it was dropped twice")
            let again = try await subject.store.tenant("globex")
            try requireEqual(await again.listEvents(ListingPage(limit: 1)), [], "events of the one that begins anew")
            try requireEqual(await other.listEvents(ListingPage(limit: 9)).count, 1, "events of the other")
        },
    ]
}
