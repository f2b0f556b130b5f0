public import CarillonModel

/// The route under `/v1/{tenant}` at which the host does an operation.
public struct NativeRouteSpecification: Sendable {
    public let method: RequestMethod
    public let path: PathTemplate
    public let access: Access
    public let source: Source
    /// Names in the path → fields of the operation, where they differ.
    public let fieldNames: [String: String]
    /// What of the operation's result is the answer; nil: all of it.
    public let member: String?
    /// Members of the result that the answer has; nil: all.
    public let only: Set<String>?
    /// Members of the answer where that is another than the result: a batch's.
    public let answer: [ResultShape.Member]?
    /// Of the answer where all went well.
    public let status: Int
    /// Whether what isn't there is passed over.
    public let ignoresUnknown: Bool

    public enum Access: Sendable {
        case user
        case service
        /// A user for themself, or a service for anybody: where both come and nobody is named, for the user.
        case userOrService
    }

    /// Where fields come from, beside the path.
    public enum Source: Sendable {
        /// The members of the body's object.
        case body
        /// The same, but the body may be left out, and these query parameters may stand in its place.
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
        /// Of the operation.
        public let field: String
        /// In the query.
        public let name: String

        init(_ field: String, called name: String) {
            self.field = field
            self.name = name
        }

        /// Called as the field is.
        public init(stringLiteral name: String) {
            self.init(name, called: name)
        }
    }

    /// - Parameter path: behind `/v1/{tenant}`.
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

    /// The field that a name of the path fills.
    public func field(of parameter: String) -> String { fieldNames[parameter] ?? parameter }

    /// The fields that stand in the path.
    public var fieldsInPath: Set<String> {
        Set(path.parameters.filter { $0 != "tenant" }.map(field(of:)))
    }
}

extension OperationSpecification {
    /// The fields that the body of a request to the host's own route may have: without those of the path, and what
    /// would stand for one of these.
    public func fieldsOfBody(at route: NativeRouteSpecification) -> [OperationField] {
        let inPath = route.fieldsInPath
        let replaced = oneOf.filter { !inPath.isDisjoint(with: $0) }.flatMap { $0 }
        return fields.filter { !inPath.contains($0.name) && !replaced.contains($0.name) }
    }
}
