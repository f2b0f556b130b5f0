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
    var isOfHTTP: Bool { self == .methodNotAllowed || self == .requestTimeout }
}
