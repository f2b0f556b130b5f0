import CarillonLanguage
package import CarillonModel
import CarillonPipeline
import CarillonPluginKit
package import CarillonProfiles
package import MessageFormat

/// A text as an editor opens it: its form, what its chips show, and what else can be put into it.
package struct TextView: Sendable {
    package let place: TextPlace
    /// Nil where the language doesn't have the text.
    package let form: TextForm?
    /// By which it is told that somebody else has changed it: ``StudioDraft/hash(of:)``.
    package let hash: String
    /// What each chip shows with the sample.
    private let shown: [FormPattern.Chip: String]
    private let variables: [Variable]

    /// Something that a chip can show.
    package struct Variable: Sendable, Hashable {
        package let name: String
        /// The name of a payload type, or `term`, `tenant`, `recipient`, `link`.
        package let type: String
        /// What people call it.
        package let label: String
        package let isOptional: Bool
        package let isSensitive: Bool
        /// Whether others than the recipient can read this text, so that a confidential field can't be put into it.
        package let isRefused: Bool

        fileprivate var json: JSONObject {
            var object: JSONObject = ["type": .string(type), "label": .string(label)]
            if isOptional { object["optional"] = true }
            if isSensitive { object["sensitive"] = true }
            if isRefused { object["refused"] = true }
            return object
        }
    }

    /// - Parameter sample: the name of one of the event's samples; nil for the main one.
    package init(_ place: TextPlace, in draft: StudioDraft, sample: String? = nil) {
        self.place = place
        let form = draft.form(place)
        self.form = form
        hash = draft.hash(of: place)
        variables = Self.variables(of: place, in: draft)
        let chips = form.map { Array(Set($0.patterns.flatMap(\.chips))) } ?? []
        let messages = chips.map(\.message)
        let wordings = draft.wordings(of: messages, at: place, sample: sample)
        shown = Dictionary(
            zip(chips, wordings).compactMap { chip, wording in wording.map { (chip, $0) } }
        ) { first, _ in first }
    }

    /// `{"place": …, "hash": …, "form": …, "variables": {"amount": {"type": "money", "label": "Amount"}}}`; each chip has
    /// its `label`, and `shown` with the sample.
    ///
    /// - Parameter showsSource: whether a locked form has its source, which only the platform's own staff may see.
    package func json(showsSource: Bool = false) -> JSONValue {
        let labels = Dictionary(variables.map { ($0.name, $0.label) }) { first, _ in first }
        var object: JSONObject = ["place": .object(place.json), "hash": .string(hash)]
        object["form"] = form?.json(showsSource: showsSource) { chip in
            var more = JSONObject()
            more["label"] = chip.variable.flatMap { labels[$0] }.map { .string($0) }
            more["shown"] = shown[chip].map { .string($0) }
            return more
        }
        object["variables"] = .object(JSONObject(variables.map { .init($0.name, .object($0.json)) }))
        return .object(object)
    }

    private static func variables(of place: TextPlace, in draft: StudioDraft) -> [Variable] {
        // What stands in a term stands for itself.
        guard !place.isTerm else { return [] }
        let (id, snapshot) = (place.message.rawValue, draft.snapshot)
        let isExposed = draft.isExposed(place)
        var variables = snapshot.written.fields(of: id).map { field in
            Variable(
                name: field.name,
                type: field.type.name,
                label: field.description ?? field.name,
                isOptional: field.isOptional,
                isSensitive: field.isSensitive,
                isRefused: field.isSensitive && isExposed
            )
        }
        func add(_ name: String, _ type: String, label: String) {
            guard !variables.contains(where: { $0.name == name }) else { return }
            variables.append(
                Variable(
                    name: name,
                    type: type,
                    label: label,
                    isOptional: false,
                    isSensitive: false,
                    isRefused: false
                )
            )
        }
        for term in snapshot.profile?.messages.terms(locale: place.locale).sorted(by: { $0.key < $1.key }) ?? [] {
            add(term.key, "term", label: term.value)
        }
        let others = snapshot.written.isText(id) ? ["tenant"] : ["tenant", "recipient", "link"]
        for name in others { add(name, name, label: name) }
        return variables
    }
}

