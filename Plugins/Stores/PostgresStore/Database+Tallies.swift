import CarillonModel
import StoredRows

/// Counts what is new of campaigns; what changes is counted by triggers, see ``Schema/tallies``.
extension Database {
    /// The campaign that a notification's deliveries are counted with: the row of its event.
    func campaign(of notification: Int64) throws -> Int64? {
        try number("SELECT event FROM notification WHERE row = $1 AND standing IS NOT NULL", notification)
    }

    /// Counts new notifications of a campaign.
    func tally(_ standing: NotificationStanding, by count: Int, of campaign: Int64) throws {
        try tally("", standing.rawValue, by: count, of: campaign)
    }

    /// Counts a new delivery of a campaign's notification.
    func tally(_ channel: ChannelID, _ state: DeliveryState, of campaign: Int64, notification: Int64) throws {
        try tally(channel.rawValue, state.rawValue, by: 1, of: campaign)
        try updateStandings(of: [notification])
    }

    /// Counts new deliveries of campaigns' notifications.
    func tally(_ deliveries: [(channel: ChannelID, state: DeliveryState, campaign: Int64)]) throws {
        struct Slot: Hashable {
            let campaign: Int64
            let channel: ChannelID
            let state: DeliveryState
        }
        var counts: [Slot: Int] = [:]
        for delivery in deliveries {
            counts[Slot(campaign: delivery.campaign, channel: delivery.channel, state: delivery.state), default: 0] += 1
        }
        for (slot, count) in counts {
            try tally(slot.channel.rawValue, slot.state.rawValue, by: count, of: slot.campaign)
        }
    }

    func updateStandings(of notifications: [Int64]) throws {
        try run("UPDATE notification SET standing = standing_of(row, status) WHERE row = ANY($1)", notifications)
    }

    private func tally(_ channel: String, _ state: Int64, by count: Int, of campaign: Int64) throws {
        guard count > 0 else { return }
        try run(
            """
            INSERT INTO tally AS t (event, channel, state, count) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, channel, state) DO UPDATE SET count = t.count + excluded.count
            """,
            campaign,
            channel,
            state,
            count
        )
    }
}
