import CarillonModel
import CarillonPipeline
import CarillonProfiles
import GRDB
import StoredRows

extension TenantDatabase: ExpandingStore {
    func unexpanded(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent] {
        try home.requireSole()
        return try await read { database in
            let topics = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns) FROM event e
                WHERE cursor IS NOT NULL AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.event = e.row)
                ORDER BY accepted_at, row LIMIT ?
                """,
                limit
            ) { try UnexpandedEvent($0) }
            let campaigns = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns), \(CampaignPlan.columns), c.next_at, c.total IS NOT NULL AS has_begun
                FROM campaign c CROSS JOIN event e ON e.row = c.event
                WHERE c.next_at IS NOT NULL AND c.next_at <= ? AND e.cursor IS NOT NULL ORDER BY c.next_at, c.row LIMIT ?
                """,
                now,
                limit
            ) { columns in
                var event = try UnexpandedEvent(columns)
                event.campaign = try CampaignStanding(
                    plan: CampaignPlan(columns, isForEveryone: event.topic == nil),
                    nextAt: columns["next_at"],
                    hasBegun: columns["has_begun"]
                )
                return event
            }
            return topics + campaigns
        }
    }

    func nextCampaignPage() async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.value("SELECT min(next_at) FROM campaign WHERE next_at IS NOT NULL")
        }
    }

    func expand(_ page: ExpandedPage) async throws(StoreFailure) -> Bool {
        try await write { database in
            let event = try database.first(
                "SELECT row, dedupe, supersedes FROM event WHERE id = ? AND cursor = ?",
                page.event,
                page.from
            ) { columns in
                let (row, dedupe) = (try columns["row"] as Int64, try columns["dedupe"] as Int64?)
                let supersedes = try columns["supersedes"] as String?
                return (row: row, keys: NotificationKeys(dedupe: dedupe, place: supersedes.map(FowlerNollVo.column)))
            }
            guard let (row, keys) = event else { return false }
            if let step = page.step, try !database.take(step, of: row, isLast: page.next == nil) { return false }
            try database.run("UPDATE event SET cursor = ? WHERE row = ?", page.next, row)
            if !page.decisions.isEmpty { try database.add(page.decisions, toEvent: row) }
            let reached = try Set(
                Set(page.notifications.map(\.recipient)).filter { try database.hasNotification(of: row, to: $0) }
            )
            for notification in page.notifications where !reached.contains(notification.recipient) {
                try database.insert(notification, of: row, keys, isLate: true, isCampaign: page.step != nil)
            }
            return true
        }
    }

    /// Rows of devices among everyone are beyond those of users, also of users that came from PostgreSQL.
    static let firstDevice: Int64 = 1 << 60

    func everyone(
        after cursor: Int64,
        limit: Int,
        withDevicesOfNobody: Bool
    ) async throws(StoreFailure) -> [AudienceMember] {
        try await read { database in
            var members: [AudienceMember] = []
            if cursor < Self.firstDevice {
                members = try database.rows(
                    "SELECT row, id FROM user WHERE row > ? AND unicode(id) <> 31 ORDER BY row LIMIT ?",
                    cursor,
                    limit
                ) { AudienceMember(row: try $0["row"], recipient: try $0["id"]) }
            }
            guard withDevicesOfNobody, members.count < limit else { return members }
            return try members
                + database.rows(
                    "SELECT row, id FROM device d WHERE row > ? AND \(Self.isFirstOfNobody) ORDER BY row LIMIT ?",
                    max(0, cursor - Self.firstDevice),
                    limit - members.count
                ) { columns in
                    let (row, device) = (try columns["row"] as Int64, try columns["id"] as String)
                    return AudienceMember(
                        row: Self.firstDevice + row,
                        recipient: .anonymous(device: device),
                        device: device
                    )
                }
        }
    }

    func audienceCount(of topic: Topic?, withDevicesOfNobody: Bool) async throws(StoreFailure) -> Int {
        try await read { database in
            if let topic {
                return try database.count("SELECT count(*) FROM subscription WHERE topic = ?", topic)
            }
            let users = try database.count("SELECT count(*) FROM user WHERE unicode(id) <> 31")
            guard withDevicesOfNobody else { return users }
            return try users + database.count("SELECT count(*) FROM device d WHERE \(Self.isFirstOfNobody)")
        }
    }

    /// Of a device `d`: it belongs to nobody, and no earlier one of nobody's has the same address.
    private static let isFirstOfNobody = """
        user IS NULL AND NOT EXISTS (
            SELECT 1 FROM device o
            WHERE o.token = d.token AND o.plugin = d.plugin AND o.user IS NULL AND o.row < d.row
        )
        """
}

extension UnexpandedEvent {
    /// Of an event `e`.
    fileprivate static let columns = """
        \(EventRecord.columns), e.topic, e.cursor, e.times
        """

    fileprivate init(_ columns: Columns) throws {
        try self.init(
            event: EventRecord(columns),
            topic: columns["topic"],
            cursor: columns["cursor"],
            times: [PlannedTime](rowText: columns["times"])
        )
    }
}

extension Database {
    fileprivate func hasNotification(of event: Int64, to user: UserID) throws -> Bool {
        guard let user = try knownRow(of: user) else { return false }
        return try exists("SELECT 1 FROM notification WHERE user = ? AND event = ?", user, event)
    }

    /// - Returns: false where the campaign was paused or ended meanwhile.
    fileprivate func take(_ step: CampaignStep, of event: Int64, isLast: Bool) throws -> Bool {
        try run(
            """
            UPDATE campaign SET expanded = expanded + ?1, total = coalesce(total, ?2), is_expanded = ?3,
                next_at = CASE WHEN ?3 THEN NULL ELSE ?4 END
            WHERE event = ?5 AND next_at IS NOT NULL
            """,
            step.expanded,
            step.total,
            isLast,
            step.nextAt,
            event
        )
        return changesCount > 0
    }
}
