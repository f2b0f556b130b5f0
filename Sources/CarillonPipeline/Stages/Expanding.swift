public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Accepted → Expanded: a page of a topic's subscribers, or of everyone, becomes notifications.
///
/// A user receives an event once, however many of their devices are subscribed, and so does a device, however many
/// users subscribed it and however many ids it is known by: what has the same address is the same device. It is the first
/// of its subscriptions that says so, of those whose users haven't switched off what goes to devices. Who is left out
/// gets a line in the trace with the reason.
///
/// Pure, but for the ids it makes. A class, so that the profile in it isn't copied at each use.
public final class Expanding: Sendable {
    let profile: TenantProfile
    private let identifiers: any IdentifierMaker
    private let preferenceEvaluator: PreferenceEvaluator
    /// Those that reach devices.
    private let deviceChannels: Set<ChannelID>

    /// Subscriptions that one commit deals with.
    public static let pageSize = 256

    public init(profile: TenantProfile, registry: ChannelRegistry, identifiers: any IdentifierMaker) {
        self.profile = profile
        self.identifiers = identifiers
        preferenceEvaluator = PreferenceEvaluator(profile)
        let reaching = profile.channels.filter { binding in
            if case .deviceToken? = registry[binding.plugin]?.descriptor.address { true } else { false }
        }
        deviceChannels = Set(reaching.map(\.id))
    }

    /// - Parameters:
    ///   - page: up to `limit` subscriptions after the event's cursor.
    ///   - relatedSubscriptions: every subscription to the topic by the users of the page, or for a device that one of these names, or for
    ///     another with the same address.
    ///   - now: a campaign's recipients aren't due before.
    public func expand(
        _ event: UnexpandedEvent,
        page: [SubscriberRow],
        limit: Int = Expanding.pageSize,
        relatedSubscriptions: [SubscriberRow],
        at now: Instant
    ) -> Expansion {
        guard let type = profile.event(event.event.type) else {
            return Expansion(notifications: [], next: nil, count: 0, decisions: [.unknownEvent])
        }
        let subscribers = TopicSubscribers(
            relatedSubscriptions,
            filter: SubscriptionFilter(event: type, policy: profile.subscriptions),
            silenced: Set(relatedSubscriptions.filter { isSilent($0, for: type, of: event) }.map(\.row)),
            devicesHaveOwners: profile.devices.owner != .subscription
        )
        let times = event.times(at: now)
        return Expansion(
            notifications: page.flatMap { notifications(for: subscribers.meaning(of: $0), at: times) },
            next: page.count < limit ? nil : page.last?.row,
            count: page.count
        )
    }

    /// The same for a page of up to `limit` of everyone.
    public func expand(
        _ event: UnexpandedEvent,
        everyone page: [AudienceMember],
        limit: Int = Expanding.pageSize,
        at now: Instant
    ) -> Expansion {
        guard profile.hasEvent(event.event.type) else {
            return Expansion(notifications: [], next: nil, count: 0, decisions: [.unknownEvent])
        }
        let times = event.times(at: now)
        return Expansion(
            notifications: page.flatMap { member in
                // Devices that belong to nobody are among everyone themselves: who holds one isn't reached there as
                // well.
                let ofUsers = profile.devices.owner == .subscription ? DeviceTarget.others : .all
                let target = member.device.map { .only([$0]) } ?? ofUsers
                return times.map { planned(member.recipient, at: $0, target: target, exclusion: nil) }
            },
            next: page.count < limit ? nil : page.last?.row,
            count: page.count
        )
    }

    /// Whether the user of a device's subscription has switched off all of the event that goes to devices.
    private func isSilent(_ row: SubscriberRow, for type: EventType, of event: UnexpandedEvent) -> Bool {
        let subscriber = row.subscription.subscriber
        guard subscriber.user != nil, subscriber.device != nil else { return false }
        let channels = type.channels.filter(deviceChannels.contains)
        let priorities = Set(event.times.map(\.priority))
        guard !channels.isEmpty, !priorities.isEmpty else { return false }
        return channels.allSatisfy { channel in
            priorities.allSatisfy { priority in
                preferenceEvaluator.governing(
                    type,
                    on: channel,
                    category: event.event.overrides?.category,
                    priority: priority,
                    topic: event.topic
                ).contains { $0.isOff(by: row.preferences) }
            }
        }
    }

    private func notifications(
        for meaning: TopicSubscribers.Meaning,
        at times: [PlannedTime]
    ) -> [PlannedNotification] {
        switch meaning {
        case .nothing: []
        case .tell(let recipient, let target):
            times.map { planned(recipient, at: $0, target: target, exclusion: nil) }
        case .leaveOut(let recipient, let device, let why):
            times.prefix(1).map {
                planned(recipient, at: $0, target: device.map { .only([$0]) } ?? .all, exclusion: why)
            }
        }
    }

