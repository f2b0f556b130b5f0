import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// JSON lines, checked against the tenant's profile as it runs, or as the command found it in its folder.
    static let bulkImport = OperatorRoute(
        .post,
        "/v1/tenants/{tenant}/import",
        intake: .streamed(limit: BulkImport.bodyLimit)
    ) { call throws(Problem) in
        try BulkImport.checkMediaType(of: call.request)
        let name = call.parameter("tenant")
        let running = TenantID(name).flatMap { call.api.tenants?.tenant($0) }
        guard let id = TenantID(name), let profile = running?.runtime.profile ?? call.api.profiles[id] else {
            throw Problem(.notFound, "there is no tenant called “\(name.prefix(63))” whose profile is known")
        }
        let store: any TenantStore
        if let running {
            store = running.runtime.store
        } else {
            store = try await call.stored { all throws(StoreFailure) in try await all.tenant(id) }
        }
        let run = BulkImport(
            profile: profile,
            registry: call.api.registry.serving(profile),
            store: store,
            clock: call.api.clock,
            observer: call.api.observer
        )
        do throws(Problem) {
            let report = try await run.run(call.request.stream ?? WholeBody(bytes: call.request.body))
            call.record("tenants.import", tenant: id, report.facts)
            return APIResponse(json: report.json)
        } catch {
            call.record("tenants.import", tenant: id, result: .failed)
            throw error
        }
    }
}
