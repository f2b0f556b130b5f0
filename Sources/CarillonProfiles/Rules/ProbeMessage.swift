import CarillonModel
import CarillonPluginKit

extension OutgoingMessage {
    /// A message of the event that isn't sent.
    ///
    /// Comparing what a plugin makes of it with what it makes of a message that differs in one point shows what that
    /// point changes.
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
