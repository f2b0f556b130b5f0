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
        let device: DeviceAddress

        init(_ notification: DueNotification, _ device: DeviceAddress) {
            event = notification.event.id
            dueAt = notification.dueAt
            self.device = device
        }
    }

    private let plugins: [ChannelID: PluginID]
    private var reached: Set<Address> = []

    /// - Parameter plugins: of the tenant's channels.
    init(_ plugins: [ChannelID: PluginID]) {
        self.plugins = plugins
    }

    /// The notification without the devices that receive its event for somebody else.
    func leavingOut(_ notification: DueNotification) -> DueNotification {
        guard !reached.isEmpty || !notification.reachedAddresses.isEmpty, notification.target == .all,
            !notification.devices.isEmpty
        else { return notification }
        let reachedBefore = Set(
            notification.reachedAddresses.compactMap { address in
                plugins[address.channel].map { DeviceAddress(address.address.text, by: $0) }
            }
        )
        var rest = notification
        rest.devices.removeAll { device in
            guard device.owner == nil else { return false }
            return reachedBefore.contains(device.address) || reached.contains(Address(notification, device.address))
        }
        if rest.devices.isEmpty { rest.target = .others }
        return rest
    }

    mutating func add(_ routed: RoutedNotification, of notification: DueNotification) {
        let nobodys = Set(notification.devices.lazy.filter { $0.owner == nil }.map(\.id))
        guard !nobodys.isEmpty else { return }
        for delivery in routed.deliveries where delivery.device.map(nobodys.contains) == true {
            guard let plugin = plugins[delivery.channel] else { continue }
            reached.insert(Address(notification, DeviceAddress(delivery.address, by: plugin)))
        }
    }
}
