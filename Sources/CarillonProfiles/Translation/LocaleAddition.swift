import CarillonDiagnostics
package import CarillonModel

/// Adds a language to a tenant: changes its files so that the language is supported, with a place for every text.
///
/// Existing texts are kept, and so are the layout and order of the files.
package struct LocaleAddition {
    /// New and changed files, with their whole content.
    package private(set) var files: [TenantFolder.File] = []
    /// Texts of `profile.json` that are the same in all languages, such as `categories.account.name`, and stay so.
    package private(set) var shared: [String] = []

    /// The language to translate from.
    package var defaultLocale: LocaleTag { tenant.profile.locales.defaultLocale }

    private let tenant: TenantContext
    private let locale: LocaleTag

    /// - Parameters:
    ///   - locale: the new language.
    ///   - tenant: a tenant without errors in its languages and templates.
    init(_ locale: LocaleTag, to tenant: TenantContext) {
        self.tenant = tenant
        self.locale = locale
        addToProfile()
        addTemplates()
    }

    // MARK: profile.json

    private mutating func addToProfile() {
        guard let file = tenant.profileFile, let supported = file.root["locales"]?["supported"] else { return }
        let locales = tenant.profile.locales
        var edits = JSONEdits(tenant.sources[file.source].content)
        if !locales.supported.contains(locale) { edits.append(.string(locale.rawValue), to: supported) }
        for entry in ProfileTexts.all(in: file.root) {
            if let text = entry.node.string {
                // With only one language, it isn't known whether a text is meant for all.
                if locales.supported == [locales.defaultLocale], locale != locales.defaultLocale {
                    edits.replace(entry.node, with: [(locales.defaultLocale.rawValue, text), (locale.rawValue, "")])
                } else {
                    shared.append(entry.place.name)
                }
            } else if !entry.node.members.contains(where: { LocaleTag($0.name) == locale }) {
                edits.add([JSONObject.Member(locale.rawValue, "")], to: entry.node)
            }
        }
        if !edits.isEmpty { files.append(TenantFolder.File(file.path, edits.content)) }
    }

    // MARK: templates

    private mutating func addTemplates() {
        guard let original = tenant.templateFiles[tenant.profile.locales.defaultLocale] else { return }
        guard let file = tenant.templateFiles[locale] else {
            files.append(TenantFolder.File("templates/\(locale).json", Array(newFile(like: original).utf8)))
            return
        }
        guard let messages = file.root["messages"] else { return }
        var edits = JSONEdits(tenant.sources[file.source].content)
        let terms = terms(of: original).filter { file.root["terms"]?[$0.name] == nil }
        if let written = file.root["terms"] {
            edits.add(terms, to: written)
        } else if !terms.isEmpty {
            edits.add([.init("terms", .object(JSONObject(terms)))], to: file.root)
        }
        var wholly: [JSONObject.Member] = []
        for message in TranslationMessage.all(of: tenant) {
            guard let there = messages[message.id.rawValue] else {
                wholly.append(.init(message.id.rawValue, .object(message.slots(missingIn: nil, locale, tenant))))
                continue
            }
            edits.add(message.slots(missingIn: there, locale, tenant).members, to: there)
            for group in message.groups {
                guard let inside = there[group.name] else { continue }
                edits.add(group.slots(missingIn: inside, locale, tenant).members, to: inside)
            }
        }
        edits.add(wholly, to: messages)
        if !edits.isEmpty { files.append(TenantFolder.File(file.path, edits.content)) }
    }

    private func newFile(like original: TenantFile) -> String {
        var file = JSONObject()
        file["$schema"] = original.root["$schema"]?.value
        file["locale"] = .string(locale.rawValue)
        let terms = terms(of: original)
        if !terms.isEmpty { file["terms"] = .object(JSONObject(terms)) }
        let messages = TranslationMessage.all(of: tenant).map { message in
            JSONObject.Member(message.id.rawValue, .object(message.slots(missingIn: nil, locale, tenant)))
        }
        file["messages"] = .object(JSONObject(messages))
        return JSONValue.object(file).prettyText + "\n"
    }

    /// Terms are copied: most are names, and messages need them.
    private func terms(of file: TenantFile) -> [JSONObject.Member] {
        (file.root["terms"]?.members ?? []).compactMap { member in
            member.value.value.map { JSONObject.Member(member.name, $0) }
        }
    }
}

extension [JSONStep] {
    /// Names and indices, joined by dots.
    var name: String {
        map { step in
            switch step {
            case .name(let name): name
            case .index(let index): String(index)
            }
        }
        .joined(separator: ".")
    }
}
