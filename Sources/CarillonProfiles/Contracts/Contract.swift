/// The tenant's own HTTP API, laid over the host's operations.
public struct Contract: Sendable, Hashable {
    /// Such as `/functions/v1`: served beside the plain paths.
    public var basePath: String?
    public var routes: [ContractRoute]
    public var errors: ContractErrors

    public init(basePath: String? = nil, routes: [ContractRoute] = [], errors: ContractErrors = ContractErrors()) {
        self.basePath = basePath
        self.routes = routes
        self.errors = errors
    }
}

/// One method on one path.
public struct ContractRoute: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Who may call.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        case user
        case service
        /// A user's token is read where there is one; a wrong one is still refused.
        case optionalUser
        case none
    }

    public var method: Method
    public var path: PathTemplate
    public var operation: Operation
    public var access: Access
    /// Per user, service or, where nobody is known, client address.
    public var rateLimit: RateLimit?
    /// What parameters of the path must be, whether they fill a field or not.
    public var parameters: [PathParameter] = []
    /// In the order written.
    public var request: [RequestField]
    public var response: ContractResponse
    /// Comes before the contract's own.
    public var errors: ContractErrors
    /// What to say when there was nothing to take away: unregistering, unsubscribing, ending.
    public var onUnknown: OnUnknown
    /// Only for `sessions.login`.
    public var login: LoginForwarding?

    public init(
        _ method: Method,
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
    public var name: String
    public var rule: ValueRule
    /// Raised when it is wrong.
    public var error: CanonicalError

    public init(_ name: String, _ rule: ValueRule, error: CanonicalError = .validation) {
        self.name = name
        self.rule = rule
        self.error = error
    }
}

/// A path with parameters, such as `/v2/chains/{chainId}/notifications`.
public struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    public enum Segment: Sendable, Hashable {
        case literal(String)
        /// One whole segment.
        case parameter(String)
    }

    public let segments: [Segment]

    /// Nil unless the text begins with `/`, has no empty segment, and each parameter is one whole segment, used once.
    public init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var segments: [Segment] = []
        var names: Set<String> = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.hasPrefix("{"), part.hasSuffix("}"), let path = FieldPath(String(part.dropFirst().dropLast())) {
                guard path.steps.count == 1, !path.isOptional, names.insert(path.steps[0]).inserted else { return nil }
                segments.append(.parameter(path.steps[0]))
            } else {
                guard !part.isEmpty, part != ".", part != "..", part.utf8.allSatisfy(Self.isLiteralByte) else {
                    return nil
                }
                segments.append(.literal(String(part)))
            }
        }
        self.segments = segments
    }

    public var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    /// The parameters' values when `path` (segments already percent-decoded) has this shape.
    public func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .literal(let text):
                guard part == text else { return nil }
            case .parameter(let name):
                guard !part.isEmpty else { return nil }
                values[name] = part
            }
        }
        return values
    }

    public var description: String {
        segments
            .map { segment in
                switch segment {
                case .literal(let text): "/" + text
                case .parameter(let name): "/{\(name)}"
                }
            }
            .joined()
    }

    /// `pchar` without percent signs.
    ///
    /// Source: RFC 3986, section 3.3.
    private static func isLiteralByte(_ byte: UInt8) -> Bool {
        TextFormat.isAlphanumeric(byte) || "-._~!$&'()*+,;=:@".utf8.contains(byte)
    }
}

/// The status and JSON of a successful answer.
public struct ContractResponse: Sendable, Hashable {
    public var status: Int
    /// Nil: an empty body.
    public var body: JSONTemplate?

    public init(status: Int, body: JSONTemplate?) {
        self.status = status
        self.body = body
    }
}

/// A login that is passed on to the tenant's own service, whose answer passes through unchanged.
public struct LoginForwarding: Sendable, Hashable {
    /// An `https` URL.
    public var upstream: String
    /// Where the answer holds the user's id, such as `response.user.id`.
    public var userID: FieldPath
    public var sessionID: FieldPath
    /// Names of headers that the service gets beside those that every log-in is passed on with.
    public var headers: [String]

    public init(upstream: String, userID: FieldPath, sessionID: FieldPath, headers: [String] = []) {
        self.upstream = upstream
        self.userID = userID
        self.sessionID = sessionID
        self.headers = headers
    }
}
