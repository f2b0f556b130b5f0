import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// One question for completions.
struct CompletionCursor {
    let tenant: TenantSnapshot
    let file: SyntaxFile
    let place: JSONPlaceFinder
    let offset: Int
    var found: [CompletionItem] = []

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

    var steps: [JSONStep] { place.steps }
    var node: JSONNode? { file.root?.node(at: steps) }
    /// Names on the way to the place; an index is `[]`.
    var names: [String] { steps.map { $0.name ?? "[]" } }

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

    var locales: [String] {
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
        let slots = tenant.channels(of: event).flatMap { tenant.slots(of: $0, for: event.id) }
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
        // Another member follows.
        let comma = file.bytes[next...].first { $0 > 0x20 } == UInt8(ascii: "\"") ? "," : ""
        let text = hasColon ? quoted : "\(quoted): \(skeleton)\(comma)"
        var snippet: String?
        if !hasColon {
            let mark = "\(quoted): ".snippetText
            switch skeleton {
            case "\"\"": snippet = mark + "\"$1\""
            case "{}": snippet = mark + "{$1}"
            case "[]": snippet = mark + "[$1]"
            default: snippet = mark + "${1:\(skeleton.snippetText)}"
            }
            snippet? += comma
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
