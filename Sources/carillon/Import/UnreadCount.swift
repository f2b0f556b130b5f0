import CarillonProfiles

/// How an answer gives the number of unread notifications, and nothing else.
enum UnreadCount {
    /// Whether a number of that name may be it; a bare number has none.
    static func isCount(_ name: String) -> Bool {
        let key = SplitName(name).joined
        return key.isEmpty || names.contains(key)
    }

    private static let names = Set(
        FieldNames.ofResult("totalCount") + ["number", "value", "result", "data", "n"]
    )

    /// What needs no guessing.
    fileprivate static let ownNames = Set(FieldNames.ofResult("unreadCount"))
}

extension DocumentOperation {
    /// Whether it returns nothing but the number of unread notifications under another name.
    var countsUnread: Bool {
        let fixed = path.split(separator: "/").filter { !$0.hasPrefix("{") }
        let words = [String(fixed.last ?? ""), id, summary].reduce(into: Set()) { $0.formUnion(SplitName($1).words) }
        guard !words.isDisjoint(with: ["unread", "unseen", "badge"]), let schema = response.schema else { return false }
        return !schema.hasListOrUnread
    }
}

extension DocumentSchema {
    fileprivate var hasListOrUnread: Bool {
        switch self {
        case .object(let members):
            members.contains {
                UnreadCount.ownNames.contains(SplitName($0.name).joined) || $0.schema.hasListOrUnread
            }
        case .list: true
        case .scalar, .anything: false
        }
    }
}
