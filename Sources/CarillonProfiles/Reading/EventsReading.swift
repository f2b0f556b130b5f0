import CarillonModel

/// Reads the values of `events.json`.
struct EventsReading {
    let root: JSONNode

    func events() -> [EventType] { (root["events"]?.members ?? []).compactMap(event) }

    func texts() -> [AppText] {
        (root["texts"]?.members ?? []).compactMap { member in
            EventTypeID(member.name).map { id in
                AppText(id: id, summary: member.value.text("summary") ?? "", payload: payload(member.value))
            }
        }
    }

    private func event(_ member: JSONMember) -> EventType? {
        guard let id = EventTypeID(member.name) else { return nil }
        let node = member.value
        var event = EventType(id: id)
        event.summary = node.text("summary") ?? ""
        event.alias = node.text("alias")
        event.category = node.text("category")
        event.priority = node.made("priority") { Priority(rawValue: $0) } ?? .normal
        event.payload = payload(node)
        for channel in node.texts("channels").compactMap({ ChannelID($0) }) where !event.channels.contains(channel) {
            event.channels.append(channel)
        }
        event.deepLink = node["deepLink"].flatMap { DeepLinkTemplate($0) }
        event.data = node["data"].flatMap(TemplateReading.template) ?? .object([])
        event.dataFrom = node.text("dataFrom")
        event.deviceFields = DeviceSettings.Field.all(in: node["device"])
        event.collapse = node.made("collapse") { try? PlaceholderText($0) }
        event.dedupe = node.made("dedupe") { try? PlaceholderText($0) }
        event.supersedes = node.made("supersedes") { try? PlaceholderText($0) }
        event.schedule = (node["schedule"]?.elements ?? []).compactMap(scheduleEntry)
        event.onUncertain = node.made("onUncertain") { .init(rawValue: $0) } ?? .resend
        event.onRead = node.made("onRead") { .init(rawValue: $0) } ?? .skip
        event.audience = node.made("audience") { try? PlaceholderText($0) }
        event.topic = node.made("topic") { try? PlaceholderText($0) }
        event.roles = node.texts("roles")
        event.image = node.made("image") { try? PlaceholderText($0) }
        event.sound = node.text("sound")
        event.badge = node["badge"].map { BadgeRule($0) }
        event.expireAfter = node.made("expireAfter") { Duration(written: $0) }
        event.message = node["message"]?.value
        event.isMandatory = node.flag("mandatory") ?? false
        return event
    }

    private func scheduleEntry(_ node: JSONNode) -> ScheduleEntry? {
        guard let by = node.made("by", { Duration(written: $0) }) else { return nil }
        let priority = node.made("priority") { Priority(rawValue: $0) }
        if let field = node.text("before") {
            return ScheduleEntry(field: field, offset: .zero - by, priority: priority)
        }
        return node.text("after").map { ScheduleEntry(field: $0, offset: by, priority: priority) }
    }

    private func payload(_ node: JSONNode) -> [PayloadField] {
        (node["payload"]?.members ?? []).compactMap { member in
            type(of: member.value).map { type in
                let defaultValue = member.value["default"]?.value
                return PayloadField(
                    member.name,
                    type,
                    description: member.value.text("description"),
                    // A field with a default is always present.
                    isOptional: member.value.flag("optional") == true && defaultValue == nil,
                    isSensitive: member.value.flag("sensitive") ?? false,
                    examples: member.value["examples"]?.elements.compactMap(\.value) ?? [],
                    defaultValue: defaultValue
                )
            }
        }
    }

    private func type(of node: JSONNode) -> PayloadType? {
        let name = node.string ?? node.text("type")
        let length = node.number("maxLength") ?? PayloadType.defaultMaxLength
        switch name {
        case "text": return .text(maxLength: length)
        case "localizedText": return .localizedText(maxLength: length)
        case "integer":
            let low = node.number("minimum").map(Int64.init) ?? .min
            let high = node.number("maximum").map(Int64.init) ?? .max
            // An empty range is reported elsewhere; values that it would exclude need not be reported too.
            return .integer(low <= high ? low...high : .min ... .max)
        case "decimal": return .decimal
        case "money": return .money
        case "boolean": return .boolean
        case "enum": return .choice(node.texts("values"))
        case "uuid": return .uuid
        case "slug": return .slug
        case "path": return .path
        case "url": return .url(maxLength: node.number("maxLength") ?? PayloadType.urlLength)
        case "email": return .email
        case "instant": return .instant
        case "date": return .date
        case "list":
            guard let element = node["of"].flatMap(type) else { return nil }
            return .list(of: element, maxItems: node.number("maxItems") ?? PayloadType.defaultMaxItems)
        case "map": return .map(maxLength: length, maxItems: node.number("maxItems") ?? PayloadType.defaultMaxItems)
        default: return nil
        }
    }
}

extension DeepLinkTemplate {
    /// The form of events and windows: the route, and the values of its parameters.
    init?(_ node: JSONNode) {
        guard let route = node.text("route") else { return nil }
        let arguments = node.members.filter { $0.name != "route" }.compactMap { member in
            member.value.string.map { Argument(member.name, from: $0) }
        }
        self.init(route: route, arguments: arguments)
    }
}

extension BadgeRule {
    /// The form of events and priorities.
    init(_ node: JSONNode) {
        if let number = node.integer {
            self = .fixed(number)
        } else {
            self = node.string == "none" ? .none : .unread
        }
    }
}
