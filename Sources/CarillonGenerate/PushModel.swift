import CarillonModel
import CarillonProfiles

extension TenantApp {
    /// What pushes of one form tell: an event type, or several that an app can't tell apart by their data.
    struct NamedPush {
        /// Sorted by id, never empty.
        let events: [EventType]
        let type: String
        let value: String
        let fields: [Field]

        /// A member of the data that isn't the same in all of these pushes, and that a sender fills.
        struct Field {
            let name: String
            /// Its name in the data.
            let member: String
            let form: Form
            /// Whether there are pushes without it.
            let isOptional: Bool
            let choice: TenantEvents.Choice?
            let summary: [String]
            /// Whether a sensitive field of one of these events stands in it.
            let isSensitive: Bool
        }

        var isSensitive: Bool { fields.contains(where: \.isSensitive) }

        /// How the text in the data is to be read.
        enum Form {
            case text
            case integer(ClosedRange<Int64>)
            case decimal
            case boolean
            /// One of a set that a newer host may have more of.
            case choice
        }
    }

    /// Pushes of the event types that reach devices, sorted by the first of their ids.
    ///
    /// - Parameter holder: the name of what holds them, by which their code names it.
    static func pushes(
        of events: [EventType],
        at place: String,
        besides holder: String,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [NamedPush] {
        var groups: [[String]: [EventType]] = [:]
        for event in events.sorted(by: { $0.id < $1.id }) where !event.dataMembers.isEmpty {
            groups[event.dataMembers.map(\.form).sorted(), default: []].append(event)
        }
        let sorted = groups.values.sorted { $0[0].id < $1[0].id }
        let taken = language.takenTypes.union(language.takenPushes).union([holder])
        var types = NameScope(place, taken: taken, files: language.classFiles(besides: "Unknown", "Collected"))
        var values = NameScope(place, taken: language.takenCases.union(["unknown", "collected"]))
        let pushes = sorted.map { events in
            let ids = events.map(\.id.rawValue)
            let type = ids.map(Identifier.type).joined(separator: "Or")
            let value = Identifier.value(ids[0]) + ids.dropFirst().map { "Or" + Identifier.type($0) }.joined()
            return NamedPush(
                events: events,
                type: types.add(ids[0], as: type),
                value: values.add(ids[0], as: value),
                fields: fields(of: events, at: "\(place): \(ids[0])", taken: taken, in: language, faults: &faults)
            )
        }
        faults += types.faults
        return pushes
    }

    private static func fields(
        of events: [EventType],
        at place: String,
        taken: Set<String>,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [NamedPush.Field] {
        var names = NameScope(place, taken: language.takenFields.union(["event", "data"]))
        var types = NameScope(place, taken: taken, files: language.classFiles())
        var known: Set<FieldPath> = []
        let fields = events[0].dataMembers.compactMap { member -> NamedPush.Field? in
            guard case .variable(let path) = member.content else { return nil }
            // A field that stands in two members is one value.
            if let path, !known.insert(path).inserted { return nil }
            let written = path?.steps.joined(separator: "_") ?? member.name
            let forms = events.map { $0.form(of: member.name) }
            let isAlike = forms.allSatisfy { $0.type == forms[0].type }
            let type = isAlike ? forms[0].type : nil
            let name = names.add(written, as: Identifier.value(written))
            var choice: TenantEvents.Choice?
            if case .choice(let values)? = type {
                choice = TenantEvents.choice(
                    of: values,
                    type: types.add(written, as: Identifier.type(written)),
                    at: "\(place).\(member.name)",
                    taken: language.takenOfOpenSets,
                    in: language,
                    faults: &faults
                )
            }
            return NamedPush.Field(
                name: name,
                member: member.name,
                form: NamedPush.Form(type),
                isOptional: forms.contains { $0.isOptional },
                choice: choice,
                summary: events.count == 1 ? forms[0].summary : [],
                isSensitive: events.contains { $0.hasSensitiveField(in: member.name) }
            )
        }
        // What is one as a value is one as a type, too.
        faults += names.faults.isEmpty ? types.faults : names.faults
        return fields
    }
}

extension TenantApp.NamedPush.Form {
    /// - Parameter type: of the field that fills the member; nil where no single one does.
    fileprivate init(_ type: PayloadType?) {
        switch type {
        case .integer(let range)?: self = .integer(range)
        case .decimal?: self = .decimal
        case .boolean?: self = .boolean
        case .choice?: self = .choice
        default: self = .text
        }
    }
}

extension TenantApp.NamedPush {
    /// What a comment says of it.
    var summary: [String] {
        guard events.count == 1 else {
            let ids = events.map { "`\($0.id)`" }.joined(separator: ", ")
            return ["One of \(ids), which look alike to an app."]
        }
        let text = CommentText.line(events[0].summary)
        return (text.isEmpty ? [] : [text, ""]) + ["Event `\(events[0].id)`."]
    }
}

extension EventType {
    /// A member of the data that reaches apps as a text.
    fileprivate struct DataMember {
        let name: String
        let content: Content

        enum Content {
            case constant(String)
            /// The host's own, such as the notification's id.
            case hosts
            /// Filled by senders: with one field, or with several and text around them.
            case variable(FieldPath?)
        }

        /// Equal for members that an app can't tell apart.
        var form: String {
            let content: JSONValue =
                switch content {
                case .constant(let text): ["is": .string(text)]
                case .hosts: "host"
                case .variable: "sender"
                }
            return JSONValue.array([.string(name), content]).text
        }
    }

    fileprivate var dataMembers: [DataMember] {
        guard case .object(let members) = data else { return [] }
        return members.compactMap { member in
            switch member.value {
            case .constant(.number(let text)): DataMember(name: member.name, content: .constant(text))
            case .constant(.boolean(let value)): DataMember(name: member.name, content: .constant(String(value)))
            case .text(let text): DataMember(name: member.name, content: content(text))
            case .constant, .array, .object, .each, .value: nil
            }
        }
    }

    private func content(_ text: PlaceholderText) -> DataMember.Content {
        if let path = text.onlyField, let first = path.steps.first, ["link", "slot", "notification"].contains(first) {
            return .hosts
        }
        var constant = ""
        for segment in text.segments {
            switch segment {
            case .text(let literal): constant += literal
            case .field(let path):
                switch path.steps {
                case ["event", "type"]: constant += id.rawValue
                case ["event", "category"]: constant += category ?? ""
                case ["event", "alias"]: constant += alias ?? ""
                default: return .variable(text.onlyField)
                }
            }
        }
        return .constant(constant)
    }

    /// Whether a sensitive field stands in a member of the data.
    fileprivate func hasSensitiveField(in member: String) -> Bool {
        guard case .object(let members) = data,
            case .text(let text)? = members.first(where: { $0.name == member })?.value
        else { return false }
        return text.fields.contains { field($0.steps[0])?.isSensitive == true }
    }

    /// What fills a member of the data: its type where that is one field's, and whether it may be absent.
    fileprivate func form(of member: String) -> (type: PayloadType?, isOptional: Bool, summary: [String]) {
        guard case .variable(let path?)? = dataMembers.first(where: { $0.name == member })?.content,
            let field = field(path.steps[0])
        else { return (nil, false, []) }
        let isOptional = path.isOptional || field.isOptional
        switch (field.type, path.steps.dropFirst().first) {
        case (let type, nil):
            let text = field.description.map(CommentText.line) ?? ""
            return (type, isOptional, text.isEmpty ? [] : [text])
        case (.money, "value"?): return (.decimal, isOptional, [])
        default: return (nil, isOptional, [])
        }
    }
}

extension TargetLanguage {
    /// Of the values of a set that may have more: what stands for these, and what Kotlin has beside their classes.
    var takenOfOpenSets: Set<String> { self == .kotlin ? ["UNKNOWN", "COMPANION"] : ["unknown", "text"] }

    /// Of types of pushes: what the code around them names.
    var takenPushes: Set<String> {
        switch self {
        case .swift: ["PushValue", "RecognizedEvent", "ReceivedPush", "PushShape", "JSONValue", "Push"]
        case .typescript: ["Push", "Place", "Category", "Action", "AndroidChannel", "Toggle", "Array", "ReadonlyArray"]
        case .kotlin: ["Unknown", "Collected", "Recognition", "ReceivedPush", "Push", "Regex"]
        }
    }
}
