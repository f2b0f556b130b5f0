import CarillonDiagnostics
import CarillonModel

/// Localized texts in `profile.json` are in the tenant's languages, and include the default.
enum LocalizedTextRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.hasSoundLocales, let file = tenant.profileFile else { return }
        for text in ProfileTexts.all(in: file.root) {
            check(text.node, at: text.place, tenant, file, &report)
        }
    }

    private static func check(
        _ node: JSONNode,
        at place: [JSONStep],
        _ tenant: TenantContext,
        _ file: TenantFile,
        _ report: inout RuleReport
    ) {
        guard node.isObject, !file.isDamaged(place) else { return }
        let locales = tenant.profile.locales
        for member in node.members {
            guard let tag = LocaleTag(rawValue: member.name), !locales.supported.contains(tag) else { continue }
            report.add(.unreadTranslation(tag, locales, file.nameSpan(place + [.name(member.name)])))
        }
        let written = node.members.filter { $0.value.string != "" }.compactMap { LocaleTag(rawValue: $0.name) }
        if !written.contains(locales.defaultLocale) {
            report.add(.textWithoutDefault(locales.defaultLocale, file.span(place)))
            return
        }
        let missing = locales.supported.filter { locale in
            let chain = locales.chain(for: locale).filter { $0 != locales.defaultLocale }
            return !locale.truncations.contains(locales.defaultLocale) && !chain.contains(where: written.contains)
        }
        if !missing.isEmpty { report.add(.textNotTranslated(missing, locales.defaultLocale, file.nameSpan(place))) }
    }
}

extension Diagnostic {
    fileprivate static func unreadTranslation(_ tag: LocaleTag, _ locales: Locales, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedLocaleText,
            "`\(tag)` is not one of the tenant's languages",
            at: span,
            notes: ["supported are \(Shape.list(locales.supported.map(\.rawValue)))"]
        )
    }

    fileprivate static func textNotTranslated(
        _ missing: [LocaleTag],
        _ fallback: LocaleTag,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .missingTranslation,
            "these words are not written in \(Shape.list(missing.map(\.rawValue)))",
            at: span,
            notes: ["readers there get the words in `\(fallback)`"]
        )
    }

    fileprivate static func textWithoutDefault(_ tag: LocaleTag, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedLocaleText,
            "words in the default language `\(tag)` are missing",
            at: span,
            help: "add \"\(tag)\": \"…\", or write one text for all languages"
        )
    }
}
