import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let endings: [Rule] = [
        Rule("an event with very many recipients ends at once, and all of it in the end") { subject in
            let event = try await many(subject, 1200)
            let rows = try await routed(subject, 300)
            _ = try await subject.tenant.markAttempted([rows[0]], at: .at(1))
            try await subject.tenant.settle([
                Settlement(row: rows[299], result: .retry(.slowDown, at: .at(4)), at: .at(1))
            ])
            var next = AcceptedEvent.testing("next", to: ["user-800", "user-1100"], at: 2)
            (next.supersedes, next.dedupe, next.recipients) = (event.supersedes, event.dedupe, [])
            _ = try await subject.tenant.accept(next)

            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(3)), [], "what may go out")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(5), limit: 500).count, 0, "leased")
            try requireEqual(await subject.tenant.leaseDeliveries(on: "push", at: .at(5), limit: 500), [], "leased")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(9)), at: .at(5))
            ])
            let notifications = try await subject.tenant.due(at: .at(9), limit: 2000).filter { $0.event.id == next.id }
            try requireEqual(notifications.map(\.recipient), ["user-800"], "whom the next event tells")
            let stale = try await subject.tenant.due(at: .at(9), limit: 2000).filter { $0.event.id == event.id }
            let plan = PlannedDelivery(channel: "push", address: "somewhere")
            let late = stale.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
            try requireEqual(await subject.tenant.route(late, at: .at(9)).flatMap(\.self), [], "routed")

            var pages = 0
            while try await subject.tenant.endPage(at: .at(10)) > 0, pages < 100 { pages += 1 }
            try require(pages < 100, "it never ends")
            let due = try await subject.tenant.due(at: .at(99), limit: 2000).map(\.id)
            try requireEqual(due, ["n-next"], "due in the end")
            let ends = try await all(subject, event.id)
            try requireEqual(ends.count, 1200, "notifications")
            try requireEqual(ends.count { $0.status == .cancelled }, 900, "that were not routed")
            try requireEqual(ends.count { $0.deliveries.map(\.status) == [.cancelled] }, 300, "that were")
            try requireEqual(
                ends[900].deliveries.first?.attempts.map(\.code),
                ["MessageRateExceeded", "superseded"],
                "the one at the provider"
            )
            let trace = try await requireValue(subject.tenant.trace(event: event.id), "no trace")
            try requireEqual(trace.decisions, [.superseded(by: next.id)], "of the event")
            let other = try await requireValue(subject.tenant.trace(event: next.id), "no trace")
            try requireEqual(other.decisions, [.supersedes(event.id)], "of the next")
        },
        Rule("an event of which nothing waits is superseded without a word, however many it told") { subject in
            let event = try await many(subject, 700)
            let rows = try await routed(subject, 700)
            try await subject.tenant.settle(rows.map { Settlement(row: $0, result: .delivered(nil), at: .at(1)) })
            var next = AcceptedEvent.testing("next", at: 2)
            (next.supersedes, next.recipients) = (event.supersedes, [])
            _ = try await subject.tenant.accept(next)
            for _ in 0..<5 { _ = try await subject.tenant.endPage(at: .at(3)) }
            try requireEqual(await subject.tenant.endPage(at: .at(3)), 0, "what is left")
            try requireEqual(await subject.tenant.trace(event: event.id)?.decisions, [], "of the event")
            try requireEqual(await subject.tenant.trace(event: next.id)?.decisions, [], "of the next")
        },
        Rule("what was at its provider when its event ended goes out no second time, nor does a stand-in") { subject in
            var event = AcceptedEvent.testing("1", to: ["ada", "ben", "cy", "dan"])
            event.supersedes = "key"
            _ = try await subject.tenant.accept(event)
            let first = try await requireValue(subject.tenant.due(at: .at(0), limit: 1).first, "nothing is due")
            let rows = try await routed(subject, 4)
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            var next = AcceptedEvent.testing("2", to: ["dan", "cy", "ben", "ada"], at: 2, due: 999)
            next.supersedes = "key"
            _ = try await subject.tenant.accept(next)
            var failed = Settlement(row: rows[0], result: .failed(.slowDown), at: .at(3))
            failed.fallbacks = [
                Fallback(
                    notification: first.row,
                    primaries: ["push"],
                    channel: "email",
                    decisions: [.whole],
                    deliveries: [PlannedDelivery(channel: "email", address: "ada@example.com")]
                )
            ]
            try await subject.tenant.settle([
                failed, Settlement(row: rows[1], result: .uncertain(.slowDown, at: .at(9)), at: .at(3)),
                Settlement(row: rows[2], result: .held(.slowDown), at: .at(3)),
            ])
            _ = try await subject.tenant.reclaimLeases(leasedBefore: .at(99), except: [], at: .at(4))
            _ = try await subject.tenant.release("push", at: .at(5))
            try requireEqual(await subject.tenant.redrive(rows, at: .at(5)), Redriven(), "redriven")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(99), limit: 9), [], "leased")
            let ends = try await all(subject, event.id).map { $0.deliveries.map(\.status) }
            try requireEqual(ends, [[.failed], [.cancelled], [.cancelled], [.cancelled]], "ends")
        },
        Rule("what was at its provider when the process died isn't sent to a device taken away since") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            _ = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(2))
            try await subject.tenant.reclaim(at: .at(3))
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(9), limit: 9), [], "leased")
            let codes = try await delivery(subject, "1")?.attempts.map(\.code)
            try requireEqual(codes, ["answer-lost", "device-unregistered"], "story")
        },
        Rule("a mail address that is gone is known to be, until somebody says it anew") { subject in
            let facts = UserAttributes(email: "ada@example.com")
            try await subject.tenant.put(facts, of: "ada", at: .at(0))
            let event = AcceptedEvent.testing("1", to: ["ada", "ben"], facts: ["ben": facts])
            let rows = try await subject.tenant.acceptAndRoute(event)
            var gone = Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1))
            gone.forget = .init(token: "ada@example.com", plugin: "smtp", since: .at(0))
            try await subject.tenant.settle([gone, gone])
            func isGone(_ id: String, to user: UserID, facts: [UserID: UserAttributes] = [:]) async throws -> Bool? {
                _ = try await subject.tenant.accept(.testing(id, to: [user], at: 5, facts: facts))
                return try await subject.tenant.due(at: .at(5), limit: 99).first { $0.id == "n-\(id)" }?.isEmailGone
            }
            try requireEqual(await isGone("2", to: "ada", facts: ["ada": facts]), true, "said by an event again")
            try requireEqual(await isGone("3", to: "ben"), false, "of another with the same")
            try requireEqual(await subject.tenant.export("ada")?.goneAddresses, ["ada@example.com"], "exported")
            let other = UserAttributes(email: "ada@example.org")
            try requireEqual(await isGone("4", to: "ada", facts: ["ada": other]), false, "another address")
            try await subject.tenant.put(facts, of: "ada", at: .at(6))
            try requireEqual(await isGone("5", to: "ada"), false, "after it was put anew")
        },
        Rule("what is tried again goes to the token that the device has by then") { subject in
            let device = try await subject.tenant.register(.testing("token-1", deviceID: "phone"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            _ = try await subject.tenant.markAttempted(rows, at: .at(1))
            let renewed = try await subject.tenant.register(.testing("token-2", deviceID: "phone"), at: .at(2))
            try requireEqual(renewed.id, device.id, "device")
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .retry(.slowDown, at: .at(9)), at: .at(3))
            ])
            let again = try await subject.tenant.leaseDeliveries(at: .at(9), limit: 9)
            try requireEqual(again.map(\.plan.address), ["token-2"], "address")
        },
    ]

    /// Accepts an event for a topic, with so many recipients whose notifications aren't due yet; the last 300 are due a
    /// second earlier.
    private static func many(_ subject: StoreUnderTest, _ count: Int) async throws -> AcceptedEvent {
        var event = AcceptedEvent.testing("many", to: [], topic: "news")
        (event.supersedes, event.dedupe) = ("key", "meeting")
        _ = try await subject.tenant.accept(event)
        let planned = (0..<count).map { number in
            PlannedNotification(
                id: "many-\(number)",
                recipient: UserID(unchecked: "user-\(number)"),
                priority: .normal,
                dueAt: .at(number < count - 300 ? 1 : 0)
            )
        }
        _ = try await subject.tenant.expand(ExpandedPage(event: event.id, from: 0, to: nil, into: planned))
        return event
    }

    /// Routes so many that are due, each to one address.
    private static func routed(_ subject: StoreUnderTest, _ count: Int) async throws -> [Int64] {
        let due = try await subject.tenant.due(at: .at(1), limit: count)
        let plan = PlannedDelivery(channel: "push", address: "somewhere")
        let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
        return try await subject.tenant.route(routed, at: .at(1)).flatMap(\.self)
    }

    private static func all(_ subject: StoreUnderTest, _ event: String) async throws -> [NotificationTrace] {
        var found: [NotificationTrace] = []
        var page = TracePage(limit: 500)
        repeat {
            let trace = try await requireValue(subject.tenant.trace(event: event, page), "no trace")
            found += trace.notifications
            page.after = trace.next
        } while page.after != nil
        return found
    }
}
