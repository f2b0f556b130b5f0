import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The feed: its pages, and what stands on them.
extension ResultSchemas {
    /// - Parameter hasCursor: pages can be asked for by cursor; those aren't counted.
    func feedPage(hasCursor: Bool) -> JSONValue {
        let counted: [(String, JSONValue)] = [
            ("offset", .count), ("page", .count), ("pageIndex", .count), ("hasPrevious", .flag),
        ]
        let around = ["nextOffset", "nextPage", "nextPageIndex", "previousOffset", "previousPage", "previousPageIndex"]
        let sure: [(String, JSONValue)] = [
            ("items", .list(notification)), ("itemCount", .count), ("totalCount", .count), ("allCount", .count),
            ("unreadCount", .count), ("limit", .count), ("hasMore", .flag), ("pageCount", .count),
        ]
        return .members(
            sure + (hasCursor ? [] : counted),
            optional: (hasCursor ? counted : []) + [("nextCursor", .anyText)] + around.map { ($0, JSONValue.count) }
        )
    }

    /// What contracts can show of the pages around one.
    static let links = JSONValue.members(
        ["self": .reference],
        optional: ["next", "previous", "first", "last"].map { ($0, JSONValue.reference) }
    )

    private var notification: JSONValue {
        let locales = profile.locales.supported
        let content = locales.map { (name: $0.rawValue, words: words(in: [$0])) }
        let isSure = { (words: JSONValue) in words["required"] != nil }
        let members: [(String, JSONValue)] = [
            ("id", .anyText), ("userId", .anyText), ("type", .anyText), ("alias", .anyText), ("priority", priority),
            ("locale", .anyText),
            (
                "content",
                .members(
                    content.filter { isSure($0.words) }.map { ($0.name, $0.words) },
                    optional: content.filter { !isSure($0.words) }.map { ($0.name, $0.words) }
                )
            ),
            ("data", .anyObject), ("isRead", .flag), ("createdAt", .instant),
        ]
        let category: [(String, JSONValue)] = [("category", .anyText)]
        let isCategorized = profile.events.allSatisfy { $0.category != nil }
        let whole = JSONValue.members(
            members + (isCategorized ? category : []),
            optional: (isCategorized ? [] : category) + [
                ("deepLink", link), ("imageUrl", .anyText), ("icon", .anyText),
                ("color", .anyText), ("background", .anyText), ("readAt", .instant),
            ]
        )
        let own = slots.map { ($0, JSONValue.anyText) }
        return whole.with(own, required: slots.filter { isWritten($0, in: locales) })
    }

    /// The slots, of which those are always there that every event type has words for in these languages.
    private func words(in locales: [LocaleTag]) -> JSONValue {
        let sure = slots.filter { isWritten($0, in: locales) }
        return .members(
            sure.map { ($0, JSONValue.anyText) },
            optional: slots.filter { !sure.contains($0) }.map { ($0, JSONValue.anyText) }
        )
    }

    private func isWritten(_ slot: String, in locales: [LocaleTag]) -> Bool {
        let feeds = profile.channels.filter { registry[$0.plugin]?.descriptor.address == .user }
        return profile.events.allSatisfy { event in
            feeds.filter { event.channels.contains($0.id) || !$0.fallbackFor.isEmpty }.allSatisfy { feed in
                locales.allSatisfy {
                    profile.messages.text(event.id, channel: feed.id, slot: slot, locale: $0) != nil
                }
            }
        }
    }

    /// What the feed shows.
    private var slots: [String] { ["title", "subtitle", "body", "action", "image"] }

    private var link: JSONValue {
        .members([:], optional: [("app", .anyText), ("web", .anyText), ("screen", .anyText)])
    }

    var priority: JSONValue { .choice(Priority.allCases.map(\.rawValue)) }
}

extension JSONValue {
    /// Path and query.
    fileprivate static let reference: JSONValue = ["type": "string", "format": "uri-reference"]
}
