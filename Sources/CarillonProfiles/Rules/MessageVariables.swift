import CarillonModel

/// The variables that the texts of an event or app text can use, with their types.
struct MessageVariables {
    /// The type of a variable.
    enum Kind: Equatable {
        /// Indirect, because kinds are copied often, and a field is large.
        indirect case field(PayloadField)
        /// `$fee.present` for an optional field `fee`.
        case presence(of: PayloadField)
        case term
        case tenant
        case recipient
        case link
    }

    private var kinds: [String: Kind] = [:]
    private var terms: [String: String] = [:]
    /// Whether any field may be absent.
    private(set) var hasOptional = false
    /// Fields with an error that was reported.
    private var unsure: Set<String> = []

    init(fields: [PayloadField], isEvent: Bool, unsure: Set<String> = []) {
        self.unsure = unsure
        kinds["tenant"] = .tenant
        if isEvent {
            kinds["recipient"] = .recipient
            kinds["link"] = .link
        }
        for field in fields where !unsure.contains(field.name) {
            kinds[field.name] = .field(field)
            guard field.isOptional else { continue }
            kinds[field.name + ".present"] = .presence(of: field)
            hasOptional = true
        }
    }

    subscript(name: String) -> Kind? { kinds[name] ?? (terms[name] == nil ? nil : .term) }

    /// Whether a name may be used, as far as is known.
    func isKnown(_ name: String) -> Bool { self[name] != nil || isUnsure(name) }

    /// Whether the type behind a name is unknown, because its field has an error.
    func isUnsure(_ name: String) -> Bool {
        guard !unsure.isEmpty else { return false }
        return unsure.contains(name) || name.hasSuffix(".present") && unsure.contains(String(name.dropLast(8)))
    }

    /// Sorted.
    var names: [String] { (Array(kinds.keys) + terms.keys).sorted() }

    /// The same variables and a language's terms.
    func adding(_ terms: [String: String]) -> MessageVariables {
        var copy = self
        copy.terms = terms
        return copy
    }

    /// The variables of every event and app text whose payload can be read.
    static func all(_ profile: TenantProfile, _ file: TenantFile?) -> [EventTypeID: MessageVariables] {
        guard let file else { return [:] }
        var all: [EventTypeID: MessageVariables] = [:]
        for event in profile.events where !file.isLost("events", event.id.rawValue, "payload") {
            let unsure = file.unsureFields("events", event.id)
            all[event.id] = MessageVariables(fields: event.payload, isEvent: true, unsure: unsure)
        }
        for text in profile.texts where all[text.id] == nil && !file.isLost("texts", text.id.rawValue, "payload") {
            let unsure = file.unsureFields("texts", text.id)
            all[text.id] = MessageVariables(fields: text.payload, isEvent: false, unsure: unsure)
        }
        return all
    }
}

extension TenantFile {
    /// The fields of a payload with an error.
    fileprivate func unsureFields(_ group: String, _ id: EventTypeID) -> Set<String> {
        guard isDamaged(group, id.rawValue, "payload") else { return [] }
        let members = root[group]?[id.rawValue]?["payload"]?.members ?? []
        return Set(members.map(\.name).filter { isDamaged(group, id.rawValue, "payload", $0) })
    }
}

extension TenantContext {
    /// The variables of a text; nil for a text that belongs to no event or app text, or to one whose payload can't be
    /// read.
    func variables(of text: WrittenText) -> MessageVariables? {
        variables[text.id]?.adding(profile.messages.terms(locale: text.locale))
    }
}
