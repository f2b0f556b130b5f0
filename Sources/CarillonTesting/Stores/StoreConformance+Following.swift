import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let following: [Rule] = [
        Rule("what is new in a feed says whom to wake: who follows it, once") { subject in
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", "ben"]))
            _ = try await subject.tenant.follow("ada")
            let entries = ["n-1", "n-1-2", "n-unknown"].map { FeedEntry($0, .testing) }
            try requireEqual(await subject.tenant.putInFeed(entries, at: .at(1)), ["ada"], "readers")
            try requireEqual(await subject.tenant.putInFeed(entries, at: .at(2)), [], "again")
        },
        Rule("who follows learns what is shown and marked, in order and once") { subject in
            try await show(subject, "before", at: 0)
            let start = try await subject.tenant.follow("ada")
            try requireEqual(start.unreadCount, 1, "unread at the start")
            try requireEqual(await subject.tenant.follow("ada"), start, "following again")
            try await show(subject, "1", at: 1)
            _ = try await subject.tenant.mark(["n-1", "n-before", "n-404"], of: "ada", read: true, at: .at(2))
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: true, at: .at(3))
            _ = try await subject.tenant.mark(["n-1"], of: "ada", read: false, at: .at(4))
            let page = try requireValue(await changes(subject, after: start.position), "nothing is told")
            try requireEqual(
                page.changes.map(summary),
                ["shown n-1", "read n-1 n-before at \(Instant.at(2))", "unread n-1"],
                "changes"
            )
            try requireEqual(page.unreadCount, 1, "unread")
            try requireEqual(page.hasMore, false, "has more")
            let again = try requireValue(await changes(subject, after: page.position), "nothing is told")
            try requireEqual(again.changes, [], "after the last")
            try requireEqual(again.position, page.position, "position after the last")
        },
        Rule("pages of changes go on where the one before ended") { subject in
            var position = try await subject.tenant.follow("ada").position
            for number in 1...5 { try await show(subject, "\(number)", at: Int64(number)) }
            var reported: [String] = []
            var sizes: [Int] = []
            while true {
                let page = try requireValue(await changes(subject, after: position, limit: 2), "nothing is told")
                reported += page.changes.map(summary)
                sizes.append(page.changes.count)
                position = page.position
                guard page.hasMore else { break }
            }
            try requireEqual(reported, (1...5).map { "shown n-\($0)" }, "changes")
            try requireEqual(sizes, [2, 2, 1], "pages")
        },
        Rule("changes are the reader's own, and begin with following") { subject in
            try requireEqual(await changes(subject, after: 0), nil, "before following")
            let ada = try await subject.tenant.follow("ada").position
            let ben = try await subject.tenant.follow("ben").position
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", "ben", "eve"]))
            let entries = ["n-1", "n-1-2", "n-1-3"].map { FeedEntry($0, .testing) }
            try await subject.tenant.putInFeed(entries, at: .at(1))
            try await subject.tenant.putInFeed(entries, at: .at(2))
            try requireEqual(await changes(subject, after: ada)?.changes.map(summary), ["shown n-1"], "of ada")
            let page = try await subject.tenant.changes(of: "ben", after: ben, limit: 9)
            try requireEqual(page?.changes.map(summary), ["shown n-1-2"], "of ben")
            let eve = try await subject.tenant.follow("eve")
            try requireEqual(eve.unreadCount, 1, "unread of eve")
            try requireEqual(
                await subject.tenant.changes(of: "eve", after: eve.position, limit: 9)?.changes,
                [],
                "of eve"
            )
        },
        Rule("a position that nobody was told, or whose changes are forgotten, is no place to go on from") { subject in
            let start = try await subject.tenant.follow("ada").position
            for number in 1...3 { try await show(subject, "\(number)", at: Int64(number)) }
            let all = try requireValue(await changes(subject, after: start), "nothing is told")
            try requireEqual(await changes(subject, after: all.position + 1), nil, "after what will be")
            try requireEqual(await changes(subject, after: start - 1), nil, "before the start")
            try requireEqual(await subject.tenant.forgetChanges(before: .at(3), limit: 1), 1, "first slice")
            try requireEqual(await subject.tenant.forgetChanges(before: .at(3), limit: 9), 1, "second slice")
            try requireEqual(await subject.tenant.forgetChanges(before: .at(3), limit: 9), 0, "third slice")
            try requireEqual(await changes(subject, after: start), nil, "after a forgotten one")
            let second = all.changes[1].position
            try requireEqual(await changes(subject, after: second)?.changes.map(summary), ["shown n-3"], "the rest")
            try requireEqual(await subject.tenant.forgetChanges(before: .at(9), limit: 9), 1, "the last")
            let now = try await subject.tenant.follow("ada").position
            try requireEqual(now, all.position, "position with all forgotten")
            try await show(subject, "4", at: 4)
            try requireEqual(await changes(subject, after: now)?.changes.map(summary), ["shown n-4"], "afterwards")
        },
        Rule("what is gone isn't told, and an erased reader's positions end") { subject in
            let start = try await subject.tenant.follow("ada").position
            try await show(subject, "old", at: 1)
            try await show(subject, "new", at: 100)
            _ = try await subject.tenant.due(at: .at(1), limit: 9)
            let due = try await subject.tenant.due(at: .at(200), limit: 9)
            _ = try await subject.tenant.route(
                due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: []) },
                at: .at(200)
            )
            try requireEqual(await subject.tenant.sweep(acceptedBefore: .at(50), limit: 9), 1, "swept")
            let page = try requireValue(await changes(subject, after: start), "nothing is told")
            try requireEqual(page.changes.map(summary), ["shown n-new"], "changes")
            _ = try await subject.tenant.erase("ada")
            try requireEqual(await changes(subject, after: page.position), nil, "after erasing")
            let anew = try await subject.tenant.follow("ada").position
            try require(anew >= page.position, "\(anew) is before \(page.position)")
            try requireEqual(await changes(subject, after: start), nil, "with the position of another life")
        },
    ]

    private static func changes(
        _ subject: StoreUnderTest,
        after position: Int64,
        limit: Int = 100
    ) async throws -> FeedChanges? {
        try await subject.tenant.changes(of: "ada", after: position, limit: limit)
    }

    private static func show(_ subject: StoreUnderTest, _ id: String, at second: Int64) async throws {
        _ = try await subject.tenant.accept(.testing(id, at: second))
        try await subject.tenant.putInFeed([FeedEntry("n-\(id)", .testing)], at: .at(second))
    }

    private static func summary(_ change: FeedChange) -> String {
        switch change.kind {
        case .shown(let item): "shown \(item.id)"
        case .marked(let ids, let readAt?): "read \(ids.joined(separator: " ")) at \(readAt)"
        case .marked(let ids, nil): "unread \(ids.joined(separator: " "))"
        }
    }
}
