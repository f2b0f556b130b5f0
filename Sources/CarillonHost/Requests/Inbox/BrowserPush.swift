import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// With what browsers subscribe to a tenant's pushes.
struct BrowserPush: Sendable, Hashable {
    /// What a device names that registers for it.
    let plugin: PluginID
    /// As the push service wants it: for web push the VAPID key, base64url.
    let publicKey: String

    /// Of the first channel that browsers subscribe to; nil where there is none.
    init?(_ profile: TenantProfile, _ registry: ChannelRegistry) {
        let found = profile.channels.lazy.compactMap { channel -> (PluginID, String)? in
            guard let setting = registry[channel.plugin]?.descriptor.subscriptionKey,
                let key = channel.settings[setting]?.string
            else { return nil }
            return (channel.plugin, key)
        }
        guard let (plugin, key) = found.first else { return nil }
        self.plugin = plugin
        publicKey = key
    }

    static let member = ResultShape.Member.object(
        "push",
        [
            .text("plugin", "The plugin of the channel.", "web-push"),
            .text("publicKey", "What browsers subscribe with.", "BOr1…"),
        ],
        "What browsers need for push; null without such a channel."
    ).orNull

    var json: JSONValue { ["plugin": .string(plugin.rawValue), "publicKey": .string(publicKey)] }
}