    private func planned(
        _ recipient: UserID,
        at time: PlannedTime,
        target: DeviceTarget,
        exclusion: Decision?
    ) -> PlannedNotification {
        PlannedNotification(
            id: identifiers.notification(profile.notificationIDs),
            recipient: recipient,
            priority: time.priority,
            dueAt: time.dueAt,
            expiresAt: time.expiresAt,
            target: target,
            exclusion: exclusion
        )
    }
}

extension UnexpandedEvent {
    /// When those of a page are due: of a campaign as they are added, with as long until it is stale as any other.
    fileprivate func times(at now: Instant) -> [PlannedTime] {
        guard campaign != nil else { return times }
        return times.map { time in
            guard time.dueAt < now else { return time }
            let late = time.dueAt.duration(to: now)
            return PlannedTime(
                dueAt: now,
                priority: time.priority,
                expiresAt: time.expiresAt.map { $0.advanced(by: late) }
            )
        }
    }
}

/// What a page came to.
public struct Expansion: Sendable, Hashable {
    public var notifications: [PlannedNotification]
    /// Where the next page begins; nil after the last.
    public var next: Int64?
    /// How many subscriptions, or of everyone, the page dealt with.
    public var count: Int
    /// About the event as a whole.
    public var decisions: [Decision] = []
}

/// Subscriptions to one topic, and what each of them means for one event.
private struct TopicSubscribers {
    enum Meaning {
        case tell(UserID, DeviceTarget)
        case leaveOut(UserID, device: String?, Decision)
        /// Another subscription of the same user covers it.
        case nothing
    }

    private let filter: SubscriptionFilter
    private let devicesHaveOwners: Bool
    /// In the order they came.
    private var byUser: [UserID: [SubscriberRow]] = [:]
    /// The row of the subscription through which a device receives the event, by what it is reached by: the first, of
    /// those whose users have it switched on if there are any.
    private var firstByAddress: [ExactText: Int64] = [:]

    init(_ rows: [SubscriberRow], filter: SubscriptionFilter, silenced: Set<Int64>, devicesHaveOwners: Bool) {
        self.filter = filter
        self.devicesHaveOwners = devicesHaveOwners
        let sorted = rows.sorted { $0.row < $1.row }
        for row in sorted {
            if let user = row.subscription.subscriber.user { byUser[user, default: []].append(row) }
        }
        let heard = sorted.filter { !silenced.contains($0.row) }
        for row in silenced.isEmpty ? sorted : heard + sorted {
            guard let address = row.address?.exact, firstByAddress[address] == nil, filter.takes(row.subscription)
            else {
                continue
            }
            firstByAddress[address] = row.row
        }
    }

    func meaning(of row: SubscriberRow) -> Meaning {
        let subscriber = row.subscription.subscriber
        if let user = subscriber.user { return meaning(of: row, for: user) }
        guard let device = subscriber.device else { return .nothing }
        let nobody = UserID.anonymous(device: device)
        if let objection = filter.objection(to: row.subscription) {
            return .leaveOut(nobody, device: device, objection)
        }
        // Not there any more: it was unsubscribed while this page was read.
        guard let first = row.address.flatMap({ firstByAddress[$0.exact] }) else { return .nothing }
        return first == row.row
            ? .tell(nobody, .only([device])) : .leaveOut(nobody, device: device, .alreadyReached)
    }

    private func meaning(of row: SubscriberRow, for user: UserID) -> Meaning {
        let own = byUser[user] ?? []
        let taking = own.filter { filter.takes($0.subscription) }
        if taking.isEmpty, own.first?.row == row.row, let objection = filter.objection(to: row.subscription) {
            return .leaveOut(user, device: row.subscription.subscriber.device, objection)
        }
        guard taking.first?.row == row.row else { return .nothing }
        let bound = taking.filter { $0.subscription.subscriber.device != nil }
        let isForAll = bound.isEmpty || (devicesHaveOwners && bound.count < taking.count)
        // Devices that belong to nobody receive a topic through subscriptions of their own.
        guard !isForAll else { return .tell(user, devicesHaveOwners ? .all : .others) }
        let devices = bound.compactMap { bound in
            bound.address.flatMap { firstByAddress[$0.exact] } == bound.row ? bound.subscription.subscriber.device : nil
        }
        return .tell(user, DeviceTarget(ids: devices))
    }
}

extension SubscriberRow {
    /// The same for all subscriptions that lead to one device.
    fileprivate var address: String? {
        guard let token else { return subscription.subscriber.device }
        return plugin.map { "\($0)\u{1F}\(token)" } ?? token
    }
}

extension Decision {
    fileprivate static let alreadyReached = sameDevice(nil)

    /// Nil for `channel`: on all.
    static func sameDevice(_ channel: ChannelID?) -> Decision {
        let message = "the device gets it through another subscription"
        return Decision(channel: channel, verdict: .skip, reason: .sameDevice, detail: message)
    }
}
