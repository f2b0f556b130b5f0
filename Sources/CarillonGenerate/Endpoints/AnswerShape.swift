import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What an answer is, without names for code.
indirect enum AnswerShape: Hashable {
    case text
    case integer
    case boolean
    /// Any JSON.
    case open
    case instant(WrittenInstant)
    /// One of these texts, or one that is newer than the app.
    case choice([String])
    case list(AnswerShape)
    case object([Member])

    struct Member: Hashable {
        let name: String
        let shape: AnswerShape
        /// Whether it is always there.
        let isSure: Bool
        var summary = ""
    }
}

/// How a point in time is written; the names are the runtimes'.
enum WrittenInstant: Hashable {
    case rfc3339
    case epochMilliseconds
    case epochSeconds

    /// Nil where it is a text of another form, such as a day.
    init?(_ format: ValueFormat) {
        switch format {
        case .iso: self = .rfc3339
        case .epochMillis: self = .epochMilliseconds
        case .epochSeconds: self = .epochSeconds
        case .text, .integer, .date, .pattern: return nil
        }
    }
}

extension AnswerShape {
    /// What a path of members leads to, and whether it is always there; nil where nothing is known of it.
    func shape(at steps: ArraySlice<String>) -> (shape: AnswerShape, isSure: Bool)? {
        guard let step = steps.first else { return (self, true) }
        if case .object(let members) = self, let member = members.first(where: { $0.name == step }) {
            return member.shape.shape(at: steps.dropFirst()).map { ($0.shape, $0.isSure && member.isSure) }
        }
        guard steps.count == 1, let format = ValueFormat.named.first(where: { $0.name == step })?.format
        else { return nil }
        switch self {
        case .list, .object, .open: return nil
        default: return (written(as: format), true)
        }
    }

    /// The shape of the same value in another format.
    func written(as format: ValueFormat) -> AnswerShape {
        switch (self, format) {
        case (.instant, _): WrittenInstant(format).map(AnswerShape.instant) ?? .text
        case (.integer, .text), (.boolean, .text): .text
        // An id of digits becomes a number.
        case (.text, .integer): .open
        default: self
        }
    }

    /// What fits all of them.
    static func common(_ shapes: [AnswerShape]) -> AnswerShape {
        guard let first = shapes.first else { return .open }
        if shapes.allSatisfy({ $0 == first }) { return first }
        let isText = shapes.allSatisfy { shape in
            switch shape {
            case .text, .choice: true
            default: false
            }
        }
        return isText ? .text : .open
    }
}

/// What operations give, as far as a profile narrows it.
struct ResultReader {
    let profile: TenantProfile
    let registry: ChannelRegistry
    /// Fields that every request fills: what the result repeats of them is always there.
    var filled: Set<String> = []
    /// Whether requests may ask for pages by cursor; those aren't counted.
    var hasCursor = true
    /// Whether it is what contracts see.
    var isOfContract = false

    func shape(of shape: ResultShape) -> AnswerShape {
        switch shape {
        case .text, .reference: .text
        case .integer: .integer
        case .boolean: .boolean
        case .choice(let values): .choice(values)
        case .instant: .instant(.rfc3339)
        case .list(let element): .list(self.shape(of: element))
        case .object(let members): object(members)
        case .open, .errorCode: .open
        case .content: content
        }
    }

    func object(_ members: [ResultShape.Member]) -> AnswerShape {
        let there = members.filter { isOfContract || $0.presence != .inContracts }
        return .object(
            there.map { member in
                .init(
                    name: member.name,
                    shape: shape(of: member.shape),
                    isSure: isSure(member),
                    summary: member.meaning
                )
            }
        )
    }

    private func isSure(_ member: ResultShape.Member) -> Bool {
        guard !member.isNullable else { return false }
        return switch member.presence {
        case .always, .inContracts: true
        case .whereKnown, .sometimes: false
        case .whereSaid: filled.contains(member.name)
        case .whereDevicesHaveOwners: profile.devices.owner != .subscription
        case .whereCounted: !hasCursor
        case .whereCategorized: profile.events.allSatisfy { $0.category != nil }
        case .whereWritten: isWritten(member.name, in: profile.locales.supported)
        }
    }

