import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What feed items show of a tenant's event types and categories, looked up once when a profile is loaded.
struct FeedLooks: Sendable {
    struct Kind: Sendable {
        /// The feed that such events go to; nil where they go to none.
        let channel: ChannelID?
        let category: String?
    }

    struct Look: Sendable {
        let icon: String?
        let color: String?
        let background: String?
    }

    private let kinds: [EventTypeID: Kind]
    private let looks: [String: Look]

    init(_ profile: TenantProfile, channels: [ChannelID: any CarillonPluginKit.Channel]) {
        let feeds = channels.filter { type(of: $1).descriptor.address == .user }
        kinds = Dictionary(
            profile.events.map { event in
                (event.id, Kind(channel: event.channels.first { feeds[$0] != nil }, category: event.category))
            },
            uniquingKeysWith: { first, _ in first }
        )
        looks = Dictionary(
            profile.categories.map { category in
                let (color, background) = (category.color?.description, category.background?.description)
                return (category.id, Look(icon: category.icon, color: color, background: background))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func kind(of event: EventTypeID) -> Kind? { kinds[event] }

    func look(of category: String) -> Look? { looks[category] }
}
