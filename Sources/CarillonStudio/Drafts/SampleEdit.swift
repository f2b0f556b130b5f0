package import CarillonModel
import CarillonProfiles

/// A sample that comes with changed texts: an example payload of an event, in a file of its own.
package struct SampleEdit: Sendable, Hashable {
    package let event: EventTypeID
    /// Nil for the event's main sample.
    package let name: String?
    /// What the file is to have: an object.
    package let payload: JSONValue
    /// The payload that the file had when this was made; nil where there was none.
    package let base: JSONValue?

    package init(_ event: EventTypeID, name: String?, payload: JSONValue, base: JSONValue?) {
        self.event = event
        self.name = name
        self.payload = payload
        self.base = base
    }

    /// What a name looks like.
    package static let nameShape = "1 to 40 of a–z, 0–9 and -"

    package static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The file's name without `.json`: `order.shipped`, or `order.shipped.express`.
    package var stem: String { Sample(event: event, name: name, payload: .null).stem }

    /// The file, inside the tenant's folder.
    package var file: String { "samples/\(stem).json" }

    /// Whether both are of the same file.
    package func isSameFile(as other: SampleEdit) -> Bool { event == other.event && name == other.name }

    /// `{"event": "order.shipped", "name": "express", "base": {…}, "payload": {…}}`; `name` is missing for the main sample,
    /// and `base` is null where there was none.
    package var json: JSONValue {
        var object: JSONObject = ["event": .string(event.rawValue)]
        object["name"] = name.map { .string($0) }
        object["base"] = base ?? .null
        object["payload"] = payload
        return .object(object)
    }

    /// Nil for what isn't one.
    package init?(json: JSONValue) {
        guard let event = json["event"]?.string.flatMap({ EventTypeID($0) }), let payload = json["payload"],
            payload.object != nil, let base = json["base"]
        else { return nil }
        var name: String?
        if let written = json["name"] {
            guard let text = written.string, Self.isName(text) else { return nil }
            name = text
        }
        self.init(event, name: name, payload: payload, base: base.isNull ? nil : base)
    }
}

/// Why a sample can't be kept.
package enum SampleFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The tenant has no such event.
    case event(EventTypeID)
    /// The name is none, or its file would be another event's.
    case name
    /// The event would refuse it, at these places.
    case payload([Fault])
    /// What `carillon validate` says of its file, without any value.
    case refused([String])
    /// The file isn't what the sample was made over.
    case conflict(file: String)

    package var description: String {
        switch self {
        case .event(let id): "there is no event `\(id)`"
        case .name: "a sample's name has \(SampleEdit.nameShape), and is no part of another event's"
        case .payload(let faults):
            "the event would refuse the sample: " + faults.map { "\($0.pointer) \($0.message)" }.joined(separator: "; ")
        case .refused(let messages): "the sample would be refused: " + messages.joined(separator: "; ")
        case .conflict(let file): "`\(file)` has changed since"
        }
    }
}
