import CarillonDiagnostics
import CarillonModel

/// Gives an event or app text the default language's words in the languages that lack them, with their own plural forms.
struct WordsCopy {
    /// Changed files, with their whole content.
    private(set) var files: [TenantFolder.File] = []

    /// - Parameter tenant: a tenant without errors in its languages and templates.
    init(of id: EventTypeID, in tenant: TenantContext) {
        let locales = tenant.profile.locales
        guard let message = TranslationMessage.all(of: tenant).first(where: { $0.id == id }) else { return }
        let known = tenant.templateFiles[locales.defaultLocale]?.root["terms"]?.members ?? []
        let terms = known.filter { message.variables.contains($0.name) }
        for locale in locales.supported where locale != locales.defaultLocale {
            guard let file = tenant.templateFiles[locale], let messages = file.root["messages"] else { continue }
            var edits = JSONEdits(tenant.sources[file.source].content)
            guard Self.add(message, to: messages, locale, tenant, &edits) else { continue }
            let missing = terms.filter { file.root["terms"]?[$0.name] == nil }.compactMap { term in
                term.value.value.map { JSONObject.Member(term.name, $0) }
            }
            if let written = file.root["terms"] {
                edits.add(missing, to: written)
            } else if !missing.isEmpty {
                edits.add([.init("terms", .object(JSONObject(missing)))], to: file.root)
            }
            files.append(TenantFolder.File(file.path, edits.content))
        }
    }

    /// - Returns: whether something was missing.
    private static func add(
        _ message: TranslationMessage,
        to messages: JSONNode,
        _ locale: LocaleTag,
        _ tenant: TenantContext,
        _ edits: inout JSONEdits
    ) -> Bool {
        guard let there = messages[message.id.rawValue] else {
            let slots = message.slots(missingIn: nil, locale, tenant, startingWith: .copied)
            edits.add([.init(message.id.rawValue, .object(slots))], to: messages)
            return true
        }
        edits.add(message.slots(missingIn: there, locale, tenant, startingWith: .copied).members, to: there)
        for group in message.groups {
            guard let inside = there[group.name] else { continue }
            edits.add(group.slots(missingIn: inside, locale, tenant, startingWith: .copied).members, to: inside)
        }
        return !edits.isEmpty
    }
}
