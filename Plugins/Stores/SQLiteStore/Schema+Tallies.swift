import CarillonModel
import GRDB
import StoredRows

/// What became of each campaign's notifications so far, counted as it happens: looking through a million of them takes
/// seconds.
///
/// Triggers count, so that whatever changes or removes a row can't forget to, in the same commit; events that are no
/// campaigns have NULL in `notification.standing` and `delivery.campaign`, and cost one read of that. What is new is
/// counted by who inserts it: a trigger would make every insertion twice as slow, whatever it finds.
extension Schema {
    // `channel` is empty where notifications are counted, by `NotificationStanding`; deliveries by `DeliveryState`, and
    // `attempted` where one is leased and attempted.
    static let tallies = """
        CREATE TABLE tally (
            event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
            channel TEXT NOT NULL,
            state INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (event, channel, state)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER notification_moved AFTER UPDATE OF standing ON notification
            WHEN OLD.standing IS NOT NEW.standing
        BEGIN
            \(take("OLD.event", "''", "OLD.standing"))
            \(add("NEW.event", "''", "NEW.standing"))
        END;
        CREATE TRIGGER notification_untallied AFTER DELETE ON notification WHEN OLD.standing IS NOT NULL BEGIN
            \(take("OLD.event", "''", "OLD.standing"))
        END;
        CREATE TRIGGER notification_stands AFTER UPDATE OF status ON notification WHEN NEW.standing IS NOT NULL BEGIN
            UPDATE notification SET standing = \(standing) WHERE row = NEW.row;
        END;

        CREATE TRIGGER delivery_moved AFTER UPDATE OF status, attempted_at ON delivery
            WHEN NEW.campaign IS NOT NULL AND \(state(of: "OLD")) <> \(state(of: "NEW"))
        BEGIN
            \(take("OLD.campaign", "OLD.channel", state(of: "OLD")))
            \(add("NEW.campaign", "NEW.channel", state(of: "NEW")))
            UPDATE notification SET standing = \(standing) WHERE row = NEW.notification;
        END;
        CREATE TRIGGER delivery_untallied AFTER DELETE ON delivery WHEN OLD.campaign IS NOT NULL BEGIN
            \(take("OLD.campaign", "OLD.channel", state(of: "OLD")))
        END;
        """

    /// Of a row of `notification`: the state that its deliveries amount to.
    fileprivate static let standing = """
        CASE status WHEN \(notification: .scheduled) THEN \(standing: .pending)
            WHEN \(notification: .cancelled) THEN \(standing: .cancelled)
            ELSE coalesce((
                SELECT max(
                    CASE d.status WHEN \(delivery: .delivered) THEN \(standing: .delivered)
                        WHEN \(delivery: .failed) THEN \(standing: .failed)
                        WHEN \(delivery: .cancelled) THEN \(standing: .cancelled)
                        ELSE \(standing: .pending) END
                )
                FROM delivery d WHERE d.notification = notification.row
            ), \(standing: .skipped)) END
        """

    private static func state(of row: String) -> String {
        "iif(\(row).status = \(delivery: .leased) AND \(row).attempted_at IS NOT NULL, \(TallyState.attempted), \(row).status)"
    }

    private static func add(_ event: String, _ channel: String, _ state: String) -> String {
        """
        INSERT INTO tally (event, channel, state, count) VALUES (\(event), \(channel), \(state), 1)
            ON CONFLICT DO UPDATE SET count = count + 1;
        """
    }

    private static func take(_ event: String, _ channel: String, _ state: String) -> String {
        """
        UPDATE tally SET count = count - 1 WHERE event = \(event) AND channel = \(channel) AND state = \(state);
        """
    }
}

extension Database {
    /// The campaign that a notification's deliveries are counted with: the row of its event.
    func campaign(of notification: Int64) throws -> Int64? {
        try number("SELECT event FROM notification WHERE row = ? AND standing IS NOT NULL", notification)
    }

    /// Counts a new notification of a campaign.
    func tally(_ standing: NotificationStanding, of campaign: Int64) throws {
        try tally("", standing.rawValue, of: campaign)
    }

    /// Counts a new delivery of a campaign's notification.
    func tally(_ channel: ChannelID, _ state: DeliveryState, of campaign: Int64, notification: Int64) throws {
        try tally(channel.rawValue, state.rawValue, of: campaign)
        try run(Self.updateStanding, notification)
    }

    private static let updateStanding = "UPDATE notification SET standing = \(Schema.standing) WHERE row = ?"

    private func tally(_ channel: String, _ state: Int64, of campaign: Int64) throws {
        try run(
            """
            INSERT INTO tally (event, channel, state, count) VALUES (?, ?, ?, 1)
            ON CONFLICT DO UPDATE SET count = count + 1
            """,
            campaign,
            channel,
            state
        )
    }
}
