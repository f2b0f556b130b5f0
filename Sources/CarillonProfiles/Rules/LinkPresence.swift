import CarillonDiagnostics
import CarillonModel

/// Whether `$link` always has a value when an event's texts are rendered.
struct LinkPresence {
    /// Why it may be absent, as a clause; nil where it is always present, or where the link has another error.
    let fault: String?

    init(of id: EventTypeID, in tenant: TenantContext) {
        guard let event = tenant.profile.event(id) ?? tenant.collected[id], tenant.isSound(event, "deepLink"),
            tenant.isSound("deepLinks")
        else {
            fault = nil
            return
        }
        guard let link = event.deepLink else {
            fault = "\(tenant.profile.hasEvent(id) ? "the event" : "`policies.collect`") has no `deepLink`"
            return
        }
        guard let route = tenant.profile.deepLinks.route(link.route) else {
            fault = nil
            return
        }
        guard route.web != nil || route.app != nil else {
            fault = "the route \(Diagnostic.quoted(route.id)) has neither `web` nor `app`"
            return
        }
        let optional = link.arguments.first { event.field($0.field)?.isOptional == true }
        fault = optional.map { "the field `\($0.field)`, which fills it, may be absent" }
    }
}

extension Diagnostic {
    static func missingLink(_ reason: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingLink,
            "`$link` may hold nothing",
            at: span,
            notes: [reason, "a message that cannot be formatted whole is never sent"]
        )
    }
}
