public import CarillonModel
public import CarillonPipeline

/// The port's `SubscriptionStore`.
extension StoredTenant {
    public func subscribe(_ subscriptions: [Subscription], upTo limit: Int) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard try limit == .max || database.hasRoom(for: subscriptions, upTo: limit) else { return false }
            for subscription in subscriptions { try database.put(subscription) }
            return true
        }
    }

    public func unsubscribe(_ subscriber: Subscriber, from topic: Topic) async throws(StoreFailure) -> Bool {
        try await write { database in try database.remove(subscriber, from: topic) }
    }

    public func subscriptions(of subscriber: Subscriber) async throws(StoreFailure) -> [Subscription] {
        try await read { database in
            try database.rows(
                database.sql(SubscriberRow.selectAll),
                try database.owner(of: subscriber),
                subscriber.device
            ) { try SubscriberRow($0).subscription }
        }
    }

    public func subscribers(
        of topic: Topic,
        after cursor: Int64,
        limit: Int
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try await read { database in
            try database.rows(
                SubscriberRow.select + "WHERE s.topic = ? AND s.row > ? ORDER BY s.row LIMIT ?",
                topic,
                cursor,
                limit
            ) { try SubscriberRow($0) }
        }
    }

    public func subscriptions(
        to topic: Topic,
        of users: [UserID],
        on devices: [String]
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try await read { database in
            let ofUsers =
                users.isEmpty
                ? []
                : try database.rows(
                    database.sql(SubscriberRow.selectOfUsers),
                    Set(users).map(\.rawValue).sorted(),
                    topic
                ) { try SubscriberRow($0) }
            let onDevices =
                devices.isEmpty
                ? []
                : try database.rows(
                    database.sql(SubscriberRow.selectOnDevices),
                    Set(devices).sorted(),
                    topic
                ) { try SubscriberRow($0) }
            var known: Set<Int64> = []
            return (ofUsers + onDevices).filter { known.insert($0.row).inserted }.sorted { $0.row < $1.row }
        }
    }
}

extension StoreConnection {
    /// Whoever ends the last subscription for a device of nobody's doesn't hold it any more.
    ///
    /// - Returns: whether there was such a subscription.
    public func remove(_ subscriber: Subscriber, from topic: Topic) throws -> Bool {
        let user = try owner(of: subscriber)
        try run(sql(SubscriberRow.delete), user, subscriber.device, topic)
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
            guard try count(sql, row) + new.count <= limit else { return false }
        }
        for (device, new) in devices {
            let sql = "SELECT count(*) FROM subscription WHERE device IS NOT NULL AND device = ?"
            guard try count(sql, device) + new.count <= limit else { return false }
        }
        return true
    }

    private func isKnown(_ claim: Claim) throws -> Bool {
        try exists(
            sql(SubscriberRow.selectWhetherOne),
            try owner(of: claim.subscriber),
            claim.subscriber.device,
            claim.topic
        )
    }

    /// About the event as a whole.
    public func add(_ decisions: [Decision], toEvent row: Int64) throws {
        let earlier: String? = try value("SELECT decisions FROM event WHERE row = ?", row)
        let all = [Decision](rowText: earlier) + decisions
        try run("UPDATE event SET decisions = ? WHERE row = ?", all.rowText, row)
    }

    /// The row of the subscriber's user: nil for nobody, -1, which no row has, for a user who isn't known.
    public func owner(of subscriber: Subscriber) throws -> Int64? {
        try subscriber.user.map { try knownRow(of: $0) ?? -1 }
    }

    public func put(_ subscription: Subscription) throws {
        let subscriber = subscription.subscriber
        let user = try subscriber.user.map { try row(of: $0) }
        let types = subscription.types.rowText
        if let user, let device = subscriber.device { try hold(device, by: user) }
        try run(
            sql(SubscriberRow.update),
            user,
            subscriber.device,
            subscription.topic,
            subscription.role,
            types
        )
        guard changesCount == 0 else { return }
        try run(
            "INSERT INTO subscription (topic, user, device, role, types, since) VALUES (?, ?, ?, ?, ?, ?)",
            subscription.topic,
            user,
            subscriber.device,
            subscription.role,
            types,
            subscription.since
        )
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
    public static let select = selecting(from: "subscription s") + "\n"

    /// Whose subscription `s` is: of the user in row ?1 (NULL: of nobody), on the device ?2 (NULL: on all).
    private static let isOfSubscriber = Wording(
        sqlite: "s.user IS ?1 AND s.device IS ?2",
        // What the index that keeps them apart has.
        postgreSQL: "coalesce(s.user, 0) = coalesce(?1, 0) AND coalesce(s.device, '') = coalesce(?2, '')"
    )

    fileprivate static let selectAll = Wording { "\(select)WHERE \(isOfSubscriber[$0]) ORDER BY s.topic" }
    static let selectOne = Wording { "\(select)WHERE \(isOfSubscriber[$0]) AND s.topic = ?3" }
    fileprivate static let selectWhetherOne = Wording {
        "SELECT 1 FROM subscription s WHERE \(isOfSubscriber[$0]) AND s.topic = ?3"
    }
    fileprivate static let delete = Wording {
        "DELETE FROM subscription AS s WHERE \(isOfSubscriber[$0]) AND s.topic = ?3"
    }
    fileprivate static let update = Wording {
        "UPDATE subscription AS s SET role = ?4, types = ?5 WHERE \(isOfSubscriber[$0]) AND s.topic = ?3"
    }

    // SQLite never reorders a CROSS JOIN.
    fileprivate static let selectOfUsers = Wording(
        sqlite: selecting(
            from: """
                json_each(?1) CROSS JOIN user ON user.id = json_each.value
                CROSS JOIN subscription s ON s.user = user.row AND s.topic = ?2
                """
        ),
        postgreSQL: selecting(
            from: "user u JOIN subscription s ON s.user = u.row AND s.topic = ?2 WHERE u.id = ANY(?1)"
        )
    )
    fileprivate static let selectOnDevices = Wording(
        sqlite: selecting(
            from: """
                json_each(?1) CROSS JOIN device named ON named.id = json_each.value
                CROSS JOIN device same ON same.token = named.token AND same.plugin = named.plugin
                CROSS JOIN subscription s ON s.device = same.id AND s.topic = ?2
                """
        ),
        postgreSQL: selecting(
            from: """
                device named JOIN device same ON same.token = named.token AND same.plugin = named.plugin
                JOIN subscription s ON s.device = same.id AND s.topic = ?2 WHERE named.id = ANY(?1)
                """
        )
    )

    private static func selecting(from tables: String) -> String {
        """
        SELECT (SELECT id FROM user WHERE row = s.user) AS subscriber, s.device, s.row, s.topic, s.role, s.types, s.since,
            (SELECT token FROM device WHERE id = s.device) AS token,
            (SELECT plugin FROM device WHERE id = s.device) AS plugin,
            CASE WHEN s.device IS NOT NULL THEN (SELECT preferences FROM user WHERE row = s.user) END AS preferences
        FROM \(tables)
        """
    }

    public init(_ columns: Columns<some PreparedStatement>) throws {
        let user = try columns["subscriber"] as UserID?
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
            plugin: columns["plugin"],
            preferences: (columns["preferences"] as String?).map { [String: Bool](rowText: $0) } ?? [:]
        )
    }
}
