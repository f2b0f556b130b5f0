public import CarillonModel
import CarillonPipeline
public import GRDB
public import StoredRows

extension TenantDatabase: StoredTenant {
    func readPage<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try readAtOnce(body)
    }
}

// What StoredRows does for both stores.
extension TenantDatabase: CampaignStore {}
extension TenantDatabase: DeviceFindingStore {}
extension TenantDatabase: DeviceStore {}
extension TenantDatabase: ImportingStore {}
extension TenantDatabase: InspectingStore {}
extension TenantDatabase: KeyStore {}
extension TenantDatabase: PreferenceStore {}
extension TenantDatabase: ProposalStore {}
extension TenantDatabase: SessionStore {}
extension TenantDatabase: StaffSessionStore {}
extension TenantDatabase: SubscriptionStore {}
extension TenantDatabase: TestPairingStore {}
extension TenantDatabase: TextHistoryStore {}
extension TenantDatabase: TextVersionStore {}
extension TenantDatabase: TracingStore {}
extension TenantDatabase: UsedCodeStore {}
extension TenantDatabase: UserStore {}

extension Database: StoreConnection {
    public func add(_ user: UserID) throws -> Int64 { try insert("INSERT INTO user (id) VALUES (?)", user) }

    public func events(sentAs id: String) throws -> [Int64] {
        try values("SELECT row FROM event WHERE key = ? AND external_id = ? LIMIT 2", FowlerNollVo.column(id), id)
    }
}
