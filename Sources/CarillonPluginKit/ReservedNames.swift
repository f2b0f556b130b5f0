public import CarillonModel

/// Names among an app's data that a provider, or its library on the device, keeps to itself: it refuses the whole message, or
/// the app never receives the value.
public struct ReservedNames: Sendable, Hashable {
    public let names: Set<String>
    /// How further names begin.
    public let prefixes: [String]

    public static let none = ReservedNames()

    public init(_ names: Set<String> = [], prefixes: [String] = []) {
        self.names = names
        self.prefixes = prefixes
    }

    public var isEmpty: Bool { names.isEmpty && prefixes.isEmpty }

    public func contains(_ name: String) -> Bool { match(of: name) != nil }

    /// What makes a name one of these: `from`, or for a beginning `google…`.
    public func match(of name: String) -> String? {
        if names.contains(name) { return name }
        return prefixes.first { name.hasPrefix($0) }.map { $0 + "…" }
    }

    /// All of them, sorted: `aps`, `from`, `gcm…`.
    public var list: [String] { names.sorted() + prefixes.sorted().map { $0 + "…" } }
}

extension ReservedNames {
    /// What Apple reads beside an app's data.
    ///
    /// Source: Apple, “Generating a remote notification”.
    public static let apple = ReservedNames(["aps"])

    /// What FCM refuses, what its Android library keeps from the app (`collapse_key`), and what on its way to APNs would stand
    /// in the place of Apple's and Google's own (`aps`, `fcm_options`).
    ///
    /// Source: Firebase, REST reference of `Message.data`, in its older and wider wording; “About FCM messages”.
    public static let firebase = ReservedNames(
        apple.names.union(["collapse_key", "fcm_options", "from", "message_type"]),
        prefixes: ["google", "gcm"]
    )
}

extension ChannelDescriptor {
    /// Why the provider would refuse any message with these data; nil where it wouldn't.
    public func refusal(of data: JSONObject) -> OutcomeReason? {
        guard let match = data.members.lazy.compactMap({ reservedData.match(of: $0.name) }).first else { return nil }
        return OutcomeReason("ReservedDataKey", "the data have a name that \(id) keeps to itself: \(match)")
    }
}
