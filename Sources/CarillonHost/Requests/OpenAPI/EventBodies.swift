import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// JSON Schema of bodies that hold an event type's payload: one case for each type.
struct EventBodies {
    let profile: TenantProfile
    /// Of a field of the operation.
    let field: (String) -> JSONValue

    func events(asCloudEvents isCloudEvent: Bool) -> JSONValue {
        guard !isCloudEvent else {
            // A body that isn't declared as a CloudEvent is read as the native form.
            return ["anyOf": [cases(asCloudEvents: true), cases(asCloudEvents: false)]]
        }
        return cases(asCloudEvents: false)
    }

    private func cases(asCloudEvents isCloudEvent: Bool) -> JSONValue {
        let nobody: JSONValue = ["enum": isCloudEvent ? [.null, [], ""] : [.null, []]]
        return cases { event in
            var sure: [(String, JSONValue)] = [
                ("id", field("id")), ("source", field("source")),
                ("type", ["const": .string(event.id.rawValue)]),
            ]
            if isCloudEvent { sure.insert(("specversion", ["const": "1.0"]), at: 0) }
            var optional: [(String, JSONValue)] = [("time", JSONValue.instant.orNull)]
            if needsData(event) { sure.append(data(of: event)) } else { optional.append(data(of: event)) }
            if event.schedule.isEmpty { optional.append(("scheduledAt", JSONValue.instant.orNull)) }
            let named = JSONValue.members(
                sure + [("recipients", recipients(orText: isCloudEvent))],
                optional: optional + [("topic", field("topic").orNull)]
            )
            let subscribed = JSONValue.members(
                sure + [("topic", field("topic"))],
                optional: optional + [("recipients", nobody)]
            )
            // A CloudEvent may have any extension attribute.
            return [named, subscribed].map { isCloudEvent ? $0 : $0.closed }
        }
    }

    var sends: JSONValue {
        let others = ["category", "priority", "deepLink", "imageUrl", "data", "badgeIncrement", "sound"]
        return cases { event in
            var sure: [(String, JSONValue)] = [
                ("userId", field("userId")), ("type", ["const": .string(event.id.rawValue)]),
            ]
            let audience = event.audience == nil ? ["audience"] : []
            var optional = (others + times(event) + audience).map { ($0, field($0)) }
            let payload = ("payload", payload(of: event))
            if needsData(event) { sure.append(payload) } else { optional.append(payload) }
            return [JSONValue.members(sure, optional: optional).closed]
        }
    }

    var campaigns: JSONValue {
        cases { event in
            let filled = event.payload.filter { ["campaign_id", "campaign_name"].contains($0.name) }.map(\.name)
            let payload = ("data", filled.isEmpty ? payload(of: event) : inline(event, without: filled))
            let needsData = event.payload.contains { $0.isRequired && !filled.contains($0.name) }
            let type: (String, JSONValue) = ("type", ["const": .string(event.id.rawValue)])
            let others =
                (["id", "rate"] + times(event)).map { ($0, field($0)) } + [("name", name(event, field("name")))]
            let optional = others + (needsData ? [] : [payload])
            let sure = [type] + (needsData ? [payload] : [])
            return [
                JSONValue.members(sure + [("everyone", ["const": true])], optional: optional).closed,
                JSONValue.members(
                    sure + [("topic", field("topic"))],
                    optional: optional + [("everyone", ["const": false])]
                ).closed,
            ]
        }
    }

    /// Events with a schedule of their own take no other time.
    private func times(_ event: EventType) -> [String] { event.schedule.isEmpty ? ["scheduledAt"] : [] }

    /// A campaign's name, which may also be a field of the payload.
    private func name(_ event: EventType, _ schema: JSONValue) -> JSONValue {
        guard case .text(let length)? = event.field("campaign_name")?.type, var object = schema.object else {
            return schema
        }
        object["maxLength"] = JSONValue(length)
        return .object(object)
    }

    private func cases(_ bodies: (EventType) -> [JSONValue]) -> JSONValue {
        ["oneOf": .array(profile.events.flatMap(bodies))]
    }

    /// Where nothing of the payload is required, it may be left out as a whole.
    private func needsData(_ event: EventType) -> Bool { event.payload.contains(where: \.isRequired) }

    private func data(of event: EventType) -> (String, JSONValue) { ("data", payload(of: event)) }

    /// The payload where the campaign itself fills some fields.
    private func inline(_ event: EventType, without filled: [String]) -> JSONValue {
        var event = event
        for index in event.payload.indices where filled.contains(event.payload[index].name) {
            event.payload[index].isOptional = true
        }
        return event.payloadSchema(in: profile).withoutDialect
    }

    private func payload(of event: EventType) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(event.id.rawValue)")]
    }

    /// - Parameter isTextToo: an attribute of a CloudEvent holds ids separated by commas.
    private func recipients(orText isTextToo: Bool) -> JSONValue {
        let list = field("recipients")
        guard isTextToo else { return list }
        let id = "[!-+.-~]{1,\(FieldKind.longestID)}"
        return ["anyOf": [list, TextSchema.matching("^\(id)(,\(id)){0,\(FieldKind.mostIDs - 1)}$")]]
    }
}
