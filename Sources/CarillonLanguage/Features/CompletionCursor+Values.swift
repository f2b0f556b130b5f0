import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

extension CompletionCursor {
    mutating func addValues() {
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
            if names[2] == "device" { return deviceNames(last, of: event) }
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

    /// What a way to a field on the device leads through.
    private func deviceNames(
        _ key: String,
        of event: String
    ) -> [(text: String, kind: CompletionItem.Kind, detail: String?)] {
        let tables = tenant.files["profile.json"]?.root?["device"]?["tables"]?.members ?? []
        switch key {
        case "key", "shorten", "scale": return fields(of: event)
        case "lookup": return tables.map { ($0.name, .reference, "table of the app") }
        case "member":
            let members = tables.flatMap { table in
                (table.value["members"]?.elements ?? []).compactMap(\.string).map {
                    ($0, CompletionItem.Kind.reference, "of \(table.name)")
                }
            }
            return members
        default: return []
        }
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
    mutating func addPlaceholders() -> Bool {
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
}
