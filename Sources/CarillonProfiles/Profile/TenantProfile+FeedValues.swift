import CarillonModel
public import CarillonPluginKit

extension TenantProfile {
    /// The channels that put notifications into a feed.
    public func feedChannels(registry: ChannelRegistry) -> [ChannelBinding] {
        channels.filter { registry[$0.plugin]?.descriptor.address == .user }
    }

    /// The possible values of a feed item's members, by their full names in `notifications.list`, over all events that
    /// reach a feed.
    public func feedValues(registry: ChannelRegistry) -> [String: [String]] {
        let feeds = feedChannels(registry: registry).map(\.id)
        let shown = events.filter { event in
            reach(of: event, registry: registry).contains { feeds.contains($0) }
        }
        return [
            "items.type": shown.map(\.id.rawValue),
            "items.alias": Self.unique(shown.map { $0.alias ?? $0.id.rawValue }),
            // Any category, because a send may name one in place of its event's.
            "items.category": categories.map(\.id),
        ]
    }

    private static func unique(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return values.filter { seen.insert($0).inserted }
    }
}
