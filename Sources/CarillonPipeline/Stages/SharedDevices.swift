import CarillonModel

/// Devices that belong to nobody, and that several recipients of one event may hold: each of them gets the event once.
///
/// Of one batch: recipients of an event are due together.
struct SharedDevices {
    private struct Address: Hashable {
        let event: String
        let token: String
    }

    private var reached: Set<Address> = []

    /// The notification without the devices that get its event for somebody else.
    func leavingOut(_ notification: DueNotification) -> DueNotification {
        guard !reached.isEmpty, notification.target == .all, !notification.devices.isEmpty else { return notification }
        var rest = notification
        rest.devices.removeAll { device in
            device.owner == nil && reached.contains(Address(event: notification.event.id, token: device.token))
        }
        if rest.devices.isEmpty { rest.target = .others }
        return rest
    }

    mutating func add(_ routed: RoutedNotification, of notification: DueNotification) {
        let nobodys = Set(notification.devices.lazy.filter { $0.owner == nil }.map(\.id))
        guard !nobodys.isEmpty else { return }
        for delivery in routed.deliveries where delivery.device.map(nobodys.contains) == true {
            reached.insert(Address(event: notification.event.id, token: delivery.address))
        }
    }
}
