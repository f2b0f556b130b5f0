package import CarillonDiagnostics
package import CarillonModel

/// How complete one language of a tenant is.
package struct TranslationState: Sendable {
    package let locale: LocaleTag
    /// How many texts the default language has.
    package let total: Int
    /// What is still to be done, in the order of the files.
    package let open: [Entry]

    /// How many texts are translated, including those whose original has changed since.
    package var done: Int { total - open.count { $0.kind != .outdated } }

    package struct Entry: Sendable {
        package enum Kind: String, Sendable {
            /// There is no text yet.
            case missing
            /// The text equals another language's, like too many others to be a coincidence.
            case copied
            /// The original beside the text isn't the current one.
            case outdated
        }

        package let kind: Kind
        /// Such as `order.paid: email.subject`, or `categories.account.name`.
        package let name: String
        /// The text in the default language, on one line.
        package let original: String
        /// The place of the text, or the closest existing one around it.
        package let span: Span
    }

    /// - Parameter tenant: a tenant without errors in its languages and templates.
    init(_ locale: LocaleTag, of tenant: TenantContext) {
        self.locale = locale
        let inProfile = Self.profileEntries(locale, tenant)
        let inTemplates = Self.templateEntries(locale, tenant)
        total = inProfile.total + inTemplates.total
        open = inProfile.open + inTemplates.open
    }

    private static func profileEntries(_ locale: LocaleTag, _ tenant: TenantContext) -> (total: Int, open: [Entry]) {
        guard let file = tenant.profileFile else { return (0, []) }
        let locales = tenant.profile.locales
        // A text for all languages needs no translation.
        let all = ProfileTexts.all(in: file.root).filter(\.node.isObject)
        let open = all.compactMap { text -> Entry? in
            let member = text.node.members.first { LocaleTag($0.name) == locale }
            guard member.map({ $0.value.string == "" }) ?? true else { return nil }
            let original = text.node.members.first { LocaleTag($0.name) == locales.defaultLocale }?.value.string
            let span = member.map { Span(file.source, $0.value.range) } ?? file.nameSpan(text.place)
            return Entry(kind: .missing, name: text.place.name, original: original ?? "", span: span)
        }
        return (all.count, open)
    }

    private static func templateEntries(_ locale: LocaleTag, _ tenant: TenantContext) -> (total: Int, open: [Entry]) {
        guard let file = tenant.templateFiles[locale] else { return (0, []) }
        let originals = (tenant.textsByLocale[tenant.profile.locales.defaultLocale] ?? []).filter { text in
            tenant.profile.hasEvent(text.id) || tenant.appTexts[text.id] != nil
        }
        let slots = Dictionary(
            TemplatesReading(file: file, locale: locale).slots().map { ($0.place, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let copied = Set(
            CopiedTextRule.copies(in: tenant).filter { $0.locale == locale }.flatMap(\.texts).map(\.place)
        )
        let open = originals.compactMap { text -> Entry? in
            let slot = slots[text.place]
            let kind: Entry.Kind
            if copied.contains(text.place) {
                kind = .copied
            } else if let slot, !slot.isOpen {
                guard let note = slot.note, note.value != text.node.value else { return nil }
                kind = .outdated
            } else {
                kind = .missing
            }
            let original = text.node["match"] == nil ? TemplateSource.text(text.node) : text.choices
            return Entry(
                kind: kind,
                name: "\(text.id): \(text.path)",
                original: original.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " "),
                span: slot.map { Span(file.source, $0.node.range) } ?? file.nameSpan(text.place)
            )
        }
        return (originals.count, open)
    }
}

extension WrittenText {
    /// The texts of a `{match, when}`, variant by variant.
    fileprivate var choices: String {
        TemplateSource.variants(node).map { "\($0.key.name): \($0.text)" }.joined(separator: " / ")
    }
}
