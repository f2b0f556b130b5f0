public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

/// The port's `InspectingStore`.
extension StoredTenant {
    private static var selectDevices: Wording {
        Wording { dialect in
            let row = dialect.place("row")
            return "SELECT row, id FROM device WHERE \(row) < \(dialect.place("?1")) ORDER BY \(row) DESC LIMIT ?2"
        }
    }

    private static var selectEvents: Wording {
        Wording { dialect in
            """
            SELECT row, id, source, external_id, type, accepted_at, topic,
                (SELECT count(*) FROM notification n WHERE n.event = e.row) AS notifications
            FROM event e WHERE \(dialect.place("row")) < \(dialect.place("?1")) ORDER BY \(dialect.place("row")) DESC LIMIT ?2
            """
        }
    }

    public func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures {
        try await read { database in try database.queue(at: now) }
    }

    public func listDevices(_ page: ListingPage) async throws(StoreFailure) -> [ListedDevice] {
        try await read { database in
            let found = try database.rows(
                database.sql(Self.selectDevices),
                page.before ?? .max,
                page.limit
            ) { (row: try $0["row"] as Int64, id: try $0["id"] as String) }
            return try found.compactMap { row, id in
                try database.device(id: id).map { ListedDevice(row: row, device: $0) }
            }
        }
    }

    public func listEvents(_ page: ListingPage) async throws(StoreFailure) -> [ListedEvent] {
        try await read { database in
            try database.rows(
                database.sql(Self.selectEvents),
                page.before ?? .max,
                page.limit
            ) { columns in
                try ListedEvent(
                    row: columns["row"],
                    id: columns["id"],
                    source: columns["source"],
                    externalID: columns["external_id"],
                    type: columns["type"],
                    acceptedAt: columns["accepted_at"],
                    topic: columns["topic"],
                    notifications: columns["notifications"]
                )
            }
        }
    }

    public func listDeliveries(
        _ filter: DeliveryFilter,
        _ page: ListingPage
    ) async throws(StoreFailure) -> [ListedDelivery] {
        try await read { database in
            try database.rows(
                database.sql(filter.status == .failed ? ListedDelivery.selectFailed : ListedDelivery.selectAny),
                filter.status.map(\.state),
                page.before ?? .max,
                filter.channel,
                try filter.recipient.map { try database.knownRow(of: $0) ?? -1 },
                filter.status.flatMap(\.isAttempted),
                filter.status.flatMap(\.isHeld),
                page.limit
            ) { try ListedDelivery($0) }
        }
    }

    public func listScheduled(of recipient: UserID?, limit: Int) async throws(StoreFailure) -> [ScheduledNotification] {
        try await read { database in
            let user = try recipient.map { try database.knownRow(of: $0) ?? -1 }
            return try database.rows(
                """
                SELECT n.id, e.id AS event, e.type, u.id AS recipient, n.due_at, n.decisions FROM notification n JOIN event e ON e.row = n.event
                    JOIN user u ON u.row = n.user
                WHERE n.status = \(notification: .scheduled) AND (?1 IS NULL OR n.user = ?1) ORDER BY n.due_at, n.row LIMIT ?2
                """,
                user,
                limit
            ) { columns in
                try ScheduledNotification(
                    id: columns["id"],
                    event: columns["event"],
                    type: columns["type"],
                    recipient: columns["recipient"],
                    dueAt: columns["due_at"],
                    decisions: [Decision](rowText: columns["decisions"])
                )
            }
        }
    }

    public func export(_ user: UserID) async throws(StoreFailure) -> UserExport? {
        try await read { database in
            guard let row = try database.knownRow(of: user) else { return nil }
            return try database.export(user, row: row)
        }
    }
}

