import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

// All that a file has about one user.
extension Database {
    func export(_ user: UserID, row: Int64) throws -> UserExport {
        let about = try first(
            "SELECT email, locale, time_zone, phone, is_known, preferences FROM user WHERE row = ?",
            row
        ) { columns in
            (
                facts: UserAttributes(email: columns[0], locale: columns[1], timeZone: columns[2], phone: columns[3]),
                isKnown: columns[4] as Bool, preferences: [String: Bool](rowText: columns[5])
            )
        }
        let own = try rows(
            "SELECT row, event FROM notification WHERE user = ?",
            row
        ) { (row: $0[0] as Int64, event: $0[1] as Int64) }
        .sorted { $0.row < $1.row }
        return UserExport(
            user: user,
            facts: about?.isKnown == true ? about?.facts : nil,
            goneAddresses: try rows("SELECT address FROM suppressed WHERE user = ?", row) { $0[0] as String },
            preferences: about?.preferences ?? [:],
            devices: try devices(reaching: row),
            subscriptions: try subscriptions(of: user, row: row),
            sessions: try sessions(of: user, row: row),
            notifications: try own.compactMap { try exported(notification: $0.row, of: $0.event) }
        )
    }

    private func sessions(of user: UserID, row: Int64) throws -> [SessionRecord] {
        try rows("SELECT id, allows_push, started_at FROM session WHERE user = ?", row) { columns in
            SessionRecord(
                id: columns[0],
                user: user,
                allowsPush: columns[1],
                startedAt: Instant(epochMilliseconds: columns[2])
            )
        }
        .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    }

    private func subscriptions(of user: UserID, row: Int64) throws -> [Subscription] {
        let select = "SELECT topic, device, role, types, since, user FROM subscription "
        func decoded(_ columns: Columns) -> Subscription {
            let types = (try? JSONValue(parsing: (columns[3] as String).utf8))?.array ?? []
            let device = columns[1] as String?
            let isAnonymous = (columns[5] as Int64?) == nil
            return Subscription(
                topic: Topic(unchecked: columns[0]),
                subscriber: isAnonymous
                    ? Subscriber(anonymousDevice: device ?? "") : Subscriber(user: user, device: device),
                role: columns[2],
                types: types.compactMap { $0.string.map(EventTypeID.init(unchecked:)) },
                since: Instant(epochMilliseconds: columns[4])
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
            "SELECT id, source, external_id, type, payload, revision, accepted_at, topic FROM event WHERE row = ?",
            event
        ) { (event: EventRecord($0, from: 0), topic: ($0[7] as String?).map(Topic.init(unchecked:))) }
        let trace = try notifications(of: event, TracePage(after: row - 1, limit: 1)).0.first
        guard let record, let trace else { return nil }
        let content = try first("SELECT locale, content FROM shown WHERE notification = ?", row) {
            FeedContent(locale: $0[0], rowText: $0[1])
        }
        return ExportedNotification(event: record.event, topic: record.topic, content: content, trace: trace)
    }
}
