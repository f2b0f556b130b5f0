public import CarillonModel
public import CarillonPluginKit

/// What a sender specifies for one notification in place of its event type.
///
/// Every value was checked before: the category is one of the profile's, the link leads to one of its routes. What ``data``
/// holds is checked when the event is accepted.
public struct NotificationOverrides: Sendable, Hashable {
    public enum Sound: Sendable, Hashable {
        case silent
        case named(String)
    }

    public var category: String?
    public var link: MessageLink?
    public var imageURL: String?
    /// Laid over the event's own `data`, member by member.
    public var data = JSONObject()
    /// By how much the number on the icon is above what was unread before; 1 by default.
    public var badgeIncrement: Int?
    /// Nil: as the event or the priority specifies.
    public var sound: Sound?

    /// Their places in an event's faults, after RFC 6901; the rest is as in a send.
    public static let place = "/overrides"

    public init() {}

    public var isEmpty: Bool { self == NotificationOverrides() }
}

extension NotificationOverrides {
    /// As it is stored.
    public var json: JSONObject {
        var object = JSONObject()
        object["category"] = category.map { .string($0) }
        object["link"] = link.map { .object(JSONObject($0.jsonMembers)) }
        object["imageUrl"] = imageURL.map { .string($0) }
        if !data.members.isEmpty { object["data"] = .object(data) }
        object["badgeIncrement"] = badgeIncrement.map { JSONValue($0) }
        switch sound {
        case .named(let name): object["sound"] = .string(name)
        case .silent: object["sound"] = .boolean(false)
        case nil: break
        }
        return object
    }

    /// What ``json`` wrote.
    public init(_ object: JSONObject) {
        category = object["category"]?.string
        link = object["link"].map { link in
            MessageLink(app: link["app"]?.string, web: link["web"]?.string, screen: link["screen"]?.string)
        }
        imageURL = object["imageUrl"]?.string
        data = object["data"]?.object ?? JSONObject()
        badgeIncrement = object["badgeIncrement"]?.integer.map { Int($0) }
        switch object["sound"] {
        case .string(let name): sound = .named(name)
        case .boolean: sound = .silent
        default: sound = nil
        }
    }
}

/// How a payload and the sender's overrides share one text: a line each, the second only where there is one.
///
/// Compact JSON never holds a line feed.
public enum StoredPayload {
    public static func text(_ payload: String, _ overrides: NotificationOverrides?) -> String {
        guard let overrides, !overrides.isEmpty else { return payload }
        return payload + "\n" + JSONValue.object(overrides.json).text
    }

    public static func parts(of text: String) -> (payload: String, overrides: NotificationOverrides?) {
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return (text, nil) }
        let rest = text[text.utf8.index(after: end)...]
        let overrides = (try? JSONValue(parsing: rest.utf8))?.object.map { NotificationOverrides($0) }
        return (String(text[..<end]), overrides)
    }
}
