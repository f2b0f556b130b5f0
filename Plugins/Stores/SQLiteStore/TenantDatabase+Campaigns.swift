import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import GRDB

extension TenantDatabase: CampaignStore {
    func campaigns(_ page: ListingPage) async throws(StoreFailure) -> [CampaignRecord] {
        let found = try await read { database in
            try database.rows(
                StoredCampaign.select + "WHERE c.row < ? ORDER BY c.row DESC LIMIT ?",
                page.before ?? .max,
                page.limit
            ) { StoredCampaign($0) }
            .map { try database.lookedThrough($0) }
        }
        try await noteFinished(found)
        return found.map(\.record)
    }

    func campaign(_ id: String) async throws(StoreFailure) -> CampaignRecord? {
        guard let found = try await read({ database in try database.campaign(id) }) else { return nil }
        try await noteFinished([found])
        return found.record
    }

    func progress(ofCampaign id: String) async throws(StoreFailure) -> CampaignProgress? {
        try await read { database in
            try database.number("SELECT event FROM campaign WHERE id = ?", id).map { try database.progress(of: $0) }
        }
    }

    func change(
        campaign id: String,
        _ change: CampaignChange,
        at now: Instant
    ) async throws(StoreFailure) -> CampaignRecord? {
        try await write { database in
            guard let campaign = try database.campaign(id) else { return nil }
            try database.change(campaign, change, at: now)
            return try database.campaign(id)?.record
        }
    }

    /// So that nobody looks through all notifications of a campaign again.
    private func noteFinished(_ found: [StoredCampaign]) async throws(StoreFailure) {
        let finished = found.filter { $0.record.isExpanded && !$0.record.hasOpen && !$0.isFinished }.map(\.record.row)
        guard !finished.isEmpty else { return }
        try await write { database in
            for row in finished { try database.run("UPDATE campaign SET is_finished = 1 WHERE row = ?", row) }
        }
    }
}

/// A campaign and what only the store knows of it.
private struct StoredCampaign: Sendable {
    var record: CampaignRecord
    /// The event's row.
    var event: Int64
    var dedupe: Int64?
    var isFinished: Bool

    static let select = """
        SELECT c.row, c.id, c.name, c.rate_count, c.rate_window, e.id, e.type, e.topic, e.accepted_at, c.starts_at,
            c.paused_at, c.cancelled_at, c.total, c.expanded, c.is_expanded, e.row, e.dedupe, c.is_finished
        FROM campaign c JOIN event e ON e.row = c.event

        """

    init(_ columns: Columns) {
        let topic = (columns[7] as String?).map(Topic.init(unchecked:))
        record = CampaignRecord(
            row: columns[0],
            id: columns[1],
            plan: CampaignPlan(columns, from: 2, isForEveryone: topic == nil),
            event: columns[5],
            type: EventTypeID(unchecked: columns[6]),
            topic: topic,
            createdAt: Instant(epochMilliseconds: columns[8]),
            startsAt: Instant(epochMilliseconds: columns[9]),
            pausedAt: (columns[10] as Int64?).map(Instant.init(epochMilliseconds:)),
            cancelledAt: (columns[11] as Int64?).map(Instant.init(epochMilliseconds:)),
            total: columns[12],
            expanded: columns[13],
            isExpanded: columns[14]
        )
        event = columns[15]
        dedupe = columns[16]
        isFinished = columns[17]
    }
}

extension Database {
    /// The row stands beside that of its event.
    func insert(_ plan: CampaignPlan, of event: AcceptedEvent, row: Int64) throws {
        let startsAt = (event.startsAt ?? event.acceptedAt).epochMilliseconds
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
    func endCampaign(of event: Int64, at now: Instant) throws {
        try run(
            "UPDATE campaign SET next_at = NULL, cancelled_at = ? WHERE event = ? AND cancelled_at IS NULL",
            now.epochMilliseconds,
            event
        )
    }

    fileprivate func campaign(_ id: String) throws -> StoredCampaign? {
        try first(StoredCampaign.select + "WHERE c.id = ?", id) { StoredCampaign($0) }.map(lookedThrough)
    }

    /// With whether anything of it is open, which matters for one that is expanded alone.
    fileprivate func lookedThrough(_ campaign: StoredCampaign) throws -> StoredCampaign {
        var campaign = campaign
        guard campaign.record.isExpanded, !campaign.isFinished else { return campaign }
        campaign.record.hasOpen = try exists(
            """
            SELECT 1 FROM notification n WHERE n.event = ? AND (n.status = 0 OR EXISTS (
                SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < 2
            ))
            """,
            campaign.event
        )
        return campaign
    }

    fileprivate func change(_ campaign: StoredCampaign, _ change: CampaignChange, at now: Instant) throws {
        switch (change, campaign.record.state(at: now)) {
        case (.pause, .scheduled), (.pause, .running):
            try run(
                "UPDATE campaign SET paused_at = ?, next_at = NULL WHERE event = ? AND NOT is_expanded",
                now.epochMilliseconds,
                campaign.event
            )
        case (.resume, .paused):
            try run(
                "UPDATE campaign SET paused_at = NULL, next_at = max(starts_at, ?) WHERE event = ?",
                now.epochMilliseconds,
                campaign.event
            )
        case (.cancel, .scheduled), (.cancel, .running), (.cancel, .paused):
            _ = try end(
                campaign.event,
                dedupe: campaign.dedupe,
                because: .campaignCancelled,
                cancelling: .campaignCancelled,
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

extension Database {
    fileprivate func progress(of event: Int64) throws -> CampaignProgress {
        var progress = CampaignProgress()
        // The most telling of a notification's deliveries: 4 open, 3 delivered, 2 failed, 1 cancelled.
        _ = try rows(
            """
            SELECT CASE n.status WHEN 0 THEN 4 WHEN 2 THEN 1 ELSE coalesce((
                SELECT max(CASE d.status WHEN 2 THEN 3 WHEN 3 THEN 2 WHEN 4 THEN 1 ELSE 4 END)
                FROM delivery d WHERE d.notification = n.row
            ), 0) END FROM notification n WHERE n.event = ?
            """,
            event
        ) { columns in
            progress.notifications += 1
            switch columns[0] as Int {
            case 4: progress.pending += 1
            case 3: progress.delivered += 1
            case 2: progress.failed += 1
            case 1: progress.cancelled += 1
            default: progress.skipped += 1
            }
        }
        _ = try rows(
            """
            SELECT d.channel, d.status, d.attempted_at IS NOT NULL
            FROM notification n CROSS JOIN delivery d ON d.notification = n.row WHERE n.event = ?
            """,
            event
        ) { columns in
            let status = DeliveryStatus(DeliveryState(rawValue: columns[1]) ?? .failed, isAttempted: columns[2])
            progress.deliveries[ChannelID(unchecked: columns[0]), default: [:]][status, default: 0] += 1
        }
        return progress
    }
}
