import CarillonModel
import CarillonPluginKit

extension OutgoingMessage {
    /// A message of the event that nobody gets: what a plugin makes of it, and of one that differs in a single point, tells
    /// what that point changes.
    init(probing event: EventType, of profile: TenantProfile) {
        self.init(
            delivery: 1,
            notification: "n",
            tenant: profile.id,
            event: event.id,
            address: "a",
            locale: profile.locales.defaultLocale.rawValue,
            slots: ["title": "t", "body": "b"],
            createdAt: Instant(epochMilliseconds: 0)
        )
    }
}
