public import CarillonModel

/// What a tenant wrote for a channel, checked against the descriptor, defaults filled in, secrets resolved.
public struct ChannelSettings: Sendable, Hashable {
    private let values: [String: JSONValue]
    private let secrets: [String: Secret]

    public init(values: [String: JSONValue] = [:], secrets: [String: Secret] = [:]) {
        self.values = values
        self.secrets = secrets
    }

    public subscript(name: String) -> JSONValue? { values[name] }

    public func text(_ name: String) -> String? { values[name]?.string }
    public func integer(_ name: String) -> Int? { values[name]?.integer.map(Int.init) }
    public func boolean(_ name: String) -> Bool? { values[name]?.boolean }

    /// Nil where the tenant named no secret for an optional field.
    public func secret(_ name: String) -> Secret? { secrets[name] }
}

/// What is wrong with a plugin's settings, and in which field.
public struct SettingProblem: Error, Sendable, Hashable {
    public let field: String
    /// One clause, lower case, no full stop.
    public let message: String
    /// What to write instead.
    public let help: String?

    public init(field: String, _ message: String, help: String? = nil) {
        self.field = field
        self.message = message
        self.help = help
    }
}
