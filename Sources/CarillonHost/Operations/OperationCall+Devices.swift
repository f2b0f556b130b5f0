import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `devices.register`: again is an update; a token of another user's moves to the caller.
    func registerDevice() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let token = reader.required("token", limit: 4096)
        let platform = reader.choice("platform", Platform.self)
        let deviceID = reader.text("deviceId", limit: 256)
        let name = reader.text("name", limit: 256)
        let appVersion = reader.text("appVersion", limit: 64)
        let said = UserFacts(locale: reader.text("locale"), timeZone: reader.text("timeZone"))
        reader.add(said.faults(at: "").map(\.problemFault))
        let plugin = devicePlugin(named: reader.text("plugin"), in: &reader)
        let wishes = SubscriptionWish.list(reader.value("subscriptions"), of: profile, in: &reader)
        try reader.finish()
        let found = try checked(token, for: plugin)
        var registration = DeviceRegistration(owner: nil, token: token, plugin: found)
        registration.platform = platform
        registration.deviceID = deviceID
        registration.name = name
        registration.appVersion = appVersion
        registration.facts = said
        if profile.devices.owner == .subscription {
            // Known by its own id: without one, it is given one.
            registration.deviceID = deviceID?.lowercased() ?? host.identifiers.uuid()
        } else {
            let owner = try user()
            registration.owner = owner.user
            registration.facts = said.over(owner.facts)
        }
        let now = host.clock.now
        let device = try await stored { [registration] store throws(StoreFailure) in
            try await store.register(registration, at: now)
        }
        try await replaceSubscriptions(of: device, wishes, at: now)
        return JSONObject([.init("device", .object(json(of: device, status: "active")))])
    }

    /// `devices.unregister`: by token or by the app's own id; at once, also for what is queued.
    func unregisterDevice() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let token = reader.text("token", limit: 4096)
        let deviceID = reader.text("deviceId", limit: 256)
        if token == nil, deviceID == nil { reader.add([.missing("token")]) }
        try reader.finish()
        let owner: UserID? = profile.devices.owner == .subscription ? nil : try user().user
        let now = host.clock.now
        let device = try await stored { store throws(StoreFailure) in
            if let token { return try await store.unregister(token: token, owner: owner, at: now) }
            let id = owner == nil ? (deviceID ?? "").lowercased() : deviceID ?? ""
            return try await store.unregister(deviceID: id, owner: owner, at: now)
        }
        var answer: JSONObject
        if let device {
            answer = json(of: device, status: "unregistered")
        } else {
            guard onUnknown == .ignore else { throw Problem(.notFound, "No Device Found!") }
            answer = JSONObject([.init("status", "unregistered")])
            answer["token"] = token.map { .string($0) }
            answer["id"] = deviceID.map { .string($0) }
        }
        answer["unregisteredAt"] = .string(now.rfc3339)
        return JSONObject([.init("device", .object(answer))])
    }

    func json(of device: DeviceRecord, status: String) -> JSONObject {
        var object = device.json
        // Where devices belong to nobody, apps know them by their own ids.
        if profile.devices.owner == .subscription { object["id"] = device.deviceID.map { .string($0) } ?? object["id"] }
        object["status"] = .string(status)
        return object
    }

    /// The plugin that can reach device tokens: the one named, or the only one of the profile.
    func devicePlugin(named name: String?, in reader: inout BodyReader) -> PluginID? {
        let candidates = Set(
            profile.channels.map(\.plugin).filter { plugin in
                if case .deviceToken? = host.registry[plugin]?.descriptor.address { true } else { false }
            }
        )
        let list = candidates.map(\.rawValue).sorted().joined(separator: ", ")
        if let name {
            return candidates.first { $0.rawValue == name }
                ?? reader.fault("plugin", "not-allowed", "must be one of \(list)")
        }
        guard candidates.count <= 1 else {
            return reader.fault("plugin", "missing", "is required, because this tenant has several: \(list)")
        }
        return candidates.first
    }

    /// - Throws: `token-malformed` where the plugin knows its tokens to look otherwise.
    func checked(_ token: String, for plugin: PluginID?) throws(Problem) -> PluginID {
        guard let plugin, let type = host.registry[plugin] else {
            throw Problem(.validation, "no channel of this tenant reaches devices")
        }
        guard !type.isAddress(token), case .deviceToken(let shape) = type.descriptor.address else { return plugin }
        let fault = Problem.Fault(pointer: "/token", code: "token-malformed", message: "must look like \(shape)")
        throw Problem(.tokenMalformed, "/token must look like \(shape)", faults: [fault])
    }
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