extension StudioDraft {
    /// Changes with a text, and with nothing else; that of a text which isn't there is one, too.
    package func hash(of place: TextPlace) -> String {
        SoftwareSHA256.hash((snapshot.written(place)?.node.value ?? .null).utf8).hexadecimal
    }
}

/// A way to show a value, as an example.
package struct FormatChoice: Sendable, Hashable {
    /// Nil for the type's own way.
    package let function: Message.Function?
    /// With the sample's value, in the text's language.
    package let example: String
    /// Whether a menu has it: what came from the files and is in none stays as it is.
    package let isOffered: Bool

    /// As pages get it.
    ///
    /// `{"example": "2 000 kr", "function": {"name": "carillon:money", "options": […]}}`
    package var json: JSONValue {
        var object: JSONObject = ["example": .string(example)]
        object["function"] = function?.json
        if !isOffered { object["own"] = true }
        return .object(object)
    }
}

extension StudioDraft {
    /// The ways to show a field at a place, the type's own first; each once, and with the shortest source.
    ///
    /// - Parameters:
    ///   - field: of the event's payload.
    ///   - sample: the name of one of the event's samples; nil for the main one.
    ///   - current: how it is shown now.
    package func formats(
        of field: PayloadField,
        at place: TextPlace,
        sample: String? = nil,
        current: Message.Function? = nil
    ) -> [FormatChoice] {
        var functions = ChipFormats.functions(of: field.type)
        let offered = functions.count
        if current != nil, !functions.contains(current) { functions.append(current) }
        let messages = functions.map { FormPattern.Chip(.variable(field.name), function: $0).message }
        let examples = wordings(of: messages, at: place, sample: sample)
        let probes = ChipFormats.probes(of: field.type).map { value in
            wordings(of: messages, at: place, sample: sample, replacing: (field.name, value))
        }
        var seen: Set<[String?]> = []
        var choices: [FormatChoice] = []
        for (index, function) in functions.enumerated() {
            guard let example = examples[index] else { continue }
            let isNew = seen.insert([example] + probes.map { $0[index] }).inserted
            // How it is shown now is always there, also where the type's own way gives the same.
            guard isNew || function != nil && function == current else { continue }
            choices.append(FormatChoice(function: function, example: example, isOffered: index < offered))
        }
        return choices
    }

    /// What messages make of a sample's values; nil for each that can't be formatted, and for all without a sample.
    func wordings(
        of messages: [Message],
        at place: TextPlace,
        sample: String?,
        replacing value: (name: String, value: JSONValue)? = nil,
        in context: SampleContext? = nil
    ) -> [String?] {
        let none = [String?](repeating: nil, count: messages.count)
        guard !messages.isEmpty, let profile = snapshot.profile, let event = profile.event(place.message),
            let channel = place.channel ?? event.channels.first,
            var payload = snapshot.samples(of: event.id).first(where: { $0.name == sample })?.payload.object
        else { return none }
        if let value { payload[value.name] = value.value }
        let one = TenantProfile(profile, with: [event]).sampling(in: context)
        let rendering = Rendering(profile: one, registry: registry.serving(one), timeZones: BuiltInTimeZones())
        let request = RenderingRequest(
            sampling: event,
            payload: .object(payload),
            locale: place.locale,
            on: channel,
            of: one
        )
        return (try? rendering.wordings(of: messages, in: place.locale, for: request)) ?? none
    }
}

extension FormPattern.Chip {
    /// The chip alone.
    fileprivate var message: Message {
        Message(body: .pattern([.expression(Message.Expression(operand: operand, function: function))]))
    }
}
