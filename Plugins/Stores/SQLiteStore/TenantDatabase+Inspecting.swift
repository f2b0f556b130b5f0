import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

extension TenantDatabase: InspectingStore {
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures {
        try await read { database in try database.queue(at: now) }
    }

    func listDevices(_ page: ListingPage) async throws(StoreFailure) -> [ListedDevice] {
        try await read { database in
            let found = try database.rows(
                "SELECT row, id FROM device WHERE row < ? ORDER BY row DESC LIMIT ?",
                page.before ?? .max,
                page.limit
            ) { (row: $0[0] as Int64, id: $0[1] as String) }
            return try found.compactMap { row, id in
                try database.device(id: id).map { ListedDevice(row: row, device: $0) }
            }
        }
    }

    func listEvents(_ page: ListingPage) async throws(StoreFailure) -> [ListedEvent] {
        try await read { database in
            try database.rows(
                """
                SELECT row, id, source, external_id, type, accepted_at, topic,
                    (SELECT count(*) FROM notification n WHERE n.event = e.row)
                FROM event e WHERE row < ? ORDER BY row DESC LIMIT ?
                """,
                page.before ?? .max,
                page.limit
            ) { columns in
                ListedEvent(
                    row: columns[0],
                    id: columns[1],
                    source: columns[2],
                    externalID: columns[3],
                    type: EventTypeID(unchecked: columns[4]),
                    acceptedAt: Instant(epochMilliseconds: columns[5]),
                    topic: (columns[6] as String?).map(Topic.init(unchecked:)),
                    notifications: columns[7]
                )
            }
        }
    }

    func listDeliveries(_ filter: DeliveryFilter, _ page: ListingPage) async throws(StoreFailure) -> [ListedDelivery] {
        try await read { database in
            let user = try filter.recipient.map { try database.knownRow(of: $0) ?? 0 }
            let select = """
                SELECT d.row, e.id, e.type, u.id, d.channel, d.status, d.attempted_at IS NOT NULL, d.attempts, d.due_at,
                    d.settled_at, json_extract(d.history, '$[#-1][2]'), json_extract(d.history, '$[#-1][3]'), n.decisions
                FROM delivery d JOIN notification n ON n.row = d.notification JOIN event e ON e.row = n.event
                    JOIN user u ON u.row = n.user

                """
            // Failed ones have an index of their own; whoever looks for others goes through all, the latest first.
            let states = filter.status == .failed ? "d.status = 3 AND ?1 IS NOT NULL" : "(?1 IS NULL OR d.status = ?1)"
            return try database.rows(
                select
                    + """
                    WHERE \(states) AND d.row < ?2 AND (?3 IS NULL OR d.channel = ?3) AND (?4 IS NULL OR n.user = ?4)
                        AND (?5 IS NULL OR (d.attempted_at IS NOT NULL) = ?5) AND (?6 IS NULL OR (d.due_at IS NULL) = ?6)
                    ORDER BY d.row DESC LIMIT ?7
                    """,
                filter.status.map(\.state)?.rawValue,
                page.before ?? .max,
                filter.channel?.rawValue,
                user,
                filter.status.flatMap(\.isAttempted),
                filter.status.flatMap(\.isHeld),
                page.limit
            ) { ListedDelivery($0) }
        }
    }

    func listScheduled(of recipient: UserID?, limit: Int) async throws(StoreFailure) -> [ScheduledNotification] {
        try await read { database in
            let user = try recipient.map { try database.knownRow(of: $0) ?? 0 }
            return try database.rows(
                """
                SELECT n.id, e.id, e.type, u.id, n.due_at, n.decisions FROM notification n JOIN event e ON e.row = n.event
                    JOIN user u ON u.row = n.user
                WHERE n.status = 0 AND (?1 IS NULL OR n.user = ?1) ORDER BY n.due_at, n.row LIMIT ?2
                """,
                user,
                limit
            ) { columns in
                ScheduledNotification(
                    id: columns[0],
                    event: columns[1],
                    type: EventTypeID(unchecked: columns[2]),
                    recipient: UserID(unchecked: columns[3]),
                    dueAt: Instant(epochMilliseconds: columns[4]),
                    decisions: [Decision](rowText: columns[5])
                )
            }
        }
    }

    func export(_ user: UserID) async throws(StoreFailure) -> UserExport? {
        try await read { database in
            guard let row = try database.knownRow(of: user) else { return nil }
            return try database.export(user, row: row)
        }
    }
}

extension Database {
    /// Each number comes from a partial index that holds nothing else.
    fileprivate func queue(at now: Instant) throws -> QueueFigures {
        let notifications = try waiting(
            "SELECT count(*), min(due_at) FROM notification WHERE status = 0 AND due_at <= ?",
            at: now
        )
        let deliveries = try waiting(
            "SELECT count(*), min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND due_at <= ?",
            at: now
        )
        let later =
            try waiting("SELECT count(*), min(due_at) FROM notification WHERE status = 0 AND due_at > ?", at: now).count
            + waiting(
                "SELECT count(*), min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND due_at > ?",
                at: now
            ).count
        let held = try rows(
            "SELECT channel, count(*) FROM delivery WHERE status = 0 AND due_at IS NULL GROUP BY channel"
        ) { (ChannelID(unchecked: $0[0]), $0[1] as Int) }
        return QueueFigures(
            due: notifications.count + deliveries.count,
            oldestDue: [notifications.first, deliveries.first].compactMap { $0 }.min()
                .map(Instant.init(epochMilliseconds:)),
            scheduled: later,
            sending: Int(try number("SELECT count(*) FROM delivery WHERE status < 2 AND status = 1") ?? 0),
            held: Dictionary(uniqueKeysWithValues: held),
            failed: Int(try number("SELECT count(*) FROM delivery WHERE status = 3") ?? 0)
        )
    }

    private func waiting(_ sql: String, at now: Instant) throws -> (count: Int, first: Int64?) {
        try first(sql, now.epochMilliseconds) { ($0[0] as Int, $0[1] as Int64?) } ?? (0, nil)
    }
}

extension ListedDelivery {
    fileprivate init(_ columns: Columns) {
        let state = DeliveryState(rawValue: columns[5]) ?? .failed
        let status = DeliveryStatus(state, isAttempted: columns[6])
        let code = status == .delivered ? nil : columns[10] as String?
        self.init(
            row: columns[0],
            event: columns[1],
            type: EventTypeID(unchecked: columns[2]),
            recipient: UserID(unchecked: columns[3]),
            channel: ChannelID(unchecked: columns[4]),
            status: status,
            attempts: columns[7],
            nextAttemptAt: status == .pending ? (columns[8] as Int64?).map(Instant.init(epochMilliseconds:)) : nil,
            settledAt: (columns[9] as Int64?).map(Instant.init(epochMilliseconds:)),
            reason: code.map { OutcomeReason($0, (columns[11] as String?) ?? "") },
            decisions: [Decision](rowText: columns[12])
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
