import CarillonModel
import CarillonPluginKit

extension InMemoryState {
    mutating func register(_ registration: DeviceRegistration, at now: Instant) -> DeviceRecord {
        let facts = registration.facts
        if let owner = registration.owner, !facts.isEmpty { put(facts, of: owner) }
        if let holder = devices[registration.token], holder.owner != registration.owner {
            remove(holder, .moved, at: now)
        }
        let earlier = earlierToken(of: registration)
        if let known = devices[registration.token] {
            if let earlier { remove(earlier, .replaced, at: now) }
            return keep(known.updated(with: registration, at: now))
        }
        if let earlier {
            // What waits for the device goes to where it can be reached now.
            for row in open where deliveries[row]?.plan.device == earlier.id && deliveries[row]?.attemptedAt == nil {
                deliveries[row]?.plan.address = registration.token
            }
            devices[earlier.token] = nil
            tokens = tokens.map { $0 == earlier.token ? registration.token : $0 }
            return keep(earlier.updated(with: registration, at: now))
        }
        tokens.append(registration.token)
        return keep(DeviceRecord(registration, id: identifiers.uuid(), at: now))
    }

    mutating func unregister(token: String, owner: UserID?, at now: Instant) -> DeviceRecord? {
        guard let device = devices[token], device.owner == owner else { return nil }
        remove(device, .unregistered, at: now)
        return device
    }

    mutating func unregister(deviceID: String, owner: UserID?, at now: Instant) -> DeviceRecord? {
        let device = devices.values.first { $0.deviceID == deviceID && $0.owner == owner }
        guard let device else { return nil }
        remove(device, .unregistered, at: now)
        return device
    }

    func devices(of owner: UserID) -> [DeviceRecord] {
        tokens.compactMap { devices[$0] }.filter { $0.owner == owner }
    }

    func device(_ id: String) -> DeviceRecord? {
        devices.values.first { $0.id == id }
    }

    func hasDevice(_ id: String) -> Bool { device(id) != nil }

    mutating func remove(_ device: DeviceRecord, _ reason: OutcomeReason, at now: Instant) {
        devices[device.token] = nil
        tokens.removeAll { $0 == device.token }
        cancelDeliveries(to: device.id, reason, at: now)
        subscriptions = subscriptions.filter { $0.value.subscriber.device != device.id }
    }

    private mutating func keep(_ device: DeviceRecord) -> DeviceRecord {
        devices[device.token] = device
        return device
    }

    /// The owner's device with the same id of the app but another token.
    private func earlierToken(of registration: DeviceRegistration) -> DeviceRecord? {
        guard let deviceID = registration.deviceID else { return nil }
        return tokens.reversed().lazy.compactMap { devices[$0] }.first {
            $0.deviceID == deviceID && $0.owner == registration.owner && $0.token != registration.token
        }
    }
}
