import CarillonModel

/// What the texts of an event or app text can name, and what each name holds.
struct MessageVariables {
    /// What a variable holds.
    enum Kind: Equatable {
        /// Indirect, because kinds are handed around a great deal, and a field is large.
        indirect case field(PayloadField)
        /// `$fee.present` of an optional field `fee`.
        case presence(of: PayloadField)
        case term
        case tenant
        case recipient
        case link
    }

    private var kinds: [String: Kind] = [:]
    private var terms: [String: String] = [:]
    /// Whether there is a field that may be absent.
    private(set) var hasOptional = false
    /// Fields about which something is wrong already.
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

    /// Whether nobody knows what the name holds: its field has a fault of its own.
    func isUnsure(_ name: String) -> Bool {
        guard !unsure.isEmpty else { return false }
        return unsure.contains(name) || name.hasSuffix(".present") && unsure.contains(String(name.dropLast(8)))
    }

    /// Sorted.
    var names: [String] { (Array(kinds.keys) + terms.keys).sorted() }

    /// The same with a language's terms.
    func adding(_ terms: [String: String]) -> MessageVariables {
        var copy = self
        copy.terms = terms
        return copy
    }

    /// For every event and app text of a profile whose payload can be read.
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
    /// The fields of a payload in which something is wrong.
    fileprivate func unsureFields(_ group: String, _ id: EventTypeID) -> Set<String> {
        guard isDamaged(group, id.rawValue, "payload") else { return [] }
        let members = root[group]?[id.rawValue]?["payload"]?.members ?? []
        return Set(members.map(\.name).filter { isDamaged(group, id.rawValue, "payload", $0) })
    }
}

extension TenantContext {
    /// The variables of a text; nil for texts that belong to nothing, or to an event whose payload can't be read.
    func variables(of text: WrittenText) -> MessageVariables? {
        variables[text.id]?.adding(profile.messages.terms(locale: text.locale))
    }
}
