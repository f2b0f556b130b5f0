public import CarillonModel

/// How many devices may be kept.
public struct DeviceLimits: Sendable, Hashable {
    /// One more takes the place of the one that was registered least recently.
    public var perUser: Int
    /// Of those that belong to nobody: one more takes the place of the one registered least recently among those that no
    /// message has reached yet.
    public var ofNobody: Int
    /// One of nobody's that wasn't registered again since then is replaced by another, though messages reached it.
    public var staleBefore: Instant

    public init(perUser: Int, ofNobody: Int, staleBefore: Instant) {
        self.perUser = perUser
        self.ofNobody = ofNobody
        self.staleBefore = staleBefore
    }

    public static let none = DeviceLimits(perUser: .max, ofNobody: .max, staleBefore: Instant(epochMilliseconds: 0))
}

/// What became of a registration.
public enum Registered: Sendable, Hashable {
    /// - Parameter displaced: how many devices gave way to it.
    case device(DeviceRecord, displaced: Int)
    /// There are as many of nobody's devices as there may be, and messages reached all of them. Nothing was changed.
    case full
}

/// A limit of the profile that a caller came up against.
public enum StorageLimit: String, Sendable, Hashable, CaseIterable {
    case devicesPerUser = "devices-per-user"
    case subscriptionsPerUser = "subscriptions-per-user"
    case ownerlessDevices = "ownerless-devices"
    case registrationsPerAddress = "registrations-per-address"
}
