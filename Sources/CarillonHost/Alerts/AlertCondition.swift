import CarillonModel

/// Something an operator should know, as it is at one moment.
///
/// Holds names, counts and codes: never payloads, tokens, addresses, or a provider's own messages, which may quote
/// them.
struct AlertCondition: Sendable, Hashable {
    /// What identifies an alert: there is one for each.
    struct Subject: Sendable, Hashable, Comparable {
        let kind: AlertKind
        /// A tenant's folder may have a name that is none.
        var tenant: String?
        var channel: ChannelID?

        static func < (left: Subject, right: Subject) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

        private var order: [String] { [kind.rawValue, tenant ?? "", channel?.rawValue ?? ""] }
    }

    let subject: Subject
    var since: Instant
    /// The code of the reason, where there is one.
    var code: String?
    /// One clause, lower case, no full stop.
    var message: String
}

/// A condition that was reported to operators.
struct Alert: Sendable, Hashable {
    /// The same in every message about it.
    let id: String
    var condition: AlertCondition
    let raisedAt: Instant
    /// How often it was reported.
    var notificationCount = 1

    var subject: AlertCondition.Subject { condition.subject }

    /// What operators' routes, webhooks and the file of alerts have in common.
    var members: JSONObject {
        var json = JSONObject([
            .init("id", .string(id)), .init("kind", .string(subject.kind.rawValue)),
        ])
        json["tenant"] = subject.tenant.map { .string($0) }
        json["channel"] = subject.channel.map { .string($0.rawValue) }
        json["code"] = condition.code.map { .string($0) }
        json["message"] = .string(condition.message)
        json["since"] = .string(condition.since.rfc3339)
        json["raisedAt"] = .string(raisedAt.rfc3339)
        return json
    }
}
