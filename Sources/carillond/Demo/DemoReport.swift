import CarillonHost
import CarillonModel
import CarillonProfiles

/// What the demo shows: a line for each delivery, and what is wrong in full beneath.
struct DemoReport: Sendable {
    struct Row: Sendable {
        var tenant: String
        var event: String
        var recipient = "-"
        var locale = "-"
        var channel = "-"
        var title = ""
        var status: String
        var isGood: Bool
        /// Why it failed or waits, in full; nil where there is nothing to explain.
        var reason: String?

        /// - Parameter event: nil where none of the tenant's events could be shown.
        static func failed(_ tenant: TenantID, _ event: EventTypeID?, _ reason: String) -> Row {
            Row(
                tenant: tenant.rawValue,
                event: event?.rawValue ?? "-",
                status: "failed",
                isGood: false,
                reason: reason
            )
        }
    }

    /// What reached one person.
    struct Arrivals: Sendable {
        /// The person's feed; nil where nobody here can sign a token for them.
        var feed: [JSONValue]?
        var byPlugin: [PluginID: [JSONValue]] = [:]
    }

    let rows: [Row]

    var isComplete: Bool { !rows.isEmpty && rows.allSatisfy(\.isGood) }

    /// The deliveries of one person, checked against what the feed and the sandbox really hold.
    static func rows(
        of trace: JSONValue,
        _ trial: TenantTrial,
        event: EventTypeID,
        person: TenantTrial.Person,
        arrivals: Arrivals
    ) -> [Row] {
        let notifications = (trace["notifications"]?.array ?? []).filter {
            $0["recipient"]?.string == person.id.rawValue
        }
        var row = Row(tenant: trial.profile.id.rawValue, event: event.rawValue, status: "", isGood: false)
        row.recipient = person.id.rawValue
        row.locale = person.locale.rawValue
        let rows = notifications.flatMap { notification -> [Row] in
            let item = arrivals.feed?.first { $0["id"] == notification["id"] }
            if waits(notification) {
                row.title = item?["title"]?.string ?? ""
                row.status = "waits until \(notification["dueAt"]?.string ?? "its time")"
                row.isGood = true
                return [row]
            }
            let deliveries = notification["deliveries"]?.array ?? []
            guard !deliveries.isEmpty else {
                row.status = notification["status"]?.string ?? "unknown"
                row.reason = reasons(of: notification)
                return [row]
            }
            return deliveries.map { self.row(of: $0, row, trial, item, arrivals) }
        }
        guard rows.isEmpty else { return rows }
        row.status = "not told"
        row.reason = reasons(of: trace)
        return [row]
    }

    private static func row(
        of delivery: JSONValue,
        _ row: Row,
        _ trial: TenantTrial,
        _ item: JSONValue?,
        _ arrivals: Arrivals
    ) -> Row {
        var row = row
        let plugin = trial.profile.channels.first { $0.id.rawValue == delivery["channel"]?.string }?.plugin
        let status = delivery["status"]?.string ?? "unknown"
        let messages = plugin.flatMap { arrivals.byPlugin[$0] }
        // Channels that write neither to the feed nor to the sandbox, such as the log, leave no trace that could be
        // checked here.
        let arrived = plugin == "in-app" ? arrivals.feed == nil || item != nil : messages?.isEmpty != true
        row.channel = delivery["channel"]?.string ?? ""
        if let next = laterAttempt(of: delivery) {
            row.title = item?["title"]?.string ?? ""
            row.status = "waits until \(next.rfc3339)"
            row.isGood = true
            return row
        }
        row.title = item?["title"]?.string ?? messages?.last.flatMap { $0["message"]?.headline } ?? ""
        row.isGood = arrived && status == "delivered"
        row.status = arrived || status != "delivered" ? status : "\(status), but not there"
        if !row.isGood { row.reason = failure(of: delivery) }
        return row
    }

    /// Why a delivery waits or has failed: what its channel waits for, or what the provider said last.
    private static func failure(of delivery: JSONValue) -> String? {
        if let wait = delivery["waitsFor"]?["reason"]?.string { return wait }
        guard let attempt = delivery["attempts"]?.array?.last else { return nil }
        return [attempt["code"]?.string, attempt["message"]?.string].compactMap(\.self).joined(separator: ": ")
    }

    private static func reasons(of json: JSONValue) -> String? {
        let decisions = (json["decisions"]?.array ?? []).compactMap { $0["detail"]?.string }
        return decisions.isEmpty ? nil : decisions.joined(separator: "; ")
    }
}

extension DemoReport {
    /// Whether every delivery of an event has ended, or waits for something that won't happen soon.
    static func isSettled(_ trace: JSONValue) -> Bool {
        let notifications = trace["notifications"]?.array ?? []
        let isOver = notifications.allSatisfy { notification in
            waits(notification)
                || notification["status"]?.string != "scheduled"
                    && (notification["deliveries"]?.array ?? []).allSatisfy { delivery in
                        delivery["settledAt"] != nil || delivery["waitsFor"]?["channel"] == "unavailable"
                            || laterAttempt(of: delivery) != nil
                    }
        }
        return isOver && !(notifications.isEmpty && trace["decisions"] == nil)
    }

    /// Whether a notification is due later than a demo runs.
    private static func waits(_ notification: JSONValue) -> Bool {
        notification["status"]?.string == "scheduled" && later(notification["dueAt"]) != nil
    }

    /// The time of a delivery's first attempt, where the profile postpones it, for instance by the recipient's rate
    /// limit.
    private static func laterAttempt(of delivery: JSONValue) -> Instant? {
        delivery["attempts"]?.array?.isEmpty == true ? later(delivery["nextAttemptAt"]) : nil
    }

    /// The time, if it is at least a few seconds away.
    private static func later(_ time: JSONValue?) -> Instant? {
        guard let time = time?.string.flatMap({ Instant($0) }) else { return nil }
        return SystemClock().now.duration(to: time) > .seconds(5) ? time : nil
    }
}

extension JSONValue {
    /// The title or subject of a message, by whichever key its provider uses.
    fileprivate var headline: String? {
        guard let object else { return string }
        return titled
            ?? object.members.lazy.compactMap {
                ["text", "body", "content", "message"].contains($0.name.lowercased()) ? $0.value.string : nil
            }.first
    }

    private var titled: String? {
        guard let object else { return nil }
        for name in ["title", "subject"] {
            if let text = object[name]?.string { return text }
        }
        return object.members.lazy.compactMap(\.value.titled).first
    }
}
