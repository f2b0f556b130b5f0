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
    /// What a route that is no operation takes and gives.
    let form: Form
    let answer: @Sendable (NativeCall) async throws(Problem) -> APIResponse

    static let bodyLimit = BodyIntake.usualLimit
    static let batchLimit = 2 << 20
    /// Of many reports in one callback: Meta sends up to 3 MB, SendGrid 768 KB.
    static let reportsLimit = 4 << 20

    /// An operation, and how the route fills its fields.
    struct Bound: Sendable {
        let operation: Operation
        let route: NativeRouteSpecification
    }

    /// What a route that is no operation takes and gives: read by the route, by its description and by tests.
    struct Form: Sendable {
        enum Body: Sendable {
            case none
            /// A JSON object with these members.
            case object([OperationField])
            /// A form in which one field has one value.
            case form(FixedField)
            /// A body of this media type that is read as it comes.
            case stream(String)
        }

        enum Answer: Sendable {
            /// A JSON object with these members.
            case object([ResultShape.Member])
            /// A JSON object whose members are another's to describe.
            case document
            /// A page for a person, which says in the same form what is wrong with the link to it.
            case page
            /// A text for a program, which may be empty.
            case text
            case nothing
        }

        var query: [OperationField] = []
        var body = Body.none
        var answer: Answer
        /// Beside those of any request, and those of authentication.
        var errors: Set<CanonicalError> = []
    }

    /// A field of a form that has one value only.
    struct FixedField: Sendable {
        let name: String
        let value: String
    }

    /// A route whose answer is made by itself.
    init(
        _ route: HostRoute,
        _ access: Access,
        _ form: Form,
        bodyLimit: Int = NativeRoute.bodyLimit,
        answer: @escaping @Sendable (NativeCall) async throws(Problem) -> APIResponse
    ) {
        method = route.method
        path = route.path
        self.access = access
        operation = nil
        self.bodyLimit = bodyLimit
        if case .nothing = form.answer { status = 204 } else { status = 200 }
        self.form = form
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
        form = Form(answer: .document)
        switch operation.specification.answer {
        // A batch is no object with fields: each of its events answers for itself, and one that is refused is reported
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

    /// All that its problems may be.
    ///
    /// - Parameter owner: to whom the tenant's devices belong.
    func errors(devicesOf owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        var errors = CanonicalError.ofAnyRequest.union(form.errors)
        if access != .anyone { errors.formUnion([.unauthenticated, .forbidden]) }
        guard let specification = operation?.operation.specification else { return errors }
        let filled = Set(specification.fields.map(\.name))
        return errors.union([.validation]).union(specification.errors.all(filling: filled, devicesOf: owner))
    }

    /// Whether it goes on for as long as its reader stays, and so may be a WebSocket.
    var isStream: Bool { operation?.operation.isStream ?? false }

    /// How bodies are taken in.
    func intake(of request: APIRequest) -> BodyIntake {
        if case .stream = form.body { return .streamed(limit: bodyLimit) }
        let isBatch = request.mediaType == Self.cloudEventBatch
        // Of an operation, only a batch may be longer than one thing is.
        return .whole(limit: isBatch || operation == nil ? bodyLimit : Self.bodyLimit)
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
