public import CarillonModel

/// An answer, before a server writes it.
public struct APIResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body

    public enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece until it ends or the client goes away.
        case live(any LiveBody)
        /// The connection becomes a WebSocket, and the session is run on it; see ``WebSocketHandshake``.
        case webSocket(any WebSocketSession)
        /// No answer: the connection is closed, to simulate a broken provider.
        case dropped
    }

    public init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(status: Int = 200, json: JSONValue) {
        self.init(
            status: status,
            headers: [("content-type", "application/json; charset=utf-8")],
            body: .bytes(json.utf8)
        )
    }

    public init(status: Int = 200, text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status: status, headers: [("content-type", type)], body: .bytes(Array(text.utf8)))
    }

    public static let noContent = APIResponse(status: 204)

    /// The whole body of an answer that is no stream.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }
}

/// How the body of a request is taken in.
public enum BodyIntake: Sendable, Hashable {
    /// Whole, before the request is answered: at most so many bytes. What is larger is answered with 413 without being
    /// read further.
    case whole(limit: Int)
    /// Whole, to be passed on to another service: a `Content-Encoding`, path or query that the host can't read is no
    /// reason to refuse it, but a size of more than so many bytes is, as above.
    case passedOn(limit: Int)
    /// As ``APIRequest/stream``, to be read as it comes: at most so many bytes.
    case streamed(limit: Int)

    /// What a body of one thing may have.
    static let usualLimit = 256 << 10

    var limit: Int {
        switch self {
        case .whole(let limit), .passedOn(let limit), .streamed(let limit): limit
        }
    }
}
