import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// What a phone shows can be reset: the badge count goes down when something is read, and an action tells the app to
/// which notification it belongs.
enum MarkingRule: LateRule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        checkBadge(tenant, earlier, &report)
        checkActions(tenant, &report)
    }

    /// A tenant without a contract has the native routes, which mark notifications as read.
    private static func checkBadge(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard let file = tenant.contractFile, file.isSound, let routes = tenant.profile.contract?.routes,
            !routes.isEmpty, !routes.contains(where: { $0.operation.marks }),
            !earlier.diagnostics.contains(where: { $0.primary.span.source == file.source })
        else { return }
        let counting = tenant.profile.events.filter { event in
            let badge = event.badge ?? tenant.profile.priorities[event.priority].badge
            return badge == .unread && tenant.isSound(event, "badge", "channels") && tenant.showsBadge(event)
        }
        guard !counting.isEmpty else { return }
        report.add(.unmarkableBadge(counting.map(\.id), file.nameSpan("routes")))
    }

    private static func checkActions(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile, tenant.isSound("channels", "categories") else { return }
        for event in tenant.profile.events {
            guard tenant.isSound(event, "category", "channels"), tenant.hasReadableData(event), event.idMembers.isEmpty,
                let category = tenant.category(withActions: event),
                let channel = tenant.phones(of: event).first
            else { continue }
            report.add(.actionWithoutID(event.id, category, channel, file.nameSpan("events", event.id.rawValue)))
        }
    }
}

extension Operation {
    fileprivate var marks: Bool { self == .notificationsMark || self == .notificationsOpened }
}

extension TenantContext {
    /// The event's channels that show notifications on phones or in browsers.
    fileprivate func phones(of event: EventType) -> [ChannelID] {
        guard profile.priorities[event.priority].delivery != .silent else { return [] }
        return event.channels.filter { channel in
            if case .deviceToken? = descriptor(channel)?.address { true } else { false }
        }
    }

    /// Whether a badge is shown and counted: browsers show none, and a number in a skeleton is fixed.
    fileprivate func showsBadge(_ event: EventType) -> Bool {
        phones(of: event).contains { channel in
            guard let binding = profile.channel(channel) else { return false }
            let hasOwnBadge = [binding.message, event.message].contains { $0?.mentions("badge") == true }
            return !hasOwnBadge && registry[binding.plugin]?.platforms != [.web]
        }
    }

    /// A category with actions that the event's notifications can have: its own, or any that a sender may name.
    fileprivate func category(withActions event: EventType) -> String? {
        let own = event.category.flatMap(profile.category)
        if let own, !own.actions.isEmpty { return own.id }
        let isSent = (profile.contract?.routes ?? []).contains { route in
            route.operation == .notificationsSend && route.canSend(event)
                && route.request.contains { $0.target.steps == ["category"] }
        }
        return isSent ? profile.categories.first { !$0.actions.isEmpty }?.id : nil
    }
}

extension ContractRoute {
    fileprivate func canSend(_ event: EventType) -> Bool {
        guard let field = request.first(where: { $0.target.steps == ["type"] }) else { return false }
        let names = [event.id.rawValue, event.alias].compactMap(\.self)
        if case .constant(.string(let name)) = field.source { return names.contains(name) }
        return field.rule.values.isEmpty || field.rule.values.contains { $0.meaning.string.map(names.contains) == true }
    }
}

extension JSONValue {
    /// Whether it has a member of that name at any depth.
    fileprivate func mentions(_ name: String) -> Bool {
        switch self {
        case .object(let object): object.members.contains { $0.name == name || $0.value.mentions(name) }
        case .array(let elements): elements.contains { $0.mentions(name) }
        case .null, .boolean, .number, .string: false
        }
    }
}

extension Diagnostic {
    fileprivate static func unmarkableBadge(_ events: [EventTypeID], _ span: Span) -> Diagnostic {
        let shown = events.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
        let rest = events.count > 3 ? " and \(events.count - 3) more" : ""
        return Diagnostic(
            .unmarkableBadge,
            "none of these routes marks notifications as read, and the number on the icon counts the unread",
            at: span,
            notes: ["it is counted for \(shown)\(rest), and only ever rises"],
            help: "set `\"badge\": \"none\"` on these events, or add a route with the operation `notifications.mark`"
        )
    }

    fileprivate static func actionWithoutID(
        _ event: EventTypeID,
        _ category: String,
        _ channel: ChannelID,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .actionWithoutID,
            "the buttons of `\(category)` on `\(channel)` don't know which notification of `\(event)` they belong to",
            at: span,
            help: "add it to `data`: \"notification_id\": \"{notification.id}\""
        )
    }
}