    /// The slots that the feed shows, by language.
    private var content: AnswerShape {
        .object(
            profile.locales.supported.map { locale in
                let slots = ["title", "subtitle", "body", "action", "image"].map { slot in
                    AnswerShape.Member(name: slot, shape: .text, isSure: isWritten(slot, in: [locale]))
                }
                return .init(
                    name: locale.rawValue,
                    shape: .object(slots),
                    isSure: slots.contains(where: \.isSure)
                )
            }
        )
    }

    /// Whether every event type in the feed has a text for a slot in these languages.
    private func isWritten(_ slot: String, in locales: [LocaleTag]) -> Bool {
        let feeds = profile.feedChannels(registry: registry)
        return profile.events.allSatisfy { event in
            feeds.filter { event.channels.contains($0.id) || !$0.fallbackFor.isEmpty }.allSatisfy { feed in
                locales.allSatisfy { profile.messages.text(event.id, channel: feed.id, slot: slot, locale: $0) != nil }
            }
        }
    }
}

/// What a contract's template makes of an operation's result.
struct TemplateReader {
    /// What placeholders can see, the innermost last.
    let scopes: [AnswerShape]

    func shape(of template: JSONTemplate) -> AnswerShape {
        switch template {
        case .constant(.boolean): return .boolean
        case .constant(let value): return value.integer == nil ? .open : .integer
        case .text(let text):
            guard let path = text.onlyField else { return .text }
            return lookUp(path)?.shape ?? .open
        case .array(let elements):
            return .list(elements.isEmpty ? .open : AnswerShape.common(elements.map(shape(of:))))
        case .object(let members):
            return .object(
                members.map { .init(name: $0.name, shape: shape(of: $0.value), isSure: isSure($0.value)) }
            )
        case .value(let shown): return shape(of: shown)
        case .each(let path, let inner):
            guard case .list(let element)? = lookUp(path)?.shape else { return .list(.open) }
            return .list(TemplateReader(scopes: scopes + [element]).shape(of: inner))
        }
    }

    private func shape(of shown: ShownValue) -> AnswerShape {
        let source = shown.text.onlyField.flatMap { lookUp($0)?.shape } ?? .text
        let own = shown.format.map { source.written(as: $0) } ?? source
        let meanings = shown.values.map { shape(of: $0.value) }
        let named = Set(shown.values.map(\.name))
        // A value that none of these stands for passes as it is.
        let isCovered: Bool =
            switch source {
            case .choice(let values): named.isSuperset(of: values)
            case .boolean: named.isSuperset(of: ["true", "false"])
            default: false
            }
        let otherwise = shown.otherwise.map { [shape(of: $0)] } ?? []
        return AnswerShape.common(meanings + (isCovered && !meanings.isEmpty ? [] : [own]) + otherwise)
    }

    private func lookUp(_ path: FieldPath) -> (shape: AnswerShape, isSure: Bool)? {
        scopes.reversed().lazy.compactMap { $0.shape(at: path.steps[...]) }.first
    }

    /// Whether it is always there: made of nothing that may be absent, and not null.
    private func isSure(_ template: JSONTemplate) -> Bool {
        switch template {
        case .constant(let value): !value.isNull
        case .array, .object: true
        case .each(let path, _): !path.isOptional && lookUp(path)?.isSure == true
        case .text(let text): isSure(text)
        case .value(let shown):
            (shown.otherwise.map(isSure) ?? isSure(shown.text)) && shown.values.allSatisfy { isSure($0.value) }
        }
    }

    private func isSure(_ text: PlaceholderText) -> Bool {
        text.fields.allSatisfy { !$0.isOptional && lookUp($0)?.isSure == true }
    }
}
