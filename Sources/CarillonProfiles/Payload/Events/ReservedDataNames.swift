import CarillonModel
import CarillonPluginKit

/// Names that senders can't use in `data`, because an event's or a provider's own members have them.
public struct ReservedDataNames: Sendable, Hashable {
    /// Names beside those of providers.
    private let names: Set<String>

    public init(_ names: Set<String> = []) {
        self.names = names
    }

    /// The names of an event: members of its own `data`, and members that its channels' messages put in the same place.
    public init(of event: EventType, in profile: TenantProfile) {
        var names = Set(event.data.memberNames)
        let channels = event.channels.compactMap { profile.channel($0)?.message }
        for message in channels + [event.message].compactMap(\.self) { names.formUnion(message.dataNames) }
        self.names = names
    }

    /// For all channels, so that an event may move from one to another: FCM's names, which include Apple's.
    private static let ofProviders = ReservedNames.firebase

    /// In Apple's and Google's messages, these members lie beside an app's data, so setting them changes more than
    /// data.
    public static func steersProvider(_ name: String) -> Bool { ["aps", "fcm_options"].contains(name) }

    public func contains(_ name: String) -> Bool {
        names.contains(name) || Self.ofProviders.contains(name)
    }

    /// A letter or `_`, then letters, digits, `_`, `-` and `.`, at most ``longestName``.
    static func isName(_ text: String) -> Bool {
        guard (1...longestName).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return (first.isAlphanumeric && !(48...57).contains(first) || first == UInt8(ascii: "_"))
            && text.utf8.allSatisfy { $0.isAlphanumeric || "_-.".utf8.contains($0) }
    }

    static let longestName = 40

    /// JSON Schema of a valid name.
    var schema: JSONValue {
        let taken = names.union(Self.ofProviders.names).sorted().map { JSONValue.string($0) }
        return [
            "pattern": .string("^[A-Za-z_][A-Za-z0-9_.-]{0,\(Self.longestName - 1)}$"),
            "not": [
                "anyOf": [
                    ["enum": .array(taken)],
                    ["pattern": .string("^(\(Self.ofProviders.prefixes.joined(separator: "|")))")],
                ]
            ],
        ]
    }
}

extension JSONTemplate {
    /// The names of an object's members.
    fileprivate var memberNames: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }
}

extension JSONValue {
    /// The names that a provider's message has where it holds an app's data: `data` in messages of FCM and Expo and in
    /// their platform blocks, `payload` in messages of APNs.
    fileprivate var dataNames: Set<String> {
        guard case .object(let object) = self else { return [] }
        return object.members.reduce(into: []) { names, member in
            if member.name == "data" || member.name == "payload", let inner = member.value.object {
                names.formUnion(inner.members.map(\.name))
            }
            names.formUnion(member.value.dataNames)
        }
    }
}
