public import CarillonModel
import MessageFormat

/// Makes the words of a push on the device, from the tenant's own templates, which the client profile has.
///
/// ```swift
/// let device = DeviceWords(profile)
/// let push = ReceivedPush(userInfo, shape: .fcmApple)
/// let made = device.texts(for: push, in: "nb-NO", with: tables)
/// ```
///
/// Nothing is compiled before it is needed, and only what is: an extension lives for one push.
public struct DeviceWords: Sendable {
    private let catalogue: EventCatalogue
    private let events: [String: JSONValue]
    private let languages: Languages
    private let tablesIgnoringCase: Set<String>
    private let terms: JSONValue?
    private let product: String

    /// - Parameter profile: the client profile; parts that are missing make ``Note``s, and never a failure.
    public init(_ profile: JSONValue) {
        let list = profile["events"]?.array ?? []
        catalogue = EventCatalogue(list.compactMap(EventDefinition.init))
        events = Dictionary(list.compactMap { event in event["id"]?.string.map { ($0, event) } }) { first, _ in first }
        languages = Languages(profile["locales"] ?? .null)
        let device = profile["device"]
        tablesIgnoringCase = Set(
            (device?["tables"]?.object?.members ?? []).filter { $0.value["ignoreCase"]?.boolean == true }.map(\.name)
        )
        terms = device?["terms"]
        product = profile["name"]?.string ?? ""
    }

    /// Words for one push.
    public struct Texts: Sendable, Hashable {
        /// By slot, such as `title` and `body`; empty where the words stay as they came.
        public let slots: [String: String]
        /// The language they are in; nil for none.
        public let locale: String?
        /// What was missing.
        public let notes: [Note]

        public var title: String? { slots["title"] }
        public var body: String? { slots["body"] }

        init(slots: [String: String] = [:], locale: String? = nil, notes: [Note] = []) {
            self.slots = slots
            self.locale = locale
            self.notes = notes
        }
    }

    /// Why words stay as they came: a code without anything of the push, fit for a log.
    public enum Note: String, Sendable, Hashable, CaseIterable {
        /// The profile has no event type that looks like the push.
        case unknownEvent = "unknown-event"
        /// The profile has no words for it: it may be older than the event type.
        case noWords = "no-words"
        /// A field didn't travel, and the tables don't have it.
        case missingField = "missing-field"
        /// A text can't be formatted whole.
        case badText = "bad-text"
    }

    /// - Parameters:
    ///   - locale: the reader's language, as BCP 47 or with `_`.
    ///   - tables: what the app knows.
    /// - Returns: all slots that the event type has, or none: a title of ours over a text of another language misleads.
    public func texts(for push: ReceivedPush, in locale: String, with tables: DeviceTables) -> Texts {
        guard case .event(let event) = catalogue.recognize(push), let json = events[event.id] else {
            return Texts(notes: [.unknownEvent])
        }
        guard let texts = json["words"]?.object, !texts.members.isEmpty else { return Texts(notes: [.noWords]) }
        var slots: [String: String] = [:]
        var language: String?
        let fields = Fields(event, json, tables, tablesIgnoringCase)
        let chain = languages.chain(for: locale)
        for slot in Self.slotNames(texts) {
            guard let found = chain.first(where: { texts[$0]?[slot] != nil }),
                let source = texts[found]?[slot]?.string
            else { continue }
            switch formatted(source, in: found, fields) {
            case .success(let text): slots[slot] = text
            case .failure(let fault): return Texts(notes: [fault.note])
            }
            language = language ?? found
        }
        guard !slots.isEmpty else { return Texts(notes: [.noWords]) }
        return Texts(slots: slots, locale: language)
    }

    private struct Fault: Error {
        let note: Note
    }

