import CarillonDiagnostics

/// All rules, in the order their diagnostics are numbered.
enum Rules {
    static func check(_ tenant: TenantContext) -> [Diagnostic] {
        var report = RuleReport()
        for rule in all { rule.check(tenant, &report) }
        return report.diagnostics
    }

    private static let all: [any Rule.Type] = []
}
