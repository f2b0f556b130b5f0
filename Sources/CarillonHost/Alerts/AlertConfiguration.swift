public import CarillonModel
import CarillonPluginKit

/// Which conditions operators are alerted of, and by which addresses.
public struct AlertConfiguration: Sendable {
    public var sinks: [AlertSink] = []
    /// The time between two messages about a condition that lasts.
    public var reminder: Duration = .seconds(4 * 3600)
    public var limits = Limits()

    public struct Limits: Sendable, Hashable {
        /// The percentage of dead letters, of what ended on a channel within fifteen minutes, above which there is an
        /// alert.
        public var deadLetterPercent = 5
        /// The percentage of free space on the data folder's disk below which there is an alert.
        public var diskFreePercent = 10

        public init() {}
    }

    public init() {}
}

/// One address for alerts, with the channel plugin that sends to it.
public struct AlertSink: Sendable, Hashable {
    /// `webhook` or `mail`, for metrics and the log.
    public let name: String
    public let plugin: PluginID
    public let settings: [String: JSONValue]
    /// The plugin's field → the secret's name in the host's section of the secrets file.
    public let secrets: [String: String]
    public let address: String

    /// - Parameter settings: valid for the plugin's fields, with defaults filled in.
    public init(
        name: String,
        plugin: PluginID,
        settings: [String: JSONValue],
        secrets: [String: String],
        address: String
    ) {
        self.name = name
        self.plugin = plugin
        self.settings = settings
        self.secrets = secrets
        self.address = address
    }
}
