/// What apps do with pushes by themselves, on the device.
public struct DeviceSettings: Sendable, Hashable {
    /// Whether apps make the words of pushes, from the tenant's templates.
    public package(set) var rendersWords = false
    /// Nil where the profile leaves it to the app.
    public package(set) var badge: Badge?
    /// What the app knows and pushes don't carry, in the order written.
    public package(set) var tables: [Table] = []
    /// How fields are found that pushes don't carry, in the order written: of all events that don't say it themselves.
    public package(set) var fields: [Field] = []

    public init() {}

    public func table(_ name: String) -> Table? { tables.first { $0.name == name } }

    /// How a field of an event is found: as the event says, else as all do.
    public func field(_ name: String, of event: EventType) -> Field? {
        event.deviceFields.first { $0.name == name } ?? fields.first { $0.name == name }
    }

    /// Whether a field of that name is found in all events, or is what another is found by.
    public func names(_ field: String) -> Bool {
        fields.contains { $0.name == field || $0.finders.contains { $0.fields.contains(field) } }
    }

    /// Who counts for the number on the app's icon.
    public enum Badge: String, Sendable, Hashable, CaseIterable {
        /// The server: what the last push said.
        case server
        /// The app: what is unread in its inbox.
        case unread
        /// The app: what came since it was opened.
        case count
        /// Nobody: a push's number goes as soon as the app is there.
        case cleared
        case none
    }

    /// Rows that the app keeps: by key, and in each of them texts by member.
    public struct Table: Sendable, Hashable {
        public let name: String
        /// Whether keys that differ only in the case of A to Z are one.
        public let ignoresCase: Bool
        /// In the order written.
        public let members: [String]

        public init(name: String, ignoresCase: Bool = false, members: [String]) {
            self.name = name
            self.ignoresCase = ignoresCase
            self.members = members
        }
    }

    /// A field, and the ways to it: the first that yields something counts.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let finders: [Finder]

        public init(name: String, finders: [Finder]) {
            self.name = name
            self.finders = finders
        }
    }

    /// A way to a field's value.
    public enum Finder: Sendable, Hashable {
        case lookup(Lookup)
        /// The first and last characters of another field, with three dots between them.
        case shorten(field: String, head: Int, tail: Int)
        /// A whole number of another field, its decimal point moved to the left: by so many digits as are looked up.
        case scale(field: String, digits: Digits)
        /// Keys that don't go together.
        case incomplete
    }

    /// A member of the row whose key another field holds.
    public struct Lookup: Sendable, Hashable {
        public let table: String
        /// A field of the event.
        public let key: String
        public let member: String
        /// What counts where the table has no such row.
        public let fallback: PlaceholderText?

        public init(table: String, key: String, member: String, fallback: PlaceholderText? = nil) {
            self.table = table
            self.key = key
            self.member = member
            self.fallback = fallback
        }
    }

    public enum Digits: Sendable, Hashable {
        case fixed(Int)
        case lookup(Lookup)
    }
}

extension DeviceSettings.Finder {
    /// The fields that it reads.
    public var fields: [String] {
        switch self {
        case .lookup(let lookup): lookup.fields
        case .shorten(let field, _, _), .scale(let field, .fixed): [field]
        case .scale(let field, .lookup(let lookup)): [field] + lookup.fields
        case .incomplete: []
        }
    }

    public var lookup: DeviceSettings.Lookup? {
        switch self {
        case .lookup(let lookup), .scale(_, .lookup(let lookup)): lookup
        case .shorten, .scale, .incomplete: nil
        }
    }
}

extension DeviceSettings.Lookup {
    fileprivate var fields: [String] { [key] + (fallback?.fields.compactMap(\.steps.first) ?? []) }
}
