import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// Backups, and the end of a tenant.
    static let maintenance = [
        OperatorRoute(.post, "/v1/tenants/backup") { call throws(Problem) in
            try await backup(call)
        },
        OperatorRoute(.delete, "/v1/tenants/{tenant}", errors: [.conflict]) { call throws(Problem) in
            let tenant = try await call.storedTenant()
            let isWithheld = call.api.tenants?.rejections[tenant.rawValue]?.store == .withheld
            guard call.api.tenants?.tenant(tenant) == nil, !isWithheld else {
                call.record("tenants.drop", tenant: tenant, result: .refused)
                throw Problem(
                    .conflict,
                    isWithheld
                        ? "\(tenant) was moved, and would begin anew here: move its folder away and reload, then drop its data"
                        : "\(tenant) is being served: move its folder away and reload, then drop its data"
                )
            }
            await call.api.tenants?.ended(tenant)
            try await requireUnserved(tenant, call)
            let wasThere = try await call.stored { store throws(StoreFailure) in try await store.drop(tenant) }
            call.record("tenants.drop", tenant: tenant)
            return APIResponse(json: ["dropped": .boolean(wasThere)])
        },
    ]

    /// - Throws: `conflict` where a host that shares the store serves the tenant.
    private static func requireUnserved(_ tenant: TenantID, _ call: OperatorCall) async throws(Problem) {
        guard let membership = call.api.store.membership else { return }
        let hosts = try await call.stored { _ throws(StoreFailure) in try await membership.hosts() }
        guard let serving = hosts.first(where: { $0.facts.tenants[tenant] != nil }) else { return }
        call.record("tenants.drop", tenant: tenant, result: .refused)
        throw Problem(
            .conflict,
            "\(tenant) is being served by host \(serving.facts.name): move its folder away at every host, then drop its data"
        )
    }

    /// `{"to": "/var/backups/carillon/2026-02-25", "tenants": ["…"]}`; all tenants when none is named.
    private static func backup(_ call: OperatorCall) async throws(Problem) -> APIResponse {
        guard let store = call.api.store as? any CopyableStore else {
            throw Problem(.notFound, "this store is backed up with its own tools")
        }
        var reader = BodyReader(try call.body())
        let folder = reader.required("to", limit: 4096)
        if !folder.isEmpty, !Backup.isPlain(folder) {
            let _: String? = reader.fault("to", .badFormat, "must be \(Backup.plainPath)")
        }
        let named = reader.value("tenants") == nil ? nil : reader.texts("tenants", limit: .max)
        try reader.finish()
        let known = try await call.stored { store throws(StoreFailure) in try await store.tenants() }
        let chosen = known.filter { named?.contains($0.rawValue) ?? true }
        if let unknown = named?.first(where: { name in !known.contains { $0.rawValue == name } }) {
            throw Problem(.notFound, "there is no data of a tenant called “\(unknown.prefix(63))”")
        }
        do {
            let backup = try await Backup.make(chosen, of: store, in: folder, at: call.api.clock.now)
            var facts = ["tenants": "\(backup.copies.count)", "to": folder]
            if !backup.excluded.isEmpty {
                facts["leftOut"] = backup.excluded.map(\.tenant.rawValue).joined(separator: " ")
            }
            call.record("tenants.backup", facts, result: backup.excluded.isEmpty ? .done : .failed)
            return APIResponse(json: backup.json)
        } catch {
            call.record("tenants.backup", ["to": folder], result: .failed)
            throw Problem(.unavailable, error.description)
        }
    }
}
