import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// A push for an event with a deep link contains what the app needs to follow it: the link, or all its values.
///
/// A channel or an event with a `message` controls every member of what is sent, so it isn't checked.
enum PushLinkRule: LateRule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile, tenant.isSound("deepLinks", "channels") else { return }
        for event in tenant.profile.events
        where tenant.isSound(event, "deepLink", "data", "dataFrom", "channels", "message")
            && tenant.hasReadableData(event)
        {
            guard let link = event.deepLink, let route = tenant.profile.deepLinks.route(link.route),
                event.dataFrom == nil, !carries(link, in: event.data.roots)
            else { continue }
            let channels = event.channels.filter { isPush($0, tenant) && !addsLink(to: route, event, on: $0, tenant) }
            let written = file.root["events"]?[event.id.rawValue]
            guard !channels.isEmpty, written?["data"]?.isWhole != false, let place = written?["deepLink"]?.range,
                !earlier.hasError(within: Span(file.source, place))
            else { continue }
            let span = file.span("events", event.id.rawValue, "deepLink")
            report.add(.pushWithoutLink(event.id, channels, route, span))
        }
    }

    /// Whether the data has the link, or every field that fills it.
    private static func carries(_ link: DeepLinkTemplate, in roots: Set<String>) -> Bool {
        roots.contains("link") || !link.arguments.isEmpty && link.arguments.allSatisfy { roots.contains($0.field) }
    }

    private static func isPush(_ channel: ChannelID, _ tenant: TenantContext) -> Bool {
        if case .deviceToken? = tenant.descriptor(channel)?.address { true } else { false }
    }

    /// Whether the message is fixed, or its plugin adds the link by itself, so that the message changes with the link.
    private static func addsLink(
        to route: Route,
        _ event: EventType,
        on channel: ChannelID,
        _ tenant: TenantContext
    ) -> Bool {
        guard let binding = tenant.profile.channel(channel), let kind = tenant.registry[binding.plugin],
            event.skeleton(on: binding) == nil
        else { return true }
        var message = OutgoingMessage(probing: event, of: tenant.profile)
        let without = kind.providerMessage(message)
        message.link = MessageLink(
            app: route.app.map { _ in "a:l" },
            web: route.web.map { _ in "https://l" },
            screen: route.screen.map { _ in "/l" }
        )
        // A plugin that doesn't show its messages can't be judged.
        return without == nil || kind.providerMessage(message) != without
    }
}

extension JSONNode {
    /// Whether all of it could be read.
    fileprivate var isWhole: Bool {
        !isBroken && elements.allSatisfy(\.isWhole) && members.allSatisfy { $0.value.isWhole }
    }
}

extension Diagnostic {
    fileprivate static func pushWithoutLink(
        _ event: EventTypeID,
        _ channels: [ChannelID],
        _ route: Route,
        _ span: Span
    ) -> Diagnostic {
        let form = route.app != nil ? "app" : route.screen != nil ? "screen" : "web"
        return Diagnostic(
            .pushWithoutLink,
            "pushes of `\(event)` on \(Shape.list(channels.map(\.rawValue))) carry no link",
            at: span,
            label: "who taps on one doesn't get there",
            help: "add to the event's `data` a line like \"link\": \"{link.\(form)}\""
        )
    }
}
