public import CarillonModel

/// JSON with placeholders and five constructs: the body of a request.
///
/// Every template ends in one pass; nothing repeats but once for each message of a batch, and nothing is computed.
public indirect enum ChannelTemplate: Sendable, Hashable {
    /// null, a truth value or a number.
    case constant(JSONValue)
    case text(ChannelText)
    case list([ChannelTemplate])
    case object([Member])
    /// `{"from": "{priority}", "values": {"high": 4, "*": 3}}`.
    case choice(ChannelText, [Member])
    /// `{"first": […]}`: the first that is there.
    case first([ChannelTemplate])
    /// `{"join": "\n", "of": […]}`: those that are there.
    case join(String, [ChannelTemplate])
    /// `{"needs": ["{link.web?}"], "of": …}`: nothing where one of them is absent.
    case needs([ChannelText], ChannelTemplate)
    /// `{"each": "messages", "as": …}`: a list with an element for each message of the batch, in their order.
    case each(ChannelTemplate)

    public struct Member: Sendable, Hashable {
        public let name: String
        public let value: ChannelTemplate

        public init(_ name: String, _ value: ChannelTemplate) {
            self.name = name
            self.value = value
        }
    }

    /// The JSON; nil where it is absent.
    ///
    /// Members and elements that are absent are left out.
    func resolved(in scope: MessageScope) throws(RequestFault) -> JSONValue? {
        switch self {
        case .constant(let value): return value
        case .text(let text): return try text.resolved(in: scope)
        case .list(let elements): return .array(try Self.present(elements, in: scope))
        case .object(let members):
            var object: [JSONObject.Member] = []
            for member in members {
                guard let value = try member.value.resolved(in: scope) else { continue }
                object.append(.init(member.name, value))
            }
            return .object(JSONObject(object))
        case .choice(let text, let values):
            guard let chosen = try text.text(in: scope) else { return nil }
            return try (values.first { $0.name == chosen } ?? values.first { $0.name == "*" })?.value.resolved(
                in: scope
            )
        case .first(let templates):
            for template in templates {
                if let value = try template.resolved(in: scope) { return value }
            }
            return nil
        case .join(let separator, let templates):
            let texts = try Self.present(templates, in: scope).compactMap(\.plainText)
            return texts.isEmpty ? nil : .string(texts.joined(separator: separator))
        case .needs(let conditions, let template):
            for condition in conditions {
                guard try condition.resolved(in: scope) != nil else { return nil }
            }
            return try template.resolved(in: scope)
        case .each(let template):
            var elements: [JSONValue] = []
            for message in scope.each {
                // Its answer is known by its place alone.
                guard let element = try template.resolved(in: message) else { throw .missing("element") }
                elements.append(element)
            }
            return .array(elements)
        }
    }

    private static func present(
        _ templates: [ChannelTemplate],
        in scope: MessageScope
    ) throws(RequestFault) -> [JSONValue] {
        var values: [JSONValue] = []
        for template in templates {
            if let value = try template.resolved(in: scope) { values.append(value) }
        }
        return values
    }

    /// Every text with placeholders, and what is known to be there where it stands.
    public var texts: [(text: ChannelText, present: Set<ChannelValue>)] { texts(given: []) }

    private func texts(given present: Set<ChannelValue>) -> [(text: ChannelText, present: Set<ChannelValue>)] {
        switch self {
        case .constant: []
        case .text(let text): [(text, present)]
        case .list(let elements), .first(let elements), .join(_, let elements):
            elements.flatMap { $0.texts(given: present) }
        case .object(let members): members.flatMap { $0.value.texts(given: present) }
        case .choice(let text, let values): [(text, present)] + values.flatMap { $0.value.texts(given: present) }
        case .needs(let conditions, let template):
            conditions.map { ($0, present) }
                + template.texts(given: present.union(conditions.flatMap(\.placeholders).map(\.value)))
        case .each(let template): template.texts(given: present)
        }
    }
}
