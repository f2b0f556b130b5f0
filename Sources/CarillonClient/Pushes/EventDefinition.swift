public import CarillonModel

/// An event type as an app meets it: by what its pushes carry.
///
/// Templates are those of the tenant's `events.json`: a member of `data` is a constant text, or holds fields of the event in
/// braces (`"{order_id}"`).
public struct EventDefinition: Sendable, Hashable {
    public let id: String
    /// The name by which the product knows it, where that is another.
    public let alias: String?
    public let category: String?
    public let priority: Priority?
    /// Members of a push's data, in order.
    public let data: [Member]
    /// Where it leads when nothing in the push says so; nil for nowhere.
    public let link: LinkSource?
    /// The members that make two pushes the same; empty: that of the notification's id, else all of ``data``.
    public let identity: [String]

    /// One member of a push's data.
    public struct Member: Sendable, Hashable {
        public let name: String
        /// Such as `order`, `{order_id}` or `{from}-{to}`.
        public let template: String

        /// - Parameters:
        ///   - name: the member's.
        ///   - template: such as `order`, `{order_id}` or `{from}-{to}`.
        public init(_ name: String, _ template: String) {
            self.name = name
            self.template = template
        }

        /// The text, where the template holds no field.
        var constant: String? {
            let pieces = PlaceholderPiece.pieces(of: template)
            guard pieces.allSatisfy({ if case .text = $0 { true } else { false } }) else { return nil }
            return pieces.first?.text ?? ""
        }

        /// The field, where the template is that field and nothing else.
        var field: String? {
            let pieces = PlaceholderPiece.pieces(of: template)
            guard pieces.count == 1, case .name(let name) = pieces[0] else { return nil }
            // A question mark says that the member is left out where the field is.
            return name.hasSuffix("?") ? String(name.dropLast()) : name
        }
    }

    /// A route, and which field of the event fills each of its parameters.
    public struct LinkSource: Sendable, Hashable {
        public let route: String
        public let fields: [String: String]

        /// - Parameters:
        ///   - route: its id.
        ///   - fields: the event's field by the route's parameter.
        public init(route: String, fields: [String: String] = [:]) {
            self.route = route
            self.fields = fields
        }
    }

    /// - Parameters:
    ///   - id: of the event type.
    ///   - alias: the product's own name for it; nil where that is the id.
    ///   - data: members of a push's data, in order.
    ///   - link: where it leads when nothing in the push says so; nil for nowhere.
    ///   - identity: the members that make two pushes the same; empty: that of the notification's id, else all of `data`.
    public init(
        id: String,
        alias: String? = nil,
        category: String? = nil,
        priority: Priority? = nil,
        data: [Member],
        link: LinkSource? = nil,
        identity: [String] = []
    ) {
        self.id = id
        self.alias = alias
        self.category = category
        self.priority = priority
        self.data = data
        self.link = link
        self.identity = identity
    }

    /// From JSON: `{"id", "alias"?, "category"?, "priority"?, "data": {name: template}, "link"?: {"route", parameter: field},
    /// "identity"?: [name]}`; nil without an id.
    public init?(_ json: JSONValue) {
        guard let id = json["id"]?.string else { return nil }
        let link = json["link"]?.object
        let fields = (link?.members ?? []).compactMap { member -> (String, String)? in
            guard member.name != "route", let field = member.value.string else { return nil }
            return (member.name, field)
        }
        self.init(
            id: id,
            alias: json["alias"]?.string,
            category: json["category"]?.string,
            priority: json["priority"]?.string.flatMap(Priority.init),
            data: (json["data"]?.object?.members ?? []).compactMap { member in
                member.value.string.map { Member(member.name, $0) }
            },
            link: link?["route"]?.string.map {
                LinkSource(route: $0, fields: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
            },
            identity: json["identity"]?.array?.compactMap(\.string) ?? []
        )
    }
}
