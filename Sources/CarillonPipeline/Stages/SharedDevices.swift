import CarillonModel

/// Devices that belong to nobody, and that several recipients of one event may hold: each of them receives the event
/// once.
///
/// Of one batch; what was routed before is in ``DueNotification/reachedAddresses``.
struct SharedDevices {
    private struct Address: Hashable {
        let event: String
        /// A schedule makes several of an event, each for itself.
        let dueAt: Instant
        let token: ExactText

        init(_ notification: DueNotification, _ token: String) {
            event = notification.event.id
            dueAt = notification.dueAt
            self.token = token.exact
        }
    }

    private var reached: Set<Address> = []

    /// The notification without the devices that receive its event for somebody else.
    func leavingOut(_ notification: DueNotification) -> DueNotification {
        guard !reached.isEmpty || !notification.reachedAddresses.isEmpty, notification.target == .all,
            !notification.devices.isEmpty
        else { return notification }
        var rest = notification
        rest.devices.removeAll { device in
            guard device.owner == nil else { return false }
            return notification.reachedAddresses.contains(device.token.exact)
                || reached.contains(Address(notification, device.token))
        }
        if rest.devices.isEmpty { rest.target = .others }
        return rest
    }

    mutating func add(_ routed: RoutedNotification, of notification: DueNotification) {
        let nobodys = Set(notification.devices.lazy.filter { $0.owner == nil }.map(\.id))
        guard !nobodys.isEmpty else { return }
        for delivery in routed.deliveries where delivery.device.map(nobodys.contains) == true {
            reached.insert(Address(notification, delivery.address))
        }
    }
}
