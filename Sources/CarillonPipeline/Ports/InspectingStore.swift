public import CarillonModel

/// What an operator inspects.
///
/// Reading only.
public protocol InspectingStore: Sendable {
    /// Cheap enough to call every few seconds.
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures
    func listDevices(_ page: ListingPage) async throws(StoreFailure) -> [ListedDevice]
    func listEvents(_ page: ListingPage) async throws(StoreFailure) -> [ListedEvent]
    func listDeliveries(_ filter: DeliveryFilter, _ page: ListingPage) async throws(StoreFailure) -> [ListedDelivery]
    /// Notifications that aren't routed yet, those due first first; of one recipient, or of all.
    func listScheduled(of recipient: UserID?, limit: Int) async throws(StoreFailure) -> [ScheduledNotification]
    /// Everything about a user; nil where there is nothing.
    func export(_ user: UserID) async throws(StoreFailure) -> UserExport?
}

/// A store that can be copied while it is used.
public protocol CopyableStore: Store {
    /// How the file is called that holds a copy of a tenant's part.
    func copyName(of tenant: TenantID) -> String

    /// Writes a consistent copy of a tenant's part, as it is at one moment, into a new file; on disk on return.
    ///
    /// Writing goes on meanwhile. A file that is there already is not touched: that fails, as does a part that a later version has
    /// written, which stays as it is, byte for byte.
    func copy(_ tenant: TenantID, to path: String) async throws(StoreFailure)
}
