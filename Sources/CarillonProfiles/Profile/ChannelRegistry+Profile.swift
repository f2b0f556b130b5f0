public import CarillonPluginKit

extension ChannelRegistry {
    /// The ways of delivering that a tenant has: those of the program, and those that files declare for it.
    public func serving(_ profile: TenantProfile) -> ChannelRegistry {
        adding(profile.operatorChannels + profile.declaredChannels)
    }
}
