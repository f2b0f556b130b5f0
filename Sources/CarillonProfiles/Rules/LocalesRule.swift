import CarillonDiagnostics
import CarillonModel

/// The languages are consistent: the default is supported, fallbacks end in supported languages, template files belong
/// to them.
enum LocalesRule: Rule {
    static let scope = RuleScope.settings

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
        var seen: [LocaleTag: Int] = [:]
        for (index, locale) in locales.supported.enumerated() {
            guard let first = seen[locale] else {
                seen[locale] = index
                continue
            }
            let place: [JSONStep] = [.name("locales"), .name("supported")]
            let (again, before) = (file.span(place + [.index(index)]), file.span(place + [.index(first)]))
            report.add(.duplicateValue(locale.rawValue, again, first: before))
        }
    }

    /// Visits each language once: the result also holds for all languages that lead to it.
    private static func checkFallbacks(_ locales: Locales, _ file: TenantFile, _ report: inout RuleReport) {
        let supported = Set(locales.supported)
        var ends: [LocaleTag: FallbackEnd] = [:]
        for start in locales.fallbacks.keys.sorted() {
            var path: [LocaleTag] = []
            var isOnPath: Set<LocaleTag> = []
            var tag = start
            var end = ends[tag]
            while end == nil {
                if isOnPath.contains(tag) {
                    report.add(.fallbackCycle(path + [tag], file.span("locales", "fallbacks", start.rawValue)))
                    end = .cycle
                } else if let next = locales.fallbacks[tag] {
                    path.append(tag)
                    isOnPath.insert(tag)
                    tag = next
                    end = ends[tag]
                } else {
                    end = tag.truncations.contains(where: supported.contains) ? .supported : .nowhere(tag)
                }
            }
            for tag in path { ends[tag] = end }
            if case .nowhere(let last)? = end {
                report.add(.fallbackToNowhere(last, locales, file.span("locales", "fallbacks", start.rawValue)))
            }
        }
    }

    /// Where a chain of fallbacks ends.
    private enum FallbackEnd {
        case supported
        case nowhere(LocaleTag)
        case cycle
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
            notes: [way(along: path)]
        )
    }

    /// The first and the last steps of a long path.
    private static func way(along path: [LocaleTag]) -> String {
        let names = path.map(\.rawValue)
        let shown = names.count <= 12 ? names : names.prefix(10) + ["…"] + names.suffix(1)
        return shown.joined(separator: " → ")
    }

    fileprivate static func fallbackToNowhere(_ tag: LocaleTag, _ locales: Locales, _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: tag.rawValue, among: locales.supported.map(\.rawValue))
        return Diagnostic(
            .fallbackToNowhere,
            "`\(tag)` is not supported and has no fallback of its own",
            at: span,
            label: Suggestion.question(guess),
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
