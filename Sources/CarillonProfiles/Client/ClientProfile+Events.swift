import CarillonModel
import CarillonPluginKit

/// What an app needs to understand a push: what its data mean, and where it leads.
///
/// Only for event types that reach devices, and nothing that their `data` don't carry to these already.
extension ClientProfile {
    static let event: [ResultShape.Member] = [
        .text("id", "The event type.", "order.shipped"),
        .text("alias", "The name that the product knows it by.", "ORDER_SHIPPED").whereKnown,
        .text("category", "Of `categories`.", "orders").whereKnown, .text("priority", "Its own.", "normal"),
        .open(
            "data",
            "What a push carries: constants, and in braces the fields that fill the rest.",
            ["type": "order", "order_id": "{order_id}"]
        ),
        .open(
            "link",
            "The route, and the field that fills each of its parameters.",
            ["route": "order", "id": "order_id"]
        ).whereKnown,
        .texts(
            "identity",
            "Members of `data` that make two pushes the same, where none holds the notification's id.",
            ["type", "order_id"]
        ).whereKnown,
        .open(
            "words",
            "Where the device makes them: by language and slot, as Unicode MessageFormat 2.",
            ["en": ["title": "Order {$order_id}"]]
        ).whereKnown,
        .open(
            "arguments",
            "With `words`: the types of the fields that these use, with `?` where one may be absent.",
            ["order_id": "slug"]
        ).whereKnown,
        .object(
            "device",
            [.open("fields", "How fields are found that `data` don't carry.", ["order": ["shorten": "order_id"]])],
            "With `words`: what the device adds."
        ).whereKnown,
    ]

    /// Members that are no texts, such as lists, are left out: devices get them as JSON in a text.
    func json(_ event: EventType) -> JSONValue {
        var json = JSONObject([.init("id", .string(event.id.rawValue))])
        json["alias"] = event.alias.map { .string($0) }
        json["category"] = event.category.map { .string($0) }
        json["priority"] = .string(event.priority.rawValue)
        json["data"] = .object(JSONObject(members(of: event)))
        json["link"] = event.deepLink.map { link in
            let arguments = link.arguments.map { JSONObject.Member($0.parameter, .string($0.field)) }
            return .object(JSONObject([.init("route", .string(link.route))] + arguments))
        }
        let identity = identity(of: event)
        if !identity.isEmpty { json["identity"] = .array(identity.map { .string($0) }) }
        addWords(of: event, to: &json)
        return .object(json)
    }

    /// Event types of which at least one channel reaches devices.
    package var pushedEvents: [EventType] {
        let pushing = Set(profile.pushChannels(registry).map(\.binding.id))
        return profile.events.filter { !pushing.isDisjoint(with: $0.channels) }
    }

    private func members(of event: EventType) -> [JSONObject.Member] {
        guard case .object(let members) = event.data else { return [] }
        return members.compactMap { member in
            switch member.value {
            case .text(let text): .init(member.name, .string(template(text, of: event)))
            case .constant(.number(let number)): .init(member.name, .string(number))
            case .constant(.boolean(let value)): .init(member.name, .string(value ? "true" : "false"))
            case .constant, .array, .object, .each, .value: nil
            }
        }
    }

    /// The text with what the event type itself fills in its place, so that it is a constant for the app.
    private func template(_ text: PlaceholderText, of event: EventType) -> String {
        text.segments.map { segment in
            switch segment {
            case .text(let literal): escaped(literal)
            case .field(let path):
                switch path.steps {
                case ["event", "type"]: escaped(event.id.rawValue)
                case ["event", "category"]: escaped(event.category ?? "")
                case ["event", "alias"]: escaped(event.alias ?? "")
                default: "{\(path)}"
                }
            }
        }
        .joined()
    }

    private func escaped(_ text: String) -> String {
        text.replacing("{", with: "{{").replacing("}", with: "}}")
    }
}