extension StoreConnection {
    /// Each number comes from a partial index that holds nothing else.
    fileprivate func queue(at now: Instant) throws -> QueueFigures {
        let notifications = try waiting(
            "SELECT count(*) AS count, min(due_at) AS first FROM notification WHERE status = \(notification: .scheduled)",
            at: now
        )
        let deliveries = try waiting(
            """
            SELECT count(*) AS count, min(due_at) AS first FROM delivery
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL
            """,
            at: now
        )
        let held = try rows(
            """
            SELECT channel, count(*) AS count FROM delivery WHERE status = \(delivery: .waiting) AND due_at IS NULL
            GROUP BY channel
            """
        ) { (try $0["channel"] as ChannelID, try $0["count"] as Int) }
        return QueueFigures(
            due: notifications.due + deliveries.due,
            oldestDue: [notifications.first, deliveries.first].compactMap { $0 }.min(),
            scheduled: notifications.later + deliveries.later,
            sending: try count(
                "SELECT count(*) FROM delivery WHERE status < \(delivery: .delivered) AND status = \(delivery: .leased)"
            ),
            held: Dictionary(uniqueKeysWithValues: held),
            failed: try count("SELECT count(*) FROM delivery WHERE status = \(delivery: .failed)")
        )
    }

    /// Of a query for what has a time: how many of them are due by now, the first of these, and how many are to come.
    private func waiting(_ select: String, at now: Instant) throws -> (due: Int, first: Instant?, later: Int) {
        let due = try first(select + " AND due_at <= ?", now) {
            (count: try $0["count"] as Int, first: try $0["first"] as Instant?)
        }
        let later = try first(select + " AND due_at > ?", now) { try $0["count"] as Int }
        return (due?.count ?? 0, due?.first, later ?? 0)
    }
}

extension ListedDelivery {
    /// Failed ones have an index of their own.
    fileprivate static let selectFailed = select("d.status = \(delivery: .failed) AND ?1 IS NOT NULL")
    /// A search for others goes through all, the latest first.
    fileprivate static let selectAny = select("(?1 IS NULL OR d.status = ?1)")

    private static func select(_ states: String) -> Wording {
        Wording { dialect in
            """
            SELECT d.status, d.attempted_at IS NOT NULL AS is_attempted, d.history,
                d.row, e.id AS event, e.type, u.id AS recipient, d.channel, d.attempts, d.due_at, d.settled_at, n.decisions
            FROM delivery d JOIN notification n ON n.row = d.notification JOIN event e ON e.row = n.event
                JOIN user u ON u.row = n.user
            WHERE \(states) AND \(dialect.place("d.row")) < \(dialect.place("?2")) AND (?3 IS NULL OR d.channel = ?3)
                AND (?4 IS NULL OR \(dialect == .sqlite ? "n" : "d").user = ?4)
                AND (?5 IS NULL OR (d.attempted_at IS NOT NULL) = ?5) AND (?6 IS NULL OR (d.due_at IS NULL) = ?6)
            ORDER BY \(dialect.place("d.row")) DESC LIMIT ?7
            """
        }
    }

    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        let status = try DeliveryStatus(columns["status"], isAttempted: columns["is_attempted"])
        let last = [AttemptTrace](rowText: try columns["history"]).last
        try self.init(
            row: columns["row"],
            event: columns["event"],
            type: columns["type"],
            recipient: columns["recipient"],
            channel: columns["channel"],
            status: status,
            attempts: columns["attempts"],
            nextAttemptAt: status == .pending ? columns["due_at"] : nil,
            settledAt: columns["settled_at"],
            reason: status == .delivered ? nil : last.map { OutcomeReason($0.code, $0.message) },
            decisions: [Decision](rowText: columns["decisions"])
        )
    }
}

extension ListedStatus {
    fileprivate var state: DeliveryState {
        switch self {
        case .pending, .held: .waiting
        case .leased, .attempted: .leased
        case .delivered: .delivered
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// Of those that share a state: which one is meant.
    fileprivate var isAttempted: Bool? {
        switch self {
        case .leased: false
        case .attempted: true
        case .pending, .held, .delivered, .failed, .cancelled: nil
        }
    }

    /// The same, of those that wait.
    fileprivate var isHeld: Bool? {
        switch self {
        case .pending: false
        case .held: true
        case .leased, .attempted, .delivered, .failed, .cancelled: nil
        }
    }
}
