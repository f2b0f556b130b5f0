import CarillonModel
import CarillonPipeline

extension EventTrace {
    /// The whole history, without the payload, which the sender has.
    var json: JSONValue { json { _ in nil } }

    /// - Parameter rest: why a channel can't send, which is what deliveries on it wait for; nil of one that can.
    func json(rest: (ChannelID) -> JSONValue?) -> JSONValue {
        var object = JSONObject([
            .init("id", .string(event.id)),
            .init("source", .string(event.source)),
            .init("eventId", .string(event.externalID)),
            .init("type", .string(event.type.rawValue)),
            .init("acceptedAt", .string(event.acceptedAt.rfc3339)),
            .init("profileRevision", .string(event.revision)),
        ])
        object["topic"] = topic.map { .string($0.rawValue) }
        if !decisions.isEmpty { object["decisions"] = .array(decisions.map(\.json)) }
        object["notifications"] = .array(notifications.map { $0.json(rest) })
        object["nextCursor"] = next.map { .string(Cursor(row: $0).text) }
        return .object(object)
    }
}

extension NotificationTrace {
    fileprivate func json(_ rest: (ChannelID) -> JSONValue?) -> JSONValue {
        var object = JSONObject([
            .init("id", .string(id)),
            .init("recipient", recipient.anonymousDevice == nil ? .string(recipient.rawValue) : .null),
            .init("priority", .string(priority.rawValue)),
            .init("status", .string(status.rawValue)),
            .init("dueAt", .string(dueAt.rfc3339)),
        ])
        object["devices"] = target.ids.map { .array($0.map { .string($0) }) }
        object["readAt"] = readAt.map { .string($0.rfc3339) }
        object["decisions"] = .array(decisions.map(\.json))
        object["deliveries"] = .array(deliveries.map { $0.json(rest($0.channel)) })
        return .object(object)
    }
}

extension Decision {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["channel"] = channel.map { .string($0.rawValue) }
        object["verdict"] = .string(verdict.rawValue)
        object["reason"] = .string(reason.code)
        object["detail"] = .string(detail)
        return .object(object)
    }
}

extension DeliveryTrace {
    /// - Parameter rest: of its channel, where that can't send.
    fileprivate func json(_ rest: JSONValue?) -> JSONValue {
        var object = JSONObject([
            .init("id", .string(String(row))),
            .init("channel", .string(channel.rawValue)),
        ])
        object["device"] = device.map { .string($0) }
        object["status"] = .string(status.rawValue)
        object["receipt"] = receipt.map { .string($0) }
        object["nextAttemptAt"] = nextAttemptAt.map { .string($0.rfc3339) }
        object["settledAt"] = settledAt.map { .string($0.rfc3339) }
        if !status.isFinal, let rest { object["waitsFor"] = rest }
        object["attempts"] = .array(attempts.map(\.json))
        return .object(object)
    }
}

extension AttemptTrace {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            .init("at", .string(at.rfc3339)),
            .init("outcome", .string(outcome.rawValue)),
        ])
        if !code.isEmpty { object["code"] = .string(code) }
        if !message.isEmpty { object["message"] = .string(message) }
        return .object(object)
    }
}
