import CarillonModel

/// Where a page of a list ended; opaque to callers.
struct Cursor: Sendable, Hashable {
    let row: Int64

    var text: String { "n" + String(row, radix: 36) }

    init(row: Int64) {
        self.row = row
    }

    init?(_ text: String) {
        guard text.hasPrefix("n"), let row = Int64(text.dropFirst(), radix: 36), row > 0 else { return nil }
        self.row = row
    }
}

extension BodyReader {
    /// How many entries a page may have: the caller's number, but never more than there may be.
    mutating func limit(upTo most: Int) -> Int? {
        integer("limit", 1...Int.max).map { min($0, most) }
    }

    /// Where the page before this one ended.
    mutating func cursor() -> Cursor? { cursor { Cursor($0) } }

    /// The same of a feed.
    mutating func feedCursor() -> FeedCursor? { cursor { FeedCursor($0) } }

    private mutating func cursor<Place>(_ read: (String) -> Place?) -> Place? {
        guard let text = text("cursor", limit: 64) else { return nil }
        guard let place = read(text) else {
            return fault("cursor", .badFormat, "must be a nextCursor of an earlier page")
        }
        return place
    }
}

extension JSONObject {
    /// Says where the next page begins, where this one is full.
    mutating func setNextCursor(_ last: Int64?, count: Int, limit: Int) {
        if count == limit, let last { self["nextCursor"] = .string(Cursor(row: last).text) }
    }
}
