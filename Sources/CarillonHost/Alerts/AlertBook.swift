import CarillonModel

/// The active alerts.
///
/// It takes the conditions that were found, and returns the messages to send.
///
/// A value: the caller passes the time. A condition is reported once, again after each ``reminder`` while it lasts, and
/// once more when it is over.
struct AlertBook: Sendable {
    enum Change: Sendable, Hashable {
        case raised(Alert)
        case reminded(Alert)
        case recovered(Alert)
    }

    private struct Entry: Sendable {
        var alert: Alert
        var notifiedAt: Instant
        /// It counts as over from this time on, at the earliest.
        var heldUntil: Instant
        /// Whether a message about it was delivered.
        var isDelivered = false
    }

    let reminder: Duration
    private var entries: [AlertCondition.Subject: Entry] = [:]

    init(reminder: Duration) {
        self.reminder = reminder
    }

    /// Sorted by kind, tenant and channel.
    var active: [Alert] { entries.values.map(\.alert).sorted { $0.subject < $1.subject } }

    /// Updates the book with all conditions that hold now.
    ///
    /// - Parameter makeID: names a new alert.
    mutating func update(_ found: [AlertCondition], at now: Instant, makeID: () -> String) -> [Change] {
        var changes: [Change] = []
        let found = Dictionary(found.map { ($0.subject, $0) }) { first, _ in first }
        for (subject, condition) in found.sorted(by: { $0.key < $1.key }) {
            changes += record(condition, subject, at: now, makeID: makeID)
        }
        for (subject, var entry) in entries.sorted(by: { $0.key < $1.key }) where found[subject] == nil {
            // The clock may have gone back.
            entry.heldUntil = min(
                entry.heldUntil,
                now.advanced(by: max(subject.kind.recoveryTime, subject.kind.detectionDelay))
            )
            entries[subject] = entry
            guard entry.heldUntil <= now else { continue }
            entries[subject] = nil
            entry.alert.notificationCount += 1
            changes.append(.recovered(entry.alert))
        }
        return changes
    }

    private mutating func record(
        _ condition: AlertCondition,
        _ subject: AlertCondition.Subject,
        at now: Instant,
        makeID: () -> String
    ) -> [Change] {
        let heldUntil = now.advanced(by: subject.kind.recoveryTime)
        guard var entry = entries[subject] else {
            let alert = Alert(id: makeID(), condition: condition, raisedAt: now)
            entries[subject] = Entry(alert: alert, notifiedAt: now, heldUntil: heldUntil)
            return [.raised(alert)]
        }
        let since = min(entry.alert.condition.since, condition.since)
        entry.alert.condition = condition
        entry.alert.condition.since = since
        entry.heldUntil = heldUntil
        // The clock may have gone back.
        entry.notifiedAt = min(entry.notifiedAt, now)
        defer { entries[subject] = entry }
        guard entry.notifiedAt.duration(to: now) >= reminder else { return [] }
        entry.notifiedAt = now
        entry.alert.notificationCount += 1
        return [.reminded(entry.alert)]
    }

    /// A message about this alert was delivered.
    mutating func noteDelivered(_ id: String) {
        guard let subject = entries.first(where: { $0.value.alert.id == id })?.key else { return }
        entries[subject]?.isDelivered = true
    }
}

extension AlertBook {
    /// The alerts with a delivered message, for the next process, which raises the others again.
    var json: JSONValue {
        let delivered = entries.filter(\.value.isDelivered).sorted { $0.key < $1.key }
        return [
            "format": JSONValue(Self.format),
            "alerts": .array(
                delivered.map { _, entry in
                    var json = entry.alert.members
                    json["tellings"] = JSONValue(entry.alert.notificationCount)
                    json["toldAt"] = .string(entry.notifiedAt.rfc3339)
                    return .object(json)
                }
            ),
        ]
    }

    private static let format = 1

    /// Restores the JSON that an earlier process stored; nil where it can't be read.
    init?(_ json: JSONValue, reminder: Duration, at now: Instant) {
        guard json["format"]?.integer == Int64(Self.format), let alerts = json["alerts"]?.array else { return nil }
        self.init(reminder: reminder)
        for json in alerts {
            guard let alert = Alert(json), let notifiedAt = json["toldAt"]?.string.flatMap({ Instant($0) }) else {
                return nil
            }
            let kind = alert.subject.kind
            entries[alert.subject] = Entry(
                alert: alert,
                notifiedAt: min(notifiedAt, now),
                heldUntil: now.advanced(
                    by: kind.detectionDelay == .zero ? .zero : max(kind.recoveryTime, kind.detectionDelay)
                ),
                isDelivered: true
            )
        }
    }
}

extension Alert {
    /// Reads what ``members`` and the member `tellings` contain.
    fileprivate init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let kind = json["kind"]?.string.flatMap(AlertKind.init),
            let message = json["message"]?.string, let since = json["since"]?.string.flatMap({ Instant($0) }),
            let raisedAt = json["raisedAt"]?.string.flatMap({ Instant($0) }),
            let notificationCount = json["tellings"]?.integer
        else { return nil }
        let subject = AlertCondition.Subject(
            kind: kind,
            tenant: json["tenant"]?.string,
            channel: json["channel"]?.string.flatMap { ChannelID($0) }
        )
        self.init(
            id: id,
            condition: AlertCondition(subject: subject, since: since, code: json["code"]?.string, message: message),
            raisedAt: raisedAt,
            notificationCount: Int(clamping: notificationCount)
        )
    }
}
