import CarillonModel
import CarillonProfiles

/// A tenant's events with the names that they have in one language's code.
struct TenantEvents {
    let profile: TenantProfile
    let language: TargetLanguage
    /// Sorted by id, so that moving one in the file changes nothing.
    let events: [Event]
    /// The tenant's languages as fields, the default one first.
    let languages: [(name: String, tag: String)]

    struct Event {
        let event: EventType
        let type: String
        let value: String
        let fields: [Field]
    }

    struct Field {
        let field: PayloadField
        let name: String
        /// Of the type that its values have where they are a closed set, and their names.
        let choice: Choice?
    }

    struct Choice {
        let type: String
        let cases: [(name: String, value: String)]
    }

    /// - Throws: where two names would be one in code.
    init(_ profile: TenantProfile, in language: TargetLanguage) throws(GenerationFaults) {
        self.profile = profile
        self.language = language
        var faults: [String] = []
        let place = "\(profile.id)/events.json"
        let own = Identifier.type(profile.id.rawValue) + "Events"
        let classes = language.classFiles(besides: "LocalizedText")
        var types = NameScope(place, taken: language.takenTypes.union([own]), files: classes)
        var values = NameScope(place, taken: language.takenValues)
        events = profile.events.sorted { $0.id < $1.id }.map { event in
            let id = event.id.rawValue
            let fields = Self.fields(of: event, at: "\(place): \(id)", besides: own, in: language, faults: &faults)
            return Event(
                event: event,
                type: types.add(id, as: Identifier.type(id)),
                value: values.add(id, as: Identifier.value(id)),
                fields: fields
            )
        }
        faults += types.faults
        if language == .typescript { faults += values.faults.filter { !types.faults.contains($0) } }
        let standard = profile.locales.defaultLocale
        var names = NameScope("\(profile.id)/profile.json: locales", taken: language.takenFields)
        let others = profile.locales.supported.map(\.rawValue).filter { $0 != standard.rawValue }.sorted()
        languages = ([standard.rawValue] + others).map { (names.add($0, as: Identifier.value($0)), $0) }
        faults += names.faults
        guard faults.isEmpty else { throw GenerationFaults(messages: faults) }
    }

    private static func fields(
        of event: EventType,
        at place: String,
        besides holder: String,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [Field] {
        var names = NameScope(place, taken: language.takenFields)
        var types = NameScope(place, taken: language.takenTypes.union([holder]), files: language.classFiles())
        let fields = event.payload.map { field in
            let name = names.add(field.name, as: Identifier.value(field.name))
            let choice = field.type.choices.map { values in
                let type = types.add(field.name, as: Identifier.type(field.name))
                return Self.choice(of: values, type: type, at: "\(place).\(field.name)", in: language, faults: &faults)
            }
            return Field(field: field, name: name, choice: choice)
        }
        // What is one as a value is one as a type, too.
        faults += names.faults.isEmpty ? types.faults : names.faults
        return fields
    }

    /// - Parameter taken: names of the code around the cases.
    static func choice(
        of values: [String],
        type: String,
        at place: String,
        taken: Set<String> = [],
        in language: TargetLanguage,
        faults: inout [String]
    ) -> Choice {
        // TypeScript has the values themselves.
        guard language != .typescript else { return Choice(type: type, cases: values.map { ("", $0) }) }
        // Within a type of Kotlin's, an object of the same name hides it.
        let taken = language.takenCases.union(taken).union(language == .kotlin ? [type] : [])
        var names = NameScope(place, taken: taken)
        let cases = values.map { value in
            (names.add(value, as: language == .kotlin ? Identifier.constant(value) : Identifier.value(value)), value)
        }
        faults += names.faults
        return Choice(type: type, cases: cases)
    }

    /// The name of what holds the events: `AcmeEvents`.
    var name: String { Identifier.type(profile.id.rawValue) + "Events" }

    /// Whether an event has texts by language.
    var hasLocalizedTexts: Bool {
        events.contains { $0.fields.contains { if case .localizedText = $0.field.type { true } else { false } } }
    }

    /// The way in which services prove who they are; the tenant's first.
    var key: (header: String, scheme: String?) {
        guard let key = profile.authentication.services.first else { return ("Authorization", "Bearer") }
        return (key.header, key.scheme)
    }
}

extension TenantEvents.Event {
    /// What a comment says of the event.
    var summary: [String] {
        let text = CommentText.line(event.summary)
        return (text.isEmpty ? [] : [text, ""]) + ["Event `\(event.id)`."]
    }
}

extension TenantEvents.Field {
    /// What a comment says of the field.
    var summary: [String] {
        var lines: [String] = []
        if let text = field.description.map({ CommentText.line($0) }), !text.isEmpty { lines.append(text) }
        if let value = field.defaultValue { lines.append("Where it is left out: \(CommentText.line(value.text))") }
        return lines
    }
}

extension PayloadType {
    /// The values of a closed set, also where they are a list's elements.
    var choices: [String]? {
        switch self {
        case .choice(let values): values
        case .list(let element, _): element.choices
        default: nil
        }
    }
}
