import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows

extension Database {
    /// Keeps a new delivery for its time, or for that of its window.
    func wait(_ plan: PlannedDelivery, of notification: Int64, at now: Instant) throws -> Int64 {
        let windowEnd: Instant? = try plan.window.flatMap { window in
            try value(
                """
                SELECT min(due_at) FROM delivery
                WHERE send_window = $1 AND status = \(delivery: .waiting) AND due_at IS NOT NULL
                """,
                window
            )
        }
        try note(channels: [plan.channel])
        let campaign = try campaign(of: notification)
        let row = try number(
            """
            INSERT INTO delivery (notification, usr, channel, address, device, platform, badge, status, due_at,
                retry_window_start, send_window, collapse, campaign, reader)
            SELECT $1, n.usr, $2, $3, $4, $5, $6, \(delivery: .waiting), $7, $7, $8, $9, $10, $11
            FROM notification n WHERE n.row = $1 RETURNING row
            """,
            notification,
            plan.channel,
            plan.address,
            plan.device,
            plan.platform?.rawValue,
            plan.badge,
            windowEnd ?? plan.dueAt,
            plan.window,
            plan.collapse.map(FowlerNollVo.column),
            campaign,
            try reader(of: notification, for: plan)
        )
        guard let row else { throw PostgresError(.unexpected("a delivery has no notification")) }
        if let campaign { try tally(plan.channel, .waiting, of: campaign, notification: notification) }
        if let device = plan.device, try !hasDevice(device) { try cancel(row, .unregistered, at: now) }
        return row
    }

    /// Whose feed a new delivery goes to; nil where it goes elsewhere, or the notification is on its way there already.
    ///
    /// Counts it among what is coming.
    func reader(of notification: Int64, for plan: PlannedDelivery) throws -> Int64? {
        guard plan.isForFeed else { return nil }
        return try value(Self.countPending, notification)
    }

    private static let countPending = """
        \(Schema.changeOfCounts("feed_pending = f.feed_pending + 1", of: "(SELECT usr FROM notification WHERE row = $1)"))
            AND NOT EXISTS (
                SELECT 1 FROM delivery
                WHERE notification = $1 AND reader IS NOT NULL AND status < \(delivery: .delivered)
            )
            AND NOT EXISTS (SELECT 1 FROM feed_content WHERE notification = $1)
        RETURNING usr
        """

    /// Ends what waits under the same key for the same address.
    func collapse(_ plan: PlannedDelivery, at now: Instant) throws {
        let waiting: [Int64] = try values(
            """
            SELECT row FROM delivery
            WHERE collapse = $1 AND coalesce(device, address) = $2 AND status = \(delivery: .waiting)
                AND collapse IS NOT NULL AND channel = $3 AND device IS NOT DISTINCT FROM $4
            """,
            plan.collapse.map(FowlerNollVo.column),
            plan.device ?? plan.address,
            plan.channel,
            plan.device
        )
        for row in waiting { try cancel(row, .collapsed, at: now) }
    }

    /// The rows found, and those that wait in the same windows.
    func addingWindows(to found: [(row: Int64, window: String?)]) throws -> [Int64] {
        var rows = found.map(\.row)
        let windows = Set(found.compactMap(\.window)).sorted()
        guard !windows.isEmpty else { return rows }
        let known = Set(rows)
        let others: [Int64] = try values(
            """
            SELECT row FROM delivery WHERE send_window = ANY($1) AND status = \(delivery: .waiting) AND due_at IS NOT NULL
            ORDER BY send_window, due_at, row
            """,
            windows
        )
        rows += others.filter { !known.contains($0) }
        return rows
    }

    /// Channels that deliveries go out on, see ``TenantRows/awaitedChannels()``.
    func note(channels: Set<ChannelID>) throws {
        try run(
            "INSERT INTO channel (channel) SELECT unnest($1) ON CONFLICT DO NOTHING",
            channels.map(\.rawValue).sorted()
        )
    }

