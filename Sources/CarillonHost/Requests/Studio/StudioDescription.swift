import CarillonModel
import CarillonProfiles

/// The studio's routes as an OpenAPI document.
struct StudioDescription: Sendable {
    let tenant: TenantProfile

    var json: JSONValue {
        var paths = JSONObject()
        for route in StudioRoute.routes.map(\.endpoint) {
            let path = route.path.description.replacing("{tenant}", with: tenant.id.rawValue)
            var methods = paths[path]?.object ?? JSONObject()
            methods[route.method.rawValue.lowercased()] = operation(route)
            paths[path] = .object(methods)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": .string("Studio of \(tenant.name)"), "version": .string(tenant.revision.description),
            ],
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "staff": [
                        "type": "apiKey", "in": "cookie", "name": .string(StaffSessions.cookieName(of: tenant.id)),
                        "description": "The session; over TLS, `__Host-` stands before its name.",
                    ]
                ],
                "schemas": .object(StudioSchema.all),
            ],
        ]
    }

    private func operation(_ route: StudioRoute) -> JSONValue {
        var object: JSONObject = [
            "operationId": .string("\(route.method.rawValue)\(route.path)"), "summary": .string(route.summary),
        ]
        if case .staff = route.access { object["security"] = [["staff": []]] }
        let inPath = route.path.parameters.filter { $0 != "tenant" }.map { name -> JSONValue in
            ["name": .string(name), "in": "path", "required": true, "schema": .anyText]
        }
        let inQuery = route.query.map { name, summary -> JSONValue in
            ["name": .string(name), "in": "query", "description": .string(summary), "schema": .anyText]
        }
        if !(inPath + inQuery).isEmpty { object["parameters"] = .array(inPath + inQuery) }
        if let body = route.body {
            let isRequired = body["required"]?.array?.isEmpty == false
            object["requestBody"] = [
                "required": .boolean(isRequired), "content": ["application/json": ["schema": body]],
            ]
        }
        var answer: JSONObject = ["description": .string(route.result)]
        answer["content"] = Self.content(of: route.answers)
        object["responses"] = .object(
            JSONObject([
                .init("\(route.answers.status)", .object(answer)),
                .init(
                    "default",
                    [
                        "description": "Problem details with a stable code",
                        "content": ["application/problem+json": ["schema": StudioSchema.named("Problem")]],
                    ]
                ),
            ])
        )
        return .object(object)
    }

    private static func content(of answer: StudioRoute.Answer) -> JSONValue? {
        switch answer {
        case .nothing: nil
        case .json(let name, _): ["application/json": ["schema": StudioSchema.named(name)]]
        case .of(mediaType: "application/json"): ["application/json": ["schema": .anyObject]]
        case .of(let type): .object(JSONObject([.init(type, ["schema": .anyText])]))
        }
    }
}
