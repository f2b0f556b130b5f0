import CarillonModel

/// What to answer, when, and whether to answer at all.
///
/// Whoever holds the connection carries it out.
public struct SandboxResponse: Sendable, Hashable {
    public var status: Int
    public var headers: [SandboxRequest.Header]
    public var body: [UInt8]
    /// Wait so long before answering.
    public var delay: Duration
    /// Close the connection without an answer.
    public var dropsConnection: Bool

    public init(
        status: Int,
        headers: [SandboxRequest.Header] = [],
        body: [UInt8] = [],
        delay: Duration = .zero,
        dropsConnection: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
        self.dropsConnection = dropsConnection
    }

    static func json(_ status: Int, _ value: JSONValue, headers: [SandboxRequest.Header] = []) -> SandboxResponse {
        SandboxResponse(
            status: status,
            headers: [.init("content-type", "application/json")] + headers,
            body: value.utf8
        )
    }
}
