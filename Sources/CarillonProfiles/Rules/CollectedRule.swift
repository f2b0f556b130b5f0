import CarillonDiagnostics
import CarillonModel

/// The texts for collected notifications use only the number of notifications, because they replace notifications of
/// any event.
///
/// The route they link to exists, and so do the values of their data.
enum CollectedRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        checkTexts(tenant, &report)
        checkWindows(tenant, &report)
    }

    private static func checkWindows(_ tenant: TenantContext, _ report: inout RuleReport) {
        let place: [JSONStep] = [.name("policies"), .name("collect")]
        guard let file = tenant.profileFile, let node = file.root["policies"]?["collect"], node.isObject,
            !file.isDamaged(place)
        else { return }
        let message = CollectedTexts.message(EventTypeID(unchecked: "collected"), in: tenant)
        if node["deepLink"] != nil || node["data"] != nil, !tenant.collectsAny {
            report.add(.nothingCollected(file.span(place)))
        }
        if let link = message.deepLink, tenant.isSound("deepLinks") {
            EventLinkRule.check(link, of: message, at: place + [.name("deepLink")], in: file, tenant, &report)
        }
        if let data = node["data"] {
            let implicit = message.deepLink == nil ? [:] : ["link": LinkKind.allCases.map(\.rawValue)]
            EventPlaceholders(tenant: tenant, event: message, file: file, implicit: implicit).check(data, &report)
        }
    }

    private static func checkTexts(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for id in tenant.collected.events.map(\.id) {
            for field in tenant.appTexts[id]?.payload ?? [] {
                let path: [JSONStep] = ["texts", id.rawValue, "payload", field.name].map { .name($0) }
                guard !file.isDamaged(path) else { continue }
                if field.name != CollectedTexts.count.name {
                    report.add(.unfilledField(field.name, id, file.nameSpan(path)))
                } else if !field.isCount {
                    report.add(.wrongCount(field, id, file.nameSpan(path)))
                }
            }
        }
    }
}

extension TenantContext {
    /// Whether any priority is collected, or might be if an error elsewhere were corrected.
    fileprivate var collectsAny: Bool {
        !isSound("priorities") || Priority.allCases.contains { profile.priorities[$0].delivery == .collected }
    }
}

extension PayloadField {
    /// Whether it is a number that can hold the count and is always present.
    fileprivate var isCount: Bool {
        guard case .integer = type else { return false }
        return !isOptional
    }
}

extension Diagnostic {
    fileprivate static func nothingCollected(_ span: Span) -> Diagnostic {
        Diagnostic(
            .pointlessPolicy,
            "no priority is `collected`, so nothing ever leads there",
            at: span,
            help: #"say which one is: "priorities": {"low": {"deliver": "collected", …}}"#
        )
    }

    fileprivate static func unfilledField(_ name: String, _ id: EventTypeID, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unfilledField,
            "nothing fills `\(name)` of `\(id)`",
            at: span,
            notes: ["words for what is collected stand for notifications of any kind, and get `count` only"],
            help: "remove the field, or take an app text of its own for what is collected"
        )
    }

    fileprivate static func wrongCount(_ field: PayloadField, _ id: EventTypeID, _ span: Span) -> Diagnostic {
        let text =
            field.isOptional ? "optional, and is always there" : "\(field.type.name.withArticle), and gets an integer"
        return Diagnostic(
            .unfilledField,
            "`count` of `\(id)` is \(text)",
            at: span,
            help: #"write "count": { "type": "integer" }"#
        )
    }
}
