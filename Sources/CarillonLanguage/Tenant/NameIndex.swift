/// A name that a tenant's files give to something.
package struct Name: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case event
        /// A text that belongs to no event.
        case text
        /// Of a payload.
        case field
        case category
        case channel
        case androidChannel
        case route
        /// Of a route.
        case parameter
        case toggle
        case term
        /// Of `.local` in one message.
        case local

        /// As messages name it.
        package var wording: String {
            switch self {
            case .event: "event"
            case .text: "app text"
            case .field: "payload field"
            case .category: "category"
            case .channel: "channel"
            case .androidChannel: "Android channel"
            case .route: "route"
            case .parameter: "parameter"
            case .toggle: "preference"
            case .term: "term"
            case .local: "local variable"
            }
        }
    }

    package let kind: Kind
    package let text: String
    /// Within which it is the same: the event of a field, the route of a parameter, the message of a local variable; else
    /// empty.
    package let scope: String

    package init(_ kind: Kind, _ text: String, in scope: String = "") {
        self.kind = kind
        self.text = text
        self.scope = scope
    }
}

/// A place where a name is written.
package struct NamePlace: Sendable, Hashable {
    package let name: Name
    /// The name alone: without quotes, `$` or braces.
    package let place: FileRange
    package let isDeclaration: Bool
    /// The declaration with its value, as outlines show it.
    package let whole: Range<Int>?
}

/// Every place of a tenant's files where something is named.
package struct NameIndex: Sendable {
    package let places: [NamePlace]
    private let byName: [Name: [Int]]
    private let byPath: [String: [Int]]

    init(_ tenant: TenantSnapshot) {
        var collector = NameCollector(tenant)
        collector.collect()
        places = collector.places
        byName = Dictionary(grouping: places.indices) { [places] in places[$0].name }
        byPath = Dictionary(grouping: places.indices) { [places] in places[$0].place.path }
    }

    /// The name that a byte is in or at the end of.
    package func place(at offset: Int, of path: String) -> NamePlace? {
        let found = (byPath[path] ?? []).lazy.map { places[$0] }
            .filter { $0.place.range.contains(offset) || $0.place.range.upperBound == offset }
        return found.min { $0.place.range.count < $1.place.range.count }
    }

    package func places(of name: Name) -> [NamePlace] { (byName[name] ?? []).map { places[$0] } }
    package func declarations(of name: Name) -> [NamePlace] { places(of: name).filter(\.isDeclaration) }
    package func places(in path: String) -> [NamePlace] { (byPath[path] ?? []).map { places[$0] } }

    /// The names of a kind, in the order written, each once.
    package func declared(_ kind: Name.Kind, in scope: String = "") -> [String] {
        var seen: Set<String> = []
        return places.filter { $0.isDeclaration && $0.name.kind == kind && $0.name.scope == scope }
            .map(\.name.text).filter { seen.insert($0).inserted }
    }
}
