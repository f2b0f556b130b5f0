public import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// An event as far as it could be read, and what was wrong with its form.
public struct ParsedEvent: Sendable, Hashable {
    /// What couldn't be read is empty.
    public var event: Event
    public var faults: [Fault]

    public init(event: Event, faults: [Fault] = []) {
        self.event = event
        self.faults = faults
    }
}

/// Reads events as senders write them: the native form, and CloudEvents 1.0.
///
/// Pure.
///
/// Faults are collected, so that ``Accepting`` can report them together with those of the content.
public enum EventReading {
    private static let members = ["id", "source", "type", "time", "recipients", "topic", "data", "scheduledAt"]

    /// The native form, or a structured CloudEvent where it has `specversion`.
    public static func event(_ json: JSONValue) -> ParsedEvent {
        guard let object = json.object else {
            let nothing = Event(id: "", source: "", type: "", data: .object(JSONObject()))
            return ParsedEvent(event: nothing, faults: [.wrongType("", wanted: "an object", got: json)])
        }
        let isCloudEvent = object["specversion"] != nil
        var reader = Reader(object: object, isCloudEvent: isCloudEvent)
        if isCloudEvent {
            reader.checkVersion()
        } else {
            for member in object.members where !members.contains(member.name) {
                let message = "is no member of an event; it has \(members.joined(separator: ", "))"
                reader.faults.append(.init(pointer: "/\(member.name)", code: .unknownField, message: message))
            }
        }
        let event = Event(
            id: reader.text("id"),
            source: reader.text("source"),
            type: reader.text("type"),
            time: reader.instant("time"),
            recipients: reader.recipients(isCloudEvent: isCloudEvent),
            topic: reader.topic(),
            data: reader.data(isCloudEvent: isCloudEvent),
            scheduledAt: reader.instant("scheduledAt") ?? (isCloudEvent ? reader.instant("scheduledat") : nil)
        )
        return ParsedEvent(event: event, faults: reader.faults)
    }

    /// A binary CloudEvent: attributes are headers, the body is the data.
    ///
    /// Source: CloudEvents 1.0, HTTP protocol binding, section 3.1; values are percent-decoded as specified there.
    public static func event(attributes: [(name: String, value: String)], data: JSONValue) -> ParsedEvent {
        var members = attributes.map {
            JSONObject.Member($0.name, .string(PercentEncoding.decode($0.value, keepsStray: true) ?? $0.value))
        }
        members.append(.init("data", data))
        return event(.object(JSONObject(members)))
    }
}

private struct Reader {
    let object: JSONObject
    let isCloudEvent: Bool
    var faults: [Fault] = []

    /// Nil where there is none, and where a null was found wrong.
    ///
    /// A null is a wrong type, but for a CloudEvent's attributes: there it is the same as leaving them out.
    /// Source: CloudEvents 1.0.2, JSON event format, section 2.2.
    private mutating func value(_ name: String) -> JSONValue? {
        guard let value = object[name], value.isNull else { return object[name] }
        if !isCloudEvent {
            faults.append(.null("/\(name)"))
        }
        return nil
    }

    mutating func checkVersion() {
        guard object["specversion"]?.string != "1.0" else { return }
        faults.append(.init(pointer: "/specversion", code: .notAllowed, message: "must be 1.0"))
    }

    mutating func text(_ name: String) -> String {
        guard let value = value(name) else {
            if isCloudEvent || object[name] == nil {
                faults.append(.missing("/\(name)"))
            }
            return ""
        }
        guard let text = value.string else {
            faults.append(.wrongType("/\(name)", wanted: "a string", got: value))
            return ""
        }
        return text
    }

    mutating func instant(_ name: String) -> Instant? {
        guard let value = value(name) else { return nil }
        if let instant = value.string.flatMap({ Instant($0) }) { return instant }
        faults.append(
            .init(
                pointer: "/\(name)",
                code: .badFormat,
                message: "must be a time of RFC 3339 such as 2026-02-25T12:00:00Z"
            )
        )
        return nil
    }

