import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonPipeline

/// A channel whose address is a setting gets an event once, however many recipients it has.
struct RoomTests {
    private static func routing(_ change: (inout ProfileParts) -> Void = { _ in }) -> Routing {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.channels = [
            ChannelBinding(id: "push", plugin: "recording"), ChannelBinding(id: "team", plugin: "room"),
        ]
        var event = EventType(id: "order.shipped")
        event.channels = ["push", "team"]
        profile.events = [event]
        change(&profile)
        let registry = ChannelRegistry([RecordingChannel.self, RoomChannel.self])
        return Routing(profile: TenantProfile(profile), registry: registry, timeZones: Zones2026())
    }

    private static func reasons(_ routed: [RoutedNotification]) -> [Decision.Reason?] {
        routed.map { $0.decisions.last { $0.channel == "team" }?.reason }
    }

    @Test func `of one batch the first recipient's delivery goes there, and the others say why theirs doesn't`() {
        let routed = Self.routing().route([.testing(to: "ada"), .testing(to: "ben")], at: .noon)
        #expect(Self.reasons(routed) == [.routed, .sameRoom])
        #expect(routed.map { $0.deliveries.map(\.channel) } == [["push", "team"], ["push"]])
    }

    @Test func `what an earlier batch made is asked for by event and channel, and isn't made again`() {
        let routing = Self.routing()
        let due = [DueNotification.testing(to: "ada"), .testing(to: "ben")]
        let messages = routing.roomMessages(of: due)
        #expect(messages == [RoomMessage(event: "e-1", channel: "team")])
        #expect(Self.reasons(routing.route(due, rooms: messages, at: .noon)) == [.sameRoom, .sameRoom])
        var other = DueNotification.testing(to: "ada")
        other.event.id = "e-2"
        #expect(Self.reasons(routing.route([other], rooms: messages, at: .noon)) == [.routed])
    }

    @Test func `events that go to no room ask nothing`() {
        let routing = Self.routing { $0.events[0].channels = ["push"] }
        #expect(routing.roomMessages(of: [.testing(to: "ada")]).isEmpty)
    }

    @Test func `each reminder of a schedule is a message of its own`() {
        let routing = Self.routing { $0.events[0].schedule = [ScheduleEntry(field: "starts", offset: .zero)] }
        var later = DueNotification.testing(to: "ada")
        later.dueAt = Instant.noon.advanced(by: .seconds(60))
        let due = [DueNotification.testing(to: "ada"), .testing(to: "ben"), later]
        #expect(Self.reasons(routing.route(due, at: later.dueAt)) == [.routed, .sameRoom, .routed])
        #expect(routing.roomMessages(of: due).compactMap(\.dueAt).sorted() == [.noon, later.dueAt])
    }

    @Test func `a recipient who has expired, or whom nothing reaches, leaves the message to the next`() {
        var expired = DueNotification.testing(to: "ada")
        expired.expiresAt = .noon
        let routed = Self.routing().route([expired, .testing(to: "ben")], at: .noon)
        #expect(Self.reasons(routed) == [nil, .routed])
    }

    @Test func `no recipient's switch keeps it from the room, at once or when it has waited`() {
        let routing = Self.routing { profile in
            profile.toggles = [PreferenceToggle(name: "team", isOnByDefault: true)]
            profile.toggles[0].channels = ["team"]
        }
        var off = DueNotification.testing(to: "ada")
        off.preferences = ["team": false]
        let routed = routing.route([off], at: .noon)
        #expect(Self.reasons(routed) == [.routed])
        let plan = PlannedDelivery(channel: "team", address: "team")
        let waited = LeasedDelivery(row: 7, notification: off, plan: plan, attempts: 1)
        #expect(routing.release([waited], at: .noon).going.map(\.row) == [7])
    }

    @Test func `as a fallback it names the message that may be there already`() throws {
        let routing = Self.routing { profile in
            profile.channels[1].fallbackFor = ["push"]
            profile.events[0].channels = ["push"]
        }
        let push = LeasedDelivery(
            row: 1,
            notification: .testing(to: "ada"),
            plan: PlannedDelivery(channel: "push", address: "token")
        )
        let fallback = try #require(routing.fallbacks(for: push, at: .noon).first)
        #expect(fallback.room == RoomMessage(event: "e-1", channel: "team"))
        #expect(fallback.deliveries.map(\.address) == ["team"])
    }
}

/// Stands for any channel whose address is a setting.
private struct RoomChannel: DeliveryChannel {
    static let descriptor = ChannelDescriptor(
        id: "room",
        summary: "A room",
        slots: [Slot("body", description: "What it says")],
        address: .room,
        sizeLimit: 4096,
        isPublic: true
    )

    init(settings: ChannelSettings, host: ChannelHost) {}

    static func size(of message: OutgoingMessage) -> Int { 0 }

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] { batch.map { _ in .accepted(nil) } }
}
