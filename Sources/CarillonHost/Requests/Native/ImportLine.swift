import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Reads one line of a bulk import: an object with a `kind` and the fields of the operation for one such thing.
///
/// The same readers as the operations': what one takes, the other does.
struct ImportLine: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry

    enum Kind: String, Sendable, CaseIterable {
        case user
        case device
        case subscription
        case preferences
    }

    /// - Throws: everything that is wrong with the line.
    func item(_ bytes: [UInt8]) throws(Problem) -> ImportItem {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .invalid([.init(pointer: "", code: .malformed, message: "is no JSON: \(error)")])
        }
        var reader = try BodyReader(json)
        let kind = reader.choice("kind", Kind.self)
        if kind == nil, !reader.hasFault(at: "kind") { reader.add([.missing("/kind")]) }
        switch kind {
        case .user: return try user(&reader)
        case .device: return try device(&reader)
        case .subscription: return try subscription(&reader)
        case .preferences: return try preferences(&reader)
        // Which members there should be isn't known.
        case nil: throw .invalid(reader.faults)
        }
    }

    private func user(_ reader: inout BodyReader) throws(Problem) -> ImportItem {
        let id = profile.canonical(reader.userID("userId"))
        let facts = UserAttributes(&reader)
        try reader.finish()
        return .user(id, facts)
    }

    private func device(_ reader: inout BodyReader) throws(Problem) -> ImportItem {
        let plugins = DevicePlugins(profile: profile, registry: registry)
        let form = DeviceForm(&reader, plugins)
        if profile.devices.owner == .session {
            let words = "devices of this tenant belong to log-ins, which are reported one by one"
            reader.add([.init(pointer: "/kind", code: .noSession, message: words)])
        }
        guard profile.devices.owner == .subscription else {
            let owner = profile.canonical(reader.userID("userId"))
            try reader.finish()
            return .device(try form.registration(of: owner, plugins))
        }
        // Without its id, a device that belongs to nobody would be another one each time.
        if form.deviceID == nil, !reader.hasFault(at: "deviceId") { reader.add([.missing("/deviceId")]) }
        try reader.finish()
        return .device(try form.registration(of: nil, plugins))
    }

    private func subscription(_ reader: inout BodyReader) throws(Problem) -> ImportItem {
        let wish = SubscriptionRequest(&reader, of: profile)
        let belongsToNobody = profile.devices.owner == .subscription
        var user: UserID?
        if case .named(let name) = wish.user { user = name }
        if belongsToNobody, wish.device == nil, !reader.hasFault(at: "deviceId") { reader.add([.missing("/deviceId")]) }
        if !belongsToNobody, user == nil, !reader.hasFault(at: "userId") { reader.add([.missing("/userId")]) }
        try reader.finish()
        guard let topic = wish.topic else { throw .invalid([.missing("/topic")]) }
        let policy = profile.subscriptions
        return .subscription(
            ImportedSubscription(
                topic: topic,
                user: user,
                deviceID: belongsToNobody ? wish.device?.asciiLowercased : wish.device,
                isUsersDevice: !belongsToNobody,
                role: wish.role ?? (user == nil ? policy.anonymousRole : policy.userRole),
                types: wish.types ?? [],
                isEnded: wish.isForNothing
            )
        )
    }

    private func preferences(_ reader: inout BodyReader) throws(Problem) -> ImportItem {
        let id = profile.canonical(reader.userID("userId"))
        let given = reader.object("preferences")
        if given == nil, !reader.hasFault(at: "preferences") { reader.add([.missing("/preferences")]) }
        var switches = BodyReader(given ?? JSONObject())
        let toggles = switches.toggles(of: profile)
        switches.refuseUnknown()
        reader.add(switches.faults.map { $0.within("/preferences") })
        try reader.finish()
        return .preferences(id, toggles)
    }
}
