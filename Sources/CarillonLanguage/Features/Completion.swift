import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// Something that may be written at a place.
public struct CompletionItem: Sendable, Hashable {
    public enum Kind: Int, Sendable, Hashable {
        case function = 3
        case field = 5
        case variable = 6
        case property = 10
        case value = 12
        case keyword = 14
        case reference = 18
        case constant = 21
        case event = 23
    }

    public let label: String
    public let kind: Kind
    public var detail: String?
    /// Markdown.
    public var documentation: String?
    /// What a client compares with what is typed: the text in the range begins like it.
    public let filter: String
    /// Bytes of the file that it takes the place of.
    public let range: Range<Int>
    public let text: String
    /// The same with places to type at, where there are some.
    public var snippet: String?
}

extension TenantSnapshot {
    /// What fits at a byte of a file, the best first; nothing where nothing fits.
    public func completions(at offset: Int, in path: String) -> [CompletionItem] {
        guard let file = files[path] else { return [] }
        let offset = min(max(offset, 0), file.bytes.count)
        let place = JSONPlaceFinder(file.bytes, at: offset)
        var cursor = CompletionCursor(tenant: self, file: file, place: place, offset: offset)
        return cursor.items()
    }
}

/// One question for completions.
private struct CompletionCursor {
    let tenant: TenantSnapshot
    let file: SyntaxFile
    let place: JSONPlaceFinder
    let offset: Int
    private var found: [CompletionItem] = []

    init(tenant: TenantSnapshot, file: SyntaxFile, place: JSONPlaceFinder, offset: Int) {
        self.tenant = tenant
        self.file = file
        self.place = place
        self.offset = offset
    }

    mutating func items() -> [CompletionItem] {
        switch place.role {
        case .between: return []
        case .key: addKeys()
        case .value:
            if addMessage() || addPlaceholders() { return found }
            addValues()
        }
        return found
    }

    private var steps: [JSONStep] { place.steps }
    private var node: JSONNode? { file.root?.node(at: steps) }
    /// Names on the way to the place; an index is `[]`.
    private var names: [String] { steps.map { $0.name ?? "[]" } }

    // MARK: keys

    private mutating func addKeys() {
        // A word without quotes is read on; behind one there is nothing to add.
        let typed = JSONPlaceFinder.text(place.token, in: file.bytes)
        var present = Set(node?.members.map(\.name) ?? [])
        present.remove(typed)
        let guide = ShapeGuide(file: file.path, at: steps, in: file.root)
        let keys = guide?.keys ?? []
        for key in keys.filter(\.isRequired) + keys.filter({ !$0.isRequired }) where !present.contains(key.name) {
            addKey(
                key.name,
                key.skeleton,
                detail: key.isRequired ? "required" : nil,
                documentation: "\(key.description)\n\nExample: `\(key.example.text)`"
            )
        }
        for (name, skeleton, detail) in ownKeys(guide) where !present.contains(name) {
            addKey(name, skeleton, detail: detail, documentation: nil)
        }
    }

    /// Keys that the tenant's own files name.
    private func ownKeys(_ guide: ShapeGuide?) -> [(name: String, skeleton: String, detail: String?)] {
        let written = tenant.written
        switch file.kind {
        case .sample(let stem) where steps.isEmpty:
            guard let event = written.event(ofSample: stem) else { return [] }
            return written.fields(of: event).map { field in
                (field.name, field.examples.first?.text ?? field.type.skeleton, field.isRequired ? "required" : nil)
            }
        case .templates(let locale): return templateKeys(locale)
        case .profile where names.count == 3 && names[0] == "channels" && names[2] == "settings":
            let use = file.root?["channels"]?[names[1]]?["use"]?.string
            let fields = use.flatMap { PluginIDText.descriptor($0, in: tenant.registry) }?.fields ?? []
            return (fields.filter(\.isRequired) + fields.filter { !$0.isRequired })
                .map { ($0.name, $0.skeleton, $0.isRequired ? "required" : $0.description) }
        case .events where names.last == "deepLink":
            guard let route = node?["route"]?.string else { return [] }
            return tenant.names.declared(.parameter, in: route).map { ($0, "\"\"", "of the route") }
        default: break
        }
        guard guide?.keyForm == "locale" else { return [] }
        return locales.map { ($0, "\"\"", nil) }
    }

    private var locales: [String] {
        tenant.files["profile.json"]?.root?["locales"]?["supported"]?.elements.compactMap(\.string) ?? []
    }

