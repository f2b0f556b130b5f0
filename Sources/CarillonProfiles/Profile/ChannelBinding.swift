public import CarillonModel
public import CarillonPluginKit

/// A channel of the profile: its plugin, and the plugin's settings.
public struct ChannelBinding: Sendable, Hashable {
    /// The name used by events, such as `push`.
    public package(set) var id: ChannelID
    /// The name in `use`, such as `expo`.
    public package(set) var plugin: PluginID
    /// All settings but secrets, with the plugin's defaults filled in.
    public package(set) var settings: [String: JSONValue] = [:]
    /// Setting → name of the secret it is filled from.
    public package(set) var secrets: [String: String] = [:]
    /// Channels for which this one is the fallback when they can't reach a recipient.
    public package(set) var fallbackFor: [ChannelID] = []
    /// Merged into the provider's message as a JSON merge patch.
    public package(set) var message: JSONValue?
    /// The channel is used for notifications of these priorities only.
    public package(set) var priorities = Set(Priority.allCases)
    /// In how many parts an SMS should go out at most; nil where only the channel's own limit counts.
    public package(set) var mostParts: Int?

    public init(id: ChannelID, plugin: PluginID) {
        self.id = id
        self.plugin = plugin
    }

    /// The settings that the plugin is created with.
    ///
    /// - Parameter secret: looks up the tenant's secret of that name; nil where the operator has given none.
    /// - Returns: settings with defaults and secrets.
    /// - Throws: ``MissingSecret`` with the first secret that is missing.
    public func settings(secret: (String) -> Secret?) throws(MissingSecret) -> ChannelSettings {
        var resolved: [String: Secret] = [:]
        for (field, name) in secrets.sorted(by: { $0.key < $1.key }) {
            guard let value = secret(name) else { throw MissingSecret(channel: id, field: field, name: name) }
            resolved[field] = value
        }
        return ChannelSettings(values: settings, secrets: resolved)
    }
}

/// A secret that a channel names and the operator hasn't given.
public struct MissingSecret: Error, Sendable, Hashable {
    public let channel: ChannelID
    /// The setting that it fills.
    public let field: String
    public let name: String
}
