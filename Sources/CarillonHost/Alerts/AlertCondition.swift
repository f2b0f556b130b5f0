import CarillonModel

/// A condition that an operator should know about, at one moment.
///
/// Holds names, counts and codes: never payloads, tokens, addresses, or a provider's own messages, which may quote
/// them.
struct AlertCondition: Sendable, Hashable {
    /// The identity of an alert: there is at most one for each subject.
    struct Subject: Sendable, Hashable, Comparable {
        let kind: AlertKind
        /// A folder's name, which need not be a valid tenant id.
        var tenant: String?
        var channel: ChannelID?

        static func < (left: Subject, right: Subject) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

        private var order: [String] { [kind.rawValue, tenant ?? "", channel?.rawValue ?? ""] }
    }

    let subject: Subject
    var since: Instant
    /// The reason's code, where there is one.
    var code: String?
    /// One clause, lower case, no full stop.
    var message: String
}

/// A condition that was reported to operators.
struct Alert: Sendable, Hashable {
    /// The same in every message about this alert.
    let id: String
    var condition: AlertCondition
    let raisedAt: Instant
    /// How often it was reported.
    var notificationCount = 1

    var subject: AlertCondition.Subject { condition.subject }

    /// The members that operators' routes, webhooks and the alert file share.
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
