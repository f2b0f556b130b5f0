import CarillonModel

/// The targets that a tenant's notifications may link to: its own schemes and origins, with the routes within them.
public struct DeepLinks: Sendable, Hashable {
    /// How many bytes a link may have.
    public static let maxLength = TextFormat.urlLength

    /// Custom schemes in lower case, such as `acme`.
    public package(set) var schemes: [String] = []
    /// Such as `https://acme.example`, with a port only where it isn't 443.
    public package(set) var origins: [String] = []
    public package(set) var routes: [Route] = []

    public init() {}

    public func route(_ id: String) -> Route? { routes.first { $0.id == id } }
}

/// A place in the tenant's app or site, with typed parameters.
public struct Route: Sendable, Hashable {
    public package(set) var id: String
    /// In the order written.
    public package(set) var parameters: [Parameter] = []
    /// The link with a custom scheme.
    public package(set) var app: PlaceholderText?
    /// The link with one of the origins.
    public package(set) var web: PlaceholderText?
    /// The path within the app, beginning with `/`.
    public package(set) var screen: PlaceholderText?
    /// The topic of the users who may open the route, made from its parameters; nil where everybody may.
    public package(set) var audience: PlaceholderText?
    /// Parameter → its name in senders' data.
    ///
    /// Recipients of data with that name are checked against ``audience`` as well.
    public package(set) var dataNames: [String: String] = [:]

    public init(id: String) {
        self.id = id
    }

    public func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }

    /// The topic for the parameters' values; nil where the route has no audience, or a value is absent.
    public func audience(for values: [String: String]) -> String? {
        let members = values.map { JSONObject.Member($0.key, .string($0.value)) }
        return audience?.resolved(in: TemplateScope(JSONObject(members)))
    }

    public struct Parameter: Sendable, Hashable {
        public package(set) var name: String
        public package(set) var type: ParameterType

        public init(_ name: String, _ type: ParameterType) {
            self.name = name
            self.type = type
        }
    }

    public enum ParameterType: String, Sendable, Hashable, CaseIterable {
        /// 8-4-4-4-12 hexadecimal digits, either case.
        case uuid
        /// Letters, digits, `-` and `_`, at most 128.
        case slug
        /// Slugs joined by `/`; allowed at the end of a link's path, or as a value in its query.
        case path
        /// A decimal integer of at most 19 digits, with a sign where negative.
        case integer
        /// A text of at most 256 scalars; percent-encoded. Within a path, it must not be empty or contain a line feed,
        /// a tab or a slash.
        case text
    }
}
