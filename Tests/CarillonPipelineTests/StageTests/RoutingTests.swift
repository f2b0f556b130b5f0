import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import InAppChannel
import Testing

@testable import CarillonPipeline

/// What is decided when a notification is due, and again when a delivery has waited.
struct RoutingTests {
    private static func routing(_ change: (inout ProfileParts) -> Void = { _ in }) -> Routing {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.timeZone = "Europe/Oslo"
        profile.channels = [
            ChannelBinding(id: "push", plugin: "recording"), ChannelBinding(id: "in-app", plugin: "in-app"),
        ]
        profile.toggles = [PreferenceToggle(name: "pushEnabled", isOnByDefault: true)]
        profile.toggles[0].channels = ["push"]
        var event = EventType(id: "order.shipped")
        event.channels = ["in-app", "push"]
        profile.events = [event]
        change(&profile)
        let registry = ChannelRegistry([RecordingChannel.self, InAppFeed.self])
        return Routing(profile: TenantProfile(profile), registry: registry, timeZones: Zones2026())
    }

    private static func quietHours(_ profile: inout ProfileParts) {
        guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
        profile.policies.quietHours = QuietHours(from: from, to: to)
    }

    private static let night = Instant("2026-02-25T22:30:00Z") ?? .noon
    private static let morning = Instant("2026-02-26T06:00:00Z") ?? .noon

    @Test func `in quiet hours the feed has it at once, and the phone in the morning`() {
        let routed = Self.routing(Self.quietHours).route([.testing(to: "ada")], at: Self.night)[0]
        #expect(routed.deliveries.map(\.channel) == ["in-app", "push"])
        #expect(routed.deliveries.map(\.dueAt) == [nil, Self.morning])
        #expect(routed.decisions.map(\.reason) == [.routed, .routed, .quietHours])
        #expect(routed.decisions.last?.verdict == .later)
    }

    @Test func `a priority that is exempt passes quiet hours`() {
        var urgent = DueNotification.testing(to: "ada")
        urgent.priority = .high
        let routed = Self.routing(Self.quietHours).route([urgent], at: Self.night)[0]
        #expect(routed.deliveries.map(\.dueAt) == [nil, nil])
    }

    @Test func `the night is the recipient's own where their zone is known`() {
        var notification = DueNotification.testing(to: "ada")
        notification.facts.timeZone = "Pacific/Auckland"
        let routed = Self.routing(Self.quietHours).route([notification], at: Self.night)[0]
        #expect(routed.deliveries.map(\.dueAt) == [nil, nil])
    }