    private func templateKeys(_ locale: String) -> [(name: String, skeleton: String, detail: String?)] {
        guard names.first == "messages" else { return [] }
        if names.count == 1 {
            let written = tenant.written
            return written.events.map { ($0.id.rawValue, "{}", $0.summary) }
                + written.texts.map { ($0.id.rawValue, "{}", $0.summary) }
        }
        if names.last == "when" { return variantKeys(locale) }
        guard let event = tenant.written.event(names[1]) else { return [] }
        let slots = tenant.profile == nil ? [] : tenant.channels(of: event).flatMap { tenant.slots(of: $0) }
        var seen: Set<String> = []
        let group = names.count == 3 ? names[2] + "." : ""
        return (slots.filter(\.isRequired) + slots.filter { !$0.isRequired }).compactMap { slot in
            guard slot.name.hasPrefix(group) || names.count == 3 && !slot.name.contains(".") else { return nil }
            let rest = slot.name.hasPrefix(group) ? slot.name.dropFirst(group.count) : slot.name[...]
            let name = String(rest.split(separator: ".").first ?? "")
            guard !name.isEmpty, seen.insert(name).inserted else { return nil }
            return (name, rest.contains(".") ? "{}" : "\"\"", slot.isRequired ? "required" : slot.description)
        }
    }

    /// Of `when`: the forms of the language, or the values of the field, and the rest.
    private func variantKeys(_ locale: String) -> [(name: String, skeleton: String, detail: String?)] {
        let selection = file.root?.node(at: Array(steps.dropLast()))
        guard let written = selection?["match"]?.elements.first?.string else { return [] }
        let field = tenant.written.fields(of: names[1]).first {
            $0.name == written.split(separator: " ").first.map(String.init)
        }
        var keys: [(name: String, skeleton: String, detail: String?)] = []
        let isOrdinal = written.contains("select=ordinal")
        switch field?.type {
        case .integer, .decimal:
            let kind = isOrdinal ? PluralRules.Kind.ordinal : .cardinal
            keys = PluralNumbers.categories(locale: locale, kind: kind).filter { $0 != .other }.map { category in
                ("\(category)", "\"\"", PluralNumbers.wording(of: category, locale: locale, kind: kind))
            }
        case .choice(let values): keys = values.map { ($0, "\"\"", nil) }
        case .boolean: keys = [("true", "\"\"", nil), ("false", "\"\"", nil)]
        default: if written.hasSuffix(".present") { keys = [("true", "\"\"", nil), ("false", "\"\"", nil)] }
        }
        return keys + [("*", "\"\"", "whatever is left")]
    }

    private mutating func addKey(_ name: String, _ skeleton: String, detail: String?, documentation: String?) {
        let quoted = JSONValue.string(name).text
        var next = place.token.upperBound
        while next < file.bytes.count, file.bytes[next] == 0x20 { next += 1 }
        let hasColon = next < file.bytes.count && file.bytes[next] == UInt8(ascii: ":")
        let text = hasColon ? quoted : "\(quoted): \(skeleton)"
        var snippet: String?
        if !hasColon {
            let mark = "\(quoted): ".snippetText
            switch skeleton {
            case "\"\"": snippet = mark + "\"$1\""
            case "{}": snippet = mark + "{$1}"
            case "[]": snippet = mark + "[$1]"
            default: snippet = mark + "${1:\(skeleton.snippetText)}"
            }
        }
        found.append(
            CompletionItem(
                label: name,
                kind: .property,
                detail: detail,
                documentation: documentation,
                filter: place.isString || place.token.isEmpty ? quoted : name,
                range: place.token,
                text: text,
                snippet: snippet
            )
        )
    }

    // MARK: values

    private mutating func addValues() {
        let guide = ShapeGuide(file: file.path, at: steps, in: file.root)
        if guide?.isBoolean == true, !place.isString {
            for word in ["true", "false"] { add(word, .keyword, isText: false) }
        }
        for word in guide?.choices ?? [] { add(word, .constant) }
        for name in expectedNames(guide) { add(name.text, name.kind, detail: name.detail) }
        switch guide?.form {
        case "time zone": if place.isString { for zone in NameForm.timeZones { add(zone, .value) } }
        case "duration": for (text, wording) in Self.durations { add(text, .value, detail: wording) }
        case "locale": for locale in locales { add(locale, .value) }
        default: break
        }
    }

    private static let durations = [
        ("30s", "30 seconds"), ("5m", "5 minutes"), ("15m", "15 minutes"), ("1h", "an hour"), ("24h", "a day"),
        ("7d", "a week"), ("90d", "90 days"),
    ]

    private func declared(
        _ kind: Name.Kind,
        in scope: String = ""
    ) -> [(text: String, kind: CompletionItem.Kind, detail: String?)] {
        tenant.names.declared(kind, in: scope).map { ($0, .reference, kind.wording) }
    }

    private func fields(
        of event: String,
        where isFit: (PayloadField) -> Bool = { _ in true }
    )
        -> [(text: String, kind: CompletionItem.Kind, detail: String?)]
    {
        tenant.written.fields(of: event).filter(isFit).map { ($0.name, .field, $0.wording) }
    }

