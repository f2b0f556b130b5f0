import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: StoredTenant {}

// What StoredRows does for both stores.
extension TenantRows: CampaignStore {}
extension TenantRows: DeviceFindingStore {}
extension TenantRows: DeviceStore {}
extension TenantRows: ImportingStore {}
extension TenantRows: InspectingStore {}
extension TenantRows: KeyStore {}
extension TenantRows: PreferenceStore {}
extension TenantRows: ProposalStore {}
extension TenantRows: SessionStore {}
extension TenantRows: StaffSessionStore {}
extension TenantRows: SubscriptionStore {}
extension TenantRows: TestPairingStore {}
extension TenantRows: TextHistoryStore {}
extension TenantRows: TextVersionStore {}
extension TenantRows: TracingStore {}
extension TenantRows: UsedCodeStore {}
extension TenantRows: UserStore {}

extension Database: StoreConnection {
    func add(_ user: UserID) throws -> Int64 {
        guard let row = try number("INSERT INTO user (id) VALUES (?) RETURNING row", user) else {
            throw PostgresError(.unexpected("a user got no row"))
        }
        return row
    }

    func events(sentAs id: String) throws -> [Int64] {
        try values("SELECT event FROM event_key WHERE key = key_of(?) LIMIT 2", id)
    }
}