    /// Makes the fallbacks of a channel that failed, unless something of it arrived or is under way, or it was
    /// made, or its event has ended.
    func fall(back fallback: Fallback, at now: Instant) throws {
        let made = try rows(
            "SELECT channel, status FROM delivery WHERE notification = $1",
            fallback.notification
        ) { (channel: try $0["channel"] as ChannelID, state: try $0["status"] as DeliveryState) }
        let isNeeded = !made.contains { delivery in
            delivery.channel == fallback.channel
                || fallback.primaries.contains(delivery.channel)
                    && delivery.state != .failed && delivery.state != .cancelled
        }
        guard isNeeded, try ending(ofNotification: fallback.notification) == nil else { return }
        if let room = fallback.room, try isMade(room) { return }
        for var plan in fallback.deliveries {
            plan.dueAt = plan.dueAt ?? now
            _ = try wait(plan, of: fallback.notification, at: now)
        }
        let earlier: String? = try value("SELECT decisions FROM notification WHERE row = $1", fallback.notification)
        try run(
            "UPDATE notification SET decisions = $1 WHERE row = $2",
            ([Decision](rowText: earlier) + fallback.decisions).rowText,
            fallback.notification
        )
    }

    /// What was due stays due; what waits for another attempt, for room, for its window or for its receipt keeps its
    /// distance.
    ///
    /// Whoever leases what waited through quiet hours checks whether they are over.
    /// - Parameter isKnown: whether the other clock is known to have shown `earlier`; else only what bears its mark was
    ///   due by it.
    func clockWentBack(from earlier: Instant, to now: Instant, isKnown: Bool) throws {
        try run(
            """
            UPDATE campaign SET next_at = CASE WHEN next_at <= $2 THEN $1 ELSE next_at - ($2 - $1) END,
                starts_at = CASE WHEN starts_at > $1 AND starts_at <= $2 THEN $1 ELSE starts_at END
            WHERE next_at IS NOT NULL AND next_at > $1 AND (next_at <= $2 OR total IS NOT NULL)
            """,
            now,
            earlier
        )
        try moveTimes(from: earlier, to: now, isKnown: isKnown)
        try run(
            """
            UPDATE delivery SET
                receipt_due_at = CASE WHEN receipt_due_at <= $2 THEN $1 ELSE receipt_due_at - ($2 - $1) END
            WHERE receipt_due_at IS NOT NULL AND receipt_due_at > $1
            """,
            now,
            earlier
        )
        try run(
            """
            UPDATE notification SET due_at = $1 WHERE status = \(notification: .scheduled) AND due_at > $1 AND EXISTS (
                SELECT 1 FROM event e WHERE e.row = notification.event AND (
                    notification.due_at = e.accepted_at OR notification.due_at <= $2
                        AND ($3 OR e.accepted_at > $1 OR notification.standing IS NOT NULL)
                )
            )
            """,
            now,
            earlier,
            isKnown
        )
        try run(
            """
            UPDATE delivery SET due_at = greatest($1, due_at - ($2 - $1)),
                retry_window_start = CASE WHEN retry_window_start > $1 THEN greatest($1, retry_window_start - ($2 - $1))
                    ELSE retry_window_start END
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND due_at > $1
            """,
            now,
            earlier
        )
    }

    /// Of events that are still being expanded.
    private func moveTimes(from earlier: Instant, to now: Instant, isKnown: Bool) throws {
        let events = try rows(
            """
            SELECT row, accepted_at, times, EXISTS (SELECT 1 FROM campaign c WHERE c.event = e.row) AS is_campaign
            FROM event e WHERE cursor IS NOT NULL ORDER BY accepted_at
            """
        ) { columns in
            (
                row: try columns["row"] as Int64, acceptedAt: try columns["accepted_at"] as Instant,
                times: [PlannedTime](rowText: try columns["times"]), isCampaign: try columns["is_campaign"] as Bool
            )
        }
        for event in events where isKnown || event.isCampaign || event.acceptedAt > now {
            let times = event.times.map {
                $0.afterClockWentBack(from: earlier, to: now, acceptedAt: event.acceptedAt)
            }
            try run("UPDATE event SET times = $1 WHERE row = $2", times.rowText, event.row)
        }
    }
}
