import CarillonDiagnostics
import CarillonModel

/// The languages fit together: the default is supported, fallbacks lead somewhere, template files belong to them.
enum LocalesRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.isSound("locales"), let file = tenant.profileFile else { return }
        let locales = tenant.profile.locales
        if !locales.supported.contains(locales.defaultLocale) {
            report.add(.unsupportedDefault(locales, file.span("locales", "default")))
        }
        checkDuplicates(locales, file, &report)
        checkFallbacks(locales, file, &report)
        for (locale, template) in tenant.templateFiles.sorted(by: { $0.key < $1.key })
        where !locales.supported.contains(locale) {
            report.add(.unsupportedTemplates(locale, locales, template.span("locale")))
        }
    }

    private static func checkDuplicates(_ locales: Locales, _ file: TenantFile, _ report: inout RuleReport) {
        for (index, locale) in locales.supported.enumerated() {
            guard let first = locales.supported.firstIndex(of: locale), first < index else { continue }
            let place: [JSONStep] = [.name("locales"), .name("supported")]
            let (again, before) = (file.span(place + [.index(index)]), file.span(place + [.index(first)]))
            report.add(.duplicateValue(locale.rawValue, again, first: before))
        }
    }

    private static func checkFallbacks(_ locales: Locales, _ file: TenantFile, _ report: inout RuleReport) {
        var reported: Set<LocaleTag> = []
        for (start, target) in locales.fallbacks.sorted(by: { $0.key < $1.key }) {
            let span = file.span("locales", "fallbacks", start.rawValue)
            var path = [start]
            var next: LocaleTag? = target
            while let tag = next, !path.contains(tag) {
                path.append(tag)
                next = locales.fallbacks[tag]
            }
            if let next {
                if reported.isDisjoint(with: path) { report.add(.fallbackCycle(path + [next], span)) }
                reported.formUnion(path)
            } else if let last = path.last, !last.truncations.contains(where: locales.supported.contains) {
                report.add(.fallbackToNowhere(last, locales, span))
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func unsupportedDefault(_ locales: Locales, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedDefault,
            "the default language `\(locales.defaultLocale)` is not supported",
            at: span,
            notes: ["supported are \(Shape.list(locales.supported.map(\.rawValue)))"],
            help: "add it to `supported`, or choose another default"
        )
    }

    static func duplicateValue(_ value: String, _ span: Span, first: Span) -> Diagnostic {
        Diagnostic(
            .duplicateValue,
            "\(quoted(value)) stands twice in this list",
            at: span,
            label: "second time",
            related: [Label(first, "first time")]
        )
    }

    fileprivate static func fallbackCycle(_ path: [LocaleTag], _ span: Span) -> Diagnostic {
        Diagnostic(
            .fallbackCycle,
            "this fallback leads back to where it began",
            at: span,
            notes: [path.map(\.rawValue).joined(separator: " → ")]
        )
    }

    fileprivate static func fallbackToNowhere(_ tag: LocaleTag, _ locales: Locales, _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: tag.rawValue, among: locales.supported.map(\.rawValue))
        return Diagnostic(
            .fallbackToNowhere,
            "`\(tag)` is not supported and has no fallback of its own",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "",
            notes: ["supported are \(Shape.list(locales.supported.map(\.rawValue)))"]
        )
    }

    fileprivate static func unsupportedTemplates(_ tag: LocaleTag, _ locales: Locales, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedTemplates,
            "`\(tag)` is not one of the tenant's languages",
            at: span,
            notes: ["profile.json supports \(Shape.list(locales.supported.map(\.rawValue)))"],
            help: "add it to `locales.supported`, or remove this file"
        )
    }
}
