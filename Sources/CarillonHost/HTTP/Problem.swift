public import CarillonModel

/// What went wrong with a request, as RFC 9457 problem details with a stable code and all faults at once.
public struct Problem: Error, Sendable, Hashable {
    /// The canonical errors of the API; contracts map them onto their own.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case malformed
        case validation
        case tokenMalformed = "token-malformed"
        case unauthenticated
        case forbidden
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case noDevice = "no-device"
        case tokenGone = "token-gone"
        case rateLimited = "rate-limited"
        case tooLarge = "too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case conflict
        case `internal`
        case unavailable

        public var status: Int {
            switch self {
            case .malformed: 400
            case .validation, .tokenMalformed, .tokenGone: 422
            case .unauthenticated: 401
            case .forbidden: 403
            case .notFound, .noDevice: 404
            case .methodNotAllowed: 405
            case .rateLimited: 429
            case .tooLarge: 413
            case .unsupportedMediaType: 415
            case .conflict: 409
            case .internal: 500
            case .unavailable: 503
            }
        }

        var title: String {
            switch self {
            case .malformed: "The request can't be read"
            case .validation: "The request doesn't match what is expected"
            case .tokenMalformed: "The device token has the wrong form"
            case .unauthenticated: "Who is asking isn't known"
            case .forbidden: "This caller may not do that"
            case .notFound: "There is no such thing"
            case .methodNotAllowed: "This path takes another method"
            case .noDevice: "The user has no device that could be reached"
            case .tokenGone: "The device's token is no longer valid"
            case .rateLimited: "Too many requests"
            case .tooLarge: "The request is too large"
            case .unsupportedMediaType: "The body's media type isn't understood here"
            case .conflict: "This contradicts what is stored"
            case .internal: "Something went wrong here"
            case .unavailable: "This can't be done right now"
            }
        }
    }

    /// One fault, where it is and what is wrong with it.
    public struct Fault: Sendable, Hashable {
        /// JSON pointer into the body (RFC 6901), `""` for the whole, or `?name` for a query parameter.
        public var pointer: String
        public var code: String
        public var message: String

        public init(pointer: String, code: String, message: String) {
            self.pointer = pointer
            self.code = code
            self.message = message
        }
    }

    public var code: Code
    public var detail: String
    public var faults: [Fault]
    /// After how long asking again may help.
    public var retryAfter: Duration?
    public var headers: [String: String]

    public init(
        _ code: Code,
        _ detail: String,
        faults: [Fault] = [],
        retryAfter: Duration? = nil,
        headers: [String: String] = [:]
    ) {
        self.code = code
        self.detail = detail
        self.faults = faults
        self.retryAfter = retryAfter
        self.headers = headers
    }

    static func tooLarge(limit: Int) -> Problem {
        Problem(.tooLarge, "the body may have \(limit) bytes at most")
    }
}

extension Problem {
    public var json: JSONValue {
        var members: [JSONObject.Member] = [
            .init("type", .string("urn:carillon:problem:\(code.rawValue)")),
            .init("title", .string(code.title)),
            .init("status", JSONValue(code.status)),
            .init("code", .string(code.rawValue)),
            .init("detail", .string(detail)),
        ]
        if !faults.isEmpty {
            members.append(
                .init(
                    "errors",
                    .array(
                        faults.map {
                            ["pointer": .string($0.pointer), "code": .string($0.code), "message": .string($0.message)]
                        }
                    )
                )
            )
        }
        if let retryAfter { members.append(.init("retryAfter", JSONValue(retryAfter.wholeSeconds))) }
        return .object(JSONObject(members))
    }
}

extension Duration {
    /// Seconds, rounded up, at least 1: what `Retry-After` can say.
    var wholeSeconds: Int64 { max(1, (milliseconds + 999) / 1000) }
}

extension APIResponse {
    public init(_ problem: Problem) {
        self.init(
            status: problem.code.status,
            headers: [("content-type", "application/problem+json")],
            body: .bytes(problem.json.utf8)
        )
        if let retryAfter = problem.retryAfter { headers.append(("retry-after", "\(retryAfter.wholeSeconds)")) }
        for (name, value) in problem.headers.sorted(by: { $0.key < $1.key }) { headers.append((name, value)) }
    }
}
