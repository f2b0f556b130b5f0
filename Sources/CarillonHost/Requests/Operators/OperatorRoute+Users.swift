import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// The rights of a user: a copy of all data, and erasure.
    static let users = [
        OperatorRoute(.get, "/v1/tenants/{tenant}/users/{id}") { call throws(Problem) in
            let tenant = try await call.tenant()
            let user = tenant.canonical(try user(call))
            let export = try await call.stored { _ throws(StoreFailure) in try await tenant.store.export(user) }
            let facts = ["subject": AuditTrail.pseudonym(of: user)]
            guard let export else {
                call.record("users.export", tenant: tenant.id, facts, result: .failed)
                throw Problem(.notFound, "nothing is kept about this user")
            }
            call.record("users.export", tenant: tenant.id, facts)
            return APIResponse(json: export.json)
        },
        OperatorRoute(.delete, "/v1/tenants/{tenant}/users/{id}") { call throws(Problem) in
            let tenant = try await call.tenant()
            let user = tenant.canonical(try user(call))
            let wasThere = try await call.stored { _ throws(StoreFailure) in try await tenant.store.erase(user) }
            if let tenants = call.api.tenants {
                tenants.live.endErased(user, of: tenant.id)
            } else {
                call.api.others.tell { [.erased(FeedReader(tenant: tenant.id, user: user))] }
            }
            let facts = ["subject": AuditTrail.pseudonym(of: user), "found": "\(wasThere)"]
            call.record("users.erase", tenant: tenant.id, facts)
            return APIResponse(json: ["erased": .boolean(wasThere)])
        },
    ]

    private static func user(_ call: OperatorCall) throws(Problem) -> UserID {
        guard let user = UserID(call.parameter("id")) else {
            throw Problem(.notFound, "a user id is \(UserID.shape)")
        }
        return user
    }
}

extension UserExport {
    var json: JSONValue {
        var json = JSONObject([.init("user", .string(user.rawValue))])
        json["email"] = (facts?.email).map { .string($0) }
        json["phone"] = (facts?.phone).map { .string($0) }
        json["locale"] = (facts?.locale).map { .string($0) }
        json["timeZone"] = (facts?.timeZone).map { .string($0) }
        let toggles = preferences.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .boolean($0.value)) }
        if !goneAddresses.isEmpty { json["goneAddresses"] = .array(goneAddresses.map { .string($0) }) }
        json["preferences"] = .object(JSONObject(toggles))
        json["devices"] = .array(devices.map(\.operatorJSON))
        json["subscriptions"] = .array(subscriptions.map(\.exported))
        json["sessions"] = .array(sessions.map(\.exported))
        if !testPairings.isEmpty { json["testPairings"] = .array(testPairings.map(\.exported)) }
        json["notifications"] = .array(notifications.map(\.json))
        return .object(json)
    }
}

extension Subscription {
    fileprivate var exported: JSONValue {
        var json = JSONObject([.init("topic", .string(topic.rawValue)), .init("since", .string(since.rfc3339))])
        json["role"] = role.map { .string($0) }
        json["device"] = subscriber.device.map { .string($0) }
        if !types.isEmpty { json["types"] = .array(types.map { .string($0.rawValue) }) }
        return .object(json)
    }
}

extension SessionRecord {
    fileprivate var exported: JSONValue {
        ["id": .string(id), "pushAllowed": .boolean(allowsPush), "startedAt": .string(startedAt.rfc3339)]
    }
}

extension TestPairing {
    fileprivate var exported: JSONValue {
        var json = JSONObject([.init("endsAt", .string(endsAt.rfc3339))])
        json["staff"] = staff.map { .string($0) }
        return .object(json)
    }
}

extension ExportedNotification {
    /// The event's trace as far as this user is in it, with its payload and the texts of the feed.
    fileprivate var json: JSONValue {
        let story = EventTrace(event: event, topic: topic, notifications: [trace]).json
        var json = story.object ?? JSONObject()
        json["payload"] = (try? JSONValue(parsing: event.payload.utf8)) ?? .string(event.payload)
        if let content {
            json["words"] = .object(JSONObject([.init("locale", .string(content.locale))] + content.slots.members))
        }
        return .object(json)
    }
}
