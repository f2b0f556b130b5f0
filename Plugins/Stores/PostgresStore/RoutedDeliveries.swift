import CarillonModel
import CarillonPipeline
import StoredRows

/// New deliveries that take the place of no other and share no window, gathered to be inserted by one statement.
struct RoutedDeliveries {
    /// Where the row's number belongs in what `route` returns.
    struct Place {
        let index: Int
        let position: Int
    }

    private struct Entry {
        let plan: PlannedDelivery
        let notification: Int64
        let user: Int64
        let campaign: Int64?
        let place: Place
    }

    private let now: Instant
    private var entries: [Entry] = []

    init(at now: Instant) { self.now = now }

    mutating func add(
        _ plan: PlannedDelivery,
        of notification: Int64,
        user: Int64,
        campaign: Int64?,
        at place: Place
    ) {
        entries.append(Entry(plan: plan, notification: notification, user: user, campaign: campaign, place: place))
    }

    /// Inserts what was gathered: what goes out at once is leased to the caller, or waits for the host that has its channel's lane.
    ///
    /// - Returns: the rows, with their places.
    mutating func insert(into database: Database) throws -> [(Place, Int64)] {
        guard !entries.isEmpty else { return [] }
        defer { entries = [] }
        let readers = try countComing(in: database)
        var counted: Set<Int64> = []
        let others = Set(database.lanes.channelsOfOthers)
        let states = entries.map { entry in
            entry.plan.dueAt != nil || others.contains(entry.plan.channel.rawValue) ? DeliveryState.waiting : .leased
        }
        let rows: [Int64] = try database.values(
            """
            INSERT INTO delivery (notification, usr, channel, address, device, platform, badge, status, due_at, retry_window_start,
                campaign, reader)
            SELECT i.notification, i.usr, i.channel, i.address, i.device, i.platform, i.badge, i.status, coalesce(i.due_at, $9),
                i.due_at, i.campaign, i.reader
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $10, $11, $12) WITH ORDINALITY
                i (notification, usr, channel, address, device, platform, badge, status, due_at, campaign, reader, position)
            ORDER BY i.position RETURNING row
            """,
            entries.map(\.notification),
            entries.map(\.user),
            entries.map(\.plan.channel),
            entries.map(\.plan.address),
            entries.map(\.plan.device),
            entries.map { $0.plan.platform?.rawValue },
            entries.map { $0.plan.badge.map(Int64.init) },
            states,
            now,
            entries.map(\.plan.dueAt),
            entries.map(\.campaign),
            entries.map { entry -> Int64? in
                guard entry.plan.isForFeed, counted.insert(entry.notification).inserted else { return nil }
                return readers[entry.notification]
            }
        )
        try database.note(channels: Set(entries.map(\.plan.channel)))
        try tally(states, in: database)
        if entries.contains(where: { $0.plan.device != nil }) { try cancelPointless(rows, in: database) }
        return Array(zip(entries.map(\.place), rows))
    }

    /// Counts what is on its way to feeds, once for each notification.
    ///
    /// As values, not by `NOT EXISTS`: that is a join, and while little is on its way it is planned to read all of it for each row.
    /// - Returns: whose feed, by the notifications that weren't counted yet.
    private func countComing(in database: Database) throws -> [Int64: Int64] {
        let notifications = Set(entries.filter(\.plan.isForFeed).map(\.notification)).sorted()
        guard !notifications.isEmpty else { return [:] }
        let coming = try database.rows(
            """
            WITH coming AS MATERIALIZED (
                SELECT n.row, n.usr FROM notification n WHERE n.row = ANY($1)
                    AND (
                        SELECT d.row FROM delivery d
                        WHERE d.notification = n.row AND d.reader IS NOT NULL AND d.status < \(delivery: .delivered) LIMIT 1
                    ) IS NULL
                    AND (SELECT s.notification FROM feed_content s WHERE s.notification = n.row) IS NULL
            ), counted AS (
                \(Schema.changeOfCounts(
                    "feed_pending = f.feed_pending + c.count",
                    by: "SELECT usr, count(*) AS count FROM coming GROUP BY usr"
                ))
            )
            SELECT row, usr FROM coming
            """,
            notifications
        ) { (row: try $0["row"] as Int64, user: try $0["usr"] as Int64) }
        return Dictionary(coming.map { ($0.row, $0.user) }) { first, _ in first }
    }

    private func tally(_ states: [DeliveryState], in database: Database) throws {
        let ofCampaigns = zip(entries, states).filter { $0.0.campaign != nil }
        guard !ofCampaigns.isEmpty else { return }
        try database.tally(ofCampaigns.map { ($0.0.plan.channel, $0.1, $0.0.campaign ?? 0) })
        try database.updateStandings(of: Set(ofCampaigns.map(\.0.notification)).sorted())
    }

    /// Ends those whose devices were taken away since they were planned.
    private func cancelPointless(_ rows: [Int64], in database: Database) throws {
        let orphans: [Int64] = try database.values(
            """
            SELECT d.row FROM delivery d WHERE d.row = ANY($1) AND d.device IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM device v WHERE v.id = d.device)
            """,
            rows
        )
        for row in orphans { try database.cancel(row, .unregistered, at: now) }
    }
}
