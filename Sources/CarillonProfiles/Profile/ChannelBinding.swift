public import CarillonModel
public import CarillonPluginKit

/// A channel of the profile: which plugin serves it, and how.
public struct ChannelBinding: Sendable, Hashable {
    /// What events name, such as `push`.
    public package(set) var id: ChannelID
    /// What `use` names, such as `expo`.
    public package(set) var plugin: PluginID
    /// Everything but secrets, with the descriptor's defaults filled in.
    public package(set) var settings: [String: JSONValue] = [:]
    /// Setting → name of the secret it is filled from.
    public package(set) var secrets: [String: String] = [:]
    /// Channels for which this one stands in when they cannot reach a recipient.
    public package(set) var fallbackFor: [ChannelID] = []
    /// Laid over the provider's message as a JSON merge patch.
    public package(set) var message: JSONValue?
    /// Only notifications of these priorities go here.
    public package(set) var priorities = Set(Priority.allCases)

    public init(id: ChannelID, plugin: PluginID) {
        self.id = id
        self.plugin = plugin
    }

    /// What the plugin is made with.
    ///
    /// - Parameter secret: the tenant's secret of that name, nil when the operator has given none.
    /// - Returns: settings with defaults and secrets.
    /// - Throws: ``MissingSecret`` naming the first secret that isn't there.
    public func settings(secret: (String) -> Secret?) throws(MissingSecret) -> ChannelSettings {
        var resolved: [String: Secret] = [:]
        for (field, name) in secrets.sorted(by: { $0.key < $1.key }) {
            guard let value = secret(name) else { throw MissingSecret(channel: id, field: field, name: name) }
            resolved[field] = value
        }
        return ChannelSettings(values: settings, secrets: resolved)
    }
}

/// A secret that a channel names and nobody has provided.
public struct MissingSecret: Error, Sendable, Hashable {
    public let channel: ChannelID
    /// The setting that it fills.
    public let field: String
    public let name: String
}
