import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: SubscriptionStore {
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
                Database.selectSubscription + "WHERE \(Database.isOfSubscriber) ORDER BY s.topic",
                try database.owner(of: subscriber),
                subscriber.device
            ) { try SubscriberRow($0).subscription }
        }
    }

    func subscribers(
        of topic: Topic,
        after cursor: Int64,
        limit: Int
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try await read { database in
            try database.rows(
                Database.selectSubscription + "WHERE s.topic = $1 AND s.row > $2 ORDER BY s.row LIMIT $3",
                topic,
                cursor,
                limit
            ) { try SubscriberRow($0) }
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
                            usr u JOIN subscription s ON s.usr = u.row AND s.topic = $2 WHERE u.id = ANY($1)
                            """
                    ),
                    Set(users).map(\.rawValue).sorted(),
                    topic
                ) { try SubscriberRow($0) }
            let onDevices =
                devices.isEmpty
                ? []
                : try database.rows(
                    Database.selectSubscription(
                        from: """
                            device named JOIN device same ON same.token = named.token
                            JOIN subscription s ON s.device = same.id AND s.topic = $2 WHERE named.id = ANY($1)
                            """
                    ),
                    Set(devices).sorted(),
                    topic
                ) { try SubscriberRow($0) }
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
            "DELETE FROM subscription s WHERE \(Self.isOfSubscriber) AND topic = $3",
            user,
            subscriber.device,
            topic
        )
        guard changesCount > 0 else { return false }
        guard let user, let device = subscriber.device else { return true }
        try run(
            """
            DELETE FROM holder WHERE usr = $1 AND device = (SELECT row FROM device WHERE id = $2)
                AND NOT EXISTS (SELECT 1 FROM subscription WHERE usr = $1 AND device = $2)
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
            let sql = "SELECT count(*) FROM subscription WHERE usr = $1"
            guard try count(sql, row) + new.count <= limit else { return false }
        }
        for (device, new) in devices {
            let sql = "SELECT count(*) FROM subscription WHERE device IS NOT NULL AND device = $1"
            guard try count(sql, device) + new.count <= limit else { return false }
        }
        return true
    }

    private func isKnown(_ claim: Claim) throws -> Bool {
        try exists(
            "SELECT 1 FROM subscription s WHERE \(Self.isOfSubscriber) AND topic = $3",
            try owner(of: claim.subscriber),
            claim.subscriber.device,
            claim.topic
        )
    }

    /// About the event as a whole.
    func add(_ decisions: [Decision], toEvent row: Int64) throws {
        let earlier: String? = try value("SELECT decisions FROM event WHERE row = $1", row)
        let all = [Decision](rowText: earlier) + decisions
        try run("UPDATE event SET decisions = $1 WHERE row = $2", all.rowText, row)
    }

    /// The row of the subscriber's user: nil for nobody, -1, which no row has, for a user who isn't known.
    func owner(of subscriber: Subscriber) throws -> Int64? {
        try subscriber.user.map { try knownRow(of: $0) ?? -1 }
    }

    func put(_ subscription: Subscription) throws {
        let subscriber = subscription.subscriber
        let user = try subscriber.user.map { try row(of: $0) }
        let types = subscription.types.rowText
        if let user, let device = subscriber.device { try hold(device, by: user) }
        try run(
            "UPDATE subscription s SET role = $4, types = $5 WHERE \(Self.isOfSubscriber) AND topic = $3",
            user,
            subscriber.device,
            subscription.topic,
            subscription.role,
            types
        )
        guard changesCount == 0 else { return }
        try run(
            "INSERT INTO subscription (topic, usr, device, role, types, since) VALUES ($1, $2, $3, $4, $5, $6)",
            subscription.topic,
            user,
            subscriber.device,
            subscription.role,
            types,
            subscription.since
        )
    }

    /// Of a subscription `s`: it is of the user in row $1 (NULL: of nobody), on the device $2 (NULL: on all).
    static let isOfSubscriber = "coalesce(s.usr, 0) = coalesce($1, 0) AND coalesce(s.device, '') = coalesce($2, '')"

    static let selectSubscription = selectSubscription(from: "subscription s") + "\n"

    fileprivate static func selectSubscription(from tables: String) -> String {
        """
        SELECT (SELECT id FROM usr WHERE row = s.usr) AS usr, s.device, s.row, s.topic, s.role, s.types, s.since,
            (SELECT token FROM device WHERE id = s.device) AS token,
            CASE WHEN s.device IS NOT NULL THEN (SELECT preferences FROM usr WHERE row = s.usr) END AS preferences
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
    init(_ columns: Columns) throws {
        let user = try columns["usr"] as UserID?
        let device = try columns["device"] as String?
        let anonymous = Subscriber(anonymousDevice: device ?? "")
        try self.init(
            row: columns["row"],
            subscription: Subscription(
                topic: columns["topic"],
                subscriber: user.map { Subscriber(user: $0, device: device) } ?? anonymous,
                role: columns["role"],
                types: [EventTypeID](rowText: columns["types"]),
                since: columns["since"]
            ),
            token: columns["token"],
            preferences: (columns["preferences"] as String?).map { [String: Bool](rowText: $0) } ?? [:]
        )
    }
}
