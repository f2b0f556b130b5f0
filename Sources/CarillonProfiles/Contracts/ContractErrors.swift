public import CarillonModel

/// The errors with which any operation can end, before a contract maps them to its own codes and messages.
public enum CanonicalError: String, Error, Sendable, Hashable, CaseIterable {
    /// The body isn't valid JSON.
    case malformed
    case validation
    case tokenMalformed = "token-malformed"
    case unauthenticated
    case forbidden
    case notFound = "not-found"
    /// The path exists, but for other methods.
    case methodNotAllowed = "method-not-allowed"
    /// The recipient has no device to push to.
    case noDevice = "no-device"
    /// The provider has reported the recipient's device as gone.
    case tokenGone = "token-gone"
    case rateLimited = "rate-limited"
    case tooLarge = "too-large"
    /// The `Content-Type` or `Content-Encoding` of the body isn't supported.
    case unsupportedMediaType = "unsupported-media-type"
    /// The request came too slowly.
    case requestTimeout = "request-timeout"
    case conflict
    /// A limit of stored rows is reached.
    case limitReached = "limit-reached"
    /// The tenant's own service, to which a log-in is forwarded, can't be reached or broke off its answer.
    case badGateway = "bad-gateway"
    /// The tenant's own service didn't answer in time.
    case gatewayTimeout = "gateway-timeout"
    case `internal`
    /// Temporarily unavailable: the store can't write, or there is no room for another connection or stream.
    case unavailable

    /// The default status.
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

    /// The more general error whose mapping a contract uses where it has none for this one.
    public var broader: CanonicalError? {
        switch self {
        case .unsupportedMediaType: .malformed
        case .unavailable: .internal
        default: nil
        }
    }

    /// Whether the error is about HTTP itself: its code is then spelled like the contract's other codes.
    fileprivate var isOfHTTP: Bool { self == .methodNotAllowed || self == .requestTimeout }
}

/// How an error appears to the tenant's clients.
public struct ErrorMapping: Sendable, Hashable {
    public package(set) var status: Int
    /// Fills `{error.code}` of the body: a text or a whole number.
    public package(set) var code: JSONValue
    /// Fills `{error.message}` of the body, and may hold `{error.retryAfter}`; nil for the host's own message.
    public package(set) var message: PlaceholderText?

    public init(status: Int, code: JSONValue, message: PlaceholderText? = nil) {
        self.status = status
        self.code = code
        self.message = message
    }
}

/// The error answers of a contract.
public struct ContractErrors: Sendable, Hashable {
    /// Its placeholders are `error.code`, `error.message`, `error.status`, `error.retryAfter` (seconds) and the list
    /// `error.errors`.
    public package(set) var body: JSONTemplate?
    public package(set) var codes: [CanonicalError: ErrorMapping]

    public init(body: JSONTemplate? = nil, codes: [CanonicalError: ErrorMapping] = [:]) {
        self.body = body
        self.codes = codes
    }
}

extension Contract {
    /// The error body of `route`; nil for problem+json.
    ///
    /// A nil `route` means that none was found.
    public func body(on route: ContractRoute?) -> JSONTemplate? { route?.errors.body ?? errors.body }

    /// How an error appears to clients: by the mapping of the route, else of the contract, else of the broader error,
    /// else by the host's own.
    public func mapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping {
        writtenMapping(of: error, on: route) ?? error.broader.flatMap { writtenMapping(of: $0, on: route) }
            ?? ErrorMapping(status: error.status, code: ownCode(of: error, on: route))
    }

    /// The mapping that is written in the contract; nil where there is none.
    func writtenMapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping? {
        route?.errors.codes[error] ?? errors.codes[error]
    }

    /// The code where the contract has no mapping: the status if its codes are numbers, else the error's name, with `_`
    /// if its codes have that.
    private func ownCode(of error: CanonicalError, on route: ContractRoute?) -> JSONValue {
        let written = [route?.errors, errors].compactMap(\.self).flatMap { $0.codes.values.map(\.code) }
        guard written.allSatisfy({ $0.string != nil }) else { return JSONValue(error.status) }
        let isSpelled = error.isOfHTTP && written.contains { $0.string?.contains("_") == true }
        return .string(isSpelled ? error.rawValue.replacing("-", with: "_") : error.rawValue)
    }
}
