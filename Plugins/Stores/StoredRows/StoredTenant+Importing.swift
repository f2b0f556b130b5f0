public import CarillonModel
public import CarillonPipeline

/// The port's `ImportingStore`.
extension StoredTenant {
    public func take(_ items: [ImportItem], at now: Instant) async throws(StoreFailure) -> [ImportOutcome] {
        try await write { [identifiers] database in
            try items.map { try database.take($0, identifiers: identifiers, at: now) }
        }
    }
}

extension StoreConnection {
    fileprivate func take(
        _ item: ImportItem,
        identifiers: any IdentifierMaker,
        at now: Instant
    ) throws -> ImportOutcome {
        switch item {
        case .user(let user, let facts):
            guard try !knows(facts, of: user) else { return .unchanged }
            try putOverDevices(facts, of: try row(of: user))
            return .accepted
        case .device(let registration):
            guard try !isKnown(registration) else { return .unchanged }
            _ = try register(registration, identifiers: identifiers, at: now)
            return .accepted
        case .subscription(let item): return try take(item, at: now)
        case .preferences(let user, let toggles):
            let row = try row(of: user)
            let known = try preferences(of: row)
            let all = known.merging(toggles) { $1 }
            guard all != known else { return .unchanged }
            try run("UPDATE user SET preferences = ? WHERE row = ?", all.rowText, row)
            return .accepted
        }
    }

    private func knows(_ facts: UserAttributes, of user: UserID) throws -> Bool {
        try self.facts(of: user).map { facts.over($0) == $0 } ?? false
    }

    private func isKnown(_ registration: DeviceRegistration) throws -> Bool {
        let known = try devices(token: registration.token)
            .first { $0.plugin == registration.plugin && $0.isMeant(by: registration) }
        guard let known else { return false }
        let facts = UserAttributes(locale: registration.facts.locale, timeZone: registration.facts.timeZone)
        if let owner = registration.owner, !facts.isEmpty, try !knows(facts, of: owner) { return false }
        return known.updated(with: registration, at: known.updatedAt) == known
    }

    private func take(_ item: ImportedSubscription, at now: Instant) throws -> ImportOutcome {
        var device: DeviceRecord?
        if let id = item.deviceID {
            let owner = item.isUsersDevice ? item.user : nil
            device = try self.device(deviceID: id, owner: owner)
            if device == nil { device = try self.device(id: id).flatMap { $0.owner == owner ? $0 : nil } }
            guard device != nil else { return .unknownDevice }
        }
        let subscription = item.subscription(on: device?.id, since: now)
        guard !item.isEnded else {
            return try remove(subscription.subscriber, from: subscription.topic) ? .accepted : .unchanged
        }
        if let known = try self.subscription(of: subscription.subscriber, to: subscription.topic),
            known.role == subscription.role, known.types == subscription.types
        {
            return .unchanged
        }
        try put(subscription)
        return .accepted
    }

    private func subscription(of subscriber: Subscriber, to topic: Topic) throws -> Subscription? {
        try first(
            sql(SubscriberRow.selectOne),
            try owner(of: subscriber),
            subscriber.device,
            topic
        ) { try SubscriberRow($0).subscription }
    }
}
