import CarillonModel
import MessageFormat

/// The texts of one event or app text as a translator gets them: each original, followed by a place for the
/// translation.
struct TranslationMessage {
    let id: EventTypeID
    private let texts: [WrittenText]

    /// For all existing events and app texts, in the order of the default language's file.
    static func all(of tenant: TenantContext) -> [TranslationMessage] {
        var order: [EventTypeID] = []
        var texts: [EventTypeID: [WrittenText]] = [:]
        for text in tenant.textsByLocale[tenant.profile.locales.defaultLocale] ?? [] {
            guard tenant.profile.hasEvent(text.id) || tenant.appTexts[text.id] != nil else { continue }
            if texts[text.id] == nil { order.append(text.id) }
            texts[text.id, default: []].append(text)
        }
        return order.map { TranslationMessage(id: $0, texts: texts[$0] ?? []) }
    }

    /// Groups of slots, such as `email` or a channel's own texts.
    var groups: [Group] {
        var names: [String] = []
        for case let name? in texts.map(\.group) where !names.contains(name) { names.append(name) }
        return names.map { name in Group(name: name, texts: texts.filter { $0.group == name }) }
    }

    struct Group {
        let name: String
        fileprivate let texts: [WrittenText]

        /// The slots that `there`, the translation of this group, lacks.
        func slots(
            missingIn there: JSONNode?,
            _ locale: LocaleTag,
            _ tenant: TenantContext,
            startingWith start: Start = .empty
        ) -> JSONObject {
            var slots = JSONObject()
            for text in texts where there?[text.slot] == nil {
                let note = WrittenSlot.noteName(of: text.slot)
                if start == .empty, there?[note] == nil { slots[note] = text.node.value }
                slots[text.slot] = text.place(for: locale, tenant, startingWith: start)
            }
            return slots
        }
    }

    /// What a text that a language lacks begins with.
    enum Start {
        /// With nothing, beside the original.
        case empty
        /// With the original's words.
        case copied
    }

    /// The slots and groups that `there`, the translation of this message, lacks.
    func slots(
        missingIn there: JSONNode?,
        _ locale: LocaleTag,
        _ tenant: TenantContext,
        startingWith start: Start = .empty
    ) -> JSONObject {
        let plain = Group(name: "", texts: texts.filter { $0.group == nil })
        var slots = plain.slots(missingIn: there, locale, tenant, startingWith: start)
        for group in groups where there?[group.name] == nil {
            slots[group.name] = .object(group.slots(missingIn: nil, locale, tenant, startingWith: start))
        }
        return slots
    }

    /// The variables of all its texts.
    var variables: Set<String> { Set(texts.flatMap { $0.uses?.arguments.map(\.name) ?? [] }) }
}

extension WrittenText {
    /// The name of the slot within its group.
    fileprivate var slot: String { path.split(separator: ".").last.map(String.init) ?? path }

    fileprivate var group: String? {
        let parts = path.split(separator: ".")
        return parts.count > 1 ? String(parts[0]) : nil
    }

    /// A text of the form that the translation needs.
    fileprivate func place(
        for locale: LocaleTag,
        _ tenant: TenantContext,
        startingWith start: TranslationMessage.Start
    ) -> JSONValue {
        func begin(_ node: JSONNode) -> JSONValue { start == .empty ? node.blank : node.value ?? "" }
        guard let match = node["match"]?.value, let rows = node["when"]?.members, !rows.isEmpty else {
            return begin(node)
        }
        let when = PluralRows(self, tenant.variables(of: self), locale: locale).keys.map { key in
            JSONObject.Member(key, begin(Self.row(like: key, among: rows)))
        }
        return ["match": match, "when": .object(JSONObject(when))]
    }

    /// The words of the row that a number with these keys gets in the original.
    private static func row(like key: String, among rows: [JSONMember]) -> JSONNode {
        let keys = key.split(separator: " ")
        func isAlike(_ member: JSONMember) -> Bool {
            let written = member.name.split(separator: " ")
            return written.count == keys.count && zip(written, keys).allSatisfy { $0 == $1 || $0 == "*" }
        }
        func distance(_ member: JSONMember) -> Int { zip(member.name.split(separator: " "), keys).count { $0 != $1 } }
        return (rows.filter(isAlike).min { distance($0) < distance($1) } ?? rows[rows.count - 1]).value
    }
}

extension JSONNode {
    /// As many empty lines as the text has; an empty string for one.
    fileprivate var blank: JSONValue {
        if case .array(let lines) = content { .array(lines.map { _ in "" }) } else { "" }
    }
}
