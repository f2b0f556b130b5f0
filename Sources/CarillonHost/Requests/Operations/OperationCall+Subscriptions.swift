import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `subscriptions.add`: of the caller, on all their devices or on one; of anybody where a service asks.
    func subscribe(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let subscriptionRequests = SubscriptionRequest.all(fields, of: profile)
        try await countSubscriptions(subscriptionRequests.count)
        let now = host.clock.now
        var begun: [NamedSubscription] = []
        var ended: [Subscription] = []
        for subscriptionRequest in subscriptionRequests {
            try allow(subscriptionRequest)
            let (subscriber, device) = try await subscriber(of: subscriptionRequest)
            let subscription = subscription(subscriptionRequest, subscriber: subscriber, at: now)
            if subscriptionRequest.isForNothing {
                ended.append(subscription)
            } else {
                begun.append(.init(subscription, device))
            }
        }
        try await stored { [ended] store throws(StoreFailure) in
            for end in ended { _ = try await store.unsubscribe(end.subscriber, from: end.topic) }
        }
        try await keep(begun.map(\.subscription))
        return result(begun, status: "active")
    }

    /// `subscriptions.remove`.
    func unsubscribe(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        var removed: [NamedSubscription] = []
        for subscriptionRequest in SubscriptionRequest.all(fields, of: profile) {
            try allow(subscriptionRequest)
            for found in try await subscriptions(matching: subscriptionRequest) {
                let isGone = try await stored { store throws(StoreFailure) in
                    try await store.unsubscribe(found.subscription.subscriber, from: found.subscription.topic)
                }
                if isGone { removed.append(found) }
            }
        }
        guard !removed.isEmpty || onUnknown == .ignore else { throw .noSubscription }
        var result = result(removed, status: "removed")
        result["removedCount"] = JSONValue(removed.count)
        return result
    }

    /// `subscriptions.list`: the caller's, those for one of their devices included; of one topic or one device where these
    /// are named.
    func listSubscriptions(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let subscriptionRequest = SubscriptionRequest(fields, of: profile)
        if !isService, case .named(let user) = subscriptionRequest.user, user != callerID {
            throw Problem(.forbidden, "only a service may ask for somebody else's subscriptions")
        }
        let found: [NamedSubscription]
        if profile.devices.owner == .subscription {
            var subscriber = callerID
            if isService, case .named(let user) = subscriptionRequest.user { subscriber = user }
            found = try await ofDevice(subscriptionRequest).filter { $0.subscription.subscriber.user == subscriber }
        } else if subscriptionRequest.device == nil {
            found = try await all(of: try namedUser(subscriptionRequest))
        } else {
            found = try await of(try await subscriber(of: subscriptionRequest))
        }
        return result(
            found.filter { subscriptionRequest.topic == nil || $0.subscription.topic == subscriptionRequest.topic },
            status: "active"
        )
    }

    /// Those of `device` that came with its registration: each replaces the caller's own subscription of that device to
    /// that topic, and the one that nobody in particular made.
    ///
    /// One for no event at all only ends these.
    func replaceSubscriptions(
        of device: DeviceRecord,
        _ subscriptionRequests: [SubscriptionRequest],
        at now: Instant
    ) async throws(Problem) {
        guard !subscriptionRequests.isEmpty else { return }
        let subscriber = callerID.map { Subscriber(user: $0, device: device.id) } ?? .init(anonymousDevice: device.id)
        for subscriptionRequest in subscriptionRequests { try allow(subscriptionRequest) }
        let all = subscriptionRequests.map { subscription($0, subscriber: subscriber, at: now) }
        let ended = zip(subscriptionRequests, all).filter(\.0.isForNothing).map(\.1)
        let kept = zip(subscriptionRequests, all).filter { !$0.0.isForNothing }.map(\.1)
        try await stored { store throws(StoreFailure) in
            if subscriber.user != nil {
                for subscription in all {
                    _ = try await store.unsubscribe(.init(anonymousDevice: device.id), from: subscription.topic)
                }
            }
            for end in ended { _ = try await store.unsubscribe(subscriber, from: end.topic) }
        }
        try await keep(kept)
    }

    var callerID: UserID? {
        if case .user(let token) = caller { token.user } else { nil }
    }

    /// Who may hear of a topic is the tenant's backend's to say, and so is another's role.
    private func allow(_ subscriptionRequest: SubscriptionRequest) throws(Problem) {
        guard !isService else { return }
        if subscriptionRequest.user != .unsaid, profile.devices.owner != .subscription {
            throw Problem(.forbidden, "only a service may subscribe somebody else")
        }
        if let topic = subscriptionRequest.topic, profile.audiences.contains(where: { $0.covers(topic) }) {
            throw Problem(.forbidden, "only a service may decide who belongs to this topic")
        }
        if let role = subscriptionRequest.role, !profile.subscriptions.roles.isEmpty, role != ownRole {
            throw Problem(.forbidden, "this caller has no such role")
        }
    }

    private var ownRole: String? {
        callerID == nil ? profile.subscriptions.anonymousRole : profile.subscriptions.userRole
    }

    private func subscription(
        _ subscriptionRequest: SubscriptionRequest,
        subscriber: Subscriber,
        at now: Instant
    ) -> Subscription {
        let policy = profile.subscriptions
        return Subscription(
            topic: subscriptionRequest.topic ?? "",
            subscriber: subscriber,
            role: subscriptionRequest.role ?? (subscriber.user == nil ? policy.anonymousRole : policy.userRole),
            types: subscriptionRequest.types ?? [],
            since: now
        )
    }

    /// - Throws: `not-found` where there is no such device, `unauthenticated` where nobody is named.
    private func subscriber(
        of subscriptionRequest: SubscriptionRequest
    ) async throws(Problem) -> (Subscriber, DeviceRecord?) {
        if profile.devices.owner == .subscription {
            let device = try await ownerlessDevice(subscriptionRequest)
            let subscriber = callerID.map { Subscriber(user: $0, device: device.id) }
            return (subscriber ?? Subscriber(anonymousDevice: device.id), device)
        }
        let user = try namedUser(subscriptionRequest)
        guard let id = subscriptionRequest.device else { return (Subscriber(user: user), nil) }
        let device = try await stored { store throws(StoreFailure) in
            try await store.devices(of: user).first { $0.deviceID?.exact == id.exact || $0.id == id }
        }
        guard let device else { throw Problem.noDevice }
        return (Subscriber(user: user, device: device.id), device)
    }

    private func namedUser(_ subscriptionRequest: SubscriptionRequest) throws(Problem) -> UserID {
        guard isService else { return try user().user }
        guard case .named(let user) = subscriptionRequest.user else { throw .invalid([.missing("/userId")]) }
        return user
    }

    private func ownerlessDevice(_ subscriptionRequest: SubscriptionRequest) async throws(Problem) -> DeviceRecord {
        guard let id = subscriptionRequest.device else { throw .invalid([.missing("/deviceId")]) }
        let device = try await stored { store throws(StoreFailure) in
            try await store.device(deviceID: id.asciiLowercased, owner: nil)
        }
        guard let device else { throw Problem.noDevice }
        return device
    }

    private func of(_ subscriber: (Subscriber, device: DeviceRecord?)) async throws(Problem) -> [NamedSubscription] {
        let found = try await stored { store throws(StoreFailure) in try await store.subscriptions(of: subscriber.0) }
        return found.map { .init($0, subscriber.device) }
    }

    /// By topic; the one for all devices before those for one.
    private func all(of user: UserID) async throws(Problem) -> [NamedSubscription] {
        let devices = try await stored { store throws(StoreFailure) in try await store.devices(of: user) }
        var all = try await of((Subscriber(user: user), nil))
        for device in devices { all += try await of((Subscriber(user: user, device: device.id), device)) }
        return all.sorted { $0.place < $1.place }
    }

    private func ofDevice(_ subscriptionRequest: SubscriptionRequest) async throws(Problem) -> [NamedSubscription] {
        guard let id = subscriptionRequest.device else { throw .invalid([.missing("/deviceId")]) }
        return try await stored { store throws(StoreFailure) in
            guard let device = try await store.device(deviceID: id.asciiLowercased, owner: nil) else { return [] }
            return try await store.subscriptions(ofDevice: device.id).map { .init($0, device) }
        }
    }

    /// What a subscriptionRequest to be left alone means: on a device of nobody's, every subscription to the topic unless it says whose.
    ///
    /// Elsewhere, one that names no device is about the user as a whole: what was asked for on one device ends there.
    private func subscriptions(
        matching subscriptionRequest: SubscriptionRequest
    ) async throws(Problem) -> [NamedSubscription] {
        guard profile.devices.owner == .subscription else {
            return try await of(try await subscriber(of: subscriptionRequest)).filter {
                $0.subscription.topic == subscriptionRequest.topic
            }
        }
        return try await ofDevice(subscriptionRequest).filter { found in
            guard found.subscription.topic == subscriptionRequest.topic else { return false }
            switch subscriptionRequest.user {
            case .unsaid: return true
            case .nobody: return found.subscription.subscriber.user == nil
            case .named(let user): return found.subscription.subscriber.user == user
            }
        }
    }

    private func result(_ found: [NamedSubscription], status: String) -> JSONObject {
        let subscriptions = found.map(\.subscription)
        let listed = subscriptions.contains { $0.types.isEmpty } ? profile.events.map(\.id) : []
        let types = listed + subscriptions.flatMap(\.types).filter { !listed.contains($0) }
        let events = profile.events.filter { types.contains($0.id) }
        return JSONObject([
            .init("subscriptions", .array(found.map { .object($0.json(status: status)) })),
            .init("types", .array(events.map { .object($0.nameJSON) })),
        ])
    }
}

extension Problem {
    fileprivate static let noSubscription = Problem(.notFound, "there is no such subscription")
}

/// A subscription, with what apps call the device that it is for.
private struct NamedSubscription: Sendable {
    let subscription: Subscription
    let device: String?

    init(_ subscription: Subscription, _ device: DeviceRecord?) {
        self.subscription = subscription
        self.device = device.map { $0.deviceID ?? $0.id }
    }

    var place: (String, String) { (subscription.topic.rawValue, device ?? "") }

    func json(status: String) -> JSONObject {
        let types = subscription.types
        var object = JSONObject([.init("topic", .string(subscription.topic.rawValue))])
        object["role"] = subscription.role.map { .string($0) }
        object["status"] = .string(status)
        object["deviceId"] = device.map { .string($0) }
        object["userId"] = (subscription.subscriber.user?.rawValue).map { .string($0) }
        object["types"] = types.isEmpty ? nil : .array(types.map { .string($0.rawValue) })
        object["since"] = .string(subscription.since.rfc3339)
        return object
    }
}

extension EventType {
    fileprivate var nameJSON: JSONObject {
        JSONObject([.init("id", .string(id.rawValue)), .init("alias", .string(alias ?? id.rawValue))])
    }
}
