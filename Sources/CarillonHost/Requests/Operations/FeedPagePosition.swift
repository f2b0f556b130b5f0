import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Where a page of a feed stands among the others, by every way of counting that backends know.
struct FeedPagePosition: Sendable {
    private let page: FeedPage
    private let limit: Int
    /// Nil for a page that was asked for by cursor: nobody counts what came before it.
    private let offset: Int?

    init(_ page: FeedPage, _ query: FeedQuery) {
        self.page = page
        limit = query.limit
        offset = if case .offset(let offset) = query.start { offset } else { nil }
    }

    /// - Parameter page: counted from 0.
    static func offset(ofPage page: Int, limit: Int) -> Int {
        let (offset, isBeyond) = page.multipliedReportingOverflow(by: limit)
        return isBeyond ? FieldKind.mostOffset : min(offset, FieldKind.mostOffset)
    }

    /// Members of the result; those that there are none of are left out.
    var members: [JSONObject.Member] {
        var members = JSONObject([
            .init("itemCount", JSONValue(page.items.count)), .init("hasMore", .boolean(page.hasMore)),
            .init("pageCount", JSONValue(pageCount)),
        ])
        guard let offset else { return members.members }
        let next = page.hasMore ? offset + page.items.count : nil
        let previous = offset > 0 ? max(0, offset - limit) : nil
        for (name, start) in [("", offset), ("next", next), ("previous", previous)] as [(String, Int?)] {
            guard let start else { continue }
            members[Self.name("offset", name)] = JSONValue(start)
            members[Self.name("page", name)] = JSONValue(start / limit + 1)
            members[Self.name("pageIndex", name)] = JSONValue(start / limit)
        }
        members["hasPrevious"] = .boolean(previous != nil)
        return members.members
    }

    private var pageCount: Int { max(1, (page.totalCount + limit - 1) / limit) }

    /// `page`, `nextPage`, `previousPage`.
    private static func name(_ name: String, _ direction: String) -> String {
        direction.isEmpty ? name : direction + name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension JSONObject {
    mutating func add(_ members: [Member]) {
        for member in members { self[member.name] = member.value }
    }
}
