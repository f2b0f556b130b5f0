public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Due → Routed: preferences and devices as they are now decide which channels carry a notification, and to where.
///
/// Pure: the same notifications give the same routes. A class, so that the profile in it isn't copied at each use.
public final class Routing: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
    /// Nil where the tenant has no quiet hours.
    let quietTime: QuietTime?
    private let plugins: [ChannelID: PluginID]
    /// Whether any channel is the fallback of another.
    let hasFallbacks: Bool
    private let preferenceEvaluator: PreferenceEvaluator
    /// By priority, the channels on which several go out as one message.
    private let collecting: [Priority: Set<ChannelID>]
    /// All that an event may go to: its own channels, and those that are fallbacks of others.
    private let reach: [EventTypeID: [ChannelBinding]]
    /// Those of them whose address is a setting, of the event types that have any.
    let rooms: [EventTypeID: Set<ChannelID>]

    public init(profile: TenantProfile, registry: ChannelRegistry, timeZones: any TimeZoneDatabase) {
        self.profile = profile
        self.registry = registry
        quietTime = profile.policies.quietHours.map { hours in
            QuietTime(hours: hours, zones: timeZones, defaultZone: profile.timeZone)
        }
        plugins = Dictionary(profile.channels.map { ($0.id, $0.plugin) }) { first, _ in first }
        let hasFallbacks = profile.channels.contains { !$0.fallbackFor.isEmpty }
        self.hasFallbacks = hasFallbacks
        let reach = profile.events.map { event in
            let channels = hasFallbacks ? profile.reach(of: event, registry: registry) : event.channels
            return (event.id, channels.compactMap(profile.channel))
        }
        self.reach = Dictionary(reach) { first, _ in first }
        rooms = self.reach.compactMapValues { bindings in
            let rooms = bindings.filter { registry[$0.plugin]?.descriptor.address == .room }
            return rooms.isEmpty ? nil : Set(rooms.map(\.id))
        }
        preferenceEvaluator = PreferenceEvaluator(profile)
        let collecting = Priority.allCases.map { priority in
            let channels = profile.channels.map(\.id).filter {
                profile.collects(priority, on: $0, registry: registry)
            }
            return (priority, Set(channels))
        }
        self.collecting = Dictionary(collecting) { first, _ in first }
    }

    /// Whether several go out as one message, which has its own text.
    func isCollected(_ priority: Priority, on channel: ChannelID) -> Bool {
        collecting[priority]?.contains(channel) == true
    }

    /// Routes a batch; badges count up where one recipient has several notifications in it.
    ///
    /// - Parameters:
    ///   - audiences: what the store answered to ``questions(about:)``.
    ///   - made: those of ``roomMessages(of:)`` that the store has.
    public func route(
        _ due: [DueNotification],
        audiences: SubscriptionSnapshot = SubscriptionSnapshot(),
        rooms made: Set<RoomMessage> = [],
        at now: Instant
    ) -> [RoutedNotification] {
        var newlyUnread: [UserID: Int] = [:]
        var shared = SharedDevices(plugins)
        var made = made
        return due.map { notification in
            var notification = shared.leavingOut(notification)
            notification.reachedRooms = reachedRooms(of: notification, made: made)
            let increment = notification.event.overrides?.badgeIncrement ?? 1
            let badge = notification.unreadCount + newlyUnread[notification.recipient, default: 0] + increment
            let routed = route(notification, badge: badge, audiences: audiences, at: now)
            if routed.deliveries.contains(where: \.isForFeed) {
                newlyUnread[notification.recipient, default: 0] += 1
            }
            shared.add(routed, of: notification)
            if let type = profile.event(notification.event.type), rooms[type.id] != nil {
                let messages = routed.deliveries.lazy.map(\.channel)
                    .compactMap { self.roomMessage(of: notification, type: type, on: $0) }
                made.formUnion(messages)
            }
            return routed
        }
    }

    private func route(
        _ waiting: DueNotification,
        badge: Int,
        audiences: SubscriptionSnapshot,
        at now: Instant
    ) -> RoutedNotification {
        guard let event = profile.event(waiting.event.type) else {
            return RoutedNotification(row: waiting.row, decisions: [.unknownEvent], deliveries: [])
        }
        if let expiry = waiting.expiresAt, expiry <= now {
            return RoutedNotification(row: waiting.row, decisions: [.expired(at: expiry)], deliveries: [])
        }
        let notification: DueNotification
        do {
            notification = try admitted(waiting, event: event, audiences: audiences)
        } catch {
            return RoutedNotification(row: waiting.row, decisions: [error.decision], deliveries: [])
        }
        var route = RoutedNotification(row: notification.row, decisions: [], deliveries: [])
        var reach: [ChannelID: Reach] = [:]
        for binding in channels(of: event) {
            if let primary = reach.reached(before: binding) {
                route.decisions.append(.notNeeded(binding.id, insteadOf: primary))
                reach[binding.id] = .reached
            } else if reach.areUnwanted(before: binding) {
                route.decisions.append(.notWanted(binding.id))
                reach[binding.id] = .unwanted
            } else {
                reach[binding.id] = add(binding, to: &route, for: notification, event: event, badge: badge, at: now)
            }
        }
        return route
    }

    /// Each comes after those it is a fallback for.
    func channels(of event: EventType) -> [ChannelBinding] { reach[event.id, default: []] }

    /// How far a notification comes on a channel: what fallbacks are decided by.
    enum Reach {
        /// It goes out there, now or later, or reaches the same device, or the same recipient, by another way.
        case reached
        /// The recipient has switched it off.
        case unwanted
        case unreached
    }

    /// Adds the deliveries on one channel, and why there are some, or none.
    func add(
        _ binding: ChannelBinding,
        to route: inout RoutedNotification,
        for notification: DueNotification,
        event: EventType,
        badge: Int,
        at now: Instant
    ) -> Reach {
        guard binding.priorities.contains(notification.priority) else {
            route.decisions.append(.otherPriority(binding.id, notification.priority))
            return .unreached
        }
        let descriptor = registry[binding.plugin]?.descriptor
        // A room is no recipient's: what one of them has switched off is read there by others.
        if descriptor?.address != .room,
            let decision = preferenceDecision(binding.id, notification: notification, event: event)
        {
            route.decisions.append(decision)
            return .unwanted
        }
        guard let descriptor else {
            route.decisions.append(.noPlugin(binding))
            return .unreached
        }
        guard !notification.reachedRooms.contains(binding.id) else {
            route.decisions.append(.sameRoom(binding.id))
            return .reached
        }
        let addresses = addresses(of: notification, for: binding, kind: descriptor.address)
        guard !addresses.isEmpty else {
            let (decision, reach) = nowhere(binding, for: notification, kind: descriptor.address)
            route.decisions.append(decision)
            return reach
        }
        let start = start(of: notification, on: binding.id, reaching: descriptor.address, at: now)
        if case .never(let decision) = start {
            route.decisions.append(decision)
            return .unreached
        }
        route.decisions.append(.deliver(binding.id, addresses: addresses.count))
        if case .later(_, _, let decision) = start { route.decisions.append(decision) }
        for var delivery in addresses {
            delivery.badge = badge
            delivery.isForFeed = descriptor.address == .user
            if case .later(let time, let isCollected, _) = start {
                delivery.dueAt = time
                if isCollected { delivery.window = delivery.collectingWindow }
            }
            // Only quiet hours keep several under one key waiting on purpose.
            if quietTime != nil, delivery.window == nil, descriptor.address.disturbs {
                delivery.collapse = notification.collapse
            }
            route.deliveries.append(delivery)
        }
        return .reached
    }

    /// Why a channel has no address of the recipient.
    private func nowhere(
        _ binding: ChannelBinding,
        for notification: DueNotification,
        kind: AddressKind
    ) -> (Decision, Reach) {
        if kind == .email, notification.isEmailGone { return (.addressGone(binding.id), .unreached) }
        if case .deviceToken = kind, notification.target == .others { return (.sameDevice(binding.id), .reached) }
        return (.noAddress(binding.id, kind), .unreached)
    }

    private func addresses(
        of notification: DueNotification,
        for binding: ChannelBinding,
        kind: AddressKind
    ) -> [PlannedDelivery] {
        switch kind {
        case .user:
            notification.recipient.anonymousDevice == nil
                ? [PlannedDelivery(channel: binding.id, address: notification.recipient.rawValue)] : []
        case .deviceToken:
            notification.devices.filter { $0.plugin == binding.plugin }.map { device in
                PlannedDelivery(
                    channel: binding.id,
                    address: device.token,
                    device: device.id,
                    platform: device.platform
                )
            }
        case .email:
            notification.isEmailGone
                ? [] : notification.facts.email.map { [PlannedDelivery(channel: binding.id, address: $0)] } ?? []
        case .phone: notification.facts.phone.map { [PlannedDelivery(channel: binding.id, address: $0)] } ?? []
        case .url: binding.settings["url"]?.string.map { [PlannedDelivery(channel: binding.id, address: $0)] } ?? []
        case .room: [PlannedDelivery(channel: binding.id, address: binding.id.rawValue)]
        }
    }

    /// By the first preference that keeps this from being delivered; mandatory events and categories have none.
    func preferenceDecision(_ channel: ChannelID, notification: DueNotification, event: EventType) -> Decision? {
        let preferences = notification.preferences
        return toggles(governing: channel, notification: notification, event: event)
            .first { $0.isOff(by: preferences) }
            .map { .preferenceDecision(channel, by: $0.name, ofRecipient: preferences[$0.name] != nil) }
    }

    /// The preferences by which the recipient decides about this; none where it is mandatory.
    func toggles(
        governing channel: ChannelID,
        notification: DueNotification,
        event: EventType
    ) -> some Sequence<PreferenceToggle> {
        preferenceEvaluator.governing(
            event,
            on: channel,
            category: notification.event.overrides?.category,
            priority: notification.priority,
            topic: notification.topic
        )
    }
}

