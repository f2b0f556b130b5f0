public import CarillonModel

/// What an app specifies when it registers a device.
public struct DeviceRegistration: Sendable, Hashable {
    /// Nil for an anonymous device.
    public var owner: UserID?
    public var token: String
    /// The channel plugin that can reach the token.
    public var plugin: PluginID
    public var platform: Platform?
    /// The app's own id of the device, which outlives its tokens.
    public var deviceID: String?
    public var name: String?
    public var appVersion: String?
    public var facts: UserAttributes
    /// Who registers a device that belongs to nobody, where they proved who they are: they are its holder, and reached
    /// there.
    public var holder: UserID?

    public init(
        owner: UserID?,
        token: String,
        plugin: PluginID,
        platform: Platform? = nil,
        deviceID: String? = nil,
        name: String? = nil,
        appVersion: String? = nil,
        facts: UserAttributes = UserAttributes(),
        holder: UserID? = nil
    ) {
        self.owner = owner
        self.token = token
        self.plugin = plugin
        self.platform = platform
        self.deviceID = deviceID
        self.name = name
        self.appVersion = appVersion
        self.facts = facts
        self.holder = holder
    }
}

/// Where a device is reached: the same text for another plugin is another address.
public struct DeviceAddress: Sendable, Hashable {
    public var plugin: PluginID
    public var token: ExactText

    public init(_ token: String, by plugin: PluginID) {
        self.plugin = plugin
        self.token = token.exact
    }
}

/// A device that can be reached, or could once.
public struct DeviceRecord: Sendable, Hashable {
    /// UUID.
    public var id: String
    public var owner: UserID?
    public var token: String
    public var plugin: PluginID
    public var platform: Platform?
    public var deviceID: String?
    public var name: String?
    public var appVersion: String?
    /// The language of the device; nil where it never reported one, or its owner's was set later.
    public var locale: String?
    /// When it was first registered under this owner.
    public var registeredAt: Instant
    public var updatedAt: Instant

    public init(
        id: String,
        owner: UserID?,
        token: String,
        plugin: PluginID,
        platform: Platform?,
        deviceID: String?,
        name: String?,
        appVersion: String?,
        locale: String?,
        registeredAt: Instant,
        updatedAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.token = token
        self.plugin = plugin
        self.platform = platform
        self.deviceID = deviceID
        self.name = name
        self.appVersion = appVersion
        self.locale = locale
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
    }
}

extension DeviceRegistration {
    public var address: DeviceAddress { DeviceAddress(token, by: plugin) }
}

extension DeviceRecord {
    public var address: DeviceAddress { DeviceAddress(token, by: plugin) }

    /// A device that is registered for the first time under its owner.
    public init(_ registration: DeviceRegistration, id: String, at now: Instant) {
        self.init(
            id: id,
            owner: registration.owner,
            token: registration.token,
            plugin: registration.plugin,
            platform: registration.platform,
            deviceID: registration.deviceID,
            name: registration.name,
            appVersion: registration.appVersion,
            locale: registration.facts.locale,
            registeredAt: now,
            updatedAt: now
        )
    }

    /// Whether this is the device that a registration with the same address means.
    ///
    /// One that belongs to nobody is known by its id: another id with the same address is another device.
    public func isMeant(by registration: DeviceRegistration) -> Bool {
        guard owner == registration.owner else { return false }
        return owner != nil || registration.deviceID == nil || registration.deviceID == deviceID
    }

    /// The same device after its owner registered it again; what isn't specified stays.
    public func updated(with registration: DeviceRegistration, at now: Instant) -> DeviceRecord {
        var device = self
        device.token = registration.token
        device.plugin = registration.plugin
        device.platform = registration.platform ?? platform
        device.deviceID = registration.deviceID ?? deviceID
        device.name = registration.name ?? name
        device.appVersion = registration.appVersion ?? appVersion
        device.locale = registration.facts.locale ?? locale
        device.updatedAt = now
        return device
    }
}
