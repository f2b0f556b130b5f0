import CarillonModel
import CarillonPluginKit

/// A message to an operator: an alert, or a test.
struct AlertMessage: Sendable, Hashable {
    enum Occasion: Sendable, Hashable {
        case raised(Alert)
        case reminder(Alert)
        case recovered(Alert)
        /// A test of whether alerts arrive, with an id of its own.
        case test(String)
    }

    let occasion: Occasion
    let at: Instant
    /// The host that sends it, because an operator may have several.
    let host: String

    private var alert: Alert? {
        switch occasion {
        case .raised(let alert), .reminder(let alert), .recovered(let alert): alert
        case .test: nil
        }
    }

    /// The alert's id, the same in every message about it.
    var id: String {
        switch occasion {
        case .raised(let alert), .reminder(let alert), .recovered(let alert): alert.id
        case .test(let id): id
        }
    }

    /// The alert's kind as in metrics; a test has a kind of its own.
    var kind: String { alert?.subject.kind.rawValue ?? "test" }

    private var status: String {
        switch occasion {
        case .raised: "raised"
        case .reminder: "reminder"
        case .recovered: "recovered"
        case .test: "test"
        }
    }

    var title: String {
        switch occasion {
        case .raised(let alert): alert.condition.message
        case .reminder(let alert): "still: \(alert.condition.message)"
        case .recovered(let alert): "recovered: \(alert.condition.message)"
        case .test: "this is a test: alerts of this host arrive here"
        }
    }

    /// Plain text with one fact on each line.
    var text: String {
        let lines = facts.compactMap { name, fact in fact.map { "\(name): \($0)" } }
        return "\(title)\n\n\(lines.joined(separator: "\n"))\n"
    }

    private var facts: [(String, String?)] {
        guard let alert else { return [("host", host)] }
        let subject = alert.subject
        let isOver = if case .recovered = occasion { true } else { false }
        return [
            ("kind", subject.kind.rawValue), ("tenant", subject.tenant), ("channel", subject.channel?.rawValue),
            ("code", alert.condition.code), ("since", alert.condition.since.rfc3339),
            ("recovered", isOver ? at.rfc3339 : nil), ("host", host),
            ("look at", isOver ? nil : subject.kind.advice(tenant: subject.tenant)),
        ]
    }
}

extension AlertMessage {
    /// The message in the form that channels send.
    ///
    /// For channels that send JSON, `data` is the alert itself instead of a notification's data.
    func outgoing(to address: String) -> OutgoingMessage {
        OutgoingMessage(
            delivery: Int64(alert?.notificationCount ?? 1),
            notification: id,
            tenant: .host,
            event: EventTypeID(unchecked: "alert.\(status)"),
            address: address,
            locale: "en",
            slots: [
                "title": title, "body": text, "email.subject": "[carillon] \(title)", "email.text": text,
            ],
            createdAt: at,
            skeleton: ["data": .object(data)]
        )
    }

    private var data: JSONObject {
        var json = alert?.members ?? JSONObject([.init("kind", .string(kind))])
        json["host"] = .string(host)
        if case .recovered = occasion { json["recoveredAt"] = .string(at.rfc3339) }
        // Members of notifications that alerts don't have.
        json["locale"] = .null
        json["priority"] = .null
        return json
    }
}
