public import CarillonModel

/// Where everything accepted is kept.
///
/// No query can be written without a tenant: a store has no operations but handing out a ``TenantStore``.
/// Every store passes `StoreConformance` of the test kit.
public protocol Store: Sendable {
    /// Opens the tenant's part, making it where it isn't there yet.
    func tenant(_ id: TenantID) async throws(StoreFailure) -> any TenantStore
    /// The tenants there is a part for, sorted.
    func tenants() async throws(StoreFailure) -> [TenantID]
    /// Removes all there is of a tenant. What was handed out for it can't be used any more.
    ///
    /// - Returns: whether there was anything.
    func drop(_ id: TenantID) async throws(StoreFailure) -> Bool
    /// Ends cleanly; what is under way is finished first.
    func close() async
    /// How this host shares the store with others; nil where the store belongs to one process, which has every lane in epoch 1.
    var membership: (any Membership)? { get }
}

extension Store {
    public var membership: (any Membership)? { nil }
}

/// One tenant's part of a store.
public typealias TenantStore = LaneStore & AcceptingStore & DeliveringStore & QueueStore & DeviceStore & FeedStore
    & UserStore
    & TracingStore & PreferenceStore & ReceiptStore & OperatingStore & ForgettingStore & SubscriptionStore
    & ExpandingStore & InspectingStore & SessionStore & DeviceFindingStore & FollowingStore & CampaignStore
    & ImportingStore & KeyStore & EndingStore & UsedCodeStore & ProposalStore & StaffSessionStore
    & TestPairingStore & TextHistoryStore & TextVersionStore
