import CarillonModel

extension ClientProfile {
    /// The members of `data` that make two pushes the same: constants and ids, and with an id that is always there what else is
    /// exact (numbers, money, flags, sets of values, times), because two pushes about one order may differ in its state alone.
    ///
    /// Without an id, these aren't enough: two payments of the same amount are two. Texts, and what is made of them, are never
    /// part of it, because apps keep identities. Empty where a member holds the notification's own id, which says more.
    func identity(of event: EventType) -> [String] {
        guard event.idMembers.isEmpty, case .object(let members) = event.data else { return [] }
        let kinds = members.map { ($0.name, IdentityKind($0.value, of: event)) }
        let hasID = kinds.contains { $0.1 == .id(isSure: true) }
        return kinds.filter { _, kind in
            switch kind {
            case .constant, .id: true
            case .value: hasID
            case nil: false
            }
        }
        .map(\.0)
    }
}

/// What a member of `data` is to the identity of a push.
private enum IdentityKind: Equatable {
    case constant
    /// Tells one thing from all others of its kind; sure where every push has it.
    case id(isSure: Bool)
    /// Exact, and the same of many things.
    case value

    /// Nil for what is no part of it.
    init?(_ member: JSONTemplate, of event: EventType) {
        switch member {
        case .constant(.number), .constant(.boolean): self = .constant
        case .constant, .array, .object, .each, .value: return nil
        case .text(let text):
            let kinds = text.fields.map { Self(of: $0, in: event) }
            guard kinds.allSatisfy({ $0 != nil }) else { return nil }
            let ids = kinds.filter { if case .id? = $0 { true } else { false } }
            if !ids.isEmpty {
                let isSure = ids.contains(.id(isSure: true)) && !Self.isOptional(text, in: event)
                self = .id(isSure: isSure)
            } else {
                self = kinds.contains(.value) ? .value : .constant
            }
        }
    }

    private init?(of path: FieldPath, in event: EventType) {
        switch path.steps.first {
        case "event"?: self = .constant
        // A link is as exact as what its route takes.
        case "link"?:
            let fields = event.deepLink?.arguments.compactMap { event.field($0.field) } ?? []
            guard fields.allSatisfy(\.type.isExact) else { return nil }
            self = .value
        case let name?:
            guard let field = event.field(name), field.type.isExact else { return nil }
            self = Self.isID(field, of: event) ? .id(isSure: !field.isOptional) : .value
        case nil: return nil
        }
    }

    /// Integers are ids where something is found by them: a place of the app, a topic, a notification to be replaced.
    private static func isID(_ field: PayloadField, of event: EventType) -> Bool {
        switch field.type {
        case .uuid, .slug: return true
        case .integer:
            let keys = [event.collapse, event.dedupe, event.supersedes, event.audience, event.topic].compactMap(\.self)
            return event.deepLink?.arguments.contains { $0.field == field.name } == true
                || keys.contains { $0.fields.contains { $0.steps == [field.name] } }
        default: return false
        }
    }

    private static func isOptional(_ text: PlaceholderText, in event: EventType) -> Bool {
        text.fields.contains { event.field($0.steps[0])?.isOptional == true }
    }
}

extension PayloadType {
    /// Whether a value is written in one way, and short.
    fileprivate var isExact: Bool {
        switch self {
        case .integer, .decimal, .money, .boolean, .choice, .uuid, .slug, .path, .instant, .date: true
        case .text, .url, .email, .list, .map, .localizedText: false
        }
    }
}
