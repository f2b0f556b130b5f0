import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Fills an operation's fields from a request, as a contract's route says.
///
/// Members that the route doesn't name are ignored: existing apps send more than they must.
struct RequestMapping: Sendable {
    let route: ContractRoute
    let now: Instant

    /// An operation's fields, and how the client calls each of them.
    struct Input: Sendable {
        var fields = JSONObject()
        /// Field of the operation, `payload.title.en` for one inside → place in the request, for error messages.
        var places: [String: String] = [:]
    }

    /// - Throws: the canonical error of the first field that is wrong, with every fault. A field that is missing is always
    ///   a `validation` error.
    func input(from request: APIRequest, parameters: [String: String]) throws(Problem) -> Input {
        let (input, faults) = try reading(of: request, parameters: parameters)
        guard let first = faults.first else { return input }
        let all = faults.map(\.fault)
        throw Problem(first.error, all.summary, faults: all)
    }

    /// The fields that are right, and what is wrong with the others.
    ///
    /// - Throws: where the request can't be read at all.
    func reading(
        of request: APIRequest,
        parameters: [String: String]
    ) throws(Problem) -> (input: Input, faults: [(error: CanonicalError, fault: Fault)]) {
        try request.refuseRepeatedQuery(of: queryNames)
        let source = RequestValues(
            specification: route.operation.specification,
            request: request,
            parameters: parameters,
            body: try readsBody ? readBody(of: request) : nil
        )
        var input = Input()
        var faults: [(error: CanonicalError, fault: Fault)] = []
        for parameter in route.parameters {
            guard let value = parameters[parameter.name] else { continue }
            var report = ValueReport(error: parameter.error, at: now)
            _ = parameter.rule.checked(.string(value), isText: true, at: parameter.name, &report)
            faults += report.faults
        }
        for field in route.request {
            var report = ValueReport(error: field.error, at: now)
            let value = source.value(of: field, &report)
            // A member that the route fills itself is not accepted within an object that is passed on.
            if value != nil || field.target.steps.count > 1 { input.fields.set(value, at: field.target.steps[...]) }
            input.places[field.target.steps.joined(separator: ".")] = source.place(of: field)
            guard !route.forgives(field) else { continue }
            // A value that fills two fields is reported once.
            faults += report.faults.filter { new in !faults.contains { $0.fault == new.fault } }
        }
        return (input, faults)
    }

    /// The query parameters that the route reads; others may stand as often as they like, as others' members of a body may.
    private var queryNames: Set<String> {
        let paths = route.request.flatMap { field -> [RequestPath] in
            switch field.source {
            case .field where field.rule.type == .list: []
            case .field(let path), .each(let path, _, _): [path]
            case .composed(let text): text.fields.compactMap { RequestPath($0.description) }
            case .constant: []
            }
        }
        return Set(paths.filter { $0.part == .query }.compactMap(\.steps.first))
    }

    private var readsBody: Bool { route.request.contains(where: \.readsBody) }

    /// One that can't be read is as good as an empty one where nothing is taken from it but what may be wrong.
    private func readBody(of request: APIRequest) throws(Problem) -> JSONValue {
        do throws(Problem) {
            return try body(of: request)
        } catch {
            guard route.toleratesAnyBody else { throw error }
            return .object(JSONObject())
        }
    }

    /// The body, which must be a JSON object unless a field is all of it.
    ///
    /// Apps that leave the type to their HTTP client send text/plain, or none.
    private func body(of request: APIRequest) throws(Problem) -> JSONValue {
        if let type = request.mediaType, type != "application/json", type != "text/plain", !type.hasSuffix("+json") {
            throw Problem(.unsupportedMediaType, "the body must be application/json")
        }
        guard request.isUTF8 else { throw .notUTF8 }
        do {
            let json = try JSONValue(parsing: request.body)
            guard json.object != nil || route.readsWholeBody else {
                throw Problem(.malformed, "the body must be a JSON object, not \(json.kind)")
            }
            return json
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.malformed, "the body is no JSON: \(error)")
        }
    }
}

extension ContractRoute {
    /// Whether a field is the whole body, whatever JSON that is.
    fileprivate var readsWholeBody: Bool {
        request.contains { field in
            switch field.source {
            case .field(let path), .each(let path, _, _): path == RequestPath(.body, [])
            case .composed, .constant: false
            }
        }
    }

    /// Whether a value that can't be right is as good as one that names nothing: a log-out never fails.
    func forgives(_ field: RequestField) -> Bool {
        operation.specification.unknown == .routeDecidesLeniently && onUnknown == .ignore && field.isOptional
    }

    /// Whether so is all that comes from the body.
    var toleratesAnyBody: Bool { request.filter(\.readsBody).allSatisfy(forgives) }
}

extension JSONObject {
    /// Sets a value inside objects, which are made where they aren't there; none takes away what is.
    fileprivate mutating func set(_ value: JSONValue?, at steps: ArraySlice<String>) {
        guard let step = steps.first else { return }
        guard steps.count > 1 else {
            self[step] = value
            return
        }
        guard var inner = self[step]?.object ?? value.map({ _ in JSONObject() }) else { return }
        inner.set(value, at: steps.dropFirst())
        self[step] = .object(inner)
    }
}
