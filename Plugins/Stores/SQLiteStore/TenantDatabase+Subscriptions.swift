import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: SubscriptionStore {
    func subscribe(_ subscriptions: [Subscription], upTo limit: Int) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard try limit == .max || database.hasRoom(for: subscriptions, upTo: limit) else { return false }
            for subscription in subscriptions { try database.put(subscription) }
            return true
        }
    }

    func unsubscribe(_ subscriber: Subscriber, from topic: Topic) async throws(StoreFailure) -> Bool {
        try await write { database in try database.remove(subscriber, from: topic) }
    }

    func subscriptions(of subscriber: Subscriber) async throws(StoreFailure) -> [Subscription] {
        try await read { database in
            try database.rows(
                Database.selectSubscription + "WHERE s.user IS ? AND s.device IS ? ORDER BY s.topic",
                try database.owner(of: subscriber),
                subscriber.device
            ) { SubscriberRow($0).subscription }
        }
    }

    func subscribers(
        of topic: Topic,
        after cursor: Int64,
        limit: Int
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try await read { database in
            try database.rows(
                Database.selectSubscription + "WHERE s.topic = ? AND s.row > ? ORDER BY s.row LIMIT ?",
                topic.rawValue,
                cursor,
                limit
            ) { SubscriberRow($0) }
        }
    }

    func subscriptions(
        to topic: Topic,
        of users: [UserID],
        on devices: [String]
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try await read { database in
            let ofUsers =
                users.isEmpty
                ? []
                : try database.rows(
                    Database.selectSubscription(
                        from: """
                            json_each(?) CROSS JOIN user ON user.id = json_each.value
                            CROSS JOIN subscription s ON s.user = user.row AND s.topic = ?
                            """
                    ),
                    Set(users).map(\.rawValue).sorted().rowText,
                    topic.rawValue
                ) { SubscriberRow($0) }
            let onDevices =
                devices.isEmpty
                ? []
                : try database.rows(
                    Database.selectSubscription(
                        from: """
                            json_each(?) CROSS JOIN device named ON named.id = json_each.value
                            CROSS JOIN device same ON same.token = named.token
                            CROSS JOIN subscription s ON s.device = same.id AND s.topic = ?
                            """
                    ),
                    Set(devices).sorted().rowText,
                    topic.rawValue
                ) { SubscriberRow($0) }
            var known: Set<Int64> = []
            return (ofUsers + onDevices).filter { known.insert($0.row).inserted }.sorted { $0.row < $1.row }
        }
    }
}

extension Database {
    /// Whoever ends the last subscription for a device of nobody's doesn't hold it any more.
    ///
    /// - Returns: whether there was such a subscription.
    func remove(_ subscriber: Subscriber, from topic: Topic) throws -> Bool {
        let user = try owner(of: subscriber)
        try run(
            "DELETE FROM subscription WHERE user IS ? AND device IS ? AND topic = ?",
            user,
            subscriber.device,
            topic.rawValue
        )
        guard changesCount > 0 else { return false }
        guard let user, let device = subscriber.device else { return true }
        try run(
            """
            DELETE FROM holder WHERE user = ?1 AND device = (SELECT row FROM device WHERE id = ?2)
                AND NOT EXISTS (SELECT 1 FROM subscription WHERE user = ?1 AND device = ?2)
            """,
            user,
            device
        )
        return true
    }

    /// Whether those of them that are new leave each user and each device with no more than `limit`.
    ///
    /// Looked at before anything is written: a write that fails would have others of its group run again.
    fileprivate func hasRoom(for subscriptions: [Subscription], upTo limit: Int) throws -> Bool {
        var users: [UserID: Set<Claim>] = [:]
        var devices: [String: Set<Claim>] = [:]
        for claim in try Set(subscriptions.map(Claim.init)).filter({ try !isKnown($0) }) {
            if let user = claim.subscriber.user { users[user, default: []].insert(claim) }
            if let device = claim.subscriber.device { devices[device, default: []].insert(claim) }
        }
        for (user, new) in users {
            guard let row = try knownRow(of: user) else {
                if new.count > limit { return false }
                continue
            }
            let sql = "SELECT count(*) FROM subscription WHERE user = ?"
            guard Int(try number(sql, row) ?? 0) + new.count <= limit else { return false }
        }
        for (device, new) in devices {
            let sql = "SELECT count(*) FROM subscription WHERE device IS NOT NULL AND device = ?"
            guard Int(try number(sql, device) ?? 0) + new.count <= limit else { return false }
        }
        return true
    }