    /// What the place refers to.
    private func expectedNames(_ guide: ShapeGuide?) -> [(text: String, kind: CompletionItem.Kind, detail: String?)] {
        let last = names.last ?? ""
        let list = names.count > 1 && last == "[]" ? names[names.count - 2] : ""
        switch file.kind {
        case .profile:
            if last == "use" { return tenant.registry.descriptors.map { ($0.id.rawValue, .value, $0.summary) } }
            if list == "channels" || list == "fallbackFor" { return declared(.channel) }
            if list == "categories" { return declared(.category) }
            if last == "androidChannel" { return declared(.androidChannel) }
            if last == "route" { return declared(.route) }
            if last == "text" { return declared(.text) }
            if names.count == 4, names[0] == "channels", names[2] == "settings" { return settingValues(last) }
        case .events where names.count > 2 && names[0] == "events":
            let event = names[1]
            if last == "category" { return declared(.category) }
            if list == "channels" { return declared(.channel) }
            if names[2] == "deepLink" { return last == "route" ? declared(.route) : fields(of: event) }
            if last == "before" || last == "after" {
                return fields(of: event) { $0.type == .instant || $0.type == .date }
            }
            if last == "dataFrom" { return fields(of: event) { if case .map = $0.type { true } else { false } } }
        case .templates where list == "match" && names.count > 3:
            let fields = tenant.written.fields(of: names[1])
            return fields.map { ($0.name, .field, $0.wording) }
                + fields.filter(\.isOptional).map { ($0.name + ".present", .field, "whether it is there") }
        case .sample(let stem) where names.count == 1:
            let field = tenant.written.event(ofSample: stem).flatMap { event in
                tenant.written.fields(of: event).first { $0.name == last }
            }
            if case .choice(let values)? = field?.type { return values.map { ($0, .constant, nil) } }
        default: break
        }
        return []
    }

    private func settingValues(_ setting: String) -> [(text: String, kind: CompletionItem.Kind, detail: String?)] {
        let use = file.root?["channels"]?[names[1]]?["use"]?.string
        let field = use.flatMap { PluginIDText.descriptor($0, in: tenant.registry) }?.fields.first {
            $0.name == setting
        }
        if case .choice(let values)? = field?.kind { return values.map { ($0, .constant, nil) } }
        return []
    }

    private mutating func add(_ text: String, _ kind: CompletionItem.Kind, isText: Bool = true, detail: String? = nil) {
        let written = isText ? JSONValue.string(text).text : text
        guard !found.contains(where: { $0.label == text }) else { return }
        found.append(
            CompletionItem(
                label: text,
                kind: kind,
                detail: detail,
                filter: place.isString || place.token.isEmpty ? written : text,
                range: place.token,
                text: written
            )
        )
    }

    // MARK: placeholders

    /// Behind `{` in a string of `events.json` or `profile.json` that isn't a message.
    private mutating func addPlaceholders() -> Bool {
        guard place.isString, case .events? = file.kind, names.count > 2, names[0] == "events" else { return false }
        let start = place.token.lowerBound + 1
        guard offset >= start else { return false }
        let before = file.bytes[start..<offset]
        guard let brace = before.lastIndex(of: UInt8(ascii: "{")), !before[brace...].contains(UInt8(ascii: "}")) else {
            return false
        }
        var end = offset
        while end < place.token.upperBound, MessageTokens.isNameByte(file.bytes[end]) { end += 1 }
        let range = brace + 1..<end
        var names = fields(of: names[1])
        names += Self.hostFields.map { ($0, .value, "given by the host") }
        for name in names {
            found.append(
                CompletionItem(
                    label: name.text,
                    kind: name.kind,
                    detail: name.detail,
                    filter: name.text,
                    range: range,
                    text: name.text
                )
            )
        }
        return true
    }

    private static let hostFields = [
        "event.id", "event.category", "notification.id", "link.app", "link.web", "link.screen", "recipient.id",
    ]

    // MARK: messages

