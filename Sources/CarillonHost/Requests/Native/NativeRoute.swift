import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One route of the host's own API: an operation where its specification says that it stands, or what is no operation.
struct NativeRoute: Sendable {
    let method: RequestMethod
    let path: PathTemplate
    let access: Access
    /// Nil where it is none.
    let operation: Bound?
    let bodyLimit: Int
    /// Of the answer where all went well.
    let status: Int
    /// The media type of a body that is read as it comes; nil: bodies are whole.
    let streamedType: String?
    /// Whether the answers are pages for people.
    let isPage: Bool
    /// Parameters of the query, of a route that is no operation.
    let query: [OperationField]
    /// Members of the body, likewise; empty where it takes none.
    let body: [OperationField]
    /// Members of the answer, likewise; empty where it is no object that could be described.
    let result: [ResultShape.Member]
    let answer: @Sendable (NativeCall) async throws(Problem) -> APIResponse

    static let bodyLimit = BodyIntake.usualLimit
    static let batchLimit = 2 << 20

    /// An operation, and how the route fills its fields.
    struct Bound: Sendable {
        let operation: Operation
        let route: NativeRouteSpecification
    }

    /// A route whose answer is made by itself.
    init(
        _ method: RequestMethod,
        _ path: String,
        _ access: Access,
        bodyLimit: Int = NativeRoute.bodyLimit,
        status: Int = 200,
        streaming streamedType: String? = nil,
        isPage: Bool = false,
        query: [OperationField] = [],
        body: [OperationField] = [],
        result: [ResultShape.Member] = [],
        answer: @escaping @Sendable (NativeCall) async throws(Problem) -> APIResponse
    ) {
        self.method = method
        self.path = PathTemplate(declared: path)
        self.access = access
        operation = nil
        self.bodyLimit = bodyLimit
        self.status = status
        self.streamedType = streamedType
        self.isPage = isPage
        self.query = query
        self.body = body
        self.result = result
        self.answer = answer
    }

    /// A route that is an operation.
    init(_ operation: Operation, at route: NativeRouteSpecification) {
        method = route.method
        path = route.path
        access = Access(route.access)
        let bound = Bound(operation: operation, route: route)
        self.operation = bound
        status = route.status
        streamedType = nil
        isPage = false
        query = []
        body = []
        result = []
        switch operation.specification.answer {
        // A batch is no object with fields: each of its events answers for itself, and one that is refused is told
        // beside those that are accepted.
        case .events:
            bodyLimit = NativeRoute.batchLimit
            answer = { call throws(Problem) in try await NativeRoute.postEvents(call) }
        case .result, .stream, .forwardedLogin:
            bodyLimit = NativeRoute.bodyLimit
            answer = { call throws(Problem) in try await bound.answer(call) }
        }
    }
}

extension NativeRoute.Bound {
    /// The operation's fields, for who answers in another way than with the operation's result.
    func fields(of call: NativeCall) throws(Problem) -> FieldReading {
        let input = try call.input(of: self)
        let fields = call.operation(input.fields).fields(of: operation.specification)
        do throws(Problem) {
            try fields.finish()
        } catch {
            throw error.relocated(input.places, as: .pointer)
        }
        return fields
    }

    fileprivate func answer(_ call: NativeCall) async throws(Problem) -> APIResponse {
        let input = try call.input(of: self)
        let caller = Access(route.access) == .userOrService ? try call.caller(of: input.fields) : call.caller
        var own = call.operation(input.fields, by: caller)
        if route.ignoresUnknown { own.onUnknown = .ignore }
        do throws(Problem) {
            switch try await operation.run(own, after: call.request.header("last-event-id")) {
            case .response(let response): return response
            case .result(let result):
                let members = result.members.filter { route.only?.contains($0.name) ?? true }
                let json = route.member.flatMap { result[$0] } ?? .object(JSONObject(members))
                return APIResponse(status: route.status, json: json)
            }
        } catch {
            throw error.relocated(input.places, as: .pointer)
        }
    }
}

