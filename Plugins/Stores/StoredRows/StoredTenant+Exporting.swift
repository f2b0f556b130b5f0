public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

// All that a file has about one user.
extension StoreConnection {
    public func export(_ user: UserID, row: Int64) throws -> UserExport {
        let about = try first(
            "SELECT email, locale, time_zone, phone, is_known, preferences FROM user WHERE row = ?",
            row
        ) { columns in
            (
                facts: try UserAttributes(columns), isKnown: try columns["is_known"] as Bool,
                preferences: [String: Bool](rowText: try columns["preferences"])
            )
        }
        let own = try rows(
            "SELECT row, event FROM notification WHERE user = ?",
            row
        ) { (row: try $0["row"] as Int64, event: try $0["event"] as Int64) }
        .sorted { $0.row < $1.row }
        return UserExport(
            user: user,
            facts: about?.isKnown == true ? about?.facts : nil,
            goneAddresses: try values("SELECT address FROM suppressed WHERE user = ?", row),
            preferences: about?.preferences ?? [:],
            devices: try devices(reaching: row),
            subscriptions: try subscriptions(of: user, row: row),
            sessions: try sessions(of: user, row: row),
            testPairings: try testPairings(ofUser: row),
            notifications: try own.compactMap { try exported(notification: $0.row, of: $0.event) }
        )
    }

    private func sessions(of user: UserID, row: Int64) throws -> [SessionRecord] {
        try rows("SELECT id, allows_push, started_at FROM session WHERE user = ?", row) { columns in
            try SessionRecord(
                id: columns["id"],
                user: user,
                allowsPush: columns["allows_push"],
                startedAt: columns["started_at"]
            )
        }
        .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    }

    private func subscriptions(of user: UserID, row: Int64) throws -> [Subscription] {
        let select = "SELECT topic, device, role, types, since, user IS NULL AS is_anonymous FROM subscription "
        func decoded(_ columns: Columns<some PreparedStatement>) throws -> Subscription {
            let device = try columns["device"] as String?
            let isAnonymous = try columns["is_anonymous"] as Bool
            return try Subscription(
                topic: columns["topic"],
                subscriber: isAnonymous
                    ? Subscriber(anonymousDevice: device ?? "") : Subscriber(user: user, device: device),
                role: columns["role"],
                types: [EventTypeID](rowText: columns["types"]),
                since: columns["since"]
            )
        }
        let own = try rows(select + "WHERE user = ?", row, decode: decoded)
        let ofDevices = try rows(
            select + "WHERE user IS NULL AND device IN (SELECT id FROM device WHERE user = ?)",
            row,
            decode: decoded
        )
        return (own + ofDevices).sorted { ($0.topic.rawValue, $0.since) < ($1.topic.rawValue, $1.since) }
    }

    private func exported(notification row: Int64, of event: Int64) throws -> ExportedNotification? {
        let record = try first(
            "SELECT \(EventRecord.columns), e.topic FROM event e WHERE e.row = ?",
            event
        ) { (event: try EventRecord($0), topic: try $0["topic"] as Topic?) }
        let trace = try notifications(of: event, TracePage(after: row - 1, limit: 1)).0.first
        guard let record, let trace else { return nil }
        let content = try first("SELECT locale, content FROM feed_content WHERE notification = ?", row) {
            try FeedContent(locale: $0["locale"], rowText: $0["content"])
        }
        return ExportedNotification(event: record.event, topic: record.topic, content: content, trace: trace)
    }
}