extension [ChannelID: Routing.Reach] {
    /// Of the channels that `binding` is a fallback for, one by which the recipient is reached.
    fileprivate func reached(before binding: ChannelBinding) -> ChannelID? {
        binding.fallbackFor.first { $0 != binding.id && self[$0] == .reached }
    }

    /// Whether all that `binding` is a fallback for is switched off: then the recipient can be reached, and has opted
    /// out.
    fileprivate func areUnwanted(before binding: ChannelBinding) -> Bool {
        let primaries = binding.fallbackFor.compactMap { $0 == binding.id ? nil : self[$0] }
        return !primaries.isEmpty && primaries.allSatisfy { $0 == .unwanted }
    }
}

extension Decision {
    static let unknownEvent = Decision(
        channel: nil,
        verdict: .skip,
        reason: .unknownEvent,
        detail: "the profile no longer has this event type"
    )

    /// Of a notification whose type may come back.
    public static let waitsForType = Decision(
        channel: nil,
        verdict: .later,
        reason: .unknownEvent,
        detail: "the profile doesn't have this event type any more; it goes on when the type is back"
    )

    static func expired(at expiry: Instant) -> Decision {
        Decision(channel: nil, verdict: .skip, reason: .expired, detail: "it was worth sending until \(expiry)")
    }