    private func formatted(_ source: String, in locale: String, _ fields: Fields) -> Result<String, Fault> {
        let parsed = Message.parse(source)
        guard parsed.problems.isEmpty else { return .failure(Fault(note: .badText)) }
        let message = CompiledMessage(parsed, locale: locale)
        var arguments: [String: MessageValue] = [:]
        for name in message.variables {
            if let value = fields.value(name) {
                arguments[name] = value
            } else if let term = terms?[locale]?[name]?.string {
                arguments[name] = .string(term)
            } else if name == "tenant" {
                arguments[name] = .string(product)
            } else {
                return .failure(Fault(note: .missingField))
            }
        }
        let formatted = message.format(arguments)
        guard formatted.errors.isEmpty else { return .failure(Fault(note: .badText)) }
        let direction = LanguageTag(locale)?.direction
        return .success(NeededIsolates.kept(in: formatted.text, isRightToLeft: direction == .rightToLeft))
    }

    private static func slotNames(_ texts: JSONObject) -> [String] {
        var names: [String] = []
        for name in texts.members.flatMap({ $0.value.object?.members.map(\.name) ?? [] }) where !names.contains(name) {
            names.append(name)
        }
        // The title first: if time runs out, it says the most.
        return names.filter { $0 == "title" } + names.filter { $0 != "title" }
    }
}

extension DeviceWords.Texts: CustomReflectable {
    /// Without the words, which are the reader's alone.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "slots": slots.keys.sorted(), "locale": locale ?? "none", "notes": notes,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

/// The values of one push's fields, as messages take them.
private struct Fields {
    private let types: JSONValue?
    private let ways: JSONValue?
    private let sources: DeviceField.Sources

    init(_ event: RecognizedEvent, _ json: JSONValue, _ tables: DeviceTables, _ tablesIgnoringCase: Set<String>) {
        types = json["arguments"]
        ways = json["device"]?["fields"]
        sources = DeviceField.Sources(
            fields: event.fields,
            tables: tables,
            tablesIgnoringCase: tablesIgnoringCase
        )
    }

    /// Nil where it neither travelled nor is found, or isn't what the profile says of it.
    func value(_ name: String) -> MessageValue? {
        let presence = ".present"
        if name.hasSuffix(presence), types?[name] == nil {
            return .string(text(String(name.dropLast(presence.count))) == nil ? "false" : "true")
        }
        guard let type = types?[name]?.string else { return nil }
        // An absent one is empty, so that a message can choose between its variants.
        guard let text = text(name) else { return type.hasSuffix("?") ? .string("") : nil }
        switch type.hasSuffix("?") ? String(type.dropLast()) : type {
        case "integer": return Int(text).map { .integer($0) }
        case "decimal": return ExactDecimal(text).map { .decimal($0) } ?? .string(text)
        case "boolean": return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        default: return .string(text)
        }
    }

    private func text(_ name: String) -> String? {
        if let text = sources.fields[name] { return text }
        return (ways?[name]).flatMap { DeviceField($0).value(sources) }
    }
}

/// The languages of a product's texts, and which one a reader gets: as the host has it.
struct Languages: Sendable, Hashable {
    private let standard: LocaleTag?
    private let supported: [LocaleTag]
    private let fallbacks: [String: String]

    init(_ json: JSONValue) {
        standard = json["default"]?.string.flatMap { LocaleTag($0) }
        supported = (json["supported"]?.texts ?? []).compactMap { LocaleTag($0) }
        fallbacks = json["fallbacks"]?.textsByName ?? [:]
    }

    /// The reader's own, its truncations, the fallbacks of each of these, the product's.
    func chain(for requested: String) -> [String] {
        var found: [LocaleTag] = []
        var visited: Set<LocaleTag> = []
        // Apple's systems name a region or calendar of the reader's own behind it: `en_GB@rg=nozzzz`.
        var next = LocaleTag(String(requested.prefix { $0 != "@" }).replacing("_", with: "-"))
        while let tag = next, visited.insert(tag).inserted {
            let candidates = tag.truncations
            for candidate in candidates where supported.contains(candidate) && !found.contains(candidate) {
                found.append(candidate)
            }
            next = candidates.lazy.compactMap { fallbacks[$0.rawValue] }.first.flatMap { LocaleTag($0) }
        }
        if let standard, !found.contains(standard) { found.append(standard) }
        return found.map(\.rawValue)
    }
}
