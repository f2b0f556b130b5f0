public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The port's `CampaignStore`.
extension StoredTenant {
    public func campaigns(_ page: ListingPage) async throws(StoreFailure) -> [CampaignRecord] {
        try await read { database in
            try database.rows(
                database.sql(StoredCampaign.selectPage),
                page.before ?? .max,
                page.limit
            ) { try StoredCampaign($0).record }
        }
    }

    public func campaign(_ id: String) async throws(StoreFailure) -> CampaignRecord? {
        try await read { database in try database.campaign(id)?.record }
    }

    public func progress(ofCampaign id: String) async throws(StoreFailure) -> CampaignProgress? {
        try await read { database in
            try database.number("SELECT event FROM campaign WHERE id = ?", id).map { try database.progress(of: $0) }
        }
    }

    public func change(
        campaign id: String,
        _ change: CampaignChange,
        at now: Instant
    ) async throws(StoreFailure) -> ChangedCampaign? {
        try await write { database in
            guard let campaign = try database.campaign(id) else { return nil }
            try database.change(campaign, change, at: now)
            return try database.campaign(id).map { ChangedCampaign($0.record, from: campaign.record) }
        }
    }
}

/// A campaign and its columns that only the store uses.
private struct StoredCampaign: Sendable {
    var record: CampaignRecord
    /// The event's row.
    var event: Int64
    var dedupe: Int64?

    static let selectPage = Wording { dialect in
        let row = dialect.place("c.row")
        return select + "WHERE \(row) < \(dialect.place("?1")) ORDER BY \(row) DESC LIMIT ?2"
    }

    static let select = """
        SELECT c.row, c.id, \(CampaignPlan.columns), e.id AS event_id, e.type, e.topic, e.accepted_at, c.starts_at,
            c.paused_at, c.cancelled_at, c.total, c.expanded, c.is_expanded,
            (
                SELECT t.count FROM tally t
                WHERE t.event = e.row AND t.channel = '' AND t.state = \(standing: .pending)
            ) AS open,
            e.row AS event, e.dedupe
        FROM campaign c JOIN event e ON e.row = c.event

        """

    init(_ columns: Columns<some PreparedStatement>) throws {
        let topic = try columns["topic"] as Topic?
        record = try CampaignRecord(
            row: columns["row"],
            id: columns["id"],
            plan: CampaignPlan(columns, isForEveryone: topic == nil),
            event: columns["event_id"],
            type: columns["type"],
            topic: topic,
            createdAt: columns["accepted_at"],
            startsAt: columns["starts_at"],
            pausedAt: columns["paused_at"],
            cancelledAt: columns["cancelled_at"],
            total: columns["total"],
            expanded: columns["expanded"],
            isExpanded: columns["is_expanded"],
            hasOpen: (columns["open"] ?? 0 as Int64) > 0
        )
        event = try columns["event"]
        dedupe = try columns["dedupe"]
    }
}

extension StoreConnection {
    /// The row belongs to that of its event.
    public func insert(_ plan: CampaignPlan, of event: AcceptedEvent, row: Int64) throws {
        let startsAt = event.startsAt ?? event.acceptedAt
        try run(
            """
            INSERT INTO campaign (event, id, name, rate_count, rate_window, starts_at, next_at, is_expanded)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            row,
            event.externalID,
            plan.name,
            plan.rate?.count,
            plan.rate?.window.milliseconds,
            startsAt,
            event.times.isEmpty ? nil : startsAt,
            event.times.isEmpty
        )
    }

    /// Where the event is a campaign.
    public func endCampaign(of event: Int64, at now: Instant) throws {
        try run(
            "UPDATE campaign SET next_at = NULL, cancelled_at = ? WHERE event = ? AND cancelled_at IS NULL",
            now,
            event
        )
    }

    fileprivate func campaign(_ id: String) throws -> StoredCampaign? {
        try first(StoredCampaign.select + "WHERE c.id = ?", id) { try StoredCampaign($0) }
    }

    fileprivate func change(_ campaign: StoredCampaign, _ change: CampaignChange, at now: Instant) throws {
        switch (change, campaign.record.state(at: now)) {
        case (.pause, .scheduled), (.pause, .running):
            try run(
                "UPDATE campaign SET paused_at = ?, next_at = NULL WHERE event = ? AND NOT is_expanded",
                now,
                campaign.event
            )
        case (.resume, .paused):
            try run(
                """
                UPDATE campaign SET paused_at = NULL,
                    next_at = CASE WHEN total IS NULL AND starts_at > ?1 THEN starts_at ELSE ?1 END
                WHERE event = ?2
                """,
                now,
                campaign.event
            )
        case (.cancel, .scheduled), (.cancel, .running), (.cancel, .paused):
            try end(
                campaign.event,
                dedupe: campaign.dedupe,
                as: .cancelled,
                at: now
            )
            // One that was expanded already wasn't ended with its event.
            try endCampaign(of: campaign.event, at: now)
            try add([.campaignCancelled], toEvent: campaign.event)
        case (.pause, .paused), (.pause, .cancelled), (.pause, .done), (.resume, .scheduled), (.resume, .running),
            (.resume, .cancelled), (.resume, .done), (.cancel, .cancelled), (.cancel, .done):
            break
        }
    }
}

extension StoreConnection {
    fileprivate func progress(of event: Int64) throws -> CampaignProgress {
        var progress = CampaignProgress()
        let tallies = try rows("SELECT channel, state, count FROM tally WHERE event = ? AND count > 0", event) {
            (channel: try $0["channel"] as String, state: try $0["state"] as Int64, count: try $0["count"] as Int)
        }
        for (channel, state, count) in tallies {
            if channel.isEmpty {
                progress.add(count, NotificationStanding(stored: state))
            } else {
                progress.deliveries[ChannelID(unchecked: channel), default: [:]][DeliveryStatus(tally: state)] = count
            }
        }
        return progress
    }
}

extension DeliveryStatus {
    /// What `tally.state` holds of a channel's deliveries.
    fileprivate init(tally state: Int64) {
        let isAttempted = state == TallyState.attempted
        self.init(isAttempted ? .leased : DeliveryState(stored: state), isAttempted: isAttempted)
    }
}

extension CampaignProgress {
    fileprivate mutating func add(_ count: Int, _ standing: NotificationStanding) {
        notifications += count
        switch standing {
        case .skipped: skipped += count
        case .cancelled: cancelled += count
        case .failed: failed += count
        case .delivered: delivered += count
        case .pending: pending += count
        }
    }
}
