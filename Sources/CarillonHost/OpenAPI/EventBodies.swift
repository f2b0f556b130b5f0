import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// JSON Schema of bodies that hold an event type's payload: one case for each type.
struct EventBodies: Sendable {
    let profile: TenantProfile

    func events(asCloudEvents isCloudEvent: Bool) -> JSONValue {
        guard !isCloudEvent else {
            // What doesn't say that it is one is read as the native form.
            return ["anyOf": [cases(asCloudEvents: true), cases(asCloudEvents: false)]]
        }
        return cases(asCloudEvents: false)
    }

    private func cases(asCloudEvents isCloudEvent: Bool) -> JSONValue {
        cases { event in
            var sure: [(String, JSONValue)] = [
                ("id", TextSchema.plain(maxLength: 256)), ("source", TextSchema.plain(maxLength: 256)),
                ("type", ["const": .string(event.id.rawValue)]), ("data", payload(of: event)),
            ]
            if isCloudEvent { sure.insert(("specversion", ["const": "1.0"]), at: 0) }
            var optional: [(String, JSONValue)] = [
                ("time", orNull(.instant)), ("topic", TextSchema.plain(maxLength: 256)),
                ("recipients", ["type": "array", "minItems": 1, "maxItems": 100, "items": recipient]),
            ]
            if event.schedule.isEmpty { optional.append(("scheduledAt", orNull(.instant))) }
            let body = JSONValue.members(sure, optional: optional).withExactlyOne(of: ["recipients", "topic"])
            // A CloudEvent may have any extension attribute.
            return isCloudEvent ? body : body.closed
        }
    }

    func sends(field: (String) -> JSONValue) -> JSONValue {
        let others = [
            "category", "priority", "deepLink", "imageUrl", "data", "badgeIncrement", "sound", "scheduledAt",
        ]
        return cases { event in
            JSONValue.members(
                [
                    "userId": field("userId"), "type": ["const": .string(event.id.rawValue)],
                    "payload": payload(of: event),
                ],
                optional: others.map { ($0, field($0)) }
            ).closed
        }
    }

    func campaigns(field: (String) -> JSONValue) -> JSONValue {
        cases { event in
            JSONValue.members(
                ["type": ["const": .string(event.id.rawValue)], "data": payload(of: event)],
                optional: ["id", "name", "topic", "scheduledAt", "rate"].map { ($0, field($0)) }
                    + [("everyone", ["const": true])]
            ).withExactlyOne(of: ["topic", "everyone"]).closed
        }
    }

    private func cases(_ body: (EventType) -> JSONValue) -> JSONValue {
        ["oneOf": .array(profile.events.map(body))]
    }

    private func payload(of event: EventType) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(event.id.rawValue)")]
    }

    /// A user, perhaps with what the sender knows of them.
    private var recipient: JSONValue {
        let facts: [(String, JSONValue)] = [
            ("email", TextSchema.matching(TextSchema.email)), ("locale", TextSchema.matching(TextSchema.locale)),
            ("timeZone", .choice(FieldSchemas.zones)), ("phone", TextSchema.matching(TextSchema.phone)),
        ]
        let user = TextSchema.plain(maxLength: 256)
        let object = JSONValue.members(["id": user], optional: facts.map { ($0.0, orNull($0.1)) })
        return ["anyOf": [user, object.closed]]
    }

    private func orNull(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }
}
