import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What a tenant's clients can ask this host, as OpenAPI 3.1: the native routes and the tenant's own contract.
///
/// Made by the same tables that answer the requests.
///
/// Source: OpenAPI Specification 3.1.1.
struct OpenAPIDocument: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
    let routes: TenantRoutes

    var json: JSONValue {
        var paths = JSONObject()
        for route in PublicEndpoint.table.routes {
            guard case .native(let native) = route.endpoint else { continue }
            let description = NativeDescription(route: native, profile: profile, registry: registry)
            let path = route.template.replacing("{tenant}", with: profile.id.rawValue)
            paths.add(secured(description.json, for: route), method: route.method, path: path)
        }
        if let contract = profile.contract { add(contract, to: &paths) }
        return [
            "openapi": "3.1.1",
            "info": [
                "title": .string(profile.name), "version": .string(profile.revision.description),
                "description": .string(
                    "The notifications of \(profile.name): the host's own routes, and the product's contract."
                ),
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": .object(securitySchemes),
                "schemas": .object(schemas),
            ],
        ]
    }

    /// Each route stands at all its places: that with the contract's base path is the one that the product's apps know.
    private func add(_ contract: Contract, to paths: inout JSONObject) {
        for route in routes.underName.routes {
            guard case .contract(let own) = route.endpoint else { continue }
            let description = ContractDescription(
                route: own,
                path: route.path.description,
                contract: contract,
                profile: profile,
                registry: registry
            )
            let path = "/\(profile.id)\(route.path)"
            paths.add(secured(description.json, for: route), method: route.method, path: path)
        }
    }

    private func secured(_ operation: JSONObject, for route: DeclaredRoute<PublicEndpoint>) -> JSONObject {
        var operation = operation
        operation["security"] = security(route.endpoint.access)
        return operation
    }

    /// Payloads stand by their event types' names.
    private var schemas: JSONObject {
        var schemas = JSONObject([.init("Problem", Self.problem)])
        for event in profile.events {
            let schema = event.payloadSchema(in: profile)
            schemas[event.id.rawValue] = schema.withoutDialect
        }
        return schemas
    }

    private var securitySchemes: JSONObject {
        var schemes = JSONObject([
            .init("user", ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]),
            .init("service", ["type": "http", "scheme": "bearer"]),
        ])
        if let cookie = profile.authentication.users?.cookie {
            schemes["userCookie"] = ["type": "apiKey", "in": "cookie", "name": .string(cookie)]
        }
        for (index, service) in profile.authentication.services.enumerated() {
            schemes["service\(index + 1)"] = ["type": "apiKey", "in": "header", "name": .string(service.header)]
        }
        return schemes
    }

    /// The names of the security schemes for this access, each sufficient by itself; an empty one allows anonymous
    /// requests.
    private func security(_ access: Access) -> JSONValue {
        let users = ["user"] + (profile.authentication.users?.cookie == nil ? [] : ["userCookie"])
        let services = ["service"] + profile.authentication.services.indices.map { "service\($0 + 1)" }
        let names: [String?] =
            switch access {
            case .user: users
            case .service: services
            case .userOrService: users + services
            case .optionalUser: [nil] + users
            case .operator: []
            case .anyone: [nil]
            }
        return .array(names.map { name in name.map { .object(JSONObject([.init($0, [])])) } ?? .object(JSONObject()) })
    }

    /// RFC 9457 with a stable code and all faults at once.
    static let problem: JSONValue = [
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": [
            "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
            "code": ["type": "string"], "detail": ["type": "string"], "retryAfter": ["type": "integer"],
            "errors": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["pointer", "code", "message"],
                    "properties": [
                        "pointer": ["type": "string"], "code": ["type": "string"], "message": ["type": "string"],
                    ],
                ],
            ],
        ],
    ]
}

extension JSONObject {
    fileprivate mutating func add(_ operation: JSONObject, method: RequestMethod, path: String) {
        var item = self[path]?.object ?? JSONObject()
        item[method.rawValue.lowercased()] = .object(operation)
        self[path] = .object(item)
    }
}
