import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension OperatorRoute {
    /// Who shares the store.
    static let hosts = OperatorRoute(.get, "/v1/hosts") { call throws(Problem) in
        guard let membership = call.api.store.membership else {
            throw Problem(.notFound, "this store belongs to one host alone; only hosts on PostgreSQL share theirs")
        }
        let hosts = try await call.stored { _ throws(StoreFailure) in try await membership.hosts() }
        let lanes = try await call.stored { _ throws(StoreFailure) in try await membership.lanes() }
        let served = Set(hosts.flatMap(\.facts.tenants.keys))
        return APIResponse(
            json: [
                "hosts": .array(hosts.map { host in host.json(with: lanes.filter { $0.holder == host.number }) }),
                "free": .array(lanes.filter { $0.holder == nil && served.contains($0.tenant) }.map(\.json)),
            ]
        )
    }
}

extension LiveHost {
    /// - Parameter lanes: its own.
    fileprivate func json(with lanes: [LaneState]) -> JSONValue {
        let works = Dictionary(grouping: lanes, by: \.tenant).sorted { $0.key < $1.key }.map {
            tenant,
            lanes -> JSONValue in
            [
                "tenant": .string(tenant.rawValue),
                "since": .string((lanes.map(\.since).min() ?? joinedAt).rfc3339),
                "lanes": .array(lanes.map(\.json)),
            ]
        }
        let tenants = facts.tenants.sorted { $0.key < $1.key }.map { tenant, served -> JSONValue in
            [
                "tenant": .string(tenant.rawValue), "revision": .string(served.revision),
                "loadedAt": .string(served.since.rfc3339), "isComplete": .boolean(served.isComplete),
            ]
        }
        return [
            "number": JSONValue(number.rawValue), "name": .string(facts.name), "address": .string(facts.address),
            "version": .string(facts.version), "takesLanes": .boolean(facts.takesLanes),
            "joinedAt": .string(joinedAt.rfc3339), "renewedAt": .string(renewedAt.rfc3339),
            "serves": .array(tenants), "worksFor": .array(works),
        ]
    }
}

extension LaneState {
    fileprivate var json: JSONValue {
        var json = JSONObject([
            .init("tenant", .string(tenant.rawValue)), .init("lane", .string(lane.text)),
            .init("epoch", JSONValue(epoch)), .init("since", .string(since.rfc3339)),
        ])
        json["condition"] = condition.flatMap { ChannelStatus($0) }.map { .object($0.json) }
        return .object(json)
    }
}
