public import CarillonModel
import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles

/// Why a channel couldn't send with its settings and the secrets that somebody gave: found without a host.
public struct ChannelFault: Sendable, Hashable {
    public let channel: ChannelID
    /// The setting to blame.
    public let field: String
    /// The secret that this setting names, where it is a secret.
    public let secret: String?
    /// Whether that secret is there, and so is the one to change.
    public let isGiven: Bool
    /// Such as “setting `secret` of channel `partner`: this is no signing secret; write whsec_ and …”; never a secret.
    public let message: String
}

extension SecretBook {
    /// Of a profile's channels whose required secrets are there, those that their plugin can't be made with.
    public func channelFaults(of profile: TenantProfile, registry: ChannelRegistry) -> [ChannelFault] {
        let registry = registry.serving(profile)
        return profile.channels.compactMap { binding in
            guard let kind = registry[binding.plugin]?.bound(to: binding.settings) else { return nil }
            let (present, _) = binding.leavingOut(in: registry) { given($0, of: profile.id) == nil }
            guard let settings = try? present.settings(secret: { given($0, of: profile.id) }),
                let problem = DryRun.problem(
                    with: settings,
                    for: kind,
                    of: profile.id,
                    cryptography: SwiftCryptography(),
                    timeZones: SystemTimeZones()
                )
            else { return nil }
            let name = binding.secrets[problem.field]
            return ChannelFault(
                channel: binding.id,
                field: problem.field,
                secret: name,
                isGiven: name.map { given($0, of: profile.id) != nil } ?? false,
                message: UnavailableChannel.setting(problem).warning(of: binding.id)
            )
        }
    }
}

extension ChannelBinding {
    /// The binding without the optional secrets that aren't there: the provider reports whether it needs them.
    ///
    /// - Returns: and what was left out, each with the secret's name.
    func leavingOut(
        in registry: ChannelRegistry,
        where isMissing: (_ secret: String) -> Bool
    ) -> (binding: ChannelBinding, left: [(field: String, secret: String)]) {
        var binding = self
        var left: [(field: String, secret: String)] = []
        for field in registry[plugin]?.descriptor.fields ?? [] where !field.isRequired {
            guard let name = secrets[field.name], isMissing(name) else { continue }
            binding.secrets[field.name] = nil
            left.append((field.name, name))
        }
        return (binding, left)
    }
}
