public import CarillonModel

/// The tenant's own HTTP API, mapped onto the host's operations.
public struct Contract: Sendable, Hashable {
    /// A prefix, such as `/functions/v1`, under which all routes are served as well.
    public package(set) var basePath: String?
    public package(set) var routes: [ContractRoute]
    public package(set) var errors: ContractErrors

    public init(basePath: String? = nil, routes: [ContractRoute] = [], errors: ContractErrors = ContractErrors()) {
        self.basePath = basePath
        self.routes = routes
        self.errors = errors
    }
}

/// One method on one path.
public struct ContractRoute: Sendable, Hashable {
    /// Who may call.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        case user
        case service
        /// A user's token is optional; an invalid one is still refused.
        case optionalUser
        case none
    }

    public package(set) var method: RequestMethod
    public package(set) var path: PathTemplate
    public package(set) var operation: Operation
    public package(set) var access: Access
    /// Counted for each user or service, or for each client address where there is no token.
    public package(set) var rateLimit: RateLimit?
    /// The rules for parameters of the path, including those that fill no field.
    public package(set) var parameters: [PathParameter] = []
    /// In the order written.
    public package(set) var request: [RequestField]
    public package(set) var response: ContractResponse
    /// Takes precedence over the contract's own errors.
    public package(set) var errors: ContractErrors
    /// How to answer where there was nothing to remove or to mark: see ``OperationSpecification/reportsUnknown``.
    public package(set) var onUnknown: OnUnknown
    /// Only for `sessions.login`.
    public package(set) var login: LoginForwarding?

    public init(
        _ method: RequestMethod,
        _ path: PathTemplate,
        operation: Operation,
        access: Access,
        response: ContractResponse = ContractResponse(status: 204, body: nil)
    ) {
        self.method = method
        self.path = path
        self.operation = operation
        self.access = access
        self.request = []
        self.response = response
        self.errors = ContractErrors()
        self.onUnknown = .ignore
    }

    public enum OnUnknown: String, Sendable, Hashable, CaseIterable {
        /// Answers as if it had been there.
        case ignore
        case notFound = "not-found"
    }
}

/// The rule for a parameter of a path.
public struct PathParameter: Sendable, Hashable {
    public package(set) var name: String
    public package(set) var rule: ValueRule
    /// The error where the parameter breaks the rule.
    public package(set) var error: CanonicalError

    public init(_ name: String, _ rule: ValueRule, error: CanonicalError = .validation) {
        self.name = name
        self.rule = rule
        self.error = error
    }
}

/// The status, headers and JSON of a successful answer.
public struct ContractResponse: Sendable, Hashable {
    public package(set) var status: Int
    /// In the order written.
    public package(set) var headers: [AnswerHeader]
    /// Nil: an empty body.
    public package(set) var body: JSONTemplate?

    public init(status: Int, headers: [AnswerHeader] = [], body: JSONTemplate?) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A header of an answer, such as `Link` or `X-Total-Count`.
public struct AnswerHeader: Sendable, Hashable {
    public package(set) var name: String
    /// Joined by commas.
    ///
    /// A value that is absent is left out (RFC 9110, section 5.3).
    public package(set) var values: [PlaceholderText]

    public init(_ name: String, _ values: [PlaceholderText]) {
        self.name = name
        self.values = values
    }

    /// The header's value; nil where all values are absent.
    public func resolved(in scope: TemplateScope) -> String? {
        let all = values.compactMap { $0.resolved(in: scope) }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}

/// How to forward a log-in to the tenant's own service.
///
/// Its answer is passed on unchanged.
public struct LoginForwarding: Sendable, Hashable {
    /// An `https` URL.
    public package(set) var upstream: String
    /// Where the answer holds the user's id, such as `response.user.id`.
    public package(set) var userID: FieldPath
    public package(set) var sessionID: FieldPath
    /// Names of headers that are forwarded beside the standard ones.
    public package(set) var headers: [String]

    public init(upstream: String, userID: FieldPath, sessionID: FieldPath, headers: [String] = []) {
        self.upstream = upstream
        self.userID = userID
        self.sessionID = sessionID
        self.headers = headers
    }
}

extension ContractRoute {
    /// The inputs that select a page, each with the query parameter that fills it: the first one that the route uses.
    public var pagingParameter: (input: String, parameter: String)? {
        for input in ["page", "pageIndex", "offset", "cursor"] {
            for field in request where field.target.steps == [input] {
                if case .field(let path) = field.source, path.part == .query { return (input, path.steps[0]) }
            }
        }
        return nil
    }

    /// The links to other pages that no answer of the route can have.
    var missingLinks: Set<String> {
        switch pagingParameter?.input {
        case nil: ["links.next", "links.previous", "links.first", "links.last"]
        case "cursor": ["links.previous", "links.last"]
        default: []
        }
    }
}
