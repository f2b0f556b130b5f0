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
    /// The path is there, for other methods.
    case methodNotAllowed = "method-not-allowed"
    /// The recipient has no device.
    case noDevice = "no-device"
    /// The recipient's device is known to be gone.
    case tokenGone = "token-gone"
    case rateLimited = "rate-limited"
    case tooLarge = "too-large"
    /// The body is none that is read here, by its `Content-Type` or `Content-Encoding`.
    case unsupportedMediaType = "unsupported-media-type"
    /// The request came too slowly.
    case requestTimeout = "request-timeout"
    case conflict
    /// There may be no more of what is to be kept.
    case limitReached = "limit-reached"
    /// The tenant's own service, which a log-in is passed on to, can't be reached or broke off.
    case badGateway = "bad-gateway"
    /// It didn't answer in time.
    case gatewayTimeout = "gateway-timeout"
    case `internal`
    /// Not right now: the store can't keep anything, or there is no room for another connection or stream.
    case unavailable

    /// The status where nothing else is said.
    public var status: Int {
        switch self {
        case .malformed, .tokenMalformed: 400
        case .validation, .tokenGone: 422
        case .unauthenticated: 401
        case .forbidden, .limitReached: 403
        case .notFound, .noDevice: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .rateLimited: 429
        case .tooLarge: 413
        case .unsupportedMediaType: 415
        case .conflict: 409
        case .badGateway: 502
        case .gatewayTimeout: 504
        case .internal: 500
        case .unavailable: 503
        }
    }

    /// The error that a contract's clients are told of where the contract has no words for this one.
    public var broader: CanonicalError? {
        switch self {
        case .unsupportedMediaType: .malformed
        case .unavailable: .internal
        default: nil
        }
    }

    /// Whether it says something of HTTP alone: then it is spelled as the contract's other codes are.
    fileprivate var isOfHTTP: Bool { self == .methodNotAllowed || self == .requestTimeout }
}

/// How a tenant's clients know an error.
public struct ErrorMapping: Sendable, Hashable {
    public package(set) var status: Int
    /// `{error.code}` of the body: a text or a whole number.
    public package(set) var code: JSONValue
    /// `{error.message}` of the body, which may hold `{error.retryAfter}`; nil is the host's own.
    public package(set) var message: PlaceholderText?

    public init(status: Int, code: JSONValue, message: PlaceholderText? = nil) {
        self.status = status
        self.code = code
        self.message = message
    }
}

/// The error answers of a contract.
public struct ContractErrors: Sendable, Hashable {
    /// Sees `error.code`, `error.message`, `error.status`, `error.retryAfter` (seconds) and the list `error.errors`.
    public package(set) var body: JSONTemplate?
    public package(set) var codes: [CanonicalError: ErrorMapping]

    public init(body: JSONTemplate? = nil, codes: [CanonicalError: ErrorMapping] = [:]) {
        self.body = body
        self.codes = codes
    }
}

extension Contract {
    /// The JSON of an error on `route`, nil where none was found; nil is problem+json.
    public func body(on route: ContractRoute?) -> JSONTemplate? { route?.errors.body ?? errors.body }

    /// What clients are told of an error: the route's own words, the contract's, those of the error that it is a case of, or the
    /// host's.
    public func mapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping {
        writtenMapping(of: error, on: route) ?? error.broader.flatMap { writtenMapping(of: $0, on: route) }
            ?? ErrorMapping(status: error.status, code: ownCode(of: error, on: route))
    }

    /// What the contract itself says of an error; nil where it says nothing.
    func writtenMapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping? {
        route?.errors.codes[error] ?? errors.codes[error]
    }

    /// Where the contract has none: the status among numbers, the error's name among words, `not_found` where these have `_`.
    private func ownCode(of error: CanonicalError, on route: ContractRoute?) -> JSONValue {
        let written = [route?.errors, errors].compactMap(\.self).flatMap { $0.codes.values.map(\.code) }
        guard written.allSatisfy({ $0.string != nil }) else { return JSONValue(error.status) }
        let isSpelled = error.isOfHTTP && written.contains { $0.string?.contains("_") == true }
        return .string(isSpelled ? error.rawValue.replacing("-", with: "_") : error.rawValue)
    }
}
