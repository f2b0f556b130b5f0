import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

/// A topic's subscribers, and who of them hears of an event.
struct ExpandingTests {
    private static let time = PlannedTime(dueAt: .noon, priority: .high)

    private let profile: TenantProfile = {
        var profile = ProfileParts(id: "wallet", name: "Wallet", locales: Locales(default: "en", supported: ["en"]))
        profile.devices = DevicePolicy(owner: .subscription)
        profile.subscriptions = SubscriptionPolicy(userRole: "owner", anonymousRole: "observer")
        var incoming = EventType(id: "incoming-ether")
        incoming.alias = "INCOMING_ETHER"
        var confirmation = EventType(id: "confirmation-request")
        confirmation.roles = ["owner"]
        incoming.channels = ["push"]
        profile.channels = [ChannelBinding(id: "push", plugin: RecordingChannel.descriptor.id)]
        var toggle = PreferenceToggle(name: "pushEnabled", isOnByDefault: true)
        toggle.channels = ["push"]
        profile.toggles = [toggle]
        profile.events = [incoming, confirmation]
        return TenantProfile(profile)
    }()

    private func expand(
        _ subscribers: [Subscriber],
        type: EventTypeID = "incoming-ether",
        times: [PlannedTime] = [time],
        roles: [String?] = [],
        types: [[EventTypeID]] = [],
        tokens: [String] = [],
        silent: [UserID] = [],
        page: Range<Int>? = nil
    ) -> Expansion {
        let rows = subscribers.enumerated().map { index, subscriber in
            SubscriberRow(
                row: Int64(index + 1),
                subscription: Subscription(
                    topic: "safe:1:0xa",
                    subscriber: subscriber,
                    role: index < roles.count ? roles[index] : nil,
                    types: index < types.count ? types[index] : [],
                    since: .noon
                ),
                token: index < tokens.count ? tokens[index] : nil,
                preferences: subscriber.user.map(silent.contains) == true ? ["pushEnabled": false] : [:]
            )
        }
        let event = EventRecord(
            id: "e",
            source: "s",
            externalID: "1",
            type: type,
            payload: "{}",
            revision: "r",
            acceptedAt: .noon
        )
        let registry = ChannelRegistry([RecordingChannel.self])
        let expanding = Expanding(profile: profile, registry: registry, identifiers: SystemIdentifiers { .noon })
        return expanding.expand(
            UnexpandedEvent(event: event, topic: "safe:1:0xa", cursor: 0, times: times),
            page: Array(rows[page ?? rows.indices]),
            limit: page?.count ?? 100,
            relatedSubscriptions: rows,
            at: .noon
        )
    }

    @Test func `each subscribed device without a user is told by itself`() {
        let made = expand([Subscriber(anonymousDevice: "d1"), Subscriber(anonymousDevice: "d2")])
        #expect(made.notifications.map(\.target.ids) == [["d1"], ["d2"]])
        #expect(made.notifications.map(\.recipient.anonymousDevice) == ["d1", "d2"])
        #expect(made.notifications.allSatisfy { $0.exclusion == nil && $0.dueAt == .noon && $0.priority == .high })
        #expect(made.next == nil)
    }

    @Test func `a user with several subscribed devices is told once, on exactly these`() {
        let made = expand([
            Subscriber(user: "ada", device: "d1"), Subscriber(user: "ben", device: "d9"),
            Subscriber(user: "ada", device: "d2"),
        ])
        #expect(made.notifications.map(\.recipient) == ["ada", "ben"])
        #expect(made.notifications.map(\.target.ids) == [["d1", "d2"], ["d9"]])
    }

    @Test func `devices with one token get it once, through the first that is subscribed to it`() {
        let made = expand(
            [
                Subscriber(anonymousDevice: "d1"), Subscriber(user: "ada", device: "d2"),
                Subscriber(user: "ada", device: "d3"), Subscriber(anonymousDevice: "d4"),
            ],
            types: [["confirmation-request"], [], [], []],
            tokens: ["t1", "t1", "t3", "t3"]
        )
        #expect(made.notifications.map(\.target.ids) == [["d1"], ["d2", "d3"], ["d4"]])
        #expect(made.notifications.map(\.exclusion?.reason) == [.typeNotSubscribed, nil, .sameDevice])
    }

    @Test func `a device that two users subscribed gets it once`() {
        let made = expand([
            Subscriber(user: "ada", device: "d1"), Subscriber(user: "ben", device: "d1"),
            Subscriber(anonymousDevice: "d1"),
        ])
        #expect(made.notifications.map(\.target.ids) == [["d1"], [], ["d1"]])
        #expect(made.notifications.map(\.exclusion?.reason) == [nil, nil, .sameDevice])
    }

