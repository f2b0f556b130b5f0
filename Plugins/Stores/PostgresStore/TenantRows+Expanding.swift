import CarillonModel
import CarillonPipeline
import CarillonProfiles
import StoredRows

extension TenantRows: ExpandingStore {
    func unexpanded(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent] {
        try await read { database in
            try database.requireToRead([home])
            let topics = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns) FROM event e
                WHERE cursor IS NOT NULL AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.event = e.row)
                ORDER BY accepted_at, row LIMIT $1
                """,
                limit
            ) { try UnexpandedEvent($0) }
            let campaigns = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns), \(CampaignPlan.columns), c.next_at, c.total IS NOT NULL AS has_begun
                FROM campaign c JOIN event e ON e.row = c.event
                WHERE c.next_at IS NOT NULL AND c.next_at <= $1 AND e.cursor IS NOT NULL ORDER BY c.next_at, c.row LIMIT $2
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
                "SELECT row, dedupe, supersedes FROM event WHERE id = $1 AND cursor = $2",
                page.event,
                page.from
            ) { columns in
                let (row, dedupe) = (try columns["row"] as Int64, try columns["dedupe"] as Int64?)
                let supersedes = try columns["supersedes"] as String?
                return (row: row, keys: NotificationKeys(dedupe: dedupe, place: supersedes.map(FowlerNollVo.column)))
            }
            guard let (row, keys) = event else { return false }
            if let step = page.step, try !database.take(step, of: row, isLast: page.next == nil) { return false }
            try database.run("UPDATE event SET cursor = $1 WHERE row = $2", page.next, row)
            if !page.decisions.isEmpty { try database.add(page.decisions, toEvent: row) }
            let reached = try database.recipients(of: row, among: page.notifications.map(\.recipient))
            try database.insert(
                page.notifications.filter { !reached.contains($0.recipient) },
                of: row,
                keys,
                isLate: true,
                isCampaign: page.step != nil
            )
            return true
        }
    }

    /// Rows of devices among everyone are beyond those of users.
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
                    "SELECT row, id FROM usr WHERE float8(row) > float8($1) AND ascii(id) <> 31 ORDER BY float8(row) LIMIT $2",
                    cursor,
                    limit
                ) { AudienceMember(row: try $0["row"], recipient: try $0["id"]) }
            }
            guard withDevicesOfNobody, members.count < limit else { return members }
            return try members
                + database.rows(
                    """
                    SELECT row, id FROM device d WHERE float8(row) > float8($1) AND \(Self.isFirstOfNobody)
                    ORDER BY float8(row) LIMIT $2
                    """,
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
                return try database.count("SELECT count(*) FROM subscription WHERE topic = $1", topic)
            }
            let users = try database.count("SELECT count(*) FROM usr WHERE float8(row) IS NOT NULL AND ascii(id) <> 31")
            guard withDevicesOfNobody else { return users }
            return try users + database.count("SELECT count(*) FROM device d WHERE \(Self.isFirstOfNobody)")
        }
    }

    /// Of a device `d`: it belongs to nobody, and no earlier one of nobody's has the same address.
    private static let isFirstOfNobody = """
        usr IS NULL AND NOT EXISTS (
            SELECT 1 FROM device o
            WHERE o.token = d.token AND o.plugin = d.plugin AND o.usr IS NULL AND o.row < d.row
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
    /// Those of the users who have a notification of the event.
    fileprivate func recipients(of event: Int64, among users: [UserID]) throws -> Set<UserID> {
        let found: [UserID] = try values(
            """
            SELECT u.id FROM usr u WHERE u.id = ANY($1)
                AND EXISTS (SELECT 1 FROM notification n WHERE n.usr = u.row AND n.event = $2)
            """,
            users,
            event
        )
        return Set(found)
    }

    /// - Returns: false where the campaign was paused or ended meanwhile.
    fileprivate func take(_ step: CampaignStep, of event: Int64, isLast: Bool) throws -> Bool {
        try run(
            """
            UPDATE campaign SET expanded = expanded + $1, total = coalesce(total, $2), is_expanded = $3,
                next_at = CASE WHEN $3 THEN NULL ELSE $4 END
            WHERE event = $5 AND next_at IS NOT NULL
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
