/// What answers the requests of a port: the API, the operators' routes, the sandbox.
public protocol RequestHandler: Sendable {
    /// Whether it undoes `Content-Encoding` itself; where it doesn't, such bodies are answered with 415.
    var readsContentCodings: Bool { get }
    /// Finds the route of a request, by its head: once for each request.
    func resolve(_ request: APIRequest) -> any ResolvedRequest
}

/// A request whose route is known, before its body was read.
public protocol ResolvedRequest: Sendable {
    /// The template of its route, such as `/v1/{tenant}/events`, for metrics; nil where none takes it.
    var template: String? { get }
    /// How its body is taken in.
    var intake: BodyIntake { get }
    /// Whether its answer may go on for as long as its reader stays.
    var mayStay: Bool { get }
    /// The answer to a request that the server refuses before its body was read.
    ///
    /// - Parameter request: the one that was resolved.
    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse
    /// - Parameter request: the one that was resolved, with its body.
    func respond(to request: APIRequest) async -> APIResponse
}

extension RequestHandler {
    public var readsContentCodings: Bool { false }

    /// Answers a request that is there as a whole.
    public func respond(to request: APIRequest) async -> APIResponse {
        await resolve(request).respond(to: request)
    }
}

extension ResolvedRequest {
    public var mayStay: Bool { false }

    public func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse { APIResponse(problem) }
}

/// A handler without routes: it reads the path itself.
public protocol UnroutedHandler: RequestHandler {
    func intake(of request: APIRequest) -> BodyIntake
    func answer(_ request: APIRequest) async -> APIResponse
}

extension UnroutedHandler {
    public func resolve(_ request: APIRequest) -> any ResolvedRequest {
        UnroutedRequest(handler: self, intake: intake(of: request))
    }
}

private struct UnroutedRequest<Handler: UnroutedHandler>: ResolvedRequest {
    let handler: Handler
    let intake: BodyIntake

    var template: String? { nil }

    func respond(to request: APIRequest) async -> APIResponse { await handler.answer(request) }
}
