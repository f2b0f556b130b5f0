import CarillonModel
import CarillonProfiles

/// What backends and operators ask for.
extension ResultSchemas {
    /// Of one event, which is accepted or refused as a whole.
    var acceptedEvent: JSONValue {
        .members([
            "id": .anyText, "source": .anyText, "eventId": .anyText, "status": .choice(["accepted", "duplicate"]),
            "notifications": .list(.anyText),
        ])
    }

    /// Of the host's own route, which takes batches too: what is wrong with one event of a batch is told beside the others.
    var postedEvents: JSONValue {
        let event = JSONValue.members(
            [
                "status": .choice(["accepted", "duplicate", "conflict", "rejected"]),
                // Of an event that names none, or something else than a text: null.
                "source": ["type": ["string", "null"]], "eventId": ["type": ["string", "null"]],
            ],
            optional: [("id", .anyText), ("notifications", .list(.anyText)), ("errors", .list(Self.fault))]
        )
        return .members(["events": .list(event)])
    }

    var trace: JSONValue {
        .members(
            [
                "id": .anyText, "source": .anyText, "eventId": .anyText, "type": .anyText, "acceptedAt": .instant,
                "profileRevision": .anyText, "notifications": .list(tracedNotification),
            ],
            optional: [("topic", .anyText), ("decisions", .list(decision)), ("nextCursor", .anyText)]
        )
    }

    private var tracedNotification: JSONValue {
        .members(
            [
                "id": .anyText, "recipient": ["type": ["string", "null"]], "priority": .anyText, "status": .anyText,
                "dueAt": .instant, "decisions": .list(decision), "deliveries": .list(tracedDelivery),
            ],
            optional: [("devices", .list(.anyText)), ("readAt", .instant)]
        )
    }

    private var decision: JSONValue {
        .members(["verdict": .anyText, "reason": .anyText, "detail": .anyText], optional: [("channel", .anyText)])
    }

    private var tracedDelivery: JSONValue {
        let attempt = JSONValue.members(
            ["at": .instant, "outcome": .anyText],
            optional: [("code", .anyText), ("message", .anyText)]
        )
        let rest = JSONValue.members(
            ["channel": .choice(["resting", "paused", "unavailable"]), "code": .anyText, "reason": .anyText],
            optional: [("nextTryAt", .instant)]
        )
        return .members(
            ["id": .anyText, "channel": .anyText, "status": .anyText, "attempts": .list(attempt)],
            optional: [
                ("device", .anyText), ("receipt", .anyText), ("nextAttemptAt", .instant), ("settledAt", .instant),
                ("waitsFor", rest),
            ]
        )
    }

    var deadLetter: JSONValue {
        .members([
            "id": .anyText, "eventId": .anyText, "type": .anyText, "notificationId": .anyText, "userId": .anyText,
            "channel": .anyText,
            "code": .anyText, "error": .anyText, "failedAt": .instant,
        ])
    }

    var campaign: JSONValue {
        let progress: [(String, JSONValue)] = [
            ("total", .count), ("notifications", .count), ("pending", .count), ("delivered", .count),
            ("failed", .count), ("cancelled", .count), ("skipped", .count), ("deliveries", .anyObject),
        ]
        return .members(
            [
                "id": .anyText, "type": .anyText, "event": .anyText, "createdAt": .instant, "startsAt": .instant,
                "state": .choice(["scheduled", "running", "paused", "cancelled", "done"]),
                "progress": .members(["expanded": .count], optional: progress),
            ],
            optional: [
                ("name", .anyText), ("reason", .anyText), ("topic", .anyText), ("everyone", .flag), ("rate", .anyText),
                ("pausedAt", .instant),
                ("cancelledAt", .instant),
            ]
        )
    }
}
