import CarillonDiagnostics

/// All rules.
enum Rules {
    /// - Parameter cancellation: what isn't begun when it is cancelled is left out.
    /// - Returns: one report a rule, in the order of ``scopes``.
    static func check(_ tenant: TenantContext, unless cancellation: Cancellation? = nil) -> [RuleReport] {
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
        return reports + later
    }

    /// What a rule finds in a tenant, as far as that is in focus.
    typealias Check = (TenantContext) -> RuleReport

    /// The reports of all rules, one after the other on this thread, where most of what each finds is known.
    ///
    /// - Parameter report: makes the report of the rule with that number; nil where it can't.
    /// - Returns: one report a rule; nil where one can't be made.
    static func reports(_ report: (_ number: Int, _ check: Check) -> RuleReport?) -> [RuleReport]? {
        var reports: [RuleReport] = []
        for rule in independent {
            let found = report(reports.count) { tenant in
                var report = RuleReport()
                rule.check(tenant, &report)
                return report
            }
            guard let found else { return nil }
            reports.append(found)
        }
        let earlier = RuleReport(joining: reports)
        for rule in late {
            let found = report(reports.count) { tenant in
                var report = RuleReport()
                rule.check(tenant, earlier, &report)
                return report
            }
            guard let found else { return nil }
            reports.append(found)
        }
        return reports
    }

    /// What each rule looks at.
    static let scopes: [RuleScope] = independent.map { $0.scope } + late.map { $0.scope }
    /// How many of them run before the others.
    static let independentCount = independent.count

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
