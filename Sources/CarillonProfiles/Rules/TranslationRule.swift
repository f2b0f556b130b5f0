import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Translations are complete: they have every text of the default language, and use the same variables.
enum TranslationRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let locales = tenant.profile.locales
        guard tenant.hasSoundLocales, locales.supported.count > 1 else { return }
        let files = locales.supported.filter { $0 != locales.defaultLocale }.compactMap { locale in
            tenant.templateFiles[locale].map { (locale: locale, file: $0) }
        }
        let complete = files.filter { !$0.file.isLost("messages") }
        let misspelt = tenant.misspelt
        for (id, texts) in tenant.textsByID {
            let isKnown = tenant.profile.hasEvent(id) || tenant.appTexts[id] != nil
            let textsByLocale = Dictionary(grouping: texts, by: \.locale)
            let originals = textsByLocale[locales.defaultLocale] ?? []
            var untranslated: [Untranslated] = []
            for (locale, file) in complete {
                let translations = textsByLocale[locale] ?? []
                var missing: [String] = []
                for original in originals where !misspelt.isUnknown(original.path, of: id) {
                    if let translation = translations.first(where: { $0.path == original.path }) {
                        checkVariables(original, translation, tenant, &report)
                    } else if isKnown, !misspelt.hides(original.path, of: id, in: locale),
                        !file.hasDamagedText(original.path, of: id)
                    {
                        missing.append(original.path)
                    }
                }
                guard !missing.isEmpty else { continue }
                let span = file.nameSpan("messages", id.rawValue)
                untranslated.append(Untranslated(locale: locale, paths: missing.sorted(), span: span))
            }
            guard !untranslated.isEmpty else { continue }
            report.add(.missingTranslation(id, untranslated, locales.defaultLocale), about: id)
        }
    }

    /// What one language lacks of an event or app text.
    fileprivate struct Untranslated {
        let locale: LocaleTag
        let paths: [String]
        /// The place in the language's own file.
        let span: Span
    }

    /// Variables in selectors are skipped, because a language may not need them.
    ///
    /// So are unknown variables, and translations with a misspelt name: these are reported elsewhere.
    private static func checkVariables(
        _ original: WrittenText,
        _ translation: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard let wanted = original.uses, let used = translation.uses,
            !wanted.arguments.elementsEqual(used.arguments, by: { $0.name == $1.name }),
            let known = tenant.variables(of: original), let knownHere = tenant.variables(of: translation),
            used.arguments.allSatisfy({ knownHere.isKnown($0.name) })
        else { return }
        let selectors = Set(wanted.selectors.compactMap(\.argument))
        let names = Set(used.arguments.map(\.name))
        let lost = wanted.arguments.map(\.name).filter { name in
            !names.contains(name) && !selectors.contains(name) && known.isKnown(name)
        }
        guard !lost.isEmpty, let span = tenant.nameSpan(translation) else { return }
        report.add(.lostVariable(lost.sorted(), tenant.profile.locales.defaultLocale, span))
    }
}

extension Diagnostic {
    fileprivate static func missingTranslation(
        _ id: EventTypeID,
        _ untranslated: [TranslationRule.Untranslated],
        _ fallback: LocaleTag
    ) -> Diagnostic {
        // Languages that lack the same texts are reported together, in the profile's order.
        var groups: [(locales: [String], paths: [String])] = []
        for one in untranslated {
            if let index = groups.firstIndex(where: { $0.paths == one.paths }) {
                groups[index].locales.append(one.locale.rawValue)
            } else {
                groups.append((locales: [one.locale.rawValue], paths: one.paths))
            }
        }
        let list = groups.map { "in \(Shape.list($0.locales)): \(Shape.list($0.paths))" }.joined(separator: "; ")
        let readers = Shape.list(untranslated.map(\.locale.rawValue))
        return Diagnostic(
            .missingTranslation,
            "`\(id)` is not written \(list)",
            at: untranslated[0].span,
            notes: ["readers of \(readers) get the words in `\(fallback)`"]
        )
    }

    fileprivate static func lostVariable(_ names: [String], _ original: LocaleTag, _ span: Span) -> Diagnostic {
        Diagnostic(
            .lostVariable,
            "the translation leaves out \(Shape.list(names.map { "$" + $0 }))",
            at: span,
            notes: ["the words in `\(original)` show \(names.count == 1 ? "it" : "them")"]
        )
    }
}
