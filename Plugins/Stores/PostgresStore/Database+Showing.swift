import CarillonModel
import CarillonPipeline
import StoredRows

// Puts notifications in their readers' feeds.
extension Database {
    /// - Returns: the readers who follow their feeds and have something new there.
    func show(_ entries: [FeedEntry], at now: Instant) throws -> Set<UserID> {
        var readers: Set<UserID> = []
        var rest = entries[...]
        while !rest.isEmpty {
            // One that is named twice is shown twice, the second time as one that is there.
            var seen: Set<String> = []
            let page = rest.prefix { seen.insert($0.notification).inserted }
            rest = rest.dropFirst(page.count)
            readers.formUnion(try showOnce(Array(page), at: now))
        }
        return readers
    }

    private func showOnce(_ entries: [FeedEntry], at now: Instant) throws -> Set<UserID> {
        let found = try rows(
            """
            SELECT n.row, n.id, n.usr, n.due_at, n.priority, e.type,
                EXISTS (SELECT 1 FROM feed_content s WHERE s.notification = n.row) AS is_shown
            FROM notification n JOIN event e ON e.row = n.event WHERE n.id = ANY($1)
            """,
            entries.map(\.notification)
        ) { try ShownNotification($0) }
        let ofID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        let known = entries.compactMap { entry in ofID[entry.notification].map { (entry: entry, notification: $0) } }
        let arrived = try arrive(known.compactMap(\.entry.delivery), at: now)
        let shown = known.filter { $0.entry.delivery.map(arrived.contains) ?? true }
        for (entry, notification) in shown where notification.isShown {
            try run(
                "UPDATE feed_content SET locale = $1, content = $2 WHERE notification = $3",
                entry.content.locale,
                entry.content.rowText,
                notification.row
            )
        }
        return try insert(shown.filter { !$0.notification.isShown }, at: now)
    }

    private func insert(
        _ shown: [(entry: FeedEntry, notification: ShownNotification)],
        at now: Instant
    ) throws -> Set<UserID> {
        guard !shown.isEmpty else { return [] }
        let ranks = try freeRanks(of: shown.map(\.notification))
        try run(
            """
            INSERT INTO feed_content (notification, usr, rank, type, priority, due_at, locale, content)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            shown.map(\.notification.row),
            shown.map(\.notification.user),
            ranks,
            shown.map(\.notification.type),
            shown.map(\.notification.priority),
            shown.map(\.notification.dueAt),
            shown.map(\.entry.content.locale),
            shown.map(\.entry.content.rowText)
        )
        try run(
            """
            INSERT INTO feed (usr, rank, notification, category, id, is_high)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """,
            shown.map(\.notification.user),
            ranks,
            shown.map(\.notification.row),
            shown.map(\.entry.category),
            shown.map(\.notification.id),
            shown.map { $0.notification.priority == .high }
        )
        return try keepShown(shown.map { ($0.notification.row, $0.notification.user) }, at: now)
    }

    /// Ends deliveries as delivered with what they put in the feed.
    ///
    /// - Returns: those that didn't end otherwise since they were leased.
    private func arrive(_ deliveries: [Int64], at now: Instant) throws -> Set<Int64> {
        guard !deliveries.isEmpty else { return [] }
        try run(
            """
            UPDATE delivery SET status = \(delivery: .delivered), due_at = NULL, attempts = attempts + 1, settled_at = $1
            WHERE row = ANY($2) AND status \(byRow: DeliveryState.leased)
            """,
            now,
            deliveries
        )
        let arrived: [Int64] = try values(
            "SELECT row FROM delivery WHERE row = ANY($1) AND status = \(delivery: .delivered)",
            deliveries
        )
        return Set(arrived)
    }

    /// The readers' own places for notifications.
    ///
    /// A reader's ranks differ, or a page that ends between two equal ones would lose the second.
    private func freeRanks(of notifications: [ShownNotification]) throws -> [Int64] {
        struct Place: Hashable {
            let user: Int64
            let rank: Int64
        }
        let wanted = notifications.map { Place(user: $0.user, rank: Self.rank(dueAt: $0.dueAt, row: $0.row)) }
        let taken = try rows(
            "SELECT f.usr, f.rank FROM unnest($1, $2) w (usr, rank) JOIN feed f ON f.usr = w.usr AND f.rank = w.rank",
            wanted.map(\.user),
            wanted.map(\.rank)
        ) { Place(user: try $0["usr"], rank: try $0["rank"]) }
        var used = Set(taken)
        return try wanted.map { place in
            guard !used.insert(place).inserted else { return place.rank }
            // After all of its time, instead of looking at one place after the other.
            let last = try number(
                "SELECT max(rank) FROM feed WHERE usr = $1 AND rank < $2",
                place.user,
                (place.rank >> 20 + 1) << 20
            )
            var free = Place(user: place.user, rank: max(last ?? place.rank, place.rank) + 1)
            while try !used.insert(free).inserted || isTaken(free.rank, of: free.user) {
                free = Place(user: free.user, rank: free.rank + 1)
            }
            return free.rank
        }
    }

    /// Goes on into the next millisecond only where one has a million.
    private func isTaken(_ rank: Int64, of user: Int64) throws -> Bool {
        try exists("SELECT 1 FROM feed WHERE usr = $1 AND rank = $2", user, rank)
    }
}

private struct ShownNotification {
    let row: Int64
    let id: String
    let user: Int64
    let dueAt: Instant
    let priority: Priority
    let type: EventTypeID
    /// It is in the feed already.
    let isShown: Bool

    init(_ columns: Columns) throws {
        row = try columns["row"]
        id = try columns["id"]
        user = try columns["usr"]
        dueAt = try columns["due_at"]
        priority = try columns["priority"]
        type = try columns["type"]
        isShown = try columns["is_shown"]
    }
}
