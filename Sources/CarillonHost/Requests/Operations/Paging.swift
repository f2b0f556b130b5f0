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

extension JSONObject {
    /// Says where the next page begins, where this one is full.
    mutating func setNextCursor(_ last: Int64?, count: Int, limit: Int) {
        if count == limit, let last { self["nextCursor"] = .string(Cursor(row: last).text) }
    }
}
