import CarillonModel

/// Where a tenant's notifications may lead: its own schemes and origins, and the routes within them.
public struct DeepLinks: Sendable, Hashable {
    /// Bytes a link may have.
    public static let maxLength = 2048

    /// Custom schemes, lower-case, such as `acme`.
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
    /// With a custom scheme.
    public package(set) var app: PlaceholderText?
    /// With one of the origins.
    public package(set) var web: PlaceholderText?
    /// A path inside the app, beginning with `/`.
    public package(set) var screen: PlaceholderText?
    /// The topic of those who may be led there, made from the parameters; nil: everybody.
    public package(set) var audience: PlaceholderText?
    /// What a sender's data call the parameters, by parameter: who finds them there is held against ``audience``, too.
    public package(set) var dataNames: [String: String] = [:]

    public init(id: String) {
        self.id = id
    }

    public func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }

    /// The topic's text for values by parameter; nil where the route has no audience, or a value is absent.
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
        /// Slugs joined by `/`; it ends a link's path, or is a value in its query.
        case path
        /// Decimal, with a sign where negative, at most 19 digits.
        case integer
        /// What a payload's text may hold, at most 256 scalars; percent-encoded. Within a path neither empty nor with a line
        /// feed, a tab, a slash or the like.
        case text
    }
}
