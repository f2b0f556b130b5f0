import CarillonModel
import CarillonPipeline

extension InMemoryState {
    mutating func take(_ item: ImportItem, at now: Instant) -> ImportOutcome {
        switch item {
        case .user(let user, let facts):
            guard knows(facts, of: user) else {
                putOverDevices(facts, of: user)
                return .accepted
            }
            return .unchanged
        case .device(let registration):
            guard !isKnown(registration) else { return .unchanged }
            _ = register(registration, at: now)
            return .accepted
        case .subscription(let item): return take(item, at: now)
        case .preferences(let user, let toggles):
            let known = users[user]?.preferences ?? [:]
            let all = known.merging(toggles) { $1 }
            guard all != known else { return .unchanged }
            users[user, default: User()].preferences = all
            return .accepted
        }
    }

    private func knows(_ facts: UserAttributes, of user: UserID) -> Bool {
        users[user]?.facts.map { facts.over($0) == $0 } ?? false
    }

    private func isKnown(_ registration: DeviceRegistration) -> Bool {
        guard let known = devices(at: registration.address).first(where: { $0.isMeant(by: registration) }) else {
            return false
        }
        let facts = UserAttributes(locale: registration.facts.locale, timeZone: registration.facts.timeZone)
        if let owner = registration.owner, !facts.isEmpty, !knows(facts, of: owner) { return false }
        return known.updated(with: registration, at: known.updatedAt) == known
    }

    private mutating func take(_ item: ImportedSubscription, at now: Instant) -> ImportOutcome {
        var device: DeviceRecord?
        if let id = item.deviceID {
            let owner = item.isUsersDevice ? item.user : nil
            device = devices.values.first { $0.owner == owner && ($0.deviceID?.exact == id.exact || $0.id == id) }
            guard device != nil else { return .unknownDevice }
        }
        let subscription = item.subscription(on: device?.id, since: now)
        if item.isEnded {
            return unsubscribe(subscription.subscriber, from: subscription.topic) ? .accepted : .unchanged
        }
        if let known = row(of: subscription.subscriber, subscription.topic).flatMap({ subscriptions[$0] }),
            known.role == subscription.role, known.types == subscription.types
        {
            return .unchanged
        }
        subscribe(subscription)
        return .accepted
    }
}

extension InMemoryTenantStore: ImportingStore {
    func take(_ items: [ImportItem], at now: Instant) async throws(StoreFailure) -> [ImportOutcome] {
        try with { state in items.map { state.take($0, at: now) } }
    }
}
