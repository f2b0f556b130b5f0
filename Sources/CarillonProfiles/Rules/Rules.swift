import CarillonDiagnostics

/// All rules, in the order their diagnostics are numbered.
enum Rules {
    static func check(_ tenant: TenantContext) -> [Diagnostic] {
        var report = RuleReport()
        for rule in all { rule.check(tenant, &report) }
        return report.diagnostics
    }

    private static let all: [any Rule.Type] = [
        LocalesRule.self, LocalizedTextRule.self, MessageSyntaxRule.self, MessageVariablesRule.self,
        SelectorRule.self, OptionalRule.self, SlotRule.self, MarkupRule.self, SensitiveRule.self, SizeRule.self,
        ChannelReferencesRule.self, ChannelSettingsRule.self, CategoryReferencesRule.self, SecretsRule.self,
        RouteRule.self, EventLinkRule.self, PayloadRule.self, PlaceholderRule.self, ScheduleRule.self,
        SampleRule.self, ContractRule.self, UnusedRule.self, TranslationRule.self, NearDuplicateRule.self,
    ]
}
