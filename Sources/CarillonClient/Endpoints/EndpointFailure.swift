import CarillonModel

/// The names that a tenant's errors have.
public protocol EndpointCode: Sendable, Hashable {
    /// Never fails: what no version of the app knows is a name, too.
    init(_ text: String)
}

/// Why a call has no answer.
public enum EndpointFailure<Code: EndpointCode>: Error, Sendable {
    /// The host says no.
    case refused(EndpointRefusal<Code>)
    /// It answered something else than the call promises: with this status, at this JSON pointer of its body.
    case unreadable(status: Int, pointer: String)
    /// Values are too long, too large or too many, so nothing went out: all of them.
    case invalid([EndpointFault])
    /// A value can't stand in a path, so nothing went out: it is empty, or `.` or `..`.
    case unsendable
    /// The transport failed.
    case unreached(any Error)
}

extension RequestOutcome {
    /// What a call that failed came to, for the reducers.
    ///
    /// What can't be read counts as no answer, whatever its status: it is that of a network that wants a log-in first, not the
    /// host's. What can't be sent as it is counts as refused, with 422.
    public init(_ failure: EndpointFailure<some EndpointCode>) {
        switch failure {
        case .refused(let refusal):
            let seconds = refusal.retryAfter.map { min(max($0, 0), Wait.longest / 1000) }
            self.init(status: refusal.status, retryAfter: seconds.map { $0 * 1000 })
        case .unreadable, .unreached: self.init(status: 0)
        case .invalid, .unsendable: self.init(status: 422)
        }
    }
}

/// An error as the host gave it.
public struct EndpointRefusal<Code: EndpointCode>: Sendable, Hashable {
    /// HTTP status.
    public let status: Int
    /// The name of what went wrong.
    public let code: Code
    /// The same as it came; empty where the answer has none.
    public let written: String
    /// Words for developers.
    public let message: String?
    /// Seconds after which asking again may help.
    public let retryAfter: Int64?

    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - written: the name of what went wrong as it comes; empty where the answer has none.
    ///   - message: words for developers.
    ///   - retryAfter: seconds after which asking again may help.
    public init(status: Int, written: String = "", message: String? = nil, retryAfter: Int64? = nil) {
        self.status = status
        code = Code(written)
        self.written = written
        self.message = message
        self.retryAfter = retryAfter
    }
}

/// Where an error's body says what went wrong.
public struct EndpointErrors: Sendable {
    /// An error that only its status, and perhaps its words, tell.
    public struct Known: Sendable {
        let status: Int
        let message: String?
        let code: String

        /// - Parameters:
        ///   - status: the HTTP status that it comes with.
        ///   - code: what the product calls it.
        ///   - message: the words that tell it from others of the same status; nil where the status is enough.
        public init(_ status: Int, _ code: String, message: String? = nil) {
            self.status = status
            self.message = message
            self.code = code
        }
    }

    private let code: [String]?
    private let message: [String]?
    private let retryAfter: [String]?
    private let known: [Known]

    /// - Parameters:
    ///   - code: names from the outside in; nil where the body has none.
    ///   - known: the first that fits counts, where the body has no code.
    public init(code: [String]?, message: [String]?, retryAfter: [String]?, known: [Known] = []) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.known = known
    }

    func refusal<Code: EndpointCode>(of reply: EndpointReply) -> EndpointRefusal<Code> {
        let body = (try? JSONValue(parsing: reply.body)) ?? .null
        func value(at steps: [String]?) -> JSONValue? {
            steps.flatMap { steps in steps.reduce(Optional(body)) { $0?[$1] } }
        }
        let message = value(at: self.message)?.string
        let fitting = known.first { $0.status == reply.status && ($0.message == nil || $0.message == message) }
        let written = value(at: code).map(EndpointParameter.text) ?? fitting?.code ?? ""
        return EndpointRefusal(
            status: reply.status,
            written: written,
            message: message,
            retryAfter: value(at: retryAfter)?.integer ?? reply.header("Retry-After").flatMap { Int64($0) }
        )
    }
}
