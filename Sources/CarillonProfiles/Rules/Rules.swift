import CarillonDiagnostics

/// All rules.
enum Rules {
    /// - Parameter cancellation: what isn't begun when it is cancelled is left out.
    static func check(_ tenant: TenantContext, unless cancellation: Cancellation? = nil) -> [Diagnostic] {
        let reports = Parallel.map(independent) { rule in
            var report = RuleReport()
            guard cancellation?.isCancelled != true else { return report }
            rule.check(tenant, &report)
            return report
        }
        let earlier = RuleReport(joining: reports)
        let later = Parallel.map(late) { rule in
            var report = RuleReport()
            guard cancellation?.isCancelled != true else { return report }
            rule.check(tenant, earlier, &report)
            return report
        }
        return earlier.diagnostics + later.flatMap(\.diagnostics)
    }

    /// Rules that are independent of each other, in the order in which their diagnostics are numbered.
    private static let independent: [any Rule.Type] = [
        LocalesRule.self, LocalizedTextRule.self, MessageSyntaxRule.self, MessageVariablesRule.self,
        FunctionCallRule.self, SelectorRule.self, FormWithoutNumberRule.self, OptionalRule.self, SlotRule.self,
        MarkupRule.self, MarkupLinkRule.self,
        SensitiveRule.self, TermRule.self, BlankRule.self, MistakenPlaceholderRule.self, RelativeTimeRule.self,
        CopiedTextRule.self, ChannelReferencesRule.self, ChannelSettingsRule.self,
        SkeletonRule.self, MessageShapeRule.self, ReservedDataRule.self, LifetimeRule.self, CollectedLifetimeRule.self,
        CategoryReferencesRule.self, CollectedRule.self, SecretsRule.self, RouteRule.self, EventLinkRule.self,
        PayloadRule.self,
        PlaceholderRule.self, PictureRule.self, ScheduleRule.self, PolicyRule.self, SampleRule.self, ContractRule.self,
        SupabaseRule.self, InboxRule.self, DeviceRule.self, SimilarPushesRule.self,
        TranslationRule.self, NearDuplicateRule.self, RawHTMLRule.self, HTMLReferenceRule.self,
    ]

    /// Rules that report nothing where another one found an error, so they run last.
    private static let late: [any LateRule.Type] = [
        SizeRule.self, PartsRule.self, UnusedRule.self, MarkingRule.self, PushLinkRule.self, InboxTextRule.self,
        ClientProfileSizeRule.self,
    ]
}
