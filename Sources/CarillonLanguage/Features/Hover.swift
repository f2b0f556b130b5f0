import CarillonModel
import CarillonProfiles
import MessageFormat

/// What an editor shows of a place.
public struct Hover: Sendable, Hashable {
    /// Bytes of the file that it is about.
    public let range: Range<Int>
    /// Markdown.
    public let text: String

    /// The same without marks.
    public var plainText: String {
        var plain = ""
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if isEscaped || !"`*".contains(character) { plain.append(character) }
            isEscaped = false
        }
        return plain
    }
}

/// Text that Markdown leaves as it is.
enum Markdown {
    static func plain(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "\n" {
                escaped += "  \n"
                continue
            }
            if "\\`*_{}[]()<>#+-!|~".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}

extension TenantSnapshot {
    /// What there is to say of a byte of a file; nil where there is nothing.
    public func hover(at offset: Int, in path: String) -> Hover? {
        guard let file = files[path] else { return nil }
        let place = JSONPlaceFinder(file.bytes, at: offset)
        guard place.role != .between || place.token.contains(offset), !place.isHuge else { return nil }
        if case .templates(let locale) = file.kind, let hover = messageHover(at: offset, place, file, locale) {
            return hover
        }
        if let named = names.place(at: offset, of: path), let text = text(about: named.name) {
            return Hover(range: named.place.range, text: text)
        }
        return keyHover(place, file)
    }

    // MARK: keys and values

    private func keyHover(_ place: JSONPlaceFinder, _ file: SyntaxFile) -> Hover? {
        guard !place.token.isEmpty else { return nil }
        var steps = place.steps
        let written = JSONPlaceFinder.text(place.token, in: file.bytes)
        if place.role == .key { steps.append(.name(written)) }
        guard let guide = ShapeGuide(file: file.path, at: steps, in: file.root) else { return nil }
        var parts: [String] = []
        if let key = guide.key {
            parts.append("**\(key.name)**\(key.isRequired ? ", required" : "")")
            parts.append(key.description)
            parts.append("Must be \(guide.expectation).")
            if place.role == .key { parts.append("Example: `\(key.example.text)`") }
        }
        if place.role == .value, place.isString {
            if guide.form == "duration", let duration = Duration(written: written) {
                parts.insert("`\(written)` is \(Self.wording(of: duration))", at: 0)
            } else if guide.form == "color" {
                parts.insert("The colour `\(written)`", at: 0)
            }
        }
        return parts.isEmpty ? nil : Hover(range: place.token, text: parts.joined(separator: "\n\n"))
    }

    private static func wording(of duration: Duration) -> String {
        var rest = duration.components.seconds
        let milliseconds = duration.components.attoseconds / 1_000_000_000_000_000
        var parts: [String] = []
        for (unit, seconds) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] as [(String, Int64)] {
            let count = rest / seconds
            rest %= seconds
            if count > 0 { parts.append("\(count) \(unit)\(count == 1 ? "" : "s")") }
        }
        if milliseconds > 0 { parts.append("\(milliseconds) milliseconds") }
        return parts.isEmpty ? "no time" : parts.joined(separator: " ")
    }

    // MARK: names

    private func text(about name: Name) -> String? {
        switch name.kind {
        case .event: return eventText(name.text)
        case .text:
            return appText(name.text)
        case .field:
            return written.fields(of: name.scope).first { $0.name == name.text }.map { fieldText($0, of: name.scope) }
        case .term: return termText(name.text)
        case .local: return "`$\(name.text)`, a local variable of this message"
        case .channel: return channelText(name.text)
        case .category: return uses(name, in: declaredValue(name)?["name"])
        case .route: return routeText(name)
        default: return uses(name, in: nil)
        }
    }

