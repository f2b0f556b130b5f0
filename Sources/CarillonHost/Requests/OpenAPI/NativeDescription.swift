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
            .init("operationId", .string(route.operation?.rawValue ?? route.method.rawValue + route.path.description)),
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
            return ["name": .string(name), "in": "path", "required": true, "schema": schema(of: field).inPath]
        }
        let inQuery: [String: NativeRoute.QueryField] =
            switch route.fields {
            case .body: [:]
            case .query(let fields), .optionalBody(let fields): fields
            }
        for (field, query) in inQuery.sorted(by: { $0.key < $1.key }) {
            all.append([
                "name": .string(query.name), "in": "query",
                "required": .boolean(!route.hasBody && needsDevice(field)),
                "schema": schema(of: field),
            ])
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
        return FieldSchemas(profile: profile, registry: registry).schema(of: field, in: operation)
    }

    private var requestBody: JSONValue? {
        if route.operation == .eventsAccept { return eventBody }
        if let type = route.streamedType {
            return ["required": true, "content": .object(JSONObject([.init(type, ["schema": ["type": "string"]])]))]
        }
        if route.isPage, route.method == .post { return Self.oneClickBody }
        guard let operation = route.operation, route.hasBody else { return nil }
        if let whole = wholeBody(of: operation) {
            return ["required": true, "content": ["application/json": ["schema": whole]]]
        }
        let details = operation.description(toggles: profile.toggles.map(\.name))
        let inPath = Set(route.path.parameters.map { route.fieldNames[$0] ?? $0 })
        let inputs = details.inputs.filter { input in
            !inPath.contains(input.name) && !(operation == .subscriptionsAdd && input.name == "subscriptions")
        }
        let properties = inputs.map { JSONObject.Member($0.name, self.schema(of: $0.name)) }
        var body = JSONObject([
            .init("type", "object"), .init("properties", .object(JSONObject(properties))),
            .init("additionalProperties", false),
        ])
        let names: [JSONValue] = inputs.filter { isRequired($0, in: operation) }.map { .string($0.name) }
        if !names.isEmpty { body["required"] = .array(names) }
        var isNeeded = true
        if case .optionalBody = route.fields { isNeeded = !names.isEmpty }
        return [
            "required": .boolean(isNeeded),
            "content": ["application/json": ["schema": .object(body)]],
        ]
    }

    /// The native form is more lenient than a contract may be: an app that can't name its platform may leave it out.
    private func isRequired(_ input: OperationDescription.Input, in operation: Operation) -> Bool {
        if operation == .devicesRegister {
            return input.name == "token" || input.name == "deviceId" && profile.devices.owner == .session
        }
        return input.isRequired || needsDevice(input.name)
    }

    /// Where devices belong to nobody, subscriptions are those of one device.
    private func needsDevice(_ field: String) -> Bool {
        guard field == "deviceId", profile.devices.owner == .subscription else { return false }
        return [.subscriptionsAdd, .subscriptionsRemove, .subscriptionsList].contains(route.operation)
    }

    /// Of operations whose members depend on each other.
    private func wholeBody(of operation: Operation) -> JSONValue? {
        switch operation {
        case .sessionsStart, .sessionsUpdate: sessionBody
        case .notificationsSend: EventBodies(profile: profile).sends { schema(of: $0) }
        case .campaignsCreate: EventBodies(profile: profile).campaigns { schema(of: $0) }
        case .deliveriesRedriveFailed:
            [
                "oneOf": [
                    JSONValue.members(["ids": schema(of: "ids")]).closed,
                    JSONValue.members(
                        ["all": ["const": true]],
                        optional: [("channel", schema(of: "channel")), ("code", schema(of: "code"))]
                    ).closed,
                ]
            ]
        default: nil
        }
    }

    private var sessionBody: JSONValue {
        let isUpdate = route.operation == .sessionsUpdate
        let sure = isUpdate ? [] : ["userId", "sessionId", "pushAllowed"]
        let body = JSONValue.members(
            sure.map { ($0, schema(of: $0)) },
            optional: ["pushAllowed", "token", "platform", "locale"].filter { !sure.contains($0) }
                .map { ($0, schema(of: $0)) }
        )
        let token = schema(of: "token")["anyOf"]?.array?.first ?? .anyText
        return PushWishBodies(
            allowed: "pushAllowed",
            token: "token",
            tokenSchema: token,
            idleToken: ["anyOf": [PushWishBodies.idleText, ["type": "null"]]],
            isUpdate: isUpdate
        )
        .cases(of: body.closed)
    }

    private var eventBody: JSONValue {
        let bodies = EventBodies(profile: profile)
        let cloudEvent = bodies.events(asCloudEvents: true)
        return [
            "required": true,
            "content": [
                "application/json": ["schema": bodies.events(asCloudEvents: false)],
                "application/cloudevents+json": ["schema": cloudEvent],
                "application/cloudevents-batch+json": ["schema": ["type": "array", "items": cloudEvent]],
            ],
        ]
    }

    /// As much of the operation's result as the route answers.
    private var answered: JSONValue {
        guard let operation = route.operation else { return .anyObject }
        let schemas = ResultSchemas(profile: profile, registry: registry)
        if operation == .eventsAccept { return schemas.postedEvents }
        let result = schemas.result(of: operation)
        if let member = route.member { return result["properties"]?[member] ?? .anyObject }
        return route.only.map(result.keeping) ?? result
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
        let schema: JSONValue = isStream ? .anyText : answered
        let success: JSONValue = [
            "description": "Done", "content": .object(JSONObject([.init(type, ["schema": schema])])),
        ]
        // What is wrong with a request that brings anything is told so; the rest is what any route may answer.
        let faults = parameters.isEmpty && requestBody == nil ? [] : ["400", "422"]
        return .object(
            JSONObject(
                [.init(String(route.status), success)] + faults.map { .init($0, problem) }
                    + [.init("default", problem)]
            )
        )
    }
}
