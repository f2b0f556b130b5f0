import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `devices.register`: again is an update; a token of another user's moves to the caller.
    ///
    /// Where devices belong to log-ins, it gives one of the caller's sessions another token.
    func registerDevice(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let form = DeviceForm(fields, devicePlugins)
        try fields.finish(form.faults)
        let subscriptionRequests = SubscriptionRequest.list(fields, of: profile)
        try await countRegistration()
        try await countSubscriptions(subscriptionRequests.count)
        var registration: DeviceRegistration
        if profile.devices.owner == .subscription {
            registration = try form.registration(of: nil, devicePlugins)
            // Known by its own id: without one, it is given one.
            registration.deviceID = registration.deviceID ?? host.identifiers.uuid()
            // An authenticated caller may also address the device by name.
            if case .user(let token) = caller { registration.holder = token.user }
        } else {
            let owner = try user()
            registration = try form.registration(of: owner.user, devicePlugins)
            registration.facts = registration.facts.over(owner.facts)
        }
        let now = host.clock.now
        let registered: Registered? = try await stored {
            [registration, profile, deviceLimits] store throws(StoreFailure) in
            guard profile.devices.owner == .session else {
                return try await store.register(registration, within: deviceLimits, at: now)
            }
            return try await store.registerInSession(registration, within: deviceLimits, at: now)
        }
        guard let registered else { throw .noPushingSession }
        let device = try self.device(registered)
        try await replaceSubscriptions(of: device, subscriptionRequests, at: now)
        var answer = json(of: device, status: "active")
        answer["timeZone"] = registration.facts.timeZone.map { .string($0) }
        return JSONObject([.init("device", .object(answer))])
    }

    /// `devices.get`: whether a device is registered, for the device itself.
    ///
    /// Where devices belong to nobody, knowing the id is enough to read one, as it is for unregistering. So the answer
    /// has only what the device itself has sent, and nothing that leads to anybody: no token, no user, no topic.
    func device(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let id = fields.sure("deviceId")
        let owner: UserID? = profile.devices.owner == .subscription ? nil : try user().user
        let device = try await stored { store throws(StoreFailure) in
            try await store.device(deviceID: owner == nil ? id.asciiLowercased : id, owner: owner)
        }
        guard let device else { throw .noDevice }
        var answer = JSONObject([.init("id", .string(device.deviceID ?? device.id))])
        answer["platform"] = device.platform.map { .string($0.rawValue) }
        answer["registeredAt"] = .string(device.registeredAt.rfc3339)
        answer["status"] = "active"
        return JSONObject([.init("device", .object(answer))])
    }

    /// `devices.unregister`: by token or by the app's own id; at once, also for what is queued.
    func unregisterDevice(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let (token, deviceID) = (fields.text("token"), fields.text("deviceId"))
        let owner: UserID? = profile.devices.owner == .subscription ? nil : try user().user
        let now = host.clock.now
        do throws(Problem) {
            try fields.finish()
        } catch {
            // What can't be a token or an id is nobody's: where that is ignored, a log-out never fails.
            guard onUnknown == .ignore else { throw error }
            return unknownDevice(token: input["token"]?.string, id: input["deviceId"]?.string, at: now)
        }
        let forms = token.map { devicePlugins.forms(of: $0).sorted() } ?? []
        let plugin = fields.text("plugin").flatMap { PluginID($0) }
        let device = try await stored { store throws(StoreFailure) -> DeviceRecord? in
            if token != nil {
                var found: DeviceRecord?
                for form in forms {
                    let device = try await store.unregister(token: form, plugin: plugin, owner: owner, at: now)
                    found = found ?? device
                }
                return found
            }
            let id = owner == nil ? (deviceID ?? "").asciiLowercased : deviceID ?? ""
            return try await store.unregister(deviceID: id, owner: owner, at: now)
        }
        guard let device else {
            guard onUnknown == .ignore else { throw .noDevice }
            return unknownDevice(token: token, id: deviceID, at: now)
        }
        return unregistered(json(of: device, status: "unregistered"), at: now)
    }

    /// As if there had been such a device.
    private func unknownDevice(token: String?, id: String?, at now: Instant) -> JSONObject {
        var device = JSONObject([.init("status", "unregistered")])
        device["token"] = token.map { .string($0) }
        device["id"] = id.map { .string($0) }
        return unregistered(device, at: now)
    }

    private func unregistered(_ device: JSONObject, at now: Instant) -> JSONObject {
        var device = device
        device["unregisteredAt"] = .string(now.rfc3339)
        return JSONObject([.init("device", .object(device))])
    }

    func json(of device: DeviceRecord, status: String) -> JSONObject {
        var object = device.json
        // Where devices belong to nobody, apps know them by their own ids.
        if profile.devices.owner == .subscription { object["id"] = device.deviceID.map { .string($0) } ?? object["id"] }
        object["status"] = .string(status)
        return object
    }

    var devicePlugins: DevicePlugins {
        DevicePlugins(profile: profile, registry: registry, mayReach: host.mayReach)
    }
}

extension SessionStore where Self: DeviceStore {
    /// Registers a device of a session that lets itself be pushed to, and of no other.
    ///
    /// - Returns: nil where its owner has no such session.
    func registerInSession(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered? {
        guard let id = registration.deviceID, let owner = registration.owner,
            try await allowsPush(id, of: owner)
        else { return nil }
        let registered = try await register(registration, within: limits, at: now)
        // It may have ended meanwhile, before it had this device to take along.
        if try await allowsPush(id, of: owner) { return registered }
        _ = try await unregister(deviceID: id, owner: owner, at: now)
        return nil
    }

    private func allowsPush(_ id: String, of user: UserID) async throws(StoreFailure) -> Bool {
        guard let session = try await session(id) else { return false }
        return session.user == user && session.allowsPush
    }
}

extension Problem {
    static let noDevice = Problem(.notFound, "there is no such device")

    /// A device is then known by the session it belongs to.
    fileprivate static let noPushingSession = Problem(
        .notFound,
        "the caller has no session of this id that allows pushing, and this tenant's devices belong to log-ins"
    )
}

extension DeviceRecord {
    var json: JSONObject {
        var object = JSONObject([.init("id", .string(id))])
        object["userId"] = owner.map { .string($0.rawValue) }
        object["token"] = .string(token)
        object["plugin"] = .string(plugin.rawValue)
        object["platform"] = platform.map { .string($0.rawValue) }
        object["deviceId"] = deviceID.map { .string($0) }
        object["name"] = name.map { .string($0) }
        object["appVersion"] = appVersion.map { .string($0) }
        object["locale"] = locale.map { .string($0) }
        object["registeredAt"] = .string(registeredAt.rfc3339)
        return object
    }
}
