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

    init(fields: [PayloadField], terms: some Sequence<String>, isEvent: Bool) {
        for term in terms { kinds[term] = .term }
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

    subscript(name: String) -> Kind? { kinds[name] }

    /// Sorted.
    var names: [String] { kinds.keys.sorted() }
}

extension TenantContext {
    /// The variables of a text; nil for words that belong to nothing, or to an event that is not sound.
    func variables(of text: WrittenText) -> MessageVariables? {
        let terms = profile.messages.terms(locale: text.locale).keys
        if let event = events[text.id] {
            guard isSound(event) else { return nil }
            return MessageVariables(fields: event.payload, terms: terms, isEvent: true)
        }
        guard let appText = appTexts[text.id], eventsFile?.isDamaged("texts", text.id.rawValue) == false else {
            return nil
        }
        return MessageVariables(fields: appText.payload, terms: terms, isEvent: false)
    }
}
