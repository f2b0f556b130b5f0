public import CarillonModel
public import CarillonPluginKit

/// Names in an app's data that the providers of a tenant's channels reserve: they refuse every message that has one.
public struct ProviderDataNames: Sendable {
    private let profile: TenantProfile
    private let registry: ChannelRegistry
    /// The names of all channels.
    private let all: Set<ReservedNames>

    public init(of profile: TenantProfile, registry: ChannelRegistry) {
        self.profile = profile
        self.registry = registry
        all = Set(profile.channels.compactMap { registry[$0.plugin]?.descriptor.reservedData })
    }

    /// The first channel on which an event, or a message for several notifications, can't have data of this name.
    public func channel(refusing name: String, of event: EventType) -> (id: ChannelID, plugin: ChannelDescriptor)? {
        guard all.contains(where: { $0.contains(name) }) else { return nil }
        for id in profile.reach(of: event, registry: registry) {
            guard let descriptor = profile.channel(id).flatMap({ registry[$0.plugin]?.descriptor }),
                descriptor.reservedData.contains(name)
            else { continue }
            return (id, descriptor)
        }
        return nil
    }
}
