package import CarillonModel
import CarillonPluginKit
import CarillonProfiles

extension Rendition {
    /// What a golden file keeps: everything the tenant decides about, in a fixed order, absent things left out.
    package var json: JSONValue {
        guard case .success(let message) = outcome else { return ["failure": .string(failure?.description ?? "")] }
        var object = JSONObject()
        if message.locale != locale.rawValue { object["locale"] = .string(message.locale) }
        object["slots"] = .object(
            JSONObject(slots.compactMap { slot in message.slots[slot.name].map { .init(slot.name, .string($0)) } })
        )
        if !message.data.isEmpty { object["data"] = .object(message.data) }
        object["link"] = message.link?.json
        object["priority"] = .string(message.priority.rawValue)
        if message.isSilent { object["silent"] = true }
        object["category"] = message.category.map { .string($0) }
        object["sound"] = message.sound.map { .string($0) }
        object["badge"] = message.badge.map { JSONValue($0) }
        object["image"] = message.imageURL.map { .string($0) }
        object["androidChannel"] = message.androidChannel.map { .string($0) }
        object["icon"] = message.icon.map { .string($0) }
        object["color"] = message.color.map { .string($0) }
        object["collapse"] = message.collapseKey.map { .string($0) }
        object["expiresAt"] = message.expiresAt.map { .string($0.description) }
        object["message"] = message.skeleton
        return .object(object)
    }

    /// The same, and how large the message is.
    package var jsonWithSize: JSONValue {
        var object = json.object ?? JSONObject()
        object["size"] = size.map { JSONValue($0) }
        object["sizeLimit"] = sizeLimit.map { JSONValue($0) }
        object["segments"] = segments.map { segments in
            var parts: JSONObject = ["count": JSONValue(segments.count), "encoding": .string(segments.encoding)]
            parts["uncut"] = segments.uncut.map { JSONValue($0) }
            return .object(parts)
        }
        return .object(object)
    }
}

extension MessageLink {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["app"] = app.map { .string($0) }
        object["web"] = web.map { .string($0) }
        object["screen"] = screen.map { .string($0) }
        return .object(object)
    }
}

extension [Rendition] {
    /// Language → channel → what `value` makes of it.
    package func json(_ value: (Rendition) -> JSONValue) -> JSONValue { json(by: \.self, value) }
}

extension Array {
    /// Language → channel → what `value` makes of it.
    package func json(by place: (Element) -> Rendition, _ value: (Element) -> JSONValue) -> JSONValue {
        var languages = JSONObject()
        for element in self {
            let rendition = place(element)
            var channels = languages[rendition.locale.rawValue]?.object ?? JSONObject()
            channels[rendition.channel.id.rawValue] = value(element)
            languages[rendition.locale.rawValue] = .object(channels)
        }
        return .object(languages)
    }
}
