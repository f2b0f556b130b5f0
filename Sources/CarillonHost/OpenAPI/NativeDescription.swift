import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// A native route as an OpenAPI operation.
struct NativeDescription: Sendable {
    let route: NativeRoute
    let profile: TenantProfile

    var json: JSONObject {
        var object = JSONObject([
            .init("operationId", .string(route.operation?.rawValue ?? route.method + route.template)),
            .init("security", OpenAPIDocument.security(route.access, of: profile)),
        ])
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object["requestBody"] = requestBody
        object["responses"] = responses
        return object
    }

    private var parameters: [JSONValue] {
        let inPath = route.path.parameters.filter { $0 != "tenant" }
        var all = inPath.map { name -> JSONValue in
            let field = route.fieldNames[name] ?? name
            return ["name": .string(name), "in": "path", "required": true, "schema": schema(of: field)]
        }
        if case .query(let fields) = route.fields {
            for (field, query) in fields.sorted(by: { $0.key < $1.key }) {
                all.append(["name": .string(query.name), "in": "query", "schema": schema(of: field)])
            }
        }
        if route.operation == .notificationsStream { all.append(Self.lastEventID) }
        return all
    }

    /// RFC 8058, section 3.2.
    private static let oneClickBody: JSONValue = [
        "required": true,
        "content": [
            "application/x-www-form-urlencoded": [
                "schema": [
                    "type": "object", "required": ["List-Unsubscribe"],
                    "properties": ["List-Unsubscribe": ["const": "One-Click"]],
                ]
            ]
        ],
    ]

    /// Where a client goes on with a stream.
    static let lastEventID: JSONValue = [
        "name": "Last-Event-ID", "in": "header",
        "description": "the id of the last event that was read; what came after it follows",
        "schema": ["type": "string"],
    ]

    private func schema(of field: String) -> JSONValue {
        guard let operation = route.operation else { return ["type": "string"] }
        return FieldSchemas(profile: profile).schema(of: field, in: operation)
    }

    private var requestBody: JSONValue? {
        if route.operation == .eventsAccept { return eventBody }
        if let type = route.streamedType {
            return ["required": true, "content": .object(JSONObject([.init(type, ["schema": ["type": "string"]])]))]
        }
        if route.isPage, route.method == "POST" { return Self.oneClickBody }
        guard let operation = route.operation, route.hasBody else { return nil }
        let details = operation.description(toggles: profile.toggles.map(\.name))
        let inPath = Set(route.path.parameters.map { route.fieldNames[$0] ?? $0 })
        let inputs = details.inputs.filter { !inPath.contains($0.name) && $0.name != "subscriptions" }
        let properties = inputs.map { JSONObject.Member($0.name, self.schema(of: $0.name)) }
        var body = JSONObject([
            .init("type", "object"), .init("properties", .object(JSONObject(properties))),
            .init("additionalProperties", false),
        ])
        let names: [JSONValue] = inputs.filter { isRequired($0, in: operation) }.map { .string($0.name) }
        if !names.isEmpty { body["required"] = .array(names) }
        var isNeeded = true
        if case .optionalBody = route.fields { isNeeded = false }
        return [
            "required": .boolean(isNeeded),
            "content": ["application/json": ["schema": .object(body)]],
        ]
    }

    /// The native form is more lenient than a contract may be: an app that can't name its platform may leave it out.
    private func isRequired(_ input: OperationDescription.Input, in operation: Operation) -> Bool {
        input.isRequired && !(operation == .devicesRegister && input.name == "platform")
    }

    private var eventBody: JSONValue {
        let event: JSONValue = [
            "type": "object", "required": ["id", "source", "type"],
            "properties": [
                "id": ["type": "string", "minLength": 1], "source": ["type": "string", "minLength": 1],
                "type": ["enum": .array(profile.events.map { .string($0.id.rawValue) })],
                "time": ["type": "string", "format": "date-time"],
                "recipients": ["type": "array", "minItems": 1, "maxItems": 100],
                "topic": ["type": "string", "minLength": 1, "maxLength": 256], "data": ["type": "object"],
                "scheduledAt": ["type": "string", "format": "date-time"],
            ],
        ]
        return [
            "required": true,
            "content": [
                "application/json": ["schema": event],
                "application/cloudevents+json": ["schema": ["type": "object"]],
                "application/cloudevents-batch+json": ["schema": ["type": "array", "items": ["type": "object"]]],
            ],
        ]
    }

    private var responses: JSONValue {
        let problem: JSONValue = [
            "description": "Problem details with a stable code",
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ]
        if route.isPage {
            let page: JSONValue = [
                "description": "A page for a person", "content": ["text/html": ["schema": ["type": "string"]]],
            ]
            return ["200": page, "404": page, "default": problem]
        }
        let isStream = route.operation == .notificationsStream
        let type = isStream ? "text/event-stream" : "application/json"
        let schema: JSONValue = isStream ? ["type": "string"] : ["type": "object"]
        let success: JSONValue = [
            "description": "Done", "content": .object(JSONObject([.init(type, ["schema": schema])])),
        ]
        return .object(JSONObject([.init(String(route.status), success), .init("default", problem)]))
    }
}
