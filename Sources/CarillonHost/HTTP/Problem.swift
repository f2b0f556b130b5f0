public import CarillonModel
public import CarillonProfiles

/// What went wrong with a request, as RFC 9457 problem details with a stable code and all faults at once.
public struct Problem: Error, Sendable, Hashable {
    /// Stable names for machines: the canonical errors that contracts map, and cases of these that only the host
    /// distinguishes.
    public enum Code: Sendable, Hashable {
        case canonical(CanonicalError)
        /// The request's head is larger than is read.
        case headTooLarge
        case expectationFailed
        /// The path serves WebSockets, and the request is none.
        case upgradeRequired
        /// One client address has as many connections as it may have.
        case tooManyConnections
        /// All clients together have.
        case connectionsExhausted
        /// One user has as many streams open as they may have.
        case tooManyStreams
        /// All users of a tenant, or of the host, have.
        case streamsExhausted
        /// The code of a link to an inbox page is none, too old, or was used before.
        case codeRefused
    }

    public var code: Code
    public var detail: String
    public var faults: [Fault]
    /// After how long asking again may help.
    public var retryAfter: Duration?
    public var headers: [String: String]

    public init(
        _ error: CanonicalError,
        _ detail: String,
        faults: [Fault] = [],
        retryAfter: Duration? = nil,
        headers: [String: String] = [:]
    ) {
        self.init(code: .canonical(error), detail, faults: faults, retryAfter: retryAfter, headers: headers)
    }

    public init(
        code: Code,
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

    static let nothingHere = Problem(.notFound, "there is nothing at this path")

    static let badPath = Problem(.malformed, "the path is not valid percent-encoded UTF-8 without NUL")

    static let headTooLarge = Problem(
        code: .headTooLarge,
        "a header may have 20 KiB at most, and all of them together with the request line 40 KiB"
    )

    /// Of a body with such a Content-Type.
    static let notUTF8 = Problem(.unsupportedMediaType, "the body must be UTF-8")

    static func tooLarge(limit: Int) -> Problem {
        Problem(.tooLarge, "the body may have \(limit) bytes at most")
    }
}

extension Problem.Code {
    /// Where all of a line, or of a form, is refused for this.
    var ofFault: Fault.Code { Fault.Code(rawValue: name) }

    public var name: String {
        switch self {
        case .canonical(let error): error.rawValue
        case .headTooLarge: "head-too-large"
        case .expectationFailed: "expectation-failed"
        case .upgradeRequired: "upgrade-required"
        case .tooManyConnections: "too-many-connections"
        case .connectionsExhausted: "connections-exhausted"
        case .tooManyStreams: "too-many-streams"
        case .streamsExhausted: "streams-exhausted"
        case .codeRefused: "code-refused"
        }
    }

    public var status: Int {
        switch self {
        case .canonical(let error): error.status
        case .headTooLarge: 431
        case .expectationFailed: 417
        case .upgradeRequired: 426
        case .codeRefused: 410
        case .connectionsExhausted, .streamsExhausted: 503
        case .tooManyConnections, .tooManyStreams: 429
        }
    }

    /// What a contract calls it.
    public var canonical: CanonicalError {
        switch self {
        case .canonical(let error): error
        case .expectationFailed, .upgradeRequired: .malformed
        case .headTooLarge: .tooLarge
        case .connectionsExhausted, .streamsExhausted: .unavailable
        case .tooManyConnections, .tooManyStreams: .rateLimited
        case .codeRefused: .forbidden
        }
    }

    fileprivate var title: String {
        switch self {
        case .canonical(let error): error.title
        case .headTooLarge: "The request's head is too large"
        case .expectationFailed: "What the request expects isn't done here"
        case .upgradeRequired: "This path speaks WebSocket"
        case .tooManyConnections: "There are too many connections from this address"
        case .connectionsExhausted: "There are too many connections"
        case .tooManyStreams: "This user has too many streams open"
        case .streamsExhausted: "There are too many streams open"
        case .codeRefused: "The code isn't good any more"
        }
    }
}

extension CanonicalError {
    fileprivate var title: String {
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
        case .requestTimeout: "The request took too long"
        case .conflict: "This contradicts what is stored"
        case .limitReached: "There may be no more of these"
        case .badGateway: "The tenant's own service can't be reached"
        case .gatewayTimeout: "The tenant's own service didn't answer in time"
        case .internal: "Something went wrong here"
        case .unavailable: "This can't be done right now"
        }
    }
}

extension Problem {
    public var json: JSONValue {
        var members: [JSONObject.Member] = [
            .init("type", .string("urn:carillon:problem:\(code.name)")),
            .init("title", .string(code.title)),
            .init("status", JSONValue(code.status)),
            .init("code", .string(code.name)),
            .init("detail", .string(detail)),
        ]
        if !faults.isEmpty {
            members.append(
                .init(
                    "errors",
                    .array(faults.map(\.json))
                )
            )
        }
        if let retryAfter { members.append(.init("retryAfter", JSONValue(retryAfter.wholeSeconds))) }
        return .object(JSONObject(members))
    }
}

extension Duration {
    /// Seconds, rounded up, at least 1: what `Retry-After` can express.
    var wholeSeconds: Int64 { max(1, (milliseconds + 999) / 1000) }
}

extension Problem {
    /// What goes into the head of the answer, whatever its body.
    var answerHeaders: [(name: String, value: String)] {
        let wait = retryAfter.map { [("retry-after", "\($0.wholeSeconds)")] } ?? []
        return wait + headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension APIResponse {
    public init(_ problem: Problem) {
        self.init(
            status: problem.code.status,
            headers: [("content-type", "application/problem+json")] + problem.answerHeaders,
            body: .bytes(problem.json.utf8)
        )
    }
}
