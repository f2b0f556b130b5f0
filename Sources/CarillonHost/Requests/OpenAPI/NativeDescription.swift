import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// A native route as an OpenAPI operation.
struct NativeDescription: Sendable {
    let route: NativeRoute
    let profile: TenantProfile
    let registry: ChannelRegistry

    var json: JSONObject {
        var object = JSONObject([
            .init(
                "operationId",
                .string(route.operation?.operation.rawValue ?? route.method.rawValue + route.path.description)
            )
        ])
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object["requestBody"] = requestBody
        object["responses"] = responses
        return object
    }

    /// Nil where the route is no operation.
    private var specification: OperationSpecification? {
        route.operation?.operation.specification.with(toggles: profile.toggles.map(\.name))
    }

    private var context: FieldContext { FieldContext(profile: profile, registry: registry) }

    private var parameters: [JSONValue] {
        let bound = route.operation?.route
        var all = route.path.parameters.filter { $0 != "tenant" }.map { name -> JSONValue in
            let schema = kind(of: bound?.field(of: name) ?? name)?.schema(in: context).inPath ?? .anyText
            return ["name": .string(name), "in": "path", "required": true, "schema": schema]
        }
        for query in bound?.source.parameters.sorted(by: { $0.field < $1.field }) ?? [] {
            all.append([
                "name": .string(query.name), "in": "query",
                "required": .boolean(bound?.source.hasBody == false && isRequired(query.field)),
                "schema": kind(of: query.field)?.schema(in: context) ?? .anyText,
            ])
        }
        all += route.form.query.map { field in
            [
                "name": .string(field.name), "in": "query", "required": .boolean(field.isRequired(devicesOf: owner)),
                "schema": field.schema(in: context),
            ]
        }
        if specification?.answer == .stream { all.append(Self.lastEventID) }
        return all
    }

    private var owner: DevicePolicy.Owner { profile.devices.owner }

    private func kind(of field: String) -> FieldKind? { specification?.field(field)?.kind }

    private func isRequired(_ field: String) -> Bool {
        specification?.field(field)?.isRequired(devicesOf: profile.devices.owner) == true
    }

    /// The header with which a client continues a stream.
    static let lastEventID: JSONValue = [
        "name": "Last-Event-ID", "in": "header",
        "description": "the id of the last event that was read; what came after it follows",
        "schema": ["type": "string"],
    ]

    private var requestBody: JSONValue? {
        switch route.form.body {
        case .none: break
        case .stream(let type): return Self.body(type, ["type": "string"])
        case .form(let field):
            let properties = JSONObject([.init(field.name, ["const": .string(field.value)])])
            return Self.body(
                "application/x-www-form-urlencoded",
                ["type": "object", "required": [.string(field.name)], "properties": .object(properties)]
            )
        case .object(let fields): return Self.body("application/json", NativeBody.object(fields, in: context))
        }
        guard let bound = route.operation?.route, let specification, bound.source.hasBody else { return nil }
        let body = NativeBody(specification: specification, route: bound, context: context)
        var isNeeded = true
        if case .optionalBody = bound.source { isNeeded = body.hasRequiredFields }
        return ["required": .boolean(isNeeded), "content": body.content]
    }

    private static func body(_ type: String, _ schema: JSONValue) -> JSONValue {
        ["required": true, "content": .object(JSONObject([.init(type, ["schema": schema])]))]
    }

    /// As much of the operation's result as the route answers.
    var answered: JSONValue {
        let result = ResultSchema(profile: profile, registry: registry)
        guard let specification, let bound = route.operation?.route else {
            if case .object(let members) = route.form.answer { return result.object(members) }
            return .anyObject
        }
        let members = bound.answer ?? specification.ownResult
        if let member = members.first(where: { $0.name == bound.member }) { return result.schema(of: member.shape) }
        return result.object(members.filter { bound.only?.contains($0.name) ?? true })
    }

    private var responses: JSONValue {
        let problem: JSONValue = [
            "description": "Problem details with a stable code",
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ]
        if case .page = route.form.answer {
            let page: JSONValue = [
                "description": "A page for a person", "content": ["text/html": ["schema": ["type": "string"]]],
            ]
            return ["200": page, "404": page, "default": problem]
        }
        if case .text = route.form.answer {
            let text: JSONValue = ["description": "Done", "content": ["text/plain": ["schema": ["type": "string"]]]]
            return ["200": text, "404": problem, "default": problem]
        }
        if route.status == 204 { return ["204": ["description": "Done"], "default": problem] }
        let isStream = specification?.answer == .stream
        let type = isStream ? "text/event-stream" : "application/json"
        let schema: JSONValue = isStream ? .anyText : answered
        let success: JSONValue = [
            "description": "Done", "content": .object(JSONObject([.init(type, ["schema": schema])])),
        ]
        // Errors of a request with input are described; the rest are those of any route.
        let faults = parameters.isEmpty && requestBody == nil ? [] : ["400", "422"]
        return .object(
            JSONObject(
                [.init(String(route.status), success)] + faults.map { .init($0, problem) }
                    + [.init("default", problem)]
            )
        )
    }
}
