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
}

/// One tenant's part of a store.
public typealias TenantStore = AcceptingStore & DeliveringStore & QueueStore & DeviceStore & FeedStore & UserStore
    & TracingStore & PreferenceStore & ReceiptStore & OperatingStore & ForgettingStore & SubscriptionStore
    & ExpandingStore & InspectingStore & SessionStore & DeviceFindingStore & FollowingStore & CampaignStore
    & ImportingStore & KeyStore & EndingStore

/// What went wrong in a store.
///
/// Nothing was changed.
public struct StoreFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The disk is full.
        case full
        case readOnly
        /// The file is damaged: stop, and restore a backup.
        case corrupted
        /// A later version has written it: run that one.
        case newer
        /// Another process holds it.
        case locked
        /// Anything else; try again.
        case unavailable
    }

    public let kind: Kind
    /// Names the file or server and the way out, never a payload.
    public let description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

public protocol AcceptingStore: Sendable {
    /// Stores the event, its notifications and what it says of users, in one commit that is on disk on return.
    ///
    /// `(source, externalID)` is unique: a second event with the same key changes nothing.
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance

    /// Whether there is an event with this key already, whatever it says.
    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool
}

/// The queue: notifications become due, are routed into deliveries, and deliveries are settled.
public protocol DeliveringStore: Sendable {
    /// Up to `limit` unrouted notifications due at `now`, the earliest first, with everything known of their
    /// recipients as it is now. Reading only: several workers may be handed the same one, and ``route(_:at:)``
    /// takes effect once.
    func due(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification]

    /// Records what was decided and makes the deliveries, leased to the caller.
    ///
    /// Deliveries with a time of their own are leased to nobody. One with a window goes out with those of the same window
    /// that wait already.
    /// - Returns: for each notification, the rows of its deliveries in order; empty where it was routed already, or
    ///   cancelled meanwhile, and nothing was done.
    func route(_ routed: [RoutedNotification], at now: Instant) async throws(StoreFailure) -> [[Int64]]

    /// Puts notifications off that can't be routed as things are, with the reason for the trace.
    ///
    /// - Parameter limit: what never expired does so that long after it was due, so that it doesn't wait for ever.
    func postpone(
        _ rows: [Int64],
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure)

    /// Up to `limit` deliveries that are to be tried (again) at `now`, leased to the caller; those that wait in the same
    /// window as one of them come along.
    func leaseDeliveries(at now: Instant, limit: Int) async throws(StoreFailure) -> [LeasedDelivery]

    /// Notes, before the batch goes out, that it does: after a crash these are known to be uncertain.
    ///
    /// - Returns: the rows that may go out, each to one caller only; one whose device was unregistered meanwhile is left
    ///   out.
    func markAttempted(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Set<Int64>

    /// Records outcomes. A delivery that has ended already keeps its end.
    func settle(_ settlements: [Settlement]) async throws(StoreFailure)

    /// Makes held deliveries of a channel due at once, the oldest first; the time until they are given up counts from now.
    ///
    /// - Parameter users: theirs stay held.
    /// - Returns: how many.
    func release(
        _ channel: ChannelID,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int

    /// When the next notification or delivery is due; nil when nothing waits.
    func nextDue() async throws(StoreFailure) -> Instant?

    /// The clock went back from `earlier` to `now`: what was due by then stays due, also of what is still to be expanded, and
    /// what waits for a retry, for room, for its window or for a receipt keeps its distance.
    func clockWentBack(from earlier: Instant, to now: Instant) async throws(StoreFailure)

    /// Called once at start by the only process that has this store: whatever another life of it held is taken back.
    /// Deliveries that were marked as attempted are leased out again as uncertain. Where something was accepted after
    /// `now`, the clock went back meanwhile.
    func reclaim(at now: Instant) async throws(StoreFailure)
}

extension DeliveringStore {
    /// All that is held, in portions: there may be very many, and others write too.
    public func release(_ channel: ChannelID, at now: Instant) async throws(StoreFailure) -> Int {
        let portion = 2000
        var count = 0
        while true {
            let released = try await release(channel, sparing: [], limit: portion, at: now)
            count += released
            guard released == portion else { return count }
        }
    }
}

public protocol DeviceStore: Sendable {
    /// Registers or updates. The same token under another owner moves to that owner: deliveries of the former owner
    /// that still wait for it are cancelled. Devices that belong to nobody are known by their ids, and keep to themselves
    /// where several bring the same token; whoever brings one with a proof of who they are holds it from then on, and so does
    /// a user who subscribes for it. Facts the device brings become the owner's.
    ///
    /// A device that is new takes the place of others where there are more than `limits` says, and what waits for those ends.
    func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered

    /// Takes the device away at once, and cancels what waits for it.
    ///
    /// - Returns: the device as it was, nil when `owner` has none with this token; the latest where several of nobody's had it.
    func unregister(token: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord?

    /// The same, by the app's own id of the device.
    func unregister(deviceID: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord?

    /// Where the user is reached: the devices they own, and those of nobody's that they hold. Oldest first.
    func devices(of owner: UserID) async throws(StoreFailure) -> [DeviceRecord]
}

extension DeviceStore {
    /// However many there are.
    public func register(
        _ registration: DeviceRegistration,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord {
        guard case .device(let device, displaced: _) = try await register(registration, within: .none, at: now) else {
            throw StoreFailure(.unavailable, "the store refused a device although there was no limit")
        }
        return device
    }
}

public protocol FeedStore: Sendable {
    /// Makes notifications visible to their readers with these words; again with the same words is a no-op.
    ///
    /// With its delivery, an entry is delivered in the same commit. One whose delivery has ended is passed over: it was
    /// superseded, or cancelled, since it was leased.
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure)

    func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage

    /// Marks the reader's own notifications; ids of others, and unknown ones, are passed over.
    func mark(_ ids: [String], of reader: UserID, read: Bool, at now: Instant) async throws(StoreFailure) -> MarkResult

    /// The ids of a reader's own notifications in a group, the oldest first, at most ``CollectedGroup/limit``.
    ///
    /// - Parameter read: only those that are read already, or only those that aren't.
    func ids(in group: CollectedGroup, of reader: UserID, read: Bool) async throws(StoreFailure) -> [String]
}

public protocol UserStore: Sendable {
    /// What is known; nil when nothing ever was said of them.
    func facts(of user: UserID) async throws(StoreFailure) -> UserAttributes?
    /// Says something new; what `facts` leaves out stays as it was. A language that is said here, or with an event, is that
    /// of the user's devices as well, until one of them says another.
    func put(_ facts: UserAttributes, of user: UserID, at now: Instant) async throws(StoreFailure)
}

public protocol TracingStore: Sendable {
    /// By the host's id, or by the sender's where that is unique.
    func trace(event id: String, _ page: TracePage) async throws(StoreFailure) -> EventTrace?
}

extension TracingStore {
    /// The first page.
    public func trace(event id: String) async throws(StoreFailure) -> EventTrace? {
        try await trace(event: id, TracePage())
    }
}