    private func eventText(_ id: String) -> String? {
        guard let event = written.event(id) else { return nil }
        var lines = ["**\(id)**", Markdown.plain(event.summary)]
        if let alias = event.alias { lines.append("Clients of the contract call it `\(alias)`.") }
        let channels = event.channels.map { "`\($0)`" }.joined(separator: ", ")
        lines.append("Priority \(event.priority.rawValue); channels: \(channels)")
        lines.append(event.payload.map { "- `\($0.name)`: \($0.wording)" }.joined(separator: "\n"))
        let locales = Set(names.places(of: Name(.event, id)).map(\.place.path).filter { $0.hasPrefix("templates/") })
        let samples = files.keys.filter { path in
            if case .sample(let stem)? = files[path]?.kind { written.event(ofSample: stem) == id } else { false }
        }
        lines.append("\(locales.count) languages, \(samples.count) samples")
        return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func appText(_ id: String) -> String? {
        guard let text = written.texts.first(where: { $0.id.rawValue == id }) else { return nil }
        let locales = Set(names.places(of: Name(.text, id)).map(\.place.path).filter { $0.hasPrefix("templates/") })
        let lines = [
            "**\(id)**, an app text", Markdown.plain(text.summary),
            text.payload.map { "- `\($0.name)`: \($0.wording)" }.joined(separator: "\n"),
            "\(locales.count) \(locales.count == 1 ? "language" : "languages")",
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func fieldText(_ field: PayloadField, of event: String) -> String {
        var lines = ["`$\(field.name)`: \(field.wording)"]
        if let description = field.description { lines.append(Markdown.plain(description)) }
        if !field.isSensitive, let sample = sampleValue(of: field.name, in: event) {
            lines.append("Sample: `\(sample)`")
        }
        return lines.joined(separator: "\n\n")
    }

    /// As the main sample has it, shortened.
    private func sampleValue(of field: String, in event: String) -> String? {
        guard let value = files["samples/\(event).json"]?.root?[field]?.value else { return nil }
        let text = value.text
        return text.count > 80 ? "\(text.prefix(80))…" : text
    }

    private func termText(_ term: String) -> String? {
        let texts = files.values.sorted { $0.path < $1.path }.compactMap { file -> String? in
            guard case .templates(let locale) = file.kind, let text = file.root?["terms"]?[term]?.string else {
                return nil
            }
            return "- \(locale): \(Markdown.plain(text))"
        }
        return texts.isEmpty ? nil : "`$\(term)`, a term\n\n" + texts.joined(separator: "\n")
    }

    private func channelText(_ id: String) -> String? {
        let plugin = files["profile.json"]?.root?["channels"]?[id]?["use"]?.string
        guard let plugin else { return nil }
        let summary = PluginIDText.summary(plugin, in: registry).map { ": \(Markdown.plain($0))" } ?? ""
        return uses(Name(.channel, id), in: nil).map { "\($0)\n\nUses `\(plugin)`\(summary)" }
    }

    private func routeText(_ name: Name) -> String? {
        let route = declaredValue(name)
        let links = ["app", "web", "screen"].compactMap { key in
            route?[key]?.string.map { "- \(key): `\($0)`" }
        }
        return uses(name, in: nil).map {
            ([$0] + [links.joined(separator: "\n")]).joined(separator: "\n\n")
        }
    }

    private func uses(_ name: Name, in label: JSONNode?) -> String? {
        let places = names.places(of: name)
        guard places.contains(where: \.isDeclaration) else { return nil }
        let shown = label?.string ?? label?.members.first?.value.string
        let count = places.count { !$0.isDeclaration }
        let times = count == 1 ? "once" : count == 0 ? "nowhere" : "\(count) times"
        return "**\(name.text)**, \(name.kind.phrase)\(shown.map { ": \(Markdown.plain($0))" } ?? "")\n\nUsed \(times)."
    }

    /// The JSON of what declares a name of the profile.
    private func declaredValue(_ name: Name) -> JSONNode? {
        let root = files["profile.json"]?.root
        switch name.kind {
        case .category: return root?["categories"]?[name.text]
        case .route: return root?["deepLinks"]?["routes"]?[name.text]
        default: return nil
        }
    }

    // MARK: messages

    private func messageHover(
        at offset: Int,
        _ place: JSONPlaceFinder,
        _ file: SyntaxFile,
        _ locale: String
    ) -> Hover? {
        var steps = place.steps
        if place.role == .key { steps.append(.name(JSONPlaceFinder.text(place.token, in: file.bytes))) }
        guard let message = WrittenMessage.around(steps, in: file.root), message.isServed else { return nil }
        // `match` and `when` are keys like any other.
        if place.role == .key, steps.count == message.steps.count + 1 { return nil }
        let fields = written.fields(of: message.id)
        let map = MessageMap(message.node, fields: fields, in: file.bytes)
        let read = MessageTokens(map.source)
        if let source = map.sourceOffset(ofByte: offset),
            let index = read.tokens.firstIndex(where: { $0.range.contains(source) && $0.kind != .text }),
            let text = text(about: index, read, message, fields, locale)
        {
            return Hover(range: map.fileRange(of: read.tokens[index].range) ?? place.token, text: text)
        }
        let isName = place.role == .key && steps == message.steps
        return wordsText(of: message, locale).map { Hover(range: isName ? place.token : message.node.range, text: $0) }
    }

    private func text(
        about index: Int,
        _ read: MessageTokens,
        _ message: WrittenMessage,
        _ fields: [PayloadField],
        _ locale: String
    ) -> String? {
        let token = read.tokens[index]
        let written = read.text(token)
        switch token.kind {
        case .variable:
            let name = String(written.dropFirst())
            if let field = fields.first(where: { $0.name == name }) { return fieldText(field, of: message.id) }
            if name.hasSuffix(".present") { return "Whether `\(name.dropLast(8))` is there: `true` or `false`" }
            return termText(name)
        case .function:
            let name = String(written.dropFirst())
            guard let operand = FunctionRegistry.operand(of: name) else { return nil }
            let options = FunctionRegistry.options(of: name).map { option in
                let values = FunctionRegistry.values(ofOption: option)
                return "- `\(option)`" + (values.isEmpty ? "" : ": " + values.map { "`\($0)`" }.joined(separator: ", "))
            }
            return (["**:\(name)** takes \(operand)."] + [options.joined(separator: "\n")]).filter { !$0.isEmpty }
                .joined(separator: "\n\n")
        case .option:
            let values = FunctionRegistry.values(ofOption: written)
            return values.isEmpty ? nil : "`\(written)`: " + values.map { "`\($0)`" }.joined(separator: ", ")
        case .key: return keyText(index, read, locale)
        default: return nil
        }
    }

    private func keyText(_ index: Int, _ read: MessageTokens, _ locale: String) -> String? {
        guard let selector = MessageSelectors(read).selector(ofKey: index) else { return nil }
        let key = read.text(read.tokens[index])
        guard let kind = selector.pluralKind, let category = PluralCategory(key) else {
            return key == "*" ? "`*` takes whatever no other variant takes" : nil
        }
        guard PluralNumbers.categories(locale: locale, kind: kind).contains(category) else {
            return "`\(key)` is no form of \(locale)"
        }
        let numbers = PluralNumbers.wording(of: category, locale: locale, kind: kind)
        return "`\(key)` of `$\(selector.name)` in \(locale): \(numbers)"
    }

    /// The finished words with each sample, then of the main one in other languages.
    private func wordsText(of message: WrittenMessage, _ locale: String) -> String? {
        guard let tag = LocaleTag(locale), !message.isNote else { return nil }
        let wording = wording(of: message.id, slot: message.slot, locale: tag)
        guard !wording.isEmpty else { return nil }
        var lines = wording.map { sample, text in "- \(sample.name.map { "`\($0)`: " } ?? "")\(Markdown.plain(text))" }
        let others = (profile(with: message.id)?.locales.supported ?? []).filter { $0 != tag }.prefix(12)
            .compactMap { other -> String? in
                let text = self.wording(of: message.id, slot: message.slot, locale: other, samples: 1).first?.wording
                return text.map { "- \(other): \(Markdown.plain($0))" }
            }
        if !others.isEmpty { lines += ["", "In other languages:", ""] + others }
        return "**\(message.slot)** of \(message.id)\n\n" + lines.joined(separator: "\n")
    }
}

extension PluralCategory {
    /// By its name in CLDR.
    init?(_ name: String) {
        guard let found = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = found
    }
}
