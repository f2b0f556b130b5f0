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
    /// End the connection as HTTP/2 does, with this reason, once this is answered; with ``dropsConnection``, this
    /// request is among those that were not processed.
    public var goAwayReason: String?
    /// What the provider reports afterwards, by itself.
    public var reports: [SandboxReport] = []

    public init(
        status: Int,
        headers: [SandboxRequest.Header] = [],
        body: [UInt8] = [],
        delay: Duration = .zero,
        dropsConnection: Bool = false,
        goAwayReason: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
        self.dropsConnection = dropsConnection
        self.goAwayReason = goAwayReason
    }

    /// For protocols whose only codes are statuses: `"error": "410"`.
    static func scripted(_ error: ScriptedError) -> SandboxResponse {
        let headers = error.retryAfter.map { [SandboxRequest.Header("retry-after", "\($0)")] } ?? []
        return SandboxResponse(status: Int(error.code) ?? 400, headers: headers)
    }

    static func json(_ status: Int, _ value: JSONValue, headers: [SandboxRequest.Header] = []) -> SandboxResponse {
        SandboxResponse(
            status: status,
            headers: [.init("content-type", "application/json")] + headers,
            body: value.utf8
        )
    }
}
