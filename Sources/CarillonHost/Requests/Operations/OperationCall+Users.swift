import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `users.put`: fields that are left out stay unchanged.
    func putUser(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let (id, facts) = (fields.sureUser("userId", of: profile), UserAttributes(fields))
        let now = host.clock.now
        let known = try await stored { store throws(StoreFailure) in
            try await store.put(facts, of: id, at: now)
            return try await store.facts(of: id)
        }
        var object = JSONObject([.init("id", .string(id.rawValue))])
        object["email"] = (known?.email).map { .string($0) }
        object["locale"] = (known?.locale).map { .string($0) }
        object["timeZone"] = (known?.timeZone).map { .string($0) }
        object["phone"] = (known?.phone).map { .string($0) }
        return JSONObject([.init("user", .object(object))])
    }

    /// `users.erase`: everything about one user; again is a no-op.
    func eraseUser(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let id = fields.sureUser("userId", of: profile)
        let existed = try await stored { store throws(StoreFailure) in try await store.erase(id) }
        host.live.endErased(id, of: profile.id)
        record("users.erase", ["subject": AuditTrail.pseudonym(of: id), "found": "\(existed)"])
        return JSONObject([
            .init("erased", ["userId": .string(id.rawValue), "existed": .boolean(existed)])
        ])
    }

    /// `preferences.get`: every switch of the profile, as set or as it is by default.
    func preferences(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let user = try user().user
        return toggles(try await stored { store throws(StoreFailure) in try await store.preferences(of: user) })
    }

    /// `preferences.set`: the others stay as they are.
    func setPreferences(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let wanted = fields.toggles(of: profile)
        let user = try user().user
        let now = host.clock.now
        let known = try await stored { store throws(StoreFailure) in
            try await store.setPreferences(wanted, of: user, at: now)
        }
        return toggles(known)
    }

    /// Keeps what the caller's token says of them and nothing else has said: who only reads, or wishes for mail, may never
    /// register a device.
    ///
    /// What is known stays, whoever said it; nothing is written where nothing is new. Where the store can't keep it, the next
    /// request brings it again.
    func noteClaims() async {
        guard case .user(let token) = caller, !token.facts.isEmpty else { return }
        do {
            let known = try await store.facts(of: token.user) ?? UserAttributes()
            let news = token.facts.fillingGaps(in: known)
            if !news.isEmpty { try await store.put(news, of: token.user, at: host.clock.now) }
        } catch {
            host.observer.observe(.storeFailed(profile.id, error))
        }
    }

    private func toggles(_ known: [String: Bool]) -> JSONObject {
        JSONObject(profile.toggles.map { .init($0.name, .boolean(known[$0.name] ?? $0.isOnByDefault)) })
    }
}
