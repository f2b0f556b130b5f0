public import CarillonModel

/// The tenant's own HTTP API, laid over the host's operations.
public struct Contract: Sendable, Hashable {
    /// Such as `/functions/v1`: served beside the plain paths.
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
        /// A user's token is read where there is one; a wrong one is still refused.
        case optionalUser
        case none
    }

    public package(set) var method: RequestMethod
    public package(set) var path: PathTemplate
    public package(set) var operation: Operation
    public package(set) var access: Access
    /// Per user, service or, where nobody is known, client address.
    public package(set) var rateLimit: RateLimit?
    /// What parameters of the path must be, whether they fill a field or not.
    public package(set) var parameters: [PathParameter] = []
    /// In the order written.
    public package(set) var request: [RequestField]
    public package(set) var response: ContractResponse
    /// Comes before the contract's own.
    public package(set) var errors: ContractErrors
    /// What to say when there was nothing to take away or to mark: see ``OperationSpecification/reportsUnknown``.
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
        /// The answer is as if it had been there.
        case ignore
        case notFound = "not-found"
    }
}

/// What a parameter of a path must be.
public struct PathParameter: Sendable, Hashable {
    public package(set) var name: String
    public package(set) var rule: ValueRule
    /// Raised when it is wrong.
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
    /// Joined by commas; one with an absent value is left out (RFC 9110, section 5.3).
    public package(set) var values: [PlaceholderText]

    public init(_ name: String, _ values: [PlaceholderText]) {
        self.name = name
        self.values = values
    }

    /// The field's value; nil where there is nothing to say.
    public func resolved(in scope: TemplateScope) -> String? {
        let all = values.compactMap { $0.resolved(in: scope) }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}

/// A login that is passed on to the tenant's own service, whose answer passes through unchanged.
public struct LoginForwarding: Sendable, Hashable {
    /// An `https` URL.
    public package(set) var upstream: String
    /// Where the answer holds the user's id, such as `response.user.id`.
    public package(set) var userID: FieldPath
    public package(set) var sessionID: FieldPath
    /// Names of headers that the service gets beside those that every log-in is passed on with.
    public package(set) var headers: [String]

    public init(upstream: String, userID: FieldPath, sessionID: FieldPath, headers: [String] = []) {
        self.upstream = upstream
        self.userID = userID
        self.sessionID = sessionID
        self.headers = headers
    }
}

extension ContractRoute {
    /// The inputs that say which page is meant, and the query parameters that fill them: the first that there is.
    public var pagingParameter: (input: String, parameter: String)? {
        for input in ["page", "pageIndex", "offset", "cursor"] {
            for field in request where field.target.steps == [input] {
                if case .field(let path) = field.source, path.part == .query { return (input, path.steps[0]) }
            }
        }
        return nil
    }

    /// The links to other pages that no answer of the route has.
    var missingLinks: Set<String> {
        switch pagingParameter?.input {
        case nil: ["links.next", "links.previous", "links.first", "links.last"]
        case "cursor": ["links.previous", "links.last"]
        default: []
        }
    }
}
