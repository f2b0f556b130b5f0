public import CarillonModel

/// A request as it goes out.
public struct EndpointMessage: Sendable {
    public let method: RequestMethod
    public let url: String
    public let headers: [String: String]
    /// UTF-8; nil for none.
    public let body: [UInt8]?

    /// As ``EndpointSender`` makes it; an app's tests of its own transport make it, too.
    ///
    /// - Parameters:
    ///   - url: absolute, percent-encoded.
    ///   - headers: by name.
    ///   - body: UTF-8; nil for none.
    public init(method: RequestMethod, url: String, headers: [String: String] = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// What came back.
public struct EndpointReply: Sendable {
    public let status: Int
    public let headers: [String: String]
    public let body: [UInt8]

    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - headers: their names in any case.
    ///   - body: as it came, without any encoding of the transport.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    func header(_ name: String) -> String? { headers.first { $0.key.lowercased() == name.lowercased() }?.value }
}

/// Sends an app's calls.
///
/// It decides nothing: what may be tried again is the caller's to say.
public struct EndpointSender: Sendable {
    /// What sends one request, such as `URLSession`: without cookies, and without following redirections.
    public typealias Transport = @Sendable (EndpointMessage) async throws -> EndpointReply

    private let host: String
    private let isShared: Bool
    private let token: @Sendable () async -> String?
    private let transport: Transport

    /// - Parameters:
    ///   - host: such as `https://api.acme.example`.
    ///   - isShared: the host has several tenants at this name, so that a contract's paths begin with the tenant's.
    ///   - token: the user's; nil where nobody is signed in.
    public init(
        host: String,
        isShared: Bool = false,
        token: @escaping @Sendable () async -> String?,
        transport: @escaping Transport
    ) {
        self.host = host.hasSuffix("/") ? String(host.dropLast()) : host
        self.isShared = isShared
        self.token = token
        self.transport = transport
    }

    /// Sends one request, once.
    ///
    /// - Returns: what the answer says, where its status is from 200 to 299.
    /// - Throws: ``EndpointFailure``: before anything is sent, where the request breaks its own limits; else what the
    ///   transport, the host or its answer came to.
    public func send<Answer, Code>(
        _ request: EndpointRequest<Answer, Code>
    ) async throws(EndpointFailure<Code>) -> Answer {
        guard request.faults.isEmpty else { throw .invalid(request.faults) }
        guard request.isSound else { throw .unsendable }
        var headers = request.headers
        headers["Accept"] = "application/json"
        if request.body != nil { headers["Content-Type"] = "application/json" }
        if request.access != .none, let token = await token() { headers["Authorization"] = "Bearer \(token)" }
        let message = EndpointMessage(
            method: request.method,
            url: host + (isShared ? request.prefix : "") + request.target,
            headers: headers,
            body: request.body.map { Array($0.text.utf8) }
        )
        let reply: EndpointReply
        do {
            reply = try await transport(message)
        } catch {
            throw .unreached(error)
        }
        guard (200..<300).contains(reply.status) else { throw .refused(request.errors.refusal(of: reply)) }
        do {
            let json = reply.body.isEmpty ? JSONValue.null : try JSONValue(parsing: reply.body)
            return try request.read(EndpointValue(json))
        } catch let fault as EndpointValue.Fault {
            throw .unreadable(status: reply.status, pointer: fault.pointer)
        } catch {
            throw .unreadable(status: reply.status, pointer: "")
        }
    }
}
