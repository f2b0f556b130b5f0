import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    mutating func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits = .none,
        at now: Instant
    ) -> Registered {
        let registered = keep(registration, within: limits, at: now)
        if case .device(let device, displaced: _) = registered, let holder = registration.holder {
            hold(device.id, by: holder)
        }
        return registered
    }

    /// A message got to a device: one of nobody's isn't replaced by others any more.
    mutating func noteReached(_ device: String?) {
        guard let device, let known = devices[device], known.owner == nil else { return }
        reached.insert(device)
    }

    /// Has the user hold a device that belongs to nobody; of any other nothing changes.
    mutating func hold(_ device: String, by user: UserID) {
        guard let known = devices[device], known.owner == nil else { return }
        holders[device, default: []].insert(user)
    }

    private mutating func keep(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) -> Registered {
        let holders = devices(at: registration.address)
        let known = holders.first { $0.isMeant(by: registration) }
        let earlier = earlierAddress(of: registration)
        let surplus = known == nil && earlier == nil ? self.surplus(of: registration.owner, within: limits) : []
        guard let surplus else { return .full }
        for device in surplus { remove(device, .displaced, at: now) }
        let facts = registration.facts
        if let owner = registration.owner, !facts.isEmpty { put(facts, of: owner) }
        for holder in holders where holder.owner != registration.owner { remove(holder, .moved, at: now) }
        return .device(put(registration, over: known, earlier, at: now), displaced: surplus.count)
    }

    private mutating func put(
        _ registration: DeviceRegistration,
        over known: DeviceRecord?,
        _ earlier: DeviceRecord?,
        at now: Instant
    ) -> DeviceRecord {
        if let known {
            if let earlier { remove(earlier, .replaced, at: now) }
            return keep(known.updated(with: registration, at: now))
        }
        if let earlier {
            // What waits for the device goes to where it can be reached now.
            for row in open where deliveries[row]?.plan.device == earlier.id && deliveries[row]?.attemptedAt == nil {
                deliveries[row]?.plan.address = registration.token
            }
            return keep(earlier.updated(with: registration, at: now))
        }
        let device = DeviceRecord(registration, id: identifiers.uuid(), at: now)
        deviceOrder.append(device.id)
        return keep(device)
    }

    /// Those that another device of this owner replaces; nil where there is no place for it.
    private func surplus(of owner: UserID?, within limits: DeviceLimits) -> [DeviceRecord]? {
        let devices = deviceOrder.compactMap { self.devices[$0] }.filter { $0.owner == owner }
        // Stable: of those updated at the same time, the one registered first goes first.
        let byAge = devices.enumerated().sorted {
            ($0.element.updatedAt, $0.offset) < ($1.element.updatedAt, $1.offset)
        }
        if owner != nil { return byAge.dropLast(limits.perUser - 1).map(\.element) }
        guard devices.count >= limits.ofNobody else { return [] }
        let unreached = byAge.first { !reached.contains($0.element.id) }
        let stale = byAge.first.flatMap { $0.element.updatedAt < limits.staleBefore ? $0 : nil }
        return (unreached ?? stale).map { [$0.element] }
    }

    mutating func unregister(token: String, plugin: PluginID?, owner: UserID?, at now: Instant) -> DeviceRecord? {
        let devices = deviceOrder.compactMap { self.devices[$0] }.filter {
            $0.token.exact == token.exact && $0.owner == owner && (plugin == nil || $0.plugin == plugin)
        }
        for device in devices { remove(device, .unregistered, at: now) }
        return devices.last
    }

    mutating func unregister(deviceID: String, owner: UserID?, at now: Instant) -> DeviceRecord? {
        let device = devices.values.first { $0.deviceID?.exact == deviceID.exact && $0.owner == owner }
        guard let device else { return nil }
        remove(device, .unregistered, at: now)
        return device
    }

    func ownDevices(of owner: UserID) -> [DeviceRecord] {
        deviceOrder.compactMap { devices[$0] }.filter { $0.owner == owner }
    }

    /// The user's own, and those of nobody's that they hold.
    func devices(of user: UserID) -> [DeviceRecord] {
        deviceOrder.compactMap { devices[$0] }.filter { $0.owner == user || holders[$0.id]?.contains(user) == true }
    }

    /// More than one only where they belong to nobody, oldest first.
    func devices(at address: DeviceAddress) -> [DeviceRecord] {
        deviceOrder.compactMap { devices[$0] }.filter { $0.address == address }
    }

    func device(_ id: String) -> DeviceRecord? { devices[id] }

    func hasDevice(_ id: String) -> Bool { device(id) != nil }

    mutating func remove(_ device: DeviceRecord, _ reason: OutcomeReason, at now: Instant) {
        devices[device.id] = nil
        holders[device.id] = nil
        reached.remove(device.id)
        deviceOrder.removeAll { $0 == device.id }
        cancelDeliveries(to: device.id, reason, at: now)
        subscriptions = subscriptions.filter { $0.value.subscriber.device != device.id }
    }

    private mutating func keep(_ device: DeviceRecord) -> DeviceRecord {
        devices[device.id] = device
        return device
    }

    /// The owner's device with the same id of the app but another address.
    private func earlierAddress(of registration: DeviceRegistration) -> DeviceRecord? {
        guard let deviceID = registration.deviceID else { return nil }
        return deviceOrder.reversed().lazy.compactMap { devices[$0] }.first {
            $0.deviceID?.exact == deviceID.exact && $0.owner == registration.owner
                && $0.address != registration.address
        }
    }
}
