import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// `devices.register` and `devices.unregister`.
struct DeviceOperations: Sendable {
    let tenant: TenantRuntime
    let registry: ChannelRegistry
    let clock: any CarillonPluginKit.Clock

    func register(_ body: JSONValue, owner: UserToken) async throws(Problem) -> JSONObject {
        var reader = try BodyReader(body)
        let token = reader.required("token", limit: 4096)
        let platform = reader.choice("platform", Platform.self)
        let deviceID = reader.text("deviceId", limit: 256)
        let name = reader.text("name", limit: 256)
        let appVersion = reader.text("appVersion", limit: 64)
        let said = UserFacts(locale: reader.text("locale"), timeZone: reader.text("timeZone"))
        reader.add(said.faults(at: "").map(\.problemFault))
        let plugin = plugin(named: reader.text("plugin"), in: &reader)
        try reader.finish()
        guard let plugin else { throw Problem(.validation, "no channel of this tenant reaches devices") }
        try check(token, for: plugin)
        let registration = DeviceRegistration(
            owner: owner.user,
            token: token,
            plugin: plugin,
            platform: platform,
            deviceID: deviceID,
            name: name,
            appVersion: appVersion,
            facts: said.over(owner.facts)
        )
        let now = clock.now
        let device = try await Problem.stored { () async throws(StoreFailure) in
            try await tenant.store.register(registration, at: now)
        }
        return JSONObject([.init("device", .object(device.json(status: "active")))])
    }

    func unregister(_ token: String, owner: UserID) async throws(Problem) -> JSONObject {
        let now = clock.now
        let device = try await Problem.stored { () async throws(StoreFailure) in
            try await tenant.store.unregister(token: token, owner: owner, at: now)
        }
        guard let device else { throw Problem(.notFound, "this user has no device with this token") }
        var json = device.json(status: "unregistered")
        json["unregisteredAt"] = .string(now.rfc3339)
        return JSONObject([.init("device", .object(json))])
    }

    /// The plugin that can reach the token: the one named, or the only one of the profile that takes device tokens.
    private func plugin(named name: String?, in reader: inout BodyReader) -> PluginID? {
        let candidates = tenant.profile.channels.map(\.plugin).filter { plugin in
            if case .deviceToken? = registry[plugin]?.descriptor.address { true } else { false }
        }
        let list = Set(candidates).map(\.rawValue).sorted().joined(separator: ", ")
        if let name {
            return candidates.first { $0.rawValue == name }
                ?? reader.fault("plugin", "not-allowed", "must be one of \(list)")
        }
        guard Set(candidates).count <= 1 else {
            return reader.fault("plugin", "missing", "is required, because this tenant has several: \(list)")
        }
        return candidates.first
    }

    private func check(_ token: String, for plugin: PluginID) throws(Problem) {
        guard let type = registry[plugin], !type.isAddress(token),
            case .deviceToken(let shape) = type.descriptor.address
        else { return }
        let fault = Problem.Fault(pointer: "/token", code: "token-malformed", message: "must look like \(shape)")
        throw Problem(.tokenMalformed, "/token must look like \(shape)", faults: [fault])
    }
}

extension DeviceRecord {
    func json(status: String) -> JSONObject {
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
        object["status"] = .string(status)
        return object
    }
}
