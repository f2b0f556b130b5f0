import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `sessions.start`: a log-in, as the tenant's backend reports it.
    ///
    /// A token is required exactly when pushing is allowed; one that comes without permission is not kept.
    func startSession(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let pushRequest = PushRequest(fields)
        let isMissing = pushRequest.allowed == true && pushRequest.token == nil && !fields.hasFault(at: "token")
        try fields.finish(isMissing ? [.missingToken] : [])
        return try await start(fields.sure("sessionId"), of: fields.sureUser("userId", of: profile), pushRequest)
    }

    /// The same, for a session that another service vouches for.
    ///
    /// Where pushing is allowed and there is no token, the next update may bring one.
    func start(_ id: String, of user: UserID, _ pushRequest: PushRequest) async throws(Problem) -> JSONObject {
        let allowsPush = pushRequest.allowed == true
        let registration = try allowsPush ? registration(id, of: user, pushRequest) : nil
        let now = host.clock.now
        let session = SessionRecord(id: id, user: user, allowsPush: allowsPush, startedAt: now)
        let kept = try await stored { store throws(StoreFailure) in try await store.start(session) }
        let device = try await bind(registration, to: kept, at: now)
        return result(kept, token: device?.token, status: "active")
    }

    /// `sessions.update`: another token, or another pushRequest.
    ///
    /// Apps send new tokens whatever their users decided, so a token alone grants nothing: without permission it isn't
    /// stored.
    func updateSession(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let (id, pushRequest) = (fields.sure("sessionId"), PushRequest(fields))
        guard var session = try await ownSession(id) else { throw .noSession }
        session.allowsPush = pushRequest.allowed ?? session.allowsPush
        // A token that is taken back leaves nowhere to push to.
        if session.allowsPush, pushRequest.withdrawsToken { throw .invalid([.missingToken]) }
        let registration = try session.allowsPush ? registration(id, of: session.user, pushRequest) : nil
        let now = host.clock.now
        let (kept, known) = try await stored { [session] store throws(StoreFailure) in
            let known = try await store.device(deviceID: id, owner: session.user)
            guard !session.allowsPush || registration != nil || known != nil else { return (session, known) }
            return (try await store.start(session), known)
        }
        let isChanged = !session.allowsPush || registration != nil
        let device = try await isChanged ? bind(registration, to: kept, at: now) : known
        // A caller that doesn't mention pushes needs no token.
        if pushRequest.allowed == true, device == nil { throw .invalid([.missingToken]) }
        return result(kept, token: device?.token, status: "active")
    }

    /// `sessions.end`: stops its pushes at once.
    func endSession(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let id = fields.sure("sessionId")
        let now = host.clock.now
        guard let session = try await ownSession(id) else {
            guard onUnknown == .ignore else { throw .noSession }
            return JSONObject([.init("session", ["id": .string(id), "status": "ended"])])
        }
        _ = try await stored { store throws(StoreFailure) in try await store.end(session: id, at: now) }
        return result(session, token: nil, status: "ended")
    }

    /// A session that the caller may speak of: a user's own, or any where a service asks.
    private func ownSession(_ id: String) async throws(Problem) -> SessionRecord? {
        let session = try await stored { store throws(StoreFailure) in try await store.session(id) }
        guard !isService, let session else { return session }
        return session.user == (try user().user) ? session : nil
    }

    /// Nil without a token.
    private func registration(
        _ id: String,
        of user: UserID,
        _ pushRequest: PushRequest
    ) throws(Problem) -> DeviceRegistration? {
        guard let token = pushRequest.token else { return nil }
        let plugin = try devicePlugins.onlyPlugin(taking: pushRequest)
        return DeviceRegistration(
            owner: user,
            token: devicePlugins.canonical(token, for: plugin),
            plugin: plugin,
            platform: pushRequest.platform,
            deviceID: id,
            facts: UserAttributes(locale: pushRequest.locale)
        )
    }

    private func result(_ session: SessionRecord, token: String?, status: String) -> JSONObject {
        var object = JSONObject([
            .init("id", .string(session.id)), .init("userId", .string(session.user.rawValue)),
            .init("pushAllowed", .boolean(session.allowsPush)),
        ])
        object["token"] = token.map { .string($0) }
        object["status"] = .string(status)
        object["since"] = .string(session.startedAt.rfc3339)
        return JSONObject([.init("session", .object(object))])
    }
}

/// What a log-in says of pushing.
struct PushRequest: Sendable {
    var allowed: Bool?
    var token: String?
    /// A null, or a text without a character, that was written on purpose.
    var withdrawsToken: Bool
    var platform: Platform?
    var locale: String?

    init(_ fields: FieldReading) {
        allowed = fields.boolean("pushAllowed")
        withdrawsToken = fields.isNull("token")
        token = fields.text("token")
        platform = fields.platform()
        locale = fields.text("locale")
    }
}

extension DevicePlugins {
    /// The plugin that reaches the devices of log-ins, which don't name one.
    ///
    /// - Throws: what is wrong with the token, or with the platform.
    func onlyPlugin(taking pushRequest: PushRequest) throws(Problem) -> PluginID {
        try checked(pushRequest.token ?? "", for: only, on: pushRequest.platform)
    }
}

extension OperationCall {
    /// Gives the session its device, or takes it away.
    fileprivate func bind(
        _ registration: DeviceRegistration?,
        to session: SessionRecord,
        at now: Instant
    ) async throws(Problem) -> DeviceRecord? {
        let registered: Registered? = try await stored { [deviceLimits] store throws(StoreFailure) in
            if let registration { return try await store.register(registration, within: deviceLimits, at: now) }
            _ = try await store.unregister(deviceID: session.id, owner: session.user, at: now)
            return nil
        }
        return try registered.map { registered throws(Problem) in try device(registered) }
    }
}

extension Problem {
    fileprivate static let noSession = Problem(.notFound, "there is no such session")
}

extension Fault {
    static let missingToken = Fault(
        pointer: "/token",
        code: .missing,
        message: "is required when pushing is allowed"
    )
}
