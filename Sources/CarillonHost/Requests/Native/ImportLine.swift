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
        guard let object = json.object else {
            throw .invalid([.wrongType("", wanted: "an object", got: json)])
        }
        let first = FieldReading(JSONObject(object.members.filter { $0.name == Self.kind.name }), [Self.kind], context)
        // Which members there should be isn't known without.
        try first.finish()
        switch first.text(Self.kind.name).flatMap({ Kind(rawValue: $0) }) {
        case .user?: return try user(object)
        case .device?: return try device(object)
        case .subscription?: return try subscription(object)
        case .preferences?: return try preferences(object)
        case nil: throw .invalid([.missing("/\(Self.kind.name)")])
        }
    }

    private static let kind = OperationField(
        "kind",
        .choice(Kind.allCases.map(\.rawValue)),
        .always,
        "What the line is of.",
        "user"
    )

    private static let userID = OperationField("userId", .userID, .always, "Whose it is.", "user-1")

    private var context: FieldContext { FieldContext(profile: profile, registry: registry) }

    private func read(_ object: JSONObject, _ fields: [OperationField]) -> FieldReading {
        FieldReading(object, [Self.kind] + fields, context)
    }

    private func user(_ object: JSONObject) throws(Problem) -> ImportItem {
        let fields = read(object, Operation.usersPut.specification.fields)
        try fields.finish()
        return .user(fields.sureUser("userId", of: profile), UserAttributes(fields))
    }

    private func device(_ object: JSONObject) throws(Problem) -> ImportItem {
        let plugins = DevicePlugins(profile: profile, registry: registry)
        let own = Operation.devicesRegister.specification.fields.filter { $0.name != "subscriptions" }
        switch profile.devices.owner {
        case .session:
            let fields = read(object, own.map { $0.name == "deviceId" ? $0.needed(.never) : $0 } + [Self.userID])
            let message = "devices of this tenant belong to log-ins, which are reported one by one"
            let fault = Fault(pointer: "/kind", code: .noSession, message: message)
            throw .invalid(fields.faults + DeviceForm(fields, plugins).faults + [fault])
        case .user:
            let fields = read(object, own + [Self.userID])
            let form = DeviceForm(fields, plugins)
            try fields.finish(form.faults)
            return .device(try form.registration(of: fields.sureUser("userId", of: profile), plugins))
        case .subscription:
            // Without its id, a device that belongs to nobody would be another one each time.
            let fields = read(object, own.map { $0.name == "deviceId" ? $0.needed(.always) : $0 })
            let form = DeviceForm(fields, plugins)
            try fields.finish(form.faults)
            return .device(try form.registration(of: nil, plugins))
        }
    }

    private func subscription(_ object: JSONObject) throws(Problem) -> ImportItem {
        let belongsToNobody = profile.devices.owner == .subscription
        let needed: Set<String> = belongsToNobody ? ["topic", "deviceId"] : ["topic", "userId"]
        let fields = read(
            object,
            OperationField.ofSubscription.map { needed.contains($0.name) ? $0.needed(.always) : $0 }
        )
        let subscriptionRequest = SubscriptionRequest(fields, of: profile)
        var user: UserID?
        if case .named(let name) = subscriptionRequest.user { user = name }
        let isNobodys = !belongsToNobody && subscriptionRequest.user == .nobody
        try fields.finish(isNobodys ? [.missing("/userId")] : [])
        guard let topic = subscriptionRequest.topic else { throw .invalid([.missing("/topic")]) }
        let policy = profile.subscriptions
        return .subscription(
            ImportedSubscription(
                topic: topic,
                user: user,
                deviceID: belongsToNobody ? subscriptionRequest.device?.asciiLowercased : subscriptionRequest.device,
                isUsersDevice: !belongsToNobody,
                role: subscriptionRequest.role ?? (user == nil ? policy.anonymousRole : policy.userRole),
                types: subscriptionRequest.types ?? [],
                isEnded: subscriptionRequest.isForNothing
            )
        )
    }

    private func preferences(_ object: JSONObject) throws(Problem) -> ImportItem {
        let preferenceFields = Operation.preferencesSet.specification.with(
            toggles: profile.toggles.map(\.name)
        ).fields
        let given = OperationField("preferences", .object(preferenceFields), .always, "The switches.", [:])
        let fields = read(object, [Self.userID, given])
        try fields.finish()
        let turned = fields.object("preferences")?.toggles(of: profile) ?? [:]
        return .preferences(fields.sureUser("userId", of: profile), turned)
    }
}