    @Test func `a user who wants no pushes leaves the device to another who subscribed it`() {
        let both = [Subscriber(user: "ada", device: "d1"), Subscriber(user: "ben", device: "d1")]
        #expect(expand(both, silent: ["ada"]).notifications.map(\.target.ids) == [[], ["d1"]])
        #expect(expand(both, silent: ["ben"]).notifications.map(\.target.ids) == [["d1"], []])
        // Nobody gets it: the first has the switch to show for it.
        #expect(expand(both, silent: ["ada", "ben"]).notifications.map(\.target.ids) == [["d1"], []])
        #expect(expand(both, silent: ["ada"], page: 0..<1).notifications.map(\.target.ids) == [[]])
        #expect(expand(both, silent: ["ada"], page: 1..<2).notifications.map(\.target.ids) == [["d1"]])
    }

    @Test func `a user is told in the page of their first subscription, and in no other`() {
        let subscribers = [
            Subscriber(user: "ada", device: "d1"), Subscriber(user: "ben"), Subscriber(user: "ada", device: "d2"),
        ]
        let first = expand(subscribers, page: 0..<2)
        #expect(first.notifications.map(\.recipient) == ["ada", "ben"])
        #expect(first.next == 2)
        let second = expand(subscribers, page: 2..<3)
        #expect(second.notifications.isEmpty)
    }

    @Test func `only the roles of an event hear of it, and the rest is in the trace`() {
        let made = expand(
            [Subscriber(user: "ada", device: "d1"), Subscriber(anonymousDevice: "d2"), Subscriber(user: "eve")],
            type: "confirmation-request",
            roles: [nil, nil, "observer"]
        )
        #expect(made.notifications.map(\.exclusion?.reason) == [nil, .role, .role])
        #expect(made.notifications.map(\.target.ids) == [["d1"], ["d2"], nil])
    }

    @Test func `a subscription for other types leaves its subscriber out`() {
        let made = expand(
            [Subscriber(user: "ada"), Subscriber(user: "ben"), Subscriber(user: "eve")],
            types: [["incoming-ether"], ["confirmation-request"], [EventTypeID(unchecked: "INCOMING_ETHER")]]
        )
        #expect(made.notifications.map(\.exclusion?.reason) == [nil, .typeNotSubscribed, nil])
    }

    @Test func `a user one of whose devices wants the type is told on that device`() {
        let made = expand(
            [Subscriber(user: "ada", device: "d1"), Subscriber(user: "ada", device: "d2")],
            types: [["confirmation-request"], []]
        )
        #expect(made.notifications.map(\.target.ids) == [["d2"]])
        #expect(made.notifications.map(\.exclusion) == [nil])
    }

    @Test func `a schedule tells everyone at each of its times, and says once who is left out`() {
        let later = PlannedTime(dueAt: .noon.advanced(by: .seconds(60)), priority: .normal)
        let made = expand(
            [Subscriber(user: "ada"), Subscriber(user: "ben")],
            times: [Self.time, later],
            types: [[], ["other"]]
        )
        #expect(made.notifications.map(\.recipient) == ["ada", "ada", "ben"])
        #expect(made.notifications.map(\.dueAt) == [Self.time.dueAt, later.dueAt, Self.time.dueAt])
    }

    @Test(arguments: [(DevicePolicy.Owner.subscription, [] as [String]?), (.user, nil)])
    func `who holds devices of nobody's isn't told there as one of everyone, too`(
        owner: DevicePolicy.Owner,
        devices: [String]?
    ) {
        let profile = profile.changed { $0.devices = DevicePolicy(owner: owner) }
        let expanding = Expanding(
            profile: profile,
            registry: ChannelRegistry([RecordingChannel.self]),
            identifiers: SystemIdentifiers { .noon }
        )
        let event = EventRecord(
            id: "e",
            source: "s",
            externalID: "1",
            type: "incoming-ether",
            payload: "{}",
            revision: "r",
            acceptedAt: .noon
        )
        let made = expanding.expand(
            UnexpandedEvent(event: event, topic: nil, cursor: 0, times: [Self.time]),
            everyone: [
                AudienceMember(row: 1, recipient: "ada"),
                AudienceMember(row: 2, recipient: .anonymous(device: "d1"), device: "d1"),
            ],
            at: .noon
        )
        #expect(made.notifications.map(\.target.ids) == [devices, ["d1"]])
    }

    @Test func `an event type that is gone ends the expansion with a reason`() {
        let made = expand([Subscriber(user: "ada")], type: "gone")
        #expect(made.notifications.isEmpty && made.next == nil)
        #expect(made.decisions.map(\.reason) == [.unknownEvent])
    }

    @Test func `topics differ in case only where case counts`() {
        #expect(SubscriptionPolicy(ignoresCase: true).canonical("safe:1:0xAbC") == "safe:1:0xabc")
        #expect(SubscriptionPolicy().canonical("safe:1:0xAbC") == "safe:1:0xAbC")
        let id = "660E8400-e29b-41d4-a716-44665544000F"
        #expect(SubscriptionPolicy().canonical(Topic(unchecked: "D:\(id):X")).rawValue == "D:\(id.lowercased()):X")
        #expect(SubscriptionPolicy().canonical(Topic(unchecked: "\(id)0")).rawValue == "\(id)0")
    }
}

extension Instant {
    /// 2026-02-25T12:00:00Z.
    static let noon = Instant(epochMilliseconds: 1_772_020_800_000)
}