    /// - Returns: whether the place is within a message, where nothing else fits.
    private mutating func addMessage() -> Bool {
        guard place.isString, case .templates(let locale)? = file.kind, names.first == "messages", names.count > 2,
            !names.contains("match"), let message = WrittenMessage.around(steps, in: file.root)
        else { return false }
        let fields = tenant.written.fields(of: message.id)
        let map = MessageMap(message.node, fields: fields, in: file.bytes)
        guard let end = map.sourceOffset(ofByte: offset) else { return true }
        let source = Array(map.source.utf8)
        let before = MessageTokens(String(decoding: source[..<min(end, source.count)], as: UTF8.self))
        guard before.openPlaceholder != nil else { return true }
        let last = before.tokens.last.flatMap { $0.range.upperBound == end ? $0 : nil }
        let replaced = replacement(of: last, at: end, map)
        switch last?.kind {
        case .variable: addVariables(message.id, locale, replaced)
        case .function: addFunctions(message.id, before, replaced)
        case .brace:
            addVariables(message.id, locale, replaced)
            addFunctions(message.id, before, replaced)
        case .mark: addOptionValues(before, replaced)
        case .literal, .number, .option:
            if before.tokens.dropLast().last?.kind == .mark {
                addOptionValues(before, replaced)
            } else {
                addOptions(before, replaced)
            }
        case nil:
            switch before.tokens.last?.kind {
            case .brace: addVariables(message.id, locale, replaced)
            case .mark: addOptionValues(before, replaced)
            default:
                if before.tokens.contains(where: { $0.kind == .function }) { addOptions(before, replaced) }
                if before.tokens.last?.kind == .variable { addFunctions(message.id, before, replaced) }
            }
        default: break
        }
        return true
    }

    /// The bytes of the word at the cursor, to its end behind it.
    private func replacement(of token: MessageToken?, at end: Int, _ map: MessageMap) -> Range<Int> {
        guard let token, ![.brace, .mark].contains(token.kind), let start = map.fileRange(of: token.range)?.lowerBound
        else { return offset..<offset }
        var stop = offset
        while stop < place.token.upperBound, MessageTokens.isNameByte(file.bytes[stop]) { stop += 1 }
        return min(start, offset)..<stop
    }

    private mutating func addMessageItem(
        _ text: String,
        _ kind: CompletionItem.Kind,
        _ range: Range<Int>,
        detail: String? = nil,
        documentation: String? = nil
    ) {
        found.append(
            CompletionItem(
                label: text,
                kind: kind,
                detail: detail,
                documentation: documentation,
                filter: text,
                range: range,
                text: text
            )
        )
    }

    private mutating func addVariables(_ event: String, _ locale: String, _ range: Range<Int>) {
        for field in tenant.written.fields(of: event) {
            let sample = field.isSensitive ? nil : tenant.files["samples/\(event).json"]?.root?[field.name]?.value
            addMessageItem(
                "$\(field.name)",
                .variable,
                range,
                detail: field.type.wording,
                documentation: [field.description, sample.map { "Sample: `\($0.text.prefix(80))`" }].compactMap(\.self)
                    .joined(separator: "\n\n")
            )
        }
        for term in file.root?["terms"]?.members ?? [] {
            addMessageItem("$\(term.name)", .variable, range, detail: term.value.string.map { "term: \($0)" })
        }
        addMessageItem("$tenant", .variable, range, detail: "the product's name")
    }

    /// Those that fit the operand come first.
    private mutating func addFunctions(_ event: String, _ before: MessageTokens, _ range: Range<Int>) {
        let operand = before.tokens.last { $0.kind == .variable }.map { String(before.text($0).dropFirst()) }
        let type = tenant.written.fields(of: event).first { $0.name == operand }?.type
        let fitting = type?.functions ?? FunctionRegistry.standard.names
        for name in fitting {
            let detail = FunctionRegistry.operand(of: name).map { "takes \($0)" }
            addMessageItem(":\(name)", .function, range, detail: detail)
        }
    }

    private mutating func addOptions(_ before: MessageTokens, _ range: Range<Int>) {
        guard let function = before.tokens.last(where: { $0.kind == .function }) else { return }
        let open = before.openPlaceholder.map { before.tokens[$0...] } ?? []
        let used = Set(open.filter { $0.kind == .option }.map { before.text($0) })
        for option in FunctionRegistry.options(of: String(before.text(function).dropFirst()))
        where !used.contains(option) {
            let values = FunctionRegistry.values(ofOption: option).joined(separator: ", ")
            addMessageItem("\(option)=", .property, range, detail: values.isEmpty ? nil : values)
        }
    }

    private mutating func addOptionValues(_ before: MessageTokens, _ range: Range<Int>) {
        guard let option = before.tokens.last(where: { $0.kind == .option }) else { return }
        for value in FunctionRegistry.values(ofOption: before.text(option)) { addMessageItem(value, .constant, range) }
    }
}

extension Field {
    /// A value to begin with, as compact JSON.
    fileprivate var skeleton: String {
        if let defaultValue { return defaultValue.text }
        switch kind {
        case .integer(let range): return "\(range.lowerBound)"
        case .boolean: return "true"
        case .secret: return #"{ "$secret": "" }"#
        default: return "\"\""
        }
    }
}

extension String {
    /// As snippets write it.
    fileprivate var snippetText: String {
        replacing("\\", with: "\\\\").replacing("$", with: "\\$").replacing("}", with: "\\}")
    }
}
