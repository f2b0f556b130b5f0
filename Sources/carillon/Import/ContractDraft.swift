import CarillonModel
import CarillonProfiles

/// A `contract.json` as far as it can be guessed from an OpenAPI document.
struct ContractDraft {
    private(set) var routes: [Route] = []
    private(set) var findings = ImportFindings()
    /// Operations that the document has.
    let operationCount: Int
    private let basePath: String?
    private var errors: ErrorDraft
    /// What the operations that became routes answer when something is wrong.
    private var answers: [DocumentOperation.ErrorAnswer] = []

    struct Route {
        let json: JSONValue
        /// Where the document has it.
        let place: DocumentPlace
    }

    /// A contract's routes at most.
    private static let limit = 500

    init(_ document: OpenAPIDocument, for tenant: TenantNames) {
        let read = OperationReader.read(document)
        operationCount = read.operations.count
        basePath = Self.basePath(of: document)
        errors = ErrorDraft([])
        for finding in read.findings { findings.add(finding.place, finding.message) }
        for operation in read.operations { add(operation, tenant) }
        errors = ErrorDraft(answers)
        for finding in errors.findings { findings.add(finding.place, finding.message) }
    }

    var json: JSONValue {
        var contract = JSONObject()
        contract["basePath"] = basePath.map { .string($0) }
        contract["routes"] = .array(routes.map(\.json))
        contract["errors"] = errors.json.map { .object($0) }
        return .object(contract)
    }

    /// Takes a route away again that the tenant can't have.
    mutating func remove(_ index: Int, because message: String) {
        findings.add(routes[index].place, "left out: \(message)")
        routes.remove(at: index)
    }

    /// Gives a number to errors that clients can receive, where the document has numbers and none for these.
    mutating func number(_ missing: Set<CanonicalError>) {
        let reported = errors.findings.count
        errors.number(missing)
        for finding in errors.findings.dropFirst(reported) { findings.add(finding.place, finding.message) }
    }

    // MARK: routes

    private mutating func add(_ operation: DocumentOperation, _ tenant: TenantNames) {
        let label = "\(operation.method.rawValue) \(operation.path)"
        guard let guess = OperationGuess(operation) else {
            findings.add(operation.place, "\(label) looks like none of the host's operations: left out")
            return
        }
        guard PathTemplate(operation.path) != nil else {
            findings.add(
                operation.place,
                "\(label) is \(guess.operation.rawValue), and its path is none that a contract can have: each parameter "
                    + "is one whole segment, and none is empty: left out"
            )
            return
        }
        guard routes.count < Self.limit else {
            findings.add(
                operation.place,
                "\(label) is \(guess.operation.rawValue): left out, a contract has \(Self.limit) routes"
            )
            return
        }
        let request = RequestDraft(operation, as: guess.operation, for: tenant)
        if let obstacle = request.obstacle {
            findings.add(operation.place, "\(label) is \(guess.operation.rawValue), left out: \(obstacle)")
            return
        }
        let response = ResponseDraft(operation, as: guess.operation, for: tenant)
        if let rival = guess.rival {
            findings.add(
                operation.place,
                "\(label) is taken for \(guess.operation.rawValue); it may be \(rival.rawValue)"
            )
        }
        for finding in request.findings + response.findings { findings.add(finding.place, finding.message) }
        answers += operation.errors
        routes.append(Route(json: route(operation, guess.operation, request, response), place: operation.place))
    }

    private mutating func route(
        _ document: DocumentOperation,
        _ operation: Operation,
        _ request: RequestDraft,
        _ response: ResponseDraft
    ) -> JSONValue {
        var route = JSONObject([
            .init("method", .string(document.method.rawValue)), .init("path", .string(document.path)),
            .init("operation", .string(operation.rawValue)),
            .init("auth", .string(access(document, operation).rawValue)),
        ])
        if document.answersNotFound, operation.specification.reportsUnknown { route["onUnknown"] = "not-found" }
        if !request.fields.isEmpty { route["request"] = .object(request.fields) }
        route["response"] = response.json
        return .object(route)
    }

    private mutating func access(_ document: DocumentOperation, _ operation: Operation) -> ContractRoute.Access {
        let access: ContractRoute.Access = operation.specification.callers == .service ? .service : .user
        if !document.isProtected {
            findings.add(
                document.place,
                "the document lets anybody call this; the contract asks for a \(access.rawValue)'s credentials"
            )
        }
        return access
    }

    /// The path of the first server: `https://api.example.com/v1` → `/v1`.
    private static func basePath(of document: OpenAPIDocument) -> String? {
        guard let url = document.root["servers"]?.elements.first?["url"]?.string else { return nil }
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } } ?? url[...]
        let path = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard !path.isEmpty, PathTemplate(String(path))?.parameters.isEmpty == true else { return nil }
        return String(path)
    }
}
