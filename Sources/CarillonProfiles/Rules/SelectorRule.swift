import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Variants have possible keys, and cover every plural form of their language.
enum SelectorRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        var forms = PluralFormsCache()
        for text in tenant.texts {
            guard let uses = text.uses, let variables = tenant.variables(of: text), case .select? = text.message?.body
            else { continue }
            for selector in uses.selectors {
                let kind = selector.argument.flatMap { variables[$0] }
                // A name that doesn't exist, or whose field has an error, is reported elsewhere.
                guard selector.argument == nil || kind != nil else { continue }
                let place = Place(tenant: tenant, text: text, selector: selector.variable)
                switch selector.function?.name {
                case "string": checkChoice(kind, selector, place, &report)
                case let name? where PluralChoice.functions.contains(name):
                    checkNumber(kind, selector, place, &forms, &report)
                default: report.add(.cannotSelect(selector.variable, place.selectorSpan))
                }
            }
        }
    }

    fileprivate struct Place {
        let tenant: TenantContext
        let text: WrittenText
        let selector: String

        var selectorSpan: Span { tenant.span("$" + selector, in: text) }

        /// The place of a variant's key: in the JSON of `{match, when}`, else in the source.
        func keySpan(_ key: String) -> Span {
            tenant.rowSpan(of: text) { $0.contains(key) } ?? tenant.span(key, in: text)
        }
    }

    private static func checkChoice(
        _ kind: MessageVariables.Kind?,
        _ selector: MessageIntrospection.Selector,
        _ place: Place,
        _ report: inout RuleReport
    ) {
        let possible: [String]
        switch kind {
        case .presence: possible = ["true", "false"]
        case .field(let field):
            switch field.type {
            case .choice(let values): possible = values
            case .boolean: possible = ["true", "false"]
            case .uuid:
                // UUIDs are compared in lower case, however they were sent.
                for key in selector.keys where !TextFormat.isUUID(key) || key != key.lowercased() {
                    report.add(.impossibleKey(key, selector.variable, possible: ["a UUID"], place.keySpan(key)))
                }
                return
            default: return
            }
        default: return
        }
        for key in selector.keys where !possible.contains(key) {
            report.add(.impossibleKey(key, selector.variable, possible: possible, place.keySpan(key)))
        }
    }

    private static func checkNumber(
        _ kind: MessageVariables.Kind?,
        _ selector: MessageIntrospection.Selector,
        _ place: Place,
        _ cache: inout PluralFormsCache,
        _ report: inout RuleReport
    ) {
        guard let choice = PluralChoice(selector, of: kind) else { return }
        let forms = cache.forms(place.text.locale, isOrdinal: choice.isOrdinal, isWhole: choice.isWhole)
        for key in selector.keys where !isNumber(key) {
            guard let category = PluralForms.category(key) else {
                let possible = forms.possible.map(PluralForms.name) + ["a number"]
                report.add(.impossibleKey(key, selector.variable, possible: possible, place.keySpan(key)))
                continue
            }
            if !forms.possible.contains(category) {
                report.add(.neverChosen(key, place.text.locale, forms, place.keySpan(key)))
            }
        }
        let missing = forms.missing(beside: selector.keys, within: PluralChoice.range(of: kind))
        guard !missing.isEmpty else { return }
        report.add(.missingPlural(missing, place.text.locale, forms, selector.variable, place.selectorSpan))
    }

    private static func isNumber(_ key: String) -> Bool { ExactDecimal(key) != nil }
}

extension TenantContext {
    /// The place of the keys of the first variant in `when` that `isMeant` accepts; nil where there is no `when`.
    func rowSpan(of text: WrittenText, where isMeant: ([String]) -> Bool) -> Span? {
        guard let file = templateFiles[text.locale],
            let row = text.node["when"]?.members.first(where: {
                isMeant($0.name.split(separator: " ").map(String.init))
            })
        else { return nil }
        return Span(file.source, row.nameRange)
    }
}

extension Diagnostic {
    fileprivate static func cannotSelect(_ variable: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .cannotSelect,
            "`$\(variable)` cannot choose a variant",
            at: span,
            notes: ["numbers and text can; money, times and lists cannot"]
        )
    }

    fileprivate static func impossibleKey(
        _ key: String,
        _ variable: String,
        possible: [String],
        _ span: Span
    ) -> Diagnostic {
        let guess = Suggestion.closest(to: key, among: possible)
        return Diagnostic(
            .impossibleKey,
            "`$\(variable)` is never \(quoted(key))",
            at: span,
            label: Suggestion.question(guess),
            notes: ["possible are \(Shape.list(possible))"]
        )
    }

    fileprivate static func neverChosen(
        _ key: String,
        _ locale: LocaleTag,
        _ forms: PluralForms,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .neverChosen,
            "no number has the form `\(key)` in `\(locale)`",
            at: span,
            notes: ["its forms are \(Shape.list(forms.possible.map(PluralForms.name)))"]
        )
    }

    fileprivate static func missingPlural(
        _ missing: [PluralCategory],
        _ locale: LocaleTag,
        _ forms: PluralForms,
        _ variable: String,
        _ span: Span
    ) -> Diagnostic {
        let names = Shape.list(missing.map(PluralForms.name))
        let examples = missing.map { "`\(PluralForms.name($0))`: \(forms.examples($0))" }
        return Diagnostic(
            .missingPlural,
            "the plural form\(missing.count == 1 ? "" : "s") \(names) of `\(locale)` \(missing.count == 1 ? "is" : "are") missing",
            at: span,
            notes: ["`\(locale)` has \(Shape.list(forms.possible.map(PluralForms.name)))"] + examples,
            help: "add a variant for each; `*` can take the last one"
        )
    }
}
