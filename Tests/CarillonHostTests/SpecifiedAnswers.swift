import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Synchronization
import Testing

@testable import CarillonHost

/// The port for apps and services as tests see it: every answer is held to what is specified of the operation that gave it.
struct SpecifiedAPI: RequestHandler {
    let api: API

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        let target = RequestTarget(of: request, in: api.directory)
        return SpecifiedRequest(
            resolved: PublicRequest(request, to: api),
            specified: SpecifiedAnswer(target, registry: api.host.registry)
        )
    }
}

private struct SpecifiedRequest: ResolvedRequest {
    let resolved: PublicRequest
    let specified: SpecifiedAnswer?

    var template: String? { resolved.template }
    var intake: BodyIntake { resolved.intake }

    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse { resolved.refusal(problem, of: request) }

    func respond(to request: APIRequest) async -> APIResponse {
        let answer = await resolved.respond(to: request)
        specified?.check(answer, to: request)
        return answer
    }
}

extension API {
    /// Goes before the one that all request handlers have, so that no test goes around the check.
    func respond(to request: APIRequest) async -> APIResponse {
        await SpecifiedAPI(api: self).resolve(request).respond(to: request)
    }
}

extension AdminSurface {
    /// As of ``API``.
    func respond(to request: APIRequest) async -> APIResponse {
        let answer = await resolve(request).respond(to: request)
        guard case .match(let match) = Self.tableWithStudio.resolve(request) else { return answer }
        switch match.route.endpoint {
        case .operators(let route): SpecifiedAnswer(route).check(answer, to: request)
        case .studio(let route) where api.studio != nil: SpecifiedAnswer(route).check(answer, to: request)
        case .health, .metrics, .studio, .webFile: break
        }
        return answer
    }
}

extension LocalSurface {
    /// As of ``API``.
    func respond(to request: APIRequest) async -> APIResponse {
        let answer = await resolve(request).respond(to: request)
        if case .match(let match) = Self.table.resolve(request) {
            SpecifiedAnswer(match.route.endpoint).check(answer, to: request)
        }
        return answer
    }
}

/// What the specification of a route says of its answers, those that went well and the others.
struct SpecifiedAnswer {
    /// Such as `devices.register at POST /v1/{tenant}/devices`.
    let place: String
    /// Nil where there is more than one.
    let status: Int?
    let success: Body
    let error: JSONValue
    let errorType: String
    /// Errors that the specification names, and those that any request can end with.
    let errors: Set<CanonicalError>
    /// In place of them, of what Supabase's clients ask: status and code of what may be wrong.
    var rowFaults: Set<String>?
    /// Status and code of each error, as the contract has it; nil where errors are problem details.
    let contractStatuses: Set<Int>?

    /// What kind of body it is where all went well.
    enum Body {
        case json(JSONValue)
        /// Nothing but the head.
        case empty
        /// No JSON, which is another's to check: a page, or events for as long as somebody listens.
        case of(mediaType: String)
        /// Whatever the tenant's own log-in says, errors as well.
        case passedOn
        /// What isn't described, such as a file.
        case anything
    }

    /// Of what has no description but problem details.
    private init(_ place: String, _ success: Body, errors: Set<CanonicalError>, status: Int? = nil) {
        self.place = place
        self.status = status
        self.success = success
        error = OpenAPIDocument.problem
        errorType = "application/problem+json"
        self.errors = errors
        contractStatuses = nil
    }

    init(_ route: StudioRoute) {
        let success: Body =
            switch route.answers {
            case .json(let name, _): .json(StudioSchema.named(name))
            case .nothing: .empty
            case .of(let type): .of(mediaType: type)
            }
        self.init(
            "the studio's \(route.method.rawValue) \(route.path)",
            success,
            errors: Set(CanonicalError.allCases),
            status: route.answers.status
        )
    }

    init(_ route: OperatorRoute) {
        self.init("the operators' \(route.method.rawValue) \(route.path)", .json(.anything), errors: route.errors)
    }

    private init(_ endpoint: SupabaseEndpoint) {
        place = "the \(endpoint) of Supabase's clients"
        status = nil
        success = .anything
        errorType = "application/json"
        errors = []
        contractStatuses = nil
        switch endpoint {
        case .socket:
            error = .members([("error", .anyText)])
            rowFaults = Set(SupabaseEndpoint.socketStatuses.map { "\($0) none" })
        case .rows:
            error = .members(
                [("message", .anyText)],
                optional: [("code", .anyText), ("hint", .anyText.orNull), ("details", .anyText.orNull)]
            )
            // Without the app's key nothing is asked of the table.
            rowFaults = Set(endpoint.rowFaults.map { "\($0.status) \($0.text)" }).union(["401 none"])
        }
    }

    /// Nil where no route is found, and of what says only whether the host is healthy.
    init?(_ target: RequestTarget, registry: ChannelRegistry) {
        guard case .match(let match) = target.found else { return nil }
        switch match.route.endpoint {
        case .health: return nil
        case .operators(let route): self.init(route)
        case .webFile:
            self.init("the inbox's file \(match.route.template)", .anything, errors: CanonicalError.ofAnyRequest)
        case .inboxPage:
            self.init("the inbox's page", .of(mediaType: "text/html"), errors: CanonicalError.ofAnyRequest)
        case .supabase(let endpoint), .supabaseByKey(let endpoint):
            // Where no table is served there is nothing, in the host's own form.
            guard let table = target.tenant?.runtime.profile.supabase, endpoint.isServed(by: table) else { return nil }
            self.init(endpoint)
        case .native, .contract: self.init(declaredBy: target, match, registry: registry)
        }
    }

