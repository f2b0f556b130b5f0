import CarillonModel
import CarillonPluginKit
public import CarillonProfiles

extension Routing {
    /// The preference that a recipient would set to receive no more mails like this one: of those that govern it the
    /// one that governs least beside it.
    ///
    /// - Returns: nil where no preference does: nobody can unsubscribe from what is mandatory.
    public func unsubscribing(from delivery: LeasedDelivery) -> PreferenceToggle? {
        let notification = delivery.notification
        guard let event = profile.event(notification.event.type),
            let binding = profile.channel(delivery.plan.channel),
            let kind = registry[binding.plugin]?.descriptor.address, [.email, .phone].contains(kind)
        else { return nil }
        let governing = toggles(governing: binding.id, notification: notification, event: event)
        return governing.min { $0.reach < $1.reach }
    }
}

extension PreferenceToggle {
    /// How much it governs; a side that is left open counts more than any list.
    fileprivate var reach: (Int, Int, Int, Int) {
        let size = { (count: Int) in count == 0 ? Int.max : count }
        return (size(channels.count), size(categories.count), size(topics.count), size(priorities.count))
    }
}