    /// Source: CloudEvents 1.0, JSON event format, section 3.1.1, for `data_base64`.
    mutating func data(isCloudEvent: Bool) -> JSONValue {
        guard isCloudEvent, let encoded = object["data_base64"] else { return object["data"] ?? .object(JSONObject()) }
        guard object["data"] == nil else {
            faults.append(.init(pointer: "/data_base64", code: .notAllowed, message: "must not stand beside data"))
            return .object(JSONObject())
        }
        guard let bytes = encoded.string.flatMap({ Base64.decode($0) }), let data = try? JSONValue(parsing: bytes)
        else {
            faults.append(.init(pointer: "/data_base64", code: .badFormat, message: "must be JSON in Base64"))
            return .object(JSONObject())
        }
        return data
    }

    mutating func topic() -> Topic? {
        guard let value = value("topic") else { return nil }
        if let topic = value.string.flatMap({ Topic($0) }) { return topic }
        faults.append(.init(pointer: "/topic", code: .badFormat, message: "must be \(Topic.shape)"))
        return nil
    }

    /// As a CloudEvent, user ids separated by commas, for attributes hold no lists.
    mutating func recipients(isCloudEvent: Bool) -> [RecipientReference] {
        guard let value = value("recipients") else { return [] }
        if isCloudEvent, let list = value.string {
            if list.allSatisfy({ $0 == "," }) { refuseNobody() }
            return list.split(separator: ",").enumerated().compactMap { index, id in
                recipient(.string(String(id.drop { $0 == " " })), at: "/recipients/\(index)")
            }
        }
        guard let elements = value.array else {
            faults.append(.wrongType("/recipients", wanted: "an array", got: value))
            return []
        }
        if elements.isEmpty { refuseNobody() }
        return elements.enumerated().compactMap { recipient($1, at: "/recipients/\($0)") }
    }

    /// Beside a topic, a list of nobody is as good as none.
    private mutating func refuseNobody() {
        guard object["topic"]?.isNull ?? true else { return }
        faults.append(.init(pointer: "/recipients", code: .tooFew, message: "must name at least one"))
    }

    private mutating func recipient(_ json: JSONValue, at pointer: String) -> RecipientReference? {
        switch json {
        case .string(let text): return user(text, at: pointer).map { RecipientReference(id: $0) }
        case .object(let object):
            var facts = UserAttributes()
            for member in object.members where member.name != "id" {
                facts = fact(member, at: pointer, onto: facts)
            }
            faults += facts.faults(at: pointer)
            guard let text = object["id"]?.string else {
                faults.append(.init(pointer: "\(pointer)/id", code: .missing, message: "is required, as a string"))
                return nil
            }
            return user(text, at: "\(pointer)/id").map { RecipientReference(id: $0, facts: facts) }
        default:
            faults.append(.wrongType(pointer, wanted: "a user id, or an object with one", got: json))
            return nil
        }
    }

    private static let facts = ["email", "locale", "timeZone", "phone"]

    private mutating func fact(
        _ member: JSONObject.Member,
        at pointer: String,
        onto facts: UserAttributes
    ) -> UserAttributes {
        guard Self.facts.contains(member.name) else {
            let message = "is not known of a recipient; there is id, \(Self.facts.joined(separator: ", "))"
            faults.append(.init(pointer: "\(pointer)/\(member.name)", code: .unknownField, message: message))
            return facts
        }
        guard let text = member.value.string else {
            faults.append(.wrongType("\(pointer)/\(member.name)", wanted: "a string", got: member.value))
            return facts
        }
        var facts = facts
        switch member.name {
        case "email": facts.email = text
        case "locale": facts.locale = text
        case "timeZone": facts.timeZone = text
        default: facts.phone = text
        }
        return facts
    }

    private mutating func user(_ text: String, at pointer: String) -> UserID? {
        if let id = UserID(text) { return id }
        faults.append(.init(pointer: pointer, code: .badFormat, message: "must be a user id: \(UserID.shape)"))
        return nil
    }
}
