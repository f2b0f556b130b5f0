import CarillonDiagnostics
import CarillonModel

/// A collected notification is still valid when its window ends; otherwise it would never be sent.
enum CollectedLifetimeRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile, let profileFile = tenant.profileFile,
            tenant.isSound("policies", "priorities", "channels")
        else { return }
        var isGeneralReported = false
        for event in tenant.profile.events
        where tenant.isSound(event, "priority", "channels", "expireAfter", "schedule") {
            guard let stale = stale(event, tenant) else { continue }
            if stale.isGeneral {
                // The policy applies to all of the tenant's events, so it is reported only for the first.
                guard !isGeneralReported else { continue }
                isGeneralReported = true
                report.add(.pointlessPolicy(stale.message, profileFile.span("policies", "expireAfter")))
            } else {
                report.add(.pointlessPolicy(stale.message, file.span(stale.place)))
            }
        }
    }

    /// The first of an event's notifications that expires before its window ends; nil where there is none.
    private static func stale(_ event: EventType, _ tenant: TenantContext) -> Stale? {
        let (policies, window) = (tenant.profile.policies, tenant.profile.policies.collect.length)
        let entries: [ScheduleEntry?] = event.schedule.isEmpty ? [nil] : event.schedule
        for (index, entry) in entries.enumerated() {
            guard let lifetime = event.lifetime(by: entry, policies), lifetime <= window,
                let channel = tenant.channel(collecting: event, entry?.priority ?? event.priority)
            else { continue }
            let isOwn = event.expireAfter != nil
            return Stale(
                event: event.id,
                channel: channel,
                lifetime: lifetime,
                window: window,
                isGeneral: !isOwn && lifetime == policies.expireAfter,
                place: [.name("events"), .name(event.id.rawValue)]
                    + (isOwn ? [.name("expireAfter")] : [.name("schedule"), .index(index), .name("by")])
            )
        }
        return nil
    }

    private struct Stale {
        let event: EventTypeID
        let channel: ChannelID
        let lifetime: Duration
        let window: Duration
        /// Whether the lifetime comes from the policies.
        let isGeneral: Bool
        /// The place in `events.json`.
        let place: [JSONStep]

        var message: String {
            "`\(event)` is collected for \(window.written) on `\(channel)` and worth nothing after \(lifetime.written): "
                + "it never goes out there"
        }
    }
}

extension TenantContext {
    /// The first channel on which notifications of the event are collected with that priority; nil where there is none.
    fileprivate func channel(collecting event: EventType, _ priority: Priority) -> ChannelID? {
        profile.channels(collecting: priority, of: [event], registry: registry)
            .first { profile.collects(priority, on: $0, registry: registry) }
    }
}
