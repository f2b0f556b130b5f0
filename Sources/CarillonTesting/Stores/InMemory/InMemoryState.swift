import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// The tables of a tenant.
struct InMemoryState {
    struct User {
        /// Nil when nothing was ever stored.
        var facts: UserAttributes?
        var preferences: [String: Bool] = [:]
        /// Mail addresses that don't exist, as their servers report.
        var goneAddresses: Set<ExactText> = []
        /// Rows of the notifications in the feed, the newest last.
        var feed: [Int64] = []
        /// Changes after this position are kept; nil where nobody follows.
        var followedFrom: Int64?
    }

    struct Event {
        var record: EventRecord
        var fingerprint: String
        var topic: Topic?
        var notifications: [Int64] = []
        /// The position of the expansion of its topic; nil when it is done.
        var cursor: Int64?
        var times: [PlannedTime] = []
        var audience: Topic?
        var collapse: String?
        var dedupe: String?
        var supersedes: String?
        var decisions: [Decision] = []
        var campaign: Campaign?
        /// Its place among all, in the order they came.
        var order: Int64 = 0
        /// Why nothing of it goes out any more.
        var ended: OutcomeReason?
    }

    struct DedupeKeyID: Hashable {
        var user: UserID
        var key: ExactText
    }

    struct Key: Hashable {
        var source: ExactText
        var externalID: ExactText

        init(source: String, externalID: String) {
            self.source = source.exact
            self.externalID = externalID.exact
        }
    }

    struct Notification {
        var planned: PlannedNotification
        /// The host's id of its event.
        var event: String
        var status: NotificationTrace.Status = .scheduled
        var decisions: [Decision] = []
        var deliveries: [Int64] = []
        var content: FeedContent?
        var category: String?
        var readAt: Instant?
        /// Another event may take the place of its own for its recipient.
        var hasPlace = true
        /// Why nothing of it goes out any more, where its event goes on for others.
        var ended: OutcomeReason?
    }

    struct Delivery {
        var notification: Int64
        var plan: PlannedDelivery
        var status: DeliveryStatus = .leased
        /// When it is tried next; nil while it is held.
        var dueAt: Instant?
        /// When the lease began.
        var leasedAt: Instant?
        var attemptedAt: Instant?
        /// Nil is since its notification was due.
        var retryWindowStart: Instant?
        var attempts = 0
        var isUncertain = false
        var receipt: String?
        var receiptDueAt: Instant?
        var settledAt: Instant?
        var history: [AttemptTrace] = []
    }

    var users: [UserID: User] = [:]
    var events: [String: Event] = [:]
    var eventsByKey: [Key: String] = [:]
    var notifications: [Int64: Notification] = [:]
    var notificationsByID: [String: Int64] = [:]
    var deliveries: [Int64: Delivery] = [:]
    var sessions: [ExactText: SessionRecord] = [:]
    /// By id.
    var devices: [String: DeviceRecord] = [:]
    /// Ids of devices, in the order they were registered.
    var deviceOrder: [String] = []
    /// Who is reached on a device that belongs to nobody, by its id.
    var holders: [String: Set<UserID>] = [:]
    /// Devices of nobody's that a message got to.
    var reached: Set<String> = []

    /// The host's own, by name.
    var keys: [String: [UInt8]] = [:]
    /// How many answers to marks are still to be lost.
    var lostMarks = 0
    /// Digests of codes that were used, each until it would be good for nothing.
    var usedCodes: [[UInt8]: Instant] = [:]
    /// What staff propose for the tenant's texts, by id.
    var proposals: [String: ProposalRecord] = [:]
    /// Who of the staff is signed in, by the session's id.
    var staffSessions: [String: StaffSessionRecord] = [:]
    /// Who of the staff sends tests to whom, by the pairing's id.
    var testPairings: [String: TestPairing] = [:]
    /// What the staff made of texts, and said about proposals.
    var textChanges: [TextChangeRecord] = []
    var comments: [ProposalComment] = []
    /// What the staff did besides.
    var staffActs: [StaffAct] = []
    /// Links to the studio that weren't opened yet, by id.
    var staffLinks: [String: StaffLink] = [:]
    /// What was made live of them, in order.
    var textVersions: [(version: TextVersion, texts: JSONValue)] = []
    /// Who has which lane; empty in a store of one process.
    var book = LaneBook()
    /// Channels whose lanes somebody holds now: what goes out on others belongs to home.
    var served: Set<ChannelID> = []
    /// Places of users among everyone.
    var userRows: [UserID: Int64] = [:]
    /// Notifications that wait to be routed.
    var scheduled: Set<Int64> = []
    /// The order they came in is that of their rows.
    var subscriptions: [Int64: Subscription] = [:]
    /// Dedupe keys of what users got, and by which event.
    var dedupeKeys: [DedupeKeyID: String] = [:]
    var paused: [ChannelID: PausedChannel] = [:]
    /// Deliveries that haven't ended.
    var open: Set<Int64> = []
    /// Of readers who follow, in the order they came.
    var changes: [Change] = []
    var lastChange: Int64 = 0
    private var lastRow: Int64 = 0
    let identifiers: any IdentifierMaker

    init(identifiers: any IdentifierMaker) {
        self.identifiers = identifiers
    }

    mutating func nextRow() -> Int64 {
        lastRow += 1
        return lastRow
    }

    /// An attribute from another source than a device: a language applies to the devices as well, which had reported
    /// theirs before.
    mutating func putOverDevices(_ facts: UserAttributes, of user: UserID) {
        put(facts, of: user)
        guard facts.locale != nil else { return }
        for device in ownDevices(of: user) { devices[device.id]?.locale = nil }
    }

    mutating func put(_ facts: UserAttributes, of user: UserID) {
        users[user, default: User()].facts = facts.over(users[user]?.facts ?? UserAttributes())
    }

    func unreadCount(of user: UserID) -> Int {
        users[user]?.feed.count { notifications[$0]?.readAt == nil } ?? 0
    }
}