    static func deliver(_ channel: ChannelID, addresses: Int) -> Decision {
        let message = addresses == 1 ? "one address" : "\(addresses) addresses"
        return Decision(channel: channel, verdict: .deliver, reason: .routed, detail: message)
    }

    static func otherPriority(_ channel: ChannelID, _ priority: Priority) -> Decision {
        let message = "this channel doesn't carry \(priority.rawValue) priority"
        return Decision(channel: channel, verdict: .skip, reason: .otherPriority, detail: message)
    }

    /// - Parameter isSet: whether the recipient has ever set the preference; else it is off by the profile.
    fileprivate static func preferenceDecision(
        _ channel: ChannelID,
        by toggle: String,
        ofRecipient isSet: Bool
    ) -> Decision {
        let message =
            isSet
            ? "the recipient has switched off \(toggle)"
            : "\(toggle) is off unless the recipient switches it on, by the profile's default"
        return Decision(channel: channel, verdict: .skip, reason: .preferenceOff, detail: message)
    }

    static func addressGone(_ channel: ChannelID) -> Decision {
        let message = "the mail server has said that the recipient's address doesn't exist"
        return Decision(channel: channel, verdict: .skip, reason: .addressGone, detail: message)
    }

    static func notWanted(_ channel: ChannelID) -> Decision {
        let message = "it is the fallback for what is switched off for the recipient"
        return Decision(channel: channel, verdict: .skip, reason: .fallbackNotWanted, detail: message)
    }

    static func notNeeded(_ channel: ChannelID, insteadOf primary: ChannelID) -> Decision {
        let message = "it is the fallback for \(primary), which reaches the recipient"
        return Decision(channel: channel, verdict: .skip, reason: .fallbackNotNeeded, detail: message)
    }

    static func noPlugin(_ binding: ChannelBinding) -> Decision {
        let message = "this host has no plugin called \(binding.plugin)"
        return Decision(channel: binding.id, verdict: .skip, reason: .noPlugin, detail: message)
    }

    static func noAddress(_ channel: ChannelID, _ kind: AddressKind) -> Decision {
        switch kind {
        case .deviceToken:
            Decision(
                channel: channel,
                verdict: .skip,
                reason: .noDevice,
                detail: "the recipient has no device for it"
            )
        case .email:
            Decision(channel: channel, verdict: .skip, reason: .noEmail, detail: "no e-mail address is known")
        case .phone:
            Decision(channel: channel, verdict: .skip, reason: .noPhone, detail: "no telephone number is known")
        case .url, .room:
            Decision(channel: channel, verdict: .skip, reason: .noURL, detail: "the channel has no URL")
        case .user: Decision(channel: channel, verdict: .skip, reason: .noUser, detail: "the recipient is anonymous")
        }
    }
}
