import CarillonModel

/// What the texts of an event or app text can name, and what each name holds.
struct MessageVariables {
    /// What a variable holds.
    enum Kind: Equatable {
        case field(PayloadField)
        /// `$fee.present` of an optional field `fee`.
        case presence(of: PayloadField)
        case term
        case tenant
        case recipient
        case link
    }

    private var kinds: [String: Kind] = [:]
    private var terms: [String: String] = [:]

    init(fields: [PayloadField], isEvent: Bool) {
        kinds["tenant"] = .tenant
        if isEvent {
            kinds["recipient"] = .recipient
            kinds["link"] = .link
        }
        for field in fields {
            kinds[field.name] = .field(field)
            if field.isOptional { kinds[field.name + ".present"] = .presence(of: field) }
        }
    }

    subscript(name: String) -> Kind? { kinds[name] ?? (terms[name] == nil ? nil : .term) }

    /// Sorted.
    var names: [String] { (Array(kinds.keys) + terms.keys).sorted() }

    /// The same with a language's terms.
    func adding(_ terms: [String: String]) -> MessageVariables {
        var copy = self
        copy.terms = terms
        return copy
    }

    /// For every event and app text of a profile.
    static func all(_ profile: TenantProfile) -> [EventTypeID: MessageVariables] {
        let events = profile.events.map { ($0.id, MessageVariables(fields: $0.payload, isEvent: true)) }
        let texts = profile.texts.map { ($0.id, MessageVariables(fields: $0.payload, isEvent: false)) }
        return Dictionary(events + texts) { first, _ in first }
    }
}

extension TenantContext {
    /// The variables of a text; nil for words that belong to nothing, or to an event that is not sound.
    func variables(of text: WrittenText) -> MessageVariables? {
        if let event = events[text.id] {
            guard isSound(event) else { return nil }
        } else if eventsFile?.isDamaged("texts", text.id.rawValue) != false {
            return nil
        }
        return variables[text.id]?.adding(profile.messages.terms(locale: text.locale))
    }
}
