import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One route of the host's own API: an operation, where its fields come from, and what of its result is answered.
struct NativeRoute: Sendable {
    let method: RequestMethod
    let path: PathTemplate
    let access: Access
    let operation: Operation?
    let bodyLimit: Int
    let fields: Fields
    /// Names in the path → fields of the operation, where they differ.
    let fieldNames: [String: String]
    /// What of the operation's result is the answer; nil: all of it.
    let member: String?
    /// Members of the result that the answer has; nil: all.
    let only: Set<String>?
    /// Of the answer where all went well.
    let status: Int
    /// The media type of a body that is read as it comes; nil: bodies are whole.
    let streamedType: String?
    /// Whether the answers are pages for people.
    let isPage: Bool
    let answer: @Sendable (NativeCall) async throws(Problem) -> APIResponse

    static let bodyLimit = BodyIntake.usualLimit
    static let batchLimit = 2 << 20

    /// Where an operation's fields come from, beside the path.
    enum Fields: Sendable {
        /// The members of the body's object.
        case body
        /// The same, but the body may be left out, and these query parameters may stand in its place.
        case optionalBody([String: QueryField])
        /// These query parameters, by the names of the fields.
        case query([String: QueryField])
    }

    struct QueryField: Sendable {
        enum Kind: Sendable {
            case text
            case integer
            case boolean
        }

        var name: String
        var kind = Kind.text
    }

    /// A route whose answer is made by itself.
    init(
        _ method: RequestMethod,
        _ path: String,
        _ access: Access,
        operation: Operation? = nil,
        bodyLimit: Int = NativeRoute.bodyLimit,
        status: Int = 200,
        streaming streamedType: String? = nil,
        isPage: Bool = false,
        answer: @escaping @Sendable (NativeCall) async throws(Problem) -> APIResponse
    ) {
        self.method = method
        self.path = PathTemplate(declared: path)
        self.access = access
        self.operation = operation
        self.bodyLimit = bodyLimit
        self.fields = .query([:])
        self.fieldNames = [:]
        member = nil
        only = nil
        self.status = status
        self.streamedType = streamedType
        self.isPage = isPage
        self.answer = answer
    }

    /// A route that is an operation.
    ///
    /// - Parameters:
    ///   - parameters: names in the path → fields of the operation, where they differ.
    ///   - member: what of the result is the answer; nil: all of it.
    ///   - only: members of the result that the answer has; nil: all.
    init(
        _ method: RequestMethod,
        _ path: String,
        _ access: Access,
        _ operation: Operation,
        _ fields: Fields = .body,
        parameters: [String: String] = [:],
        member: String? = nil,
        only: Set<String>? = nil,
        status: Int = 200
    ) {
        self.method = method
        self.path = PathTemplate(declared: path)
        self.access = access
        self.operation = operation
        self.bodyLimit = NativeRoute.bodyLimit
        self.fields = fields
        self.fieldNames = parameters
        self.member = member
        self.only = only
        self.status = status
        streamedType = nil
        isPage = false
        self.answer = { call throws(Problem) in
            let input = try call.input(fields, parameters: parameters)
            let caller = access == .userOrService ? try call.caller(of: input.fields) : call.caller
            var operationCall = call.operation(input.fields, by: caller)
            // The host's own feed passes over the ids of what is gone meanwhile.
            if operation == .notificationsMark || operation == .notificationsOpened {
                operationCall.onUnknown = .ignore
            }
            do throws(Problem) {
                let result = try await operation.run(operationCall)
                let members = result.members.filter { only?.contains($0.name) ?? true }
                return APIResponse(status: status, json: member.flatMap { result[$0] } ?? .object(JSONObject(members)))
            } catch {
                throw error.relocated(input.places, as: .pointer)
            }
        }
    }
}

extension NativeRoute {
    /// Its operation's, where it is one.
    var name: String { operation?.rawValue ?? "\(method.rawValue) \(path)" }

    /// How bodies are taken in.
    func intake(of request: APIRequest) -> BodyIntake {
        if streamedType != nil { return .streamed(limit: bodyLimit) }
        let isBatch = request.mediaType == Self.cloudEventBatch
        return .whole(limit: isBatch ? bodyLimit : Self.bodyLimit)
    }

    /// Whether fields come in a body.
    var hasBody: Bool {
        if case .query = fields { false } else { true }
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
    fileprivate func input(
        _ fields: NativeRoute.Fields,
        parameters names: [String: String]
    ) throws(Problem) -> RequestMapping.Input {
        var input = RequestMapping.Input()
        switch fields {
        case .body: input.fields = try bodyObject()
        case .optionalBody(let fields):
            if !request.body.isEmpty { input.fields = try bodyObject() }
            for (field, query) in fields where input.fields[field] == nil && request.query(query.name) != nil {
                input.read(query, as: field, of: request)
            }
        case .query(let fields):
            for (field, query) in fields { input.read(query, as: field, of: request) }
        }
        for (name, value) in parameters where name != "tenant" {
            let field = names[name] ?? name
            input.fields[field] = .string(value)
            input.places[field] = "{\(name)}"
        }
        return input
    }

    private func bodyObject() throws(Problem) -> JSONObject {
        let json = try request.json()
        guard let object = json.object else {
            throw .invalid([.wrongType("", wanted: "an object", got: json)])
        }
        return object
    }
}

extension RequestMapping.Input {
    fileprivate mutating func read(_ query: NativeRoute.QueryField, as field: String, of request: APIRequest) {
        places[field] = "?\(query.name)"
        fields[field] = request.query(query.name).map(query.kind.value)
    }
}

extension NativeRoute.QueryField.Kind {
    /// What can't be read as it should be stays text, for the operation to complain about.
    fileprivate func value(_ text: String) -> JSONValue {
        switch self {
        case .text: .string(text)
        case .integer: (Int(text) ?? Int(endBeyond: text)).map { JSONValue($0) } ?? .string(text)
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .string(text)
        }
    }
}
