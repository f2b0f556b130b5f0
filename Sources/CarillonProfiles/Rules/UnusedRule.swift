import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Reports texts, terms and channels that nothing uses.
enum UnusedRule: LateRule {
    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard let events = tenant.eventsFile else { return }
        let declared = events.names(in: "events")
        if declared == [] {
            // Without events nothing is used, so the parts need not be reported one by one.
            report.add(.noEvents(events.nameSpan("events")))
            return
        }
        if let declared, let texts = events.names(in: "texts") {
            checkMessages(tenant, known: declared + texts, earlier, &report)
        }
        checkTerms(tenant, earlier, &report)
        let isMisspelt = earlier.diagnostics.contains { $0.code == .unknownChannel }
        checkChannels(tenant, events, isMisspelt: isMisspelt, &report)
        checkCategories(tenant, events, earlier, &report)
    }

    /// Routes and Android channels are skipped, because the app may use them by itself.
    private static func checkCategories(
        _ tenant: TenantContext,
        _ events: TenantFile,
        _ earlier: RuleReport,
        _ report: inout RuleReport
    ) {
        guard let profile = tenant.profileFile, let categories = profile.names(in: "categories"),
            !events.isDamaged("events"), !earlier.diagnostics.contains(where: { $0.code == .unknownCategory }),
            tenant.profile.contract?.takesCategory != true
        else { return }
        let used = Set(tenant.profile.events.compactMap(\.category))
        // Where no event has a category, requests name them.
        guard !used.isEmpty else { return }
        for name in categories where !used.contains(name) {
            report.add(.unusedCategory(name, profile.nameSpan("categories", name)))
        }
    }

    private static func checkMessages(
        _ tenant: TenantContext,
        known: [String],
        _ earlier: RuleReport,
        _ report: inout RuleReport
    ) {
        let names = Set(known)
        let reported = Set(earlier.diagnostics.lazy.filter { $0.code == .missingSlot }.map(\.primary.span))
        for (_, file) in tenant.templateFiles.sorted(by: { $0.key < $1.key }) {
            guard let messages = file.root["messages"], !file.root.isDamaged, !messages.isDamaged else { continue }
            for member in messages.members
            where EventTypeID.isValid(member.name) && !names.contains(member.name) {
                let span = Span(file.source, member.nameRange)
                if !reported.contains(span) { report.add(.unusedMessage(member.name, known: known, span)) }
            }
        }
    }

    private static func checkTerms(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        let misspelt = Set(earlier.diagnostics.lazy.filter { $0.code == .unknownVariable }.map(\.primary.span.source))
        for (locale, file) in tenant.templateFiles.sorted(by: { $0.key < $1.key }) {
            let terms = file.root["terms"]?.members ?? []
            guard !terms.isEmpty, !file.isDamaged("messages"), !misspelt.contains(file.source) else { continue }
            // Texts that are still missing may use any term.
            guard !TemplatesReading(file: file, locale: locale).slots().contains(where: \.isOpen) else { continue }
            let used = Set(
                (tenant.textsByLocale[locale] ?? []).flatMap { $0.uses?.arguments.map(\.name) ?? [] }
            )
            for term in terms where !used.contains(term.name) {
                report.add(.unusedTerm(term.name, Span(file.source, term.nameRange)))
            }
        }
    }

    private static func checkChannels(
        _ tenant: TenantContext,
        _ events: TenantFile,
        isMisspelt: Bool,
        _ report: inout RuleReport
    ) {
        guard let profile = tenant.profileFile, tenant.isSound("channels"), !events.isDamaged("events") else { return }
        let used = Set(tenant.profile.events.flatMap(\.channels))
        for binding in tenant.profile.channels
        where !isMisspelt && !used.contains(binding.id) && binding.fallbackFor.isEmpty {
            report.add(.unusedChannel(binding.id, profile.nameSpan("channels", binding.id.rawValue)))
        }
        for event in tenant.profile.events {
            for channel in event.channels {
                guard let binding = tenant.profile.channel(channel) else { continue }
                let priorities = Set([event.priority] + event.schedule.compactMap(\.priority))
                guard binding.priorities.isDisjoint(with: priorities) else { continue }
                let span = events.span("events", event.id.rawValue, "channels")
                report.add(.unreachableChannel(channel, event, span))
            }
        }
    }
}

extension Contract {
    /// Whether requests may name a category.
    fileprivate var takesCategory: Bool {
        routes.contains { route in
            route.operation == .notificationsSend && route.request.contains { $0.target.steps[0] == "category" }
        }
    }
}

extension Diagnostic {
    fileprivate static func unusedCategory(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(.unusedCategory, "no event has the category \(quoted(name))", at: span)
    }

    fileprivate static func noEvents(_ span: Span) -> Diagnostic {
        Diagnostic(.noEvents, "there is no event", at: span)
    }

    fileprivate static func unusedMessage(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unusedMessage,
            "there is no event or app text called \(quoted(name))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "nobody ever sees these words"
        )
    }

    fileprivate static func unusedTerm(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unusedTerm,
            "no message uses the term `\(name)`",
            at: span,
            help: "write `{$\(name)}` where it belongs"
        )
    }

    fileprivate static func unusedChannel(_ id: ChannelID, _ span: Span) -> Diagnostic {
        Diagnostic(.unusedChannel, "no event goes to `\(id)`", at: span)
    }

    fileprivate static func unreachableChannel(_ id: ChannelID, _ event: EventType, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unreachableChannel,
            "`\(event.id)` never reaches `\(id)`",
            at: span,
            notes: ["its priority is `\(event.priority.rawValue)`, and the channel takes others only"]
        )
    }
}
