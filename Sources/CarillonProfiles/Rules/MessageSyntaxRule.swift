import CarillonDiagnostics
import MessageFormat

/// Every text is valid MessageFormat 2.
enum MessageSyntaxRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            if !text.problems.isEmpty { checkProblems(text, tenant, &report) }
            checkVariants(text, tenant, &report)
        }
    }

    private static func checkProblems(_ text: WrittenText, _ tenant: TenantContext, _ report: inout RuleReport) {
        let mistaken = MistakenBraces(text, in: tenant)
        for place in mistaken.places {
            guard let span = tenant.span(place.range, of: text) else { continue }
            report.add(.bracesAroundName(place.name, span))
        }
        for problem in mistaken.otherProblems {
            guard let span = tenant.span(problem.range, of: text) else { continue }
            report.add(.messageProblem(problem, span))
        }
    }

    /// `.match` within a variant of `{match, when}` would be shown as text.
    private static func checkVariants(_ text: WrittenText, _ tenant: TenantContext, _ report: inout RuleReport) {
        guard text.node["match"] != nil, let file = tenant.templateFiles[text.locale] else { return }
        for variant in TemplateSource.variants(text.node) {
            let text = variant.text
            guard text.hasByte(0x2E), let dot = text.utf8.firstIndex(where: { $0 > 0x20 }), text.utf8[dot] == 0x2E,
                [".match", ".input", ".local"].contains(where: text[dot...].hasPrefix)
            else { continue }
            report.add(.nestedSelection(Span(file.source, variant.key.value.range)))
        }
    }
}

extension Diagnostic {
    fileprivate static func messageProblem(_ problem: MessageProblem, _ span: Span) -> Diagnostic {
        switch problem.kind {
        case .missingFallbackVariant:
            Diagnostic(
                .missingFallbackVariant,
                problem.description,
                at: span,
                help: "add a variant with the key `*`, which takes whatever is left"
            )
        case .variantKeyMismatch, .duplicateVariant: Diagnostic(.badVariant, problem.description, at: span)
        case .duplicateDeclaration, .missingSelectorAnnotation, .duplicateOptionName, .declarationTooDeep:
            Diagnostic(.badDeclaration, problem.description, at: span)
        default:
            Diagnostic(
                .messageSyntax,
                problem.description,
                at: span,
                help:
                    #"`{`, `}` and `\` belong to MessageFormat: as text they are written with a backslash, in JSON `\\{`"#
            )
        }
    }

    fileprivate static func bracesAroundName(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .messageSyntax,
            "`$\(name)` can't be read here",
            at: span,
            label: "did you mean `{$\(name)}`?",
            fixes: [Fix("write `{$\(name)}`", replace: span, with: "{$\(name)}")]
        )
    }

    fileprivate static func nestedSelection(_ span: Span) -> Diagnostic {
        Diagnostic(
            .badVariant,
            "a variant cannot choose again",
            at: span,
            help: #"name both fields in `match`, and give each key two parts: "one *""#
        )
    }
}
