import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension OperatorRoute {
    /// The steps of a move of a tenant to a store of another kind.
    ///
    /// ``MovableStore`` has them in order, and `carillond tenants move` asks for them at both ends.
    static let moving = [
        OperatorRoute(.get, "/v1/tenants/{tenant}/move") { call throws(Problem) in
            let (tenant, store) = try call.moved()
            let withholding = try await call.stored { _ throws(StoreFailure) in
                try await store.withholding(of: tenant)
            }
            let arrival = try await call.stored { _ throws(StoreFailure) in try await store.arrival(of: tenant) }
            var json = JSONObject()
            json["withheld"] = withholding?.json
            let isEmpty = try await call.stored { _ throws(StoreFailure) in try await store.isEmpty(tenant) }
            json["isEmpty"] = .boolean(isEmpty)
            json["arrival"] = arrival.map { .string($0) }
            return APIResponse(json: .object(json))
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/move/withhold") { call throws(Problem) in
            let (tenant, store) = try call.moved()
            var reader = BodyReader(try call.body())
            let move = try reader.move()
            try await call.stored { _ throws(StoreFailure) in try await store.withhold(tenant, for: move) }
            call.api.tenants?.withhold(tenant, move)
            await call.api.tenants?.ended(tenant)
            try await call.stored { _ throws(StoreFailure) in try await store.vacate(tenant) }
            call.record("tenants.withhold", tenant: tenant, ["move": move.id, move.direction.rawValue: move.peer])
            return APIResponse(json: [:])
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/move/copy") { call throws(Problem) in
            let (tenant, store) = try call.moved()
            var reader = BodyReader(try call.body())
            let path = reader.path("to")
            try reader.finish()
            try await call.stored { _ throws(StoreFailure) in try await store.copy(tenant, to: path) }
            call.record("tenants.copy", tenant: tenant, ["to": path])
            return APIResponse(json: [:])
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/move/receive") { call throws(Problem) in
            let (tenant, store) = try call.moved()
            var reader = BodyReader(try call.body())
            let path = reader.path("from")
            let move = try reader.move()
            let counts = try await call.stored { _ throws(StoreFailure) in
                try await store.receive(path, as: tenant, in: move)
            }
            call.record("tenants.receive", tenant: tenant, ["move": move.id, "from": path])
            let rows = counts.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, JSONValue($0.value)) }
            return APIResponse(json: ["rows": .object(JSONObject(rows))])
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/move/readmit") { call throws(Problem) in
            let (tenant, store) = try call.moved()
            try await call.stored { _ throws(StoreFailure) in try await store.readmit(tenant) }
            call.record("tenants.readmit", tenant: tenant)
            // At once, where this host serves it.
            if let reload = call.api.reload { _ = await reload(call.actor) }
            return APIResponse(json: [:])
        },
    ]
}

extension OperatorCall {
    /// The tenant of the path, of which there needn't be anything, and the store.
    fileprivate func moved() throws(Problem) -> (TenantID, any MovableStore) {
        let name = parameter("tenant")
        guard let tenant = TenantID(name) else {
            throw Problem(.notFound, "no tenant can be called “\(name.prefix(63))”")
        }
        guard let store = api.store as? any MovableStore else {
            throw Problem(.notFound, "tenants can't be moved out of this store, or into it")
        }
        return (tenant, store)
    }
}

extension BodyReader {
    fileprivate mutating func path(_ name: String) -> String {
        let path = required(name, limit: 4096)
        if !path.isEmpty, !Backup.isPlain(path) {
            let _: String? = fault(name, .badFormat, "must be \(Backup.plainPath)")
        }
        return path
    }

    /// Reads what ``Withholding/json`` makes, and ends reading.
    fileprivate mutating func move() throws(Problem) -> Withholding {
        let (id, peer, direction) = (
            required("id", limit: 100), required("peer", limit: 4096), required("direction", limit: 20)
        )
        let known = Withholding.Direction(rawValue: direction)
        if known == nil, !direction.isEmpty {
            let _: String? = fault("direction", .notAllowed, "must be leaving or arriving")
        }
        try finish()
        return Withholding(id: id, known ?? .leaving, peer: peer)
    }
}