    private func isKnown(_ claim: Claim) throws -> Bool {
        try number(
            "SELECT 1 FROM subscription WHERE user IS ? AND device IS ? AND topic = ?",
            try owner(of: claim.subscriber),
            claim.subscriber.device,
            claim.topic.rawValue
        ) != nil
    }

    /// About the event as a whole.
    func add(_ decisions: [Decision], toEvent row: Int64) throws {
        let earlier = try first("SELECT decisions FROM event WHERE row = ?", row) { $0[0] as String? } ?? nil
        let all = [Decision](rowText: earlier) + decisions
        try run("UPDATE event SET decisions = ? WHERE row = ?", all.rowText, row)
    }

    /// The row of the subscriber's user: nil for nobody, 0, which no row has, for a user who isn't known.
    func owner(of subscriber: Subscriber) throws -> Int64? {
        try subscriber.user.map { try knownRow(of: $0) ?? 0 }
    }

    func put(_ subscription: Subscription) throws {
        let subscriber = subscription.subscriber
        let user = try subscriber.user.map { try row(of: $0) }
        let types = JSONValue.array(subscription.types.map { .string($0.rawValue) }).text
        if let user, let device = subscriber.device { try hold(device, by: user) }
        try run(
            "UPDATE subscription SET role = ?, types = ? WHERE user IS ? AND device IS ? AND topic = ?",
            subscription.role,
            types,
            user,
            subscriber.device,
            subscription.topic.rawValue
        )
        guard changesCount == 0 else { return }
        try run(
            "INSERT INTO subscription (topic, user, device, role, types, since) VALUES (?, ?, ?, ?, ?, ?)",
            subscription.topic.rawValue,
            user,
            subscriber.device,
            subscription.role,
            types,
            subscription.since.epochMilliseconds
        )
    }

    static let selectSubscription = selectSubscription(from: "subscription s") + "\n"

    fileprivate static func selectSubscription(from tables: String) -> String {
        """
        SELECT s.row, s.topic, (SELECT id FROM user WHERE row = s.user), s.device, s.role, s.types, s.since,
            (SELECT token FROM device WHERE id = s.device),
            CASE WHEN s.device IS NOT NULL THEN (SELECT preferences FROM user WHERE row = s.user) END
        FROM \(tables)
        """
    }
}

/// What a subscription is known by.
private struct Claim: Hashable {
    let subscriber: Subscriber
    let topic: Topic

    init(_ subscription: Subscription) {
        subscriber = subscription.subscriber
        topic = subscription.topic
    }
}

extension SubscriberRow {
    init(_ columns: Columns) {
        let user = (columns[2] as String?).map(UserID.init(unchecked:))
        let device = columns[3] as String?
        let anonymous = Subscriber(anonymousDevice: device ?? "")
        let types = (try? JSONValue(parsing: (columns[5] as String).utf8))?.array ?? []
        self.init(
            row: columns[0],
            subscription: Subscription(
                topic: Topic(unchecked: columns[1]),
                subscriber: user.map { Subscriber(user: $0, device: device) } ?? anonymous,
                role: columns[4],
                types: types.compactMap { $0.string.map(EventTypeID.init(unchecked:)) },
                since: Instant(epochMilliseconds: columns[6])
            ),
            token: columns[7],
            preferences: (columns[8] as String?).map { [String: Bool](rowText: $0) } ?? [:]
        )
    }
}