    private init?(
        declaredBy target: RequestTarget,
        _ match: RouteTable<PublicEndpoint>.Match,
        registry: ChannelRegistry
    ) {
        guard let profile = target.tenant?.runtime.profile else { return nil }
        let name: String
        switch match.route.endpoint {
        case .native(let route):
            name = route.name
            status = route.status
            let described = NativeDescription(route: route, profile: profile, registry: registry).answered
            success =
                switch route.form.answer {
                case _ where route.isStream: .of(mediaType: "text/event-stream")
                case .page: .of(mediaType: "text/html")
                case .text: .of(mediaType: "text/plain")
                case _ where route.status == 204: .empty
                default: .json(described)
                }
            error = OpenAPIDocument.problem
            errorType = "application/problem+json"
            errors = route.errors(devicesOf: profile.devices.owner)
            contractStatuses = nil
        case .contract(let route):
            guard let contract = profile.contract else { return nil }
            name = route.operation.rawValue
            let description = ContractDescription(
                route: route,
                path: match.route.path.description,
                contract: contract,
                profile: profile,
                registry: registry
            )
            let isStream = route.operation.specification.answer == .stream
            let answered = isStream ? 200 : route.response.status
            status = answered
            let schema = description.responses["\(answered)"]?["content"]?["application/json"]?["schema"]
            success =
                if route.login != nil { .passedOn } else if isStream { .of(mediaType: "text/event-stream") } else {
                    schema.map { .json($0) } ?? .empty
                }
            let hasOwn = contract.body(on: route) != nil
            error = hasOwn ? description.errorSchema : OpenAPIDocument.problem
            errorType = hasOwn ? "application/json" : "application/problem+json"
            errors = CanonicalError.ofAnyRequest.union(route.possibleErrors(devicesOf: profile.devices.owner))
            contractStatuses = hasOwn ? Set(errors.map { contract.mapping(of: $0, on: route).status }) : nil
        case .health, .operators, .supabase, .supabaseByKey, .webFile, .inboxPage: return nil
        }
        place = "\(name) at \(match.route.method.rawValue) \(match.route.template)"
    }

    func check(_ answer: APIResponse, to request: APIRequest) {
        for fault in faults(of: answer, to: request) { Issue.record("the answer of \(place): \(fault)") }
    }

    /// What isn't as specified.
    func faults(of answer: APIResponse, to request: APIRequest) -> [String] {
        guard request.method != "HEAD", request.method != "OPTIONS" else { return [] }
        // Compressed, it is the same document as without; `InboxPageTests` compare them.
        guard !answer.headers.contains(where: { $0.name == "content-encoding" }) else { return [] }
        if case .passedOn = success { return [] }
        return answer.status < 400 ? successFaults(answer) : errorFaults(answer)
    }

    private func type(of answer: APIResponse) -> String {
        String((answer.headers.first { $0.name == "content-type" }?.value ?? "none").prefix { $0 != ";" })
    }

    private func successFaults(_ answer: APIResponse) -> [String] {
        // What the client has already, and what becomes a WebSocket.
        guard answer.status != 304, answer.status != 101 else { return [] }
        if let status, answer.status != status { return ["its status is \(answer.status), not \(status)"] }
        switch success {
        case .json(let schema):
            guard let json = try? JSONValue(parsing: answer.bytes) else { return ["it is no JSON"] }
            return json.faults(against: schema, named: StudioSchema.all)
        case .empty: return answer.bytes.isEmpty ? [] : ["it has a body, which isn't specified"]
        case .of(let mediaType):
            return type(of: answer) == mediaType ? [] : ["its type is \(type(of: answer)), not \(mediaType)"]
        case .passedOn, .anything: return []
        }
    }

    private func errorFaults(_ answer: APIResponse) -> [String] {
        // What is wrong with a page's link is told to a person.
        if case .of(mediaType: "text/html") = success, type(of: answer) == "text/html" { return [] }
        guard type(of: answer) == errorType, let json = try? JSONValue(parsing: answer.bytes) else {
            return ["its error is \(type(of: answer)), not \(errorType)"]
        }
        var faults = json.faults(against: error)
        if let contractStatuses, !contractStatuses.contains(answer.status) {
            faults.append("the status \(answer.status) isn't specified of its errors")
        }
        if let rowFaults, !rowFaults.contains("\(answer.status) \(json["code"]?.string ?? "none")") {
            faults.append("the fault \(answer.status) \(json["code"]?.string ?? "none") isn't specified")
        }
        // Codes beside the canonical ones are the host's own, of any request.
        if contractStatuses == nil, rowFaults == nil,
            let code = json["code"]?.string.flatMap({ CanonicalError(rawValue: $0) }),
            !errors.contains(code)
        {
            faults.append("the error \(code.rawValue) isn't specified")
        }
        return faults
    }
}
