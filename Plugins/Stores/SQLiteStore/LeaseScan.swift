import CarillonModel
import CarillonPipeline
import GRDB

/// Those who had more due on a channel than their share, and up to where nothing is due but theirs.
///
/// It saves looking through all of theirs again, lease by lease: what comes for others lies behind. Where that isn't so, as after a
/// change of the clock, it only waits for its turn by time.
struct SaturatedRecipients: Sendable, Equatable {
    /// Rows of users.
    var users: Set<Int64>
    var end: DuePosition
}

/// Where a delivery stands in the order in which they are due.
struct DuePosition: Sendable, Comparable {
    var dueAt: Int64
    var row: Int64

    static let start = DuePosition(dueAt: .min, row: 0)

    static func < (left: DuePosition, right: DuePosition) -> Bool { (left.dueAt, left.row) < (right.dueAt, right.row) }
}

/// A look for what a lease of a channel may take, fair among recipients.
struct LeaseScan: Sendable {
    struct Found: Sendable {
        var row: Int64
        var window: String?
    }

    let channel: ChannelID
    let now: Instant
    /// What the look before found.
    private let known: SaturatedRecipients?
    /// What this one found; nil where nobody had more than their share.
    private(set) var crowd: SaturatedRecipients?
    private var lease: FairLease<Found, Int64>

    init(channel: ChannelID, now: Instant, limit: Int, known: SaturatedRecipients?) {
        self.channel = channel
        self.now = now
        self.known = known
        lease = FairLease(limit: limit)
    }

    var found: [Found] { lease.elements }

    /// - Parameter users: theirs stay where they are.
    mutating func choose(sparing users: Set<UserID>, in database: Database) throws {
        let spared = try Set(users.sorted().compactMap { try database.knownRow(of: $0) })
        var place = DuePosition.start
        while lease.room > 0 {
            let isCrowded = !lease.crowd.isEmpty
            if isCrowded, let known, known.users == lease.crowd { place = max(place, known.end) }
            let wanted = lease.room
            let page = try database.due(self, after: place, without: spared.union(lease.crowd), limit: wanted)
            for delivery in page { lease.offer(delivery.found, to: delivery.user) }
            place = page.last?.place ?? place
            guard page.count == wanted else {
                // Looked through to the end.
                if isCrowded { place = max(place, try database.lastDue(self) ?? place) }
                break
            }
        }
        crowd = lease.crowd.isEmpty ? nil : SaturatedRecipients(users: lease.crowd, end: place)
    }
}

extension Database {
    fileprivate struct Due {
        var found: LeaseScan.Found
        var place: DuePosition
        var user: Int64
    }

    /// - Parameter users: theirs are passed over.
    fileprivate func due(
        _ look: LeaseScan,
        after place: DuePosition,
        without users: Set<Int64>,
        limit: Int
    ) throws -> [Due] {
        // Very many may be due at the same time, such as after a start: an index finds one's place among those by equality alone.
        var page = try due(Self.selectDueThen, look, place.dueAt, place.row, without: users, limit)
        guard page.count < limit else { return page }
        page += try due(
            Self.selectDueLater,
            look,
            place.dueAt,
            look.now.epochMilliseconds,
            without: users,
            limit - page.count
        )
        return page
    }

    private func due(
        _ select: String,
        _ look: LeaseScan,
        _ first: Int64,
        _ last: Int64,
        without users: Set<Int64>,
        _ limit: Int
    ) throws -> [Due] {
        try rows(select, look.channel, first, last, users.sorted().rowText, limit) { columns in
            let place = try DuePosition(dueAt: columns["due_at"], row: columns["row"])
            return try Due(
                found: .init(row: place.row, window: columns["window"]),
                place: place,
                user: columns["user"]
            )
        }
    }

    private static let selectDueThen = selectDue("d.due_at = ?2 AND d.row > ?3")
    private static let selectDueLater = selectDue("d.due_at > ?2 AND d.due_at <= ?3")

    /// - Parameter range: of `due_at`, and of rows, between the two numbers.
    private static func selectDue(_ range: String) -> String {
        """
        SELECT d.due_at, d.row, d.window, n.user FROM delivery d CROSS JOIN notification n ON n.row = d.notification
        WHERE d.status = \(delivery: .waiting) AND d.due_at IS NOT NULL AND d.channel = ?1 AND \(range)
            AND n.user NOT IN (SELECT value FROM json_each(?4))
        ORDER BY d.due_at, d.row LIMIT ?5
        """
    }

    fileprivate func lastDue(_ look: LeaseScan) throws -> DuePosition? {
        try first(
            """
            SELECT due_at, row FROM delivery
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = ? AND due_at <= ?
            ORDER BY due_at DESC, row DESC LIMIT 1
            """,
            look.channel,
            look.now
        ) { try DuePosition(dueAt: $0["due_at"], row: $0["row"]) }
    }
}
