import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Translations keep up with the default language: every text is there, and says all that the original says.
enum TranslationRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let locales = tenant.profile.locales
        guard tenant.isSound("locales"), locales.supported.count > 1 else { return }
        var originals: [Key: WrittenText] = [:]
        for text in tenant.texts where text.locale == locales.defaultLocale {
            originals[Key(id: text.id, path: text.path)] = text
        }
        for locale in locales.supported where locale != locales.defaultLocale {
            guard let file = tenant.templateFiles[locale], !file.isDamaged("messages") else { continue }
            var missing: [EventTypeID: [String]] = [:]
            let own = tenant.texts.filter { $0.locale == locale }
            let written = Dictionary(own.map { (Key(id: $0.id, path: $0.path), $0) }) { first, _ in first }
            for (key, original) in originals {
                guard let translation = written[key] else {
                    if tenant.events[key.id] != nil || tenant.appTexts[key.id] != nil {
                        missing[key.id, default: []].append(key.path)
                    }
                    continue
                }
                checkVariables(original, translation, tenant, &report)
            }
            for (id, paths) in missing.sorted(by: { $0.key < $1.key }) {
                let span = file.nameSpan("messages", id.rawValue)
                report.add(.missingTranslation(id, paths.sorted(), locale, locales.defaultLocale, span))
            }
        }
    }

    private struct Key: Hashable {
        let id: EventTypeID
        let path: String
    }

    /// Variables that choose a form are left out: a language may not need them.
    private static func checkVariables(
        _ original: WrittenText,
        _ translation: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard let wanted = original.uses, let used = translation.uses else { return }
        let selectors = Set(wanted.selectors.compactMap(\.argument))
        let names = Set(used.arguments.map(\.name))
        let lost = wanted.arguments.map(\.name).filter { !names.contains($0) && !selectors.contains($0) }
        guard !lost.isEmpty, let span = tenant.nameSpan(translation) else { return }
        report.add(.lostVariable(lost.sorted(), tenant.profile.locales.defaultLocale, span))
    }
}

extension Diagnostic {
    fileprivate static func missingTranslation(
        _ id: EventTypeID,
        _ paths: [String],
        _ locale: LocaleTag,
        _ fallback: LocaleTag,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .missingTranslation,
            "`\(id)` is not written in `\(locale)`: \(Shape.list(paths))",
            at: span,
            notes: ["readers of `\(locale)` get the words in `\(fallback)`"]
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
