public import CarillonModel

/// Where users are reached.
public protocol DeviceStore: Sendable {
    /// Registers or updates. A device is known by its address, which is a token and the plugin that reaches it: the same text for
    /// another plugin is another device, unless both name the same id of the app. The same address under another owner moves
    /// to that owner: deliveries of the former owner that still wait for it are cancelled. Devices that belong to nobody are known by their ids, and keep to
    /// themselves where several register the same address; whoever registers one with a proof of who they are holds it
    /// from then on, and so does a user who subscribes for it. Facts registered with the device become the owner's.
    ///
    /// A device that is new replaces others where there are more than `limits` allows, and what is pending for those
    /// ends.
    func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered

    /// Removes the device at once, and cancels what is pending for it.
    ///
    /// - Parameter plugin: nil: whichever reach it.
    /// - Returns: the device as it was, nil when `owner` has none with this token; the latest where there were several.
    func unregister(
        token: String,
        plugin: PluginID?,
        owner: UserID?,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord?

    /// The same, by the app's own id of the device.
    func unregister(deviceID: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord?

    /// Where the user is reached: the devices they own, and those of nobody's that they hold. Oldest first.
    func devices(of owner: UserID) async throws(StoreFailure) -> [DeviceRecord]
}

/// Finds a device by the app's own id of it.
public protocol DeviceFindingStore: Sendable {
    /// Nil for `owner`: a device that belongs to nobody.
    func device(deviceID: String, owner: UserID?) async throws(StoreFailure) -> DeviceRecord?
    /// All subscriptions of a device, whoever made them, by topic; by the id of its ``DeviceRecord``.
    func subscriptions(ofDevice id: String) async throws(StoreFailure) -> [Subscription]
}