extension NativeRoute {
    /// Its operation's, where it is one.
    var name: String { operation?.operation.rawValue ?? "\(method.rawValue) \(path)" }

    /// Whether it goes on for as long as its reader stays, and so may be a WebSocket.
    var isStream: Bool { operation?.operation.isStream ?? false }

    /// How bodies are taken in.
    func intake(of request: APIRequest) -> BodyIntake {
        if streamedType != nil { return .streamed(limit: bodyLimit) }
        let isBatch = request.mediaType == Self.cloudEventBatch
        return .whole(limit: isBatch ? bodyLimit : Self.bodyLimit)
    }
}

/// A request to a native route, after its caller was admitted.
struct NativeCall: Sendable {
    let request: APIRequest
    let parameters: [String: String]
    let caller: Caller
    let tenant: ActiveTenant
    let host: HostContext
    let gatekeeper: Gatekeeper

    /// - Parameter caller: who asks; the one who was admitted, unless given.
    func operation(_ input: JSONObject, by caller: Caller? = nil) -> OperationCall {
        OperationCall(
            host: host,
            tenant: tenant,
            caller: caller ?? self.caller,
            input: input,
            idempotencyKey: request.idempotencyKey,
            clientAddress: request.clientAddress
        )
    }

    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    var context: FieldContext { FieldContext(profile: tenant.runtime.profile, registry: tenant.runtime.registry) }
}

extension NativeCall {
    /// A service that names nobody, and passes a user's request on with their token, asks for that user.
    fileprivate func caller(of input: JSONObject) throws(Problem) -> Caller {
        guard case .service = caller, input["userId"] == nil,
            let user = try gatekeeper.userBesideService(request, of: tenant.access)
        else { return caller }
        return .user(user)
    }

    /// The operation's fields; values from query and path are read as what the fields are.
    fileprivate func input(of bound: NativeRoute.Bound) throws(Problem) -> RequestMapping.Input {
        var input = RequestMapping.Input()
        switch bound.route.source {
        case .body: input.fields = try bodyObject()
        case .optionalBody: if !request.body.isEmpty { input.fields = try bodyObject() }
        case .query: break
        }
        for parameter in bound.route.source.parameters {
            guard let text = request.query(parameter.name) else { continue }
            let field = bound.operation.specification.field(parameter.field)
            guard input.fields[parameter.field] == nil else {
                // The body goes before it, and what is wrong with it is wrong all the same.
                try field.map { field throws(Problem) in try check(text, as: field, at: "?\(parameter.name)") }
                continue
            }
            let kind = field?.kind
            input.places[parameter.field] = "?\(parameter.name)"
            input.fields[parameter.field] = kind?.value(ofQuery: text) ?? .string(text)
        }
        for (name, value) in parameters where name != "tenant" {
            let field = bound.route.field(of: name)
            input.fields[field] = .string(value)
            input.places[field] = "{\(name)}"
        }
        return input
    }

    private func check(_ text: String, as field: OperationField, at place: String) throws(Problem) {
        let value = JSONObject([.init(field.name, field.kind.value(ofQuery: text))])
        do throws(Problem) {
            try FieldReading(value, [field], context).finish()
        } catch {
            throw error.relocated([field.name: place], as: .pointer)
        }
    }

    private func bodyObject() throws(Problem) -> JSONObject {
        let json = try request.json()
        guard let object = json.object else {
            throw .invalid([.wrongType("", wanted: "an object", got: json)])
        }
        return object
    }
}

extension FieldKind {
    /// A value that can't be converted stays text, so that the reader of the field reports it.
    fileprivate func value(ofQuery text: String) -> JSONValue {
        switch form {
        case .integer: (Int(text) ?? Int(endBeyond: text)).map { JSONValue($0) } ?? .string(text)
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .string(text)
        case .text, .id, .names, .instant, .list, .hostIDs, .open: .string(text)
        }
    }
}
