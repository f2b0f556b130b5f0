import CarillonPipeline

/// Those who had more due than their share, and up to where nothing is due but theirs.
///
/// It saves looking through all of theirs again, time by time: what comes for others lies behind. Where that isn't so, as after a
/// change of the clock, it only waits for its turn by time.
public struct SaturatedRecipients: Sendable, Equatable {
    /// Rows of users.
    public var users: Set<Int64>
    public var end: DuePosition
}

/// A position in the order in which rows are due.
public struct DuePosition: Sendable, Comparable {
    public var dueAt: Int64
    public var row: Int64

    public init(dueAt: Int64, row: Int64) {
        self.dueAt = dueAt
        self.row = row
    }

    /// Of a row's `due_at` and `row`.
    init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(dueAt: columns["due_at"], row: columns["row"])
    }

    public static let start = DuePosition(dueAt: .min, row: 0)

    public static func < (left: DuePosition, right: DuePosition) -> Bool {
        (left.dueAt, left.row) < (right.dueAt, right.row)
    }
}

/// A table's rows that are due, in their order.
public protocol DueRows<Found> {
    associatedtype Found: Sendable

    /// Rows due at `first` and behind `row`, the first of them first.
    ///
    /// - Parameter users: theirs are passed over.
    func due(at first: Int64, behind row: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Found>]

    /// Rows that are due later than `first`.
    func due(after first: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Found>]

    /// Of all that is due.
    func last() throws -> DuePosition?
}

public struct DueRow<Found: Sendable>: Sendable {
    public var found: Found
    public var place: DuePosition
    /// The row of who it is for.
    public var user: Int64

    public init(found: Found, place: DuePosition, user: Int64) {
        self.found = found
        self.place = place
        self.user = user
    }
}

/// A scan for what may be taken of what is due, fair among recipients.
public struct FairScan<Found: Sendable>: Sendable {
    /// What the scan before found.
    private let known: SaturatedRecipients?
    private let start: DuePosition
    /// What this one found; nil where nobody had more than their share.
    public private(set) var crowd: SaturatedRecipients?
    /// When the first that isn't anybody's who is spared was due.
    public private(set) var first: Int64?
    private var lease: FairLease<Found, Int64>

    /// - Parameter start: nothing is looked for that was due before.
    public init(limit: Int, known: SaturatedRecipients?, from start: Int64 = DuePosition.start.dueAt) {
        self.known = known
        self.start = DuePosition(dueAt: start, row: 0)
        lease = FairLease(limit: limit)
    }

    public var found: [Found] { lease.elements }

    /// - Parameter spared: rows of users; theirs stay where they are.
    public mutating func choose(sparing spared: Set<Int64> = [], in rows: some DueRows<Found>) throws {
        var place = start
        while lease.room > 0 {
            let isCrowded = !lease.crowd.isEmpty
            if isCrowded, let known, known.users == lease.crowd { place = max(place, known.end) }
            let wanted = lease.room
            let page = try page(of: rows, after: place, without: spared.union(lease.crowd), limit: wanted)
            if first == nil { first = page.first?.place.dueAt }
            for row in page { lease.offer(row.found, to: row.user) }
            place = page.last?.place ?? place
            guard page.count == wanted else {
                // Looked through to the end.
                if isCrowded { place = max(place, try rows.last() ?? place) }
                break
            }
        }
        crowd = lease.crowd.isEmpty ? nil : SaturatedRecipients(users: lease.crowd, end: place)
    }

    private func page(
        of rows: some DueRows<Found>,
        after place: DuePosition,
        without users: Set<Int64>,
        limit: Int
    ) throws -> [DueRow<Found>] {
        // Very many may be due at the same time, such as after a start: an index finds one's place among those by equality alone.
        let page = try rows.due(at: place.dueAt, behind: place.row, without: users, limit: limit)
        guard page.count < limit else { return page }
        return try page + rows.due(after: place.dueAt, without: users, limit: limit - page.count)
    }
}
