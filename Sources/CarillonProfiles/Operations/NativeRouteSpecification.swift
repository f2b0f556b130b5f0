public import CarillonModel

/// The route under `/v1/{tenant}` that runs the operation.
public struct NativeRouteSpecification: Sendable {
    public let method: RequestMethod
    public let path: PathTemplate
    public let access: Access
    public let source: Source
    /// Path parameter → field of the operation, where the names differ.
    public let fieldNames: [String: String]
    /// The member of the operation's result that is the answer; nil for the whole result.
    public let member: String?
    /// The members of the result that the answer has; nil for all.
    public let only: Set<String>?
    /// The members of the answer where it differs from the result, as for a batch.
    public let answer: [ResultShape.Member]?
    /// The status of a successful answer.
    public let status: Int
    /// Whether rows that don't exist are ignored.
    public let ignoresUnknown: Bool

    public enum Access: Sendable {
        case user
        case service
        /// A user for themself, or a service for any user. Where both authenticate and no user is named, the token's
        /// user is meant.
        case userOrService
    }

    /// Where the fields come from, apart from the path.
    public enum Source: Sendable {
        /// The members of the body's object.
        case body
        /// The same, but the body is optional, and these query parameters may replace it.
        case optionalBody([QueryParameter])
        case query([QueryParameter])

        public var parameters: [QueryParameter] {
            switch self {
            case .body: []
            case .optionalBody(let parameters), .query(let parameters): parameters
            }
        }

        /// Whether fields come in a body.
        public var hasBody: Bool {
            if case .query = self { false } else { true }
        }
    }

    public struct QueryParameter: Sendable, ExpressibleByStringLiteral {
        /// The operation's field.
        public let field: String
        /// The query parameter.
        public let name: String

        init(_ field: String, called name: String) {
            self.field = field
            self.name = name
        }

        /// A parameter with the field's name.
        public init(stringLiteral name: String) {
            self.init(name, called: name)
        }
    }

    /// - Parameter path: the part after `/v1/{tenant}`.
    init(
        _ method: RequestMethod,
        _ path: String,
        _ access: Access,
        _ source: Source = .body,
        fieldNames: [String: String] = [:],
        member: String? = nil,
        only: Set<String>? = nil,
        answer: [ResultShape.Member]? = nil,
        status: Int = 200,
        ignoresUnknown: Bool = false
    ) {
        self.method = method
        self.path = PathTemplate(declared: "/v1/{tenant}" + path)
        self.access = access
        self.source = source
        self.fieldNames = fieldNames
        self.member = member
        self.only = only
        self.answer = answer
        self.status = status
        self.ignoresUnknown = ignoresUnknown
    }

    /// The field that a path parameter fills.
    public func field(of parameter: String) -> String { fieldNames[parameter] ?? parameter }

    /// The fields that the path fills.
    public var fieldsInPath: Set<String> {
        Set(path.parameters.filter { $0 != "tenant" }.map(field(of:)))
    }
}

extension OperationSpecification {
    /// The fields that the body of a request to the native route may have: all but those in the path, and those that
    /// would replace one of these.
    public func fieldsOfBody(at route: NativeRouteSpecification) -> [OperationField] {
        let inPath = route.fieldsInPath
        let replaced = oneOf.filter { !inPath.isDisjoint(with: $0) }.flatMap { $0 }
        return fields.filter { !inPath.contains($0.name) && !replaced.contains($0.name) }
    }
}
