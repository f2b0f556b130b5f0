public import CarillonModel

/// The errors that every operation can end with, before a contract gives them its own words.
public enum CanonicalError: String, Error, Sendable, Hashable, CaseIterable {
    /// The body is no JSON.
    case malformed
    case validation
    case tokenMalformed = "token-malformed"
    case unauthenticated
    case forbidden
    case notFound = "not-found"
    /// The recipient has no device.
    case noDevice = "no-device"
    /// The recipient's device is known to be gone.
    case tokenGone = "token-gone"
    case rateLimited = "rate-limited"
    case tooLarge = "too-large"
    case conflict
    /// There may be no more of what is to be kept.
    case limitReached = "limit-reached"
    /// The tenant's own service, which a log-in is passed on to, can't be reached or broke off.
    case badGateway = "bad-gateway"
    /// It didn't answer in time.
    case gatewayTimeout = "gateway-timeout"
    case `internal`

    /// The status where nothing else is said.
    public var status: Int {
        switch self {
        case .malformed, .tokenMalformed: 400
        case .validation, .tokenGone: 422
        case .unauthenticated: 401
        case .forbidden, .limitReached: 403
        case .notFound, .noDevice: 404
        case .rateLimited: 429
        case .tooLarge: 413
        case .conflict: 409
        case .badGateway: 502
        case .gatewayTimeout: 504
        case .internal: 500
        }
    }
}

/// How a tenant's clients know an error.
public struct ErrorMapping: Sendable, Hashable {
    public var status: Int
    /// `{error.code}` of the body: a text or a whole number.
    public var code: JSONValue
    /// `{error.message}` of the body, which may hold `{error.retryAfter}`; nil is the host's own.
    public var message: PlaceholderText?

    public init(status: Int, code: JSONValue, message: PlaceholderText? = nil) {
        self.status = status
        self.code = code
        self.message = message
    }
}

/// The error answers of a contract.
public struct ContractErrors: Sendable, Hashable {
    /// Sees `error.code`, `error.message`, `error.status`, `error.retryAfter` (seconds) and the list `error.errors`.
    public var body: JSONTemplate?
    public var codes: [CanonicalError: ErrorMapping]

    public init(body: JSONTemplate? = nil, codes: [CanonicalError: ErrorMapping] = [:]) {
        self.body = body
        self.codes = codes
    }
}

extension Contract {
    /// The JSON of an error on `route`; nil is problem+json.
    public func body(on route: ContractRoute) -> JSONTemplate? { route.errors.body ?? errors.body }

    /// What clients of `route` are told: the route's own words, the contract's, or the canonical ones.
    public func mapping(of error: CanonicalError, on route: ContractRoute) -> ErrorMapping {
        route.errors.codes[error] ?? errors.codes[error]
            ?? ErrorMapping(status: error.status, code: .string(error.rawValue))
    }
}