    @Test func `what would be stale by the morning is left out with the reason`() {
        var notification = DueNotification.testing(to: "ada")
        let expiry = Self.morning.advanced(by: .seconds(-60))
        notification.expiresAt = expiry
        let routed = Self.routing(Self.quietHours).route([notification], at: Self.night)[0]
        #expect(routed.deliveries.map(\.channel) == ["in-app"])
        #expect(routed.decisions.last?.reason == .expiresFirst)
        #expect(
            routed.decisions.last?.detail
                == "it may not go out before \(Self.morning), and is worth nothing after \(expiry)"
        )
    }

    @Test func `a retry that falls into quiet hours waits for their end`() {
        let release = Self.routing(Self.quietHours).release([.testing(attempts: 1)], at: Self.night)
        #expect(release.going.isEmpty)
        guard case .retry(let reason, at: let time) = release.settlements.first?.result else {
            Issue.record("\(release.settlements)")
            return
        }
        #expect(reason.code == "quiet-hours" && time == Self.morning)
        #expect(release.settlements.first?.wasAttempted == false)
    }

    @Test func `a switch that was turned off while a delivery waited cancels it`() {
        var delivery = LeasedDelivery.testing(attempts: 1)
        delivery.notification.preferences = ["pushEnabled": false]
        let release = Self.routing().release([delivery], at: .noon)
        #expect(release.going.isEmpty)
        #expect(release.settlements.map(\.result.outcome) == [.cancelled])
    }

    @Test func `mandatory events know no switch`() {
        var delivery = LeasedDelivery.testing()
        delivery.notification.preferences = ["pushEnabled": false]
        let release = Self.routing { $0.events[0].isMandatory = true }.release([delivery], at: .noon)
        #expect(release.going.count == 1)
    }

    @Test func `what expired while it waited is cancelled`() {
        var delivery = LeasedDelivery.testing()
        delivery.notification.expiresAt = .noon
        let release = Self.routing().release([delivery], at: .noon)
        guard case .cancelled(let reason) = release.settlements.first?.result else {
            Issue.record("\(release.settlements)")
            return
        }
        #expect(reason.code == "expired")
    }

    @Test func `a number for the icon counts what is unread when it goes out`() {
        var delivery = LeasedDelivery.testing()
        delivery.plan.badge = 1
        delivery.notification.unreadCount = 6
        #expect(Self.routing().release([delivery], at: .noon).going.first?.plan.badge == 7)
    }

    @Test func `what was read after a try isn't tried again on a phone, unless the event says so`() {
        var tried = LeasedDelivery.testing(attempts: 1)
        tried.isRead = true
        tried.plan.badge = 4
        tried.notification.unreadCount = 3
        let release = Self.routing().release([tried], at: .noon)
        #expect(release.going.isEmpty)
        guard case .cancelled(let reason) = release.settlements.first?.result else {
            Issue.record("\(release.settlements)")
            return
        }
        #expect(reason.code == "read")
        let again = Self.routing { $0.events[0].onRead = .resend }.release([tried], at: .noon).going
        #expect(again.map(\.plan.badge) == [3])
        var first = tried
        first.attempts = 0
        #expect(Self.routing().release([first], at: .noon).going.count == 1)
    }

    @Test func `a switch for a topic governs what came through it`() {
        let routing = Self.routing { profile in
            profile.subscriptions.ignoresCase = true
            profile.toggles[0].topics = ["safe:1:0xAB*"]
        }
        let subscriber = SubscriberRow(
            row: 1,
            subscription: Subscription(topic: "safe:1:0xabc", subscriber: Subscriber(user: "ada"), since: .noon)
        )
        var audiences = SubscriptionSnapshot()
        audiences.add([subscriber], to: "safe:1:0xabc")
        var notification = DueNotification.testing(to: "ada")
        notification.preferences = ["pushEnabled": false]
        #expect(routing.route([notification], at: .noon)[0].deliveries.map(\.channel) == ["in-app", "push"])
        notification.topic = "safe:1:0xabc"
        let routed = routing.route([notification], audiences: audiences, at: .noon)[0]
        #expect(routed.deliveries.map(\.channel) == ["in-app"])
    }

    @Test func `a device that gets it through another's subscription is no device that isn't there`() {
        var notification = DueNotification.testing(to: "ada")
        notification.devices = []
        notification.target = .only(["gone"])
        func reason() -> Decision.Reason? {
            Self.routing().route([notification], at: .noon)[0].decisions.first { $0.channel == "push" }?.reason
        }
        #expect(reason() == .noDevice)
        notification.target = .others
        #expect(reason() == .sameDevice)
        notification.preferences = ["pushEnabled": false]
        #expect(reason() == .preferenceOff)
    }

    @Test func `a device that several hold gets an event once, and every reminder of it, whoever is routed first`() {
        let registration = DeviceRegistration(owner: nil, token: "shared", plugin: "recording")
        let shared = DeviceRecord(registration, id: "d-1", at: .noon)
        func notification(to user: UserID, due: Instant = .noon) -> DueNotification {
            var notification = DueNotification.testing(to: user)
            notification.devices = [shared]
            notification.dueAt = due
            return notification
        }
        let routing = Self.routing()
        let later = Instant.noon.advanced(by: .seconds(60))
        let reminders = [notification(to: "ada"), notification(to: "ada", due: later), notification(to: "ben")]
        let together = routing.route(reminders, at: later)
        #expect(together.map { $0.deliveries.count { $0.channel == "push" } } == [1, 1, 0])
        var alone = notification(to: "ben")
        alone.reachedAddresses = [ReachedAddress("shared", on: "push")]
        let routed = routing.route([alone], at: .noon)[0]
        #expect(routed.deliveries.map(\.channel) == ["in-app"])
        #expect(routed.decisions.last?.reason == .sameDevice)
        // A device that is somebody's own is nobody else's.
        alone.devices = [.testing(plugin: "recording")]
        alone.reachedAddresses = [ReachedAddress("token", on: "push")]
        #expect(routing.route([alone], at: .noon)[0].deliveries.map(\.channel) == ["in-app", "push"])
    }

    @Test func `what is collected waits for its window, and goes on as one`() {
        let routing = Self.routing { profile in
            profile.priorities[.normal] = PriorityPolicy(.collected, collectedText: "collected")
            profile.policies.collect.length = .seconds(900)
            for slot in ["title", "body"] {
                profile.messages.add(TextTemplate(source: "{$count}"), to: "collected", path: slot, locale: "en")
            }
        }
        let routed = routing.route([.testing(to: "ada")], at: .noon)[0]
        #expect(routed.deliveries.map(\.dueAt) == [nil, Instant.noon.advanced(by: .seconds(900))])
        let window = routed.deliveries.last?.window
        #expect(window != nil && routed.deliveries.first?.window == nil)

        let waited = [3, 1, 2].map { (row: Int64) -> LeasedDelivery in
            var delivery = LeasedDelivery.testing(row: row)
            delivery.plan.window = row == 3 ? "other" : window
            return delivery
        }
        let going = routing.release(waited, at: .noon).going
        #expect(going.map(\.row) == [1, 3])
        #expect(going.map { $0.followers.map(\.row) } == [[2], []])
    }

    @Test func `what waits in a window whose priority isn't collected any more goes out one by one`() {
        let waited = [1, 2].map { (row: Int64) -> LeasedDelivery in
            var delivery = LeasedDelivery.testing(row: row)
            delivery.plan.window = "window"
            return delivery
        }
        let going = Self.routing().release(waited, at: .noon).going
        #expect(going.map(\.row) == [1, 2])
        #expect(going.allSatisfy { $0.followers.isEmpty })
    }

    @Test func `the trace tells a switch that the recipient has set from one that the profile has off`() {
        func detail(_ preferences: [String: Bool]) -> String? {
            let routing = Self.routing { $0.toggles[0].isOnByDefault = false }
            var notification = DueNotification.testing(to: "ada")
            notification.preferences = preferences
            let decision = routing.route([notification], at: .noon)[0].decisions.first { $0.channel == "push" }
            return decision?.reason == .preferenceOff ? decision?.detail : nil
        }
        #expect(detail(["pushEnabled": false]) == "the recipient has switched off pushEnabled")
        #expect(detail([:]) == "pushEnabled is off unless the recipient switches it on, by the profile's default")
        #expect(detail(["pushEnabled": true]) == nil)
    }

    @Test func `what became of a message that stood for several became of each`() {
        var lead = LeasedDelivery.testing(row: 1)
        lead.followers = [.testing(row: 2), .testing(row: 3)]
        let delivered = [Settlement(row: 1, result: .delivered(ReceiptID("r")), at: .noon)]
        let all = delivered.includingFollowers(of: [lead, .testing(row: 9)])
        #expect(all.map(\.row) == [1, 2, 3])
        #expect(all.map(\.result) == [.delivered(ReceiptID("r")), .collected(with: 1), .collected(with: 1)])
        let retry = [Settlement(row: 1, result: .retry(OutcomeReason("slow"), at: .noon), at: .noon)]
        #expect(Set(retry.includingFollowers(of: [lead]).map(\.result)).count == 1)
    }

    @Test func `a fallback goes out only where none of the channels it is for reaches anybody`() {
        func channels(_ devices: [PluginID]) -> [ChannelID] {
            let routing = Self.routing { profile in
                var email = ChannelBinding(id: "email", plugin: "in-app")
                email.fallbackFor = ["push"]
                profile.channels.append(email)
                profile.events[0].channels = ["email", "push"]
            }
            var notification = DueNotification.testing(to: "ada")
            notification.devices = devices.map { .testing(plugin: $0) }
            return routing.route([notification], at: .noon)[0].deliveries.map(\.channel)
        }
        #expect(channels(["recording"]) == ["push"])
        #expect(channels([]) == ["email"])
    }

    @Test func `a fallback has a fallback of its own, where it reaches nobody either`() throws {
        let routing = Self.routing { profile in
            var mail = ChannelBinding(id: "mail", plugin: "nowhere")
            mail.fallbackFor = ["push"]
            var feed = ChannelBinding(id: "last", plugin: "in-app")
            feed.fallbackFor = ["mail"]
            profile.channels += [mail, feed]
            profile.events[0].channels = ["last", "mail", "push"]
        }
        var notification = DueNotification.testing(to: "ada")
        notification.devices = []
        let unreached = routing.route([notification], at: .noon)[0]
        #expect(unreached.deliveries.map(\.channel) == ["last"])
        notification.devices = [.testing(plugin: "recording")]
        let reached = routing.route([notification], at: .noon)[0]
        #expect(reached.deliveries.map(\.channel) == ["push"])
        #expect(reached.decisions.suffix(2).map(\.reason) == [.fallbackNotNeeded, .fallbackNotNeeded])
        let push = LeasedDelivery(row: 1, notification: notification, plan: try #require(reached.deliveries.first))
        let fallbacks = routing.fallbacks(for: push, at: .noon)
        #expect(fallbacks.map(\.channel) == ["mail", "last"])
        #expect(fallbacks.map(\.deliveries.count) == [0, 1])
        notification.preferences = ["pushEnabled": false]
        #expect(routing.route([notification], at: .noon)[0].deliveries.isEmpty)
    }

    @Test func `a channel that the recipient has switched off has no fallback`() {
        let routing = Self.routing { profile in
            var email = ChannelBinding(id: "email", plugin: "in-app")
            email.fallbackFor = ["push"]
            profile.channels.append(email)
            profile.events[0].channels = ["email", "push"]
        }
        var notification = DueNotification.testing(to: "ada")
        notification.preferences = ["pushEnabled": false]
        let routed = routing.route([notification], at: .noon)[0]
        #expect(routed.deliveries.isEmpty)
        #expect(routed.decisions.map(\.reason) == [.preferenceOff, .fallbackNotWanted])
    }
}

extension DueNotification {
    static func testing(to user: UserID) -> DueNotification {
        DueNotification(
            row: 1,
            id: "n-1",
            event: EventRecord(
                id: "e-1",
                source: "s",
                externalID: "1",
                type: "order.shipped",
                payload: "{}",
                revision: "r",
                acceptedAt: .noon
            ),
            recipient: user,
            priority: .normal,
            createdAt: .noon,
            dueAt: .noon,
            devices: [.testing(plugin: "recording")]
        )
    }
}

extension LeasedDelivery {
    static func testing(row: Int64 = 1, attempts: Int = 0) -> LeasedDelivery {
        LeasedDelivery(
            row: row,
            notification: .testing(to: "ada"),
            plan: PlannedDelivery(channel: "push", address: "token", device: "d-1"),
            attempts: attempts
        )
    }
}

extension DeviceRecord {
    static func testing(plugin: PluginID) -> DeviceRecord {
        DeviceRecord(DeviceRegistration(owner: "ada", token: "token", plugin: plugin), id: "d-1", at: .noon)
    }
}
