import CarillonModel
import CarillonPipeline
import CarillonProfiles
import GRDB

extension TenantDatabase: ExpandingStore {
    func unexpanded(at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent] {
        try await read { database in
            let topics = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns) FROM event e
                WHERE cursor IS NOT NULL AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.event = e.row)
                ORDER BY accepted_at, row LIMIT ?
                """,
                limit
            ) { UnexpandedEvent($0) }
            let campaigns = try database.rows(
                """
                SELECT \(UnexpandedEvent.columns), c.name, c.rate_count, c.rate_window, c.next_at, c.total IS NOT NULL
                FROM campaign c CROSS JOIN event e ON e.row = c.event
                WHERE c.next_at IS NOT NULL AND c.next_at <= ? AND e.cursor IS NOT NULL ORDER BY c.next_at, c.row LIMIT ?
                """,
                now.epochMilliseconds,
                limit
            ) { columns in
                var event = UnexpandedEvent(columns)
                event.campaign = CampaignStanding(
                    plan: CampaignPlan(columns, from: 10, isForEveryone: event.topic == nil),
                    nextAt: Instant(epochMilliseconds: columns[13]),
                    hasBegun: columns[14]
                )
                return event
            }
            return topics + campaigns
        }
    }

    func nextCampaignPage() async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.number("SELECT min(next_at) FROM campaign WHERE next_at IS NOT NULL")
                .map(Instant.init(epochMilliseconds:))
        }
    }

    func expand(_ page: ExpandedPage) async throws(StoreFailure) -> Bool {
        try await write { database in
            let event = try database.first(
                "SELECT row, dedupe, supersedes FROM event WHERE id = ? AND cursor = ?",
                page.event,
                page.from
            ) { columns in
                let supersedes = columns[2] as String?
                let keys = NotificationKeys(dedupe: columns[1], place: supersedes.map(FowlerNollVo.hash64))
                return (row: columns[0] as Int64, keys: keys)
            }
            guard let (row, keys) = event else { return false }
            if let step = page.step, try !database.take(step, of: row, isLast: page.next == nil) { return false }
            try database.run("UPDATE event SET cursor = ? WHERE row = ?", page.next, row)
            if !page.decisions.isEmpty { try database.add(page.decisions, toEvent: row) }
            let told = try Set(
                Set(page.notifications.map(\.recipient)).filter { try database.hasNotification(of: row, to: $0) }
            )
            for notification in page.notifications where !told.contains(notification.recipient) {
                try database.insert(notification, of: row, keys, isLate: true, isCampaign: page.step != nil)
            }
            return true
        }
    }

    /// Rows of devices among everyone are beyond those of users.
    private static let firstDevice: Int64 = 1 << 40

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
                ) { AudienceMember(row: $0[0], recipient: UserID(unchecked: $0[1])) }
            }
            guard withDevicesOfNobody, members.count < limit else { return members }
            return try members
                + database.rows(
                    "SELECT row, id FROM device d WHERE row > ? AND \(Self.isFirstOfNobody) ORDER BY row LIMIT ?",
                    max(0, cursor - Self.firstDevice),
                    limit - members.count
                ) { columns in
                    let device = columns[1] as String
                    return AudienceMember(
                        row: Self.firstDevice + columns[0],
                        recipient: .anonymous(device: device),
                        device: device
                    )
                }
        }
    }

    func audienceCount(of topic: Topic?, withDevicesOfNobody: Bool) async throws(StoreFailure) -> Int {
        try await read { database in
            if let topic {
                return Int(
                    try database.number("SELECT count(*) FROM subscription WHERE topic = ?", topic.rawValue) ?? 0
                )
            }
            let users = try database.number("SELECT count(*) FROM user WHERE unicode(id) <> 31") ?? 0
            guard withDevicesOfNobody else { return Int(users) }
            return Int(
                users + (try database.number("SELECT count(*) FROM device d WHERE \(Self.isFirstOfNobody)") ?? 0)
            )
        }
    }

    /// Of a device `d`: it belongs to nobody, and no earlier one of nobody's is reached by the same token.
    private static let isFirstOfNobody = """
        user IS NULL AND NOT EXISTS (SELECT 1 FROM device o WHERE o.token = d.token AND o.user IS NULL AND o.row < d.row)
        """
}

extension UnexpandedEvent {
    /// Of an event `e`.
    fileprivate static let columns = """
        e.id, e.source, e.external_id, e.type, e.payload, e.revision, e.accepted_at, e.topic, e.cursor, e.times
        """

    fileprivate init(_ columns: Columns) {
        self.init(
            event: EventRecord(columns, from: 0),
            topic: (columns[7] as String?).map(Topic.init(unchecked:)),
            cursor: columns[8],
            times: [PlannedTime](rowText: columns[9])
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
            step.nextAt.epochMilliseconds,
            event
        )
        return changesCount > 0
    }
}

extension CampaignPlan {
    /// From `name, rate_count, rate_window`, which begin at `start`.
    init(_ columns: Columns, from start: Int, isForEveryone: Bool) {
        let count = columns[start + 1] as Int?
        let window = columns[start + 2] as Int64?
        self.init(
            name: columns[start],
            isForEveryone: isForEveryone,
            rate: count.flatMap { count in window.map { RateLimit(count: count, per: .milliseconds($0)) } }
        )
    }
}
