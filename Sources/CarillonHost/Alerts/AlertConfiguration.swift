public import CarillonModel
import CarillonPluginKit

/// What operators are alerted of, and where.
public struct AlertConfiguration: Sendable {
    public var sinks: [AlertSink] = []
    /// Between two messages about what still holds.
    public var reminder: Duration = .seconds(4 * 3600)
    public var limits = Limits()

    public struct Limits: Sendable, Hashable {
        /// More dead letters than this, of what ended on a channel within fifteen minutes.
        public var deadLetterPercent = 5
        /// Less room than this on the data folder's disk.
        public var diskFreePercent = 10

        public init() {}
    }

    public init() {}
}

/// One address that alerts go to, and the channel plugin that goes there.
public struct AlertSink: Sendable, Hashable {
    /// `webhook` or `mail`, for metrics and the log.
    public let name: String
    public let plugin: PluginID
    public let settings: [String: JSONValue]
    /// The plugin's field → the secret's name in the host's own section.
    public let secrets: [String: String]
    public let address: String

    /// - Parameter settings: checked against the plugin's fields, defaults filled in.
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
