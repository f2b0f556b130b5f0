import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: FeedStore {
    @discardableResult
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID> {
        try await write { database in try database.show(entries, at: now) }
    }
}
