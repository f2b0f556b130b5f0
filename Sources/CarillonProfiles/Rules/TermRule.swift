import CarillonDiagnostics

/// Terms are plain text: they are inserted into messages unchanged, so a brace would be shown.
enum TermRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for (_, file) in tenant.templateFiles.sorted(by: { $0.key < $1.key }) {
            for term in file.root["terms"]?.members ?? [] where !term.value.isDamaged {
                guard term.value.string?.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) == true else { continue }
                report.add(.braceInTerm(term.name, Span(file.source, term.value.range)))
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func braceInTerm(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .braceInTerm,
            "the term `\(name)` would be shown with its braces",
            at: span,
            notes: ["terms are plain words: nothing in them is filled in"],
            help: "write what changes into the messages that use the term"
        )
    }
}
