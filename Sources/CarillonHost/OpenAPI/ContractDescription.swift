import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// A contract's route as an OpenAPI operation: what it takes from the request's fields, what it answers from the templates.
struct ContractDescription: Sendable {
    let route: ContractRoute
    let contract: Contract
    let profile: TenantProfile

    var json: JSONObject {
        var object = JSONObject([
            .init("operationId", .string("\(route.method.rawValue) \(route.path)")),
            .init("summary", .string(route.operation.rawValue)),
            .init("tags", ["contract"]),
            .init("security", OpenAPIDocument.security(Access(route.access), of: profile)),
        ])
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object["requestBody"] = requestBody
        object["responses"] = .object(responses)
        return object
    }

    // MARK: the request

    private var parameters: [JSONValue] {
        var rules: [String: ValueRule] = [:]
        var all: [JSONValue] = []
        for field in route.request {
            guard case .field(let path) = field.source, path.part != .body else { continue }
            if path.part == .path {
                rules[path.steps[0]] = field.rule
                continue
            }
            all.append([
                "name": .string(path.steps[0]), "in": .string(path.part.rawValue),
                "required": .boolean(field.isRequired), "schema": field.rule.schema(isText: true),
            ])
        }
        if route.operation == .notificationsStream { all.append(NativeDescription.lastEventID) }
        return route.path.parameters.map { name in
            [
                "name": .string(name), "in": "path", "required": true,
                "schema": rules[name]?.schema(isText: true) ?? ["type": "string", "minLength": 1],
            ]
        } + all
    }

    private var requestBody: JSONValue? {
        var root = BodySchema()
        for field in route.request {
            switch field.source {
            case .field(let path) where path.part == .body:
                root.add(field.rule.schema(isText: false), at: path.steps[...], isRequired: field.isRequired)
            case .each(let path, let fields, _) where path.part == .body:
                root.add(field.rule.schema(of: fields), at: path.steps[...], isRequired: field.isRequired)
            case .composed(let text):
                for path in text.fields where path.steps[0] == RequestPath.Part.body.rawValue {
                    root.add(["type": "string"], at: path.steps.dropFirst(), isRequired: field.isRequired)
                }
            default: break
            }
        }
        guard !root.isEmpty else { return nil }
        return ["required": true, "content": ["application/json": ["schema": root.json]]]
    }

    // MARK: the answers

    private var responses: JSONObject {
        var responses = JSONObject()
        var success = JSONObject([.init("description", "Done")])
        if route.login != nil {
            // What the tenant's own log-in answers passes through, whatever it is.
            return JSONObject([.init("200", .object(success)), .init("default", ["description": "As passed on"])])
        }
        if route.operation == .notificationsStream {
            success["content"] = ["text/event-stream": ["schema": ["type": "string"]]]
        } else if let body = route.response.body {
            let shape = route.operation.description(toggles: profile.toggles.map(\.name)).result
            let schema = TemplateSchema(shapes: [shape]).schema(of: body)
            success["content"] = ["application/json": ["schema": schema]]
        }
        let status = route.operation == .notificationsStream ? 200 : route.response.status
        responses["\(status)"] = .object(success)
        for (status, error) in errors.sorted(by: { $0.key < $1.key }) where responses["\(status)"] == nil {
            responses["\(status)"] = error
        }
        responses["default"] = error("Any other error")
        return responses
    }

    private var errors: [Int: JSONValue] {
        var all: [Int: JSONValue] = [:]
        for canonical in possibleErrors {
            let mapping = contract.mapping(of: canonical, on: route)
            all[mapping.status] = error(mapping.code)
        }
        return all
    }

    private var possibleErrors: [CanonicalError] {
        var errors: [CanonicalError] = [.internal]
        if !route.request.isEmpty { errors += [.malformed, .validation, .tooLarge] + route.request.map(\.error) }
        if route.access != .none { errors += [.unauthenticated, .forbidden] }
        if route.rateLimit != nil { errors.append(.rateLimited) }
        if route.operation == .notificationsSend {
            errors += [.noDevice, .tokenGone, .rateLimited, .conflict]
        }
        if route.onUnknown == .notFound { errors.append(.notFound) }
        return errors
    }

    private func error(_ words: String) -> JSONValue {
        let content: JSONValue
        if let body = contract.body(on: route) {
            content = ["application/json": ["schema": TemplateSchema(shapes: [.error]).schema(of: body)]]
        } else {
            content = ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]
        }
        return ["description": .string(words), "content": content]
    }
}

extension ResultShape {
    fileprivate static let error = ResultShape.object([
        "error": .object(["code": .value, "message": .value, "status": .value, "retryAfter": .value])
    ])
}

/// An object that is put together from paths into a body.
private struct BodySchema {
    private var members: [(name: String, schema: JSONValue?, inner: [BodySchema])] = []
    private var required: Set<String> = []

    var isEmpty: Bool { members.isEmpty }

    mutating func add(_ schema: JSONValue, at steps: ArraySlice<String>, isRequired: Bool) {
        guard let step = steps.first else { return }
        if isRequired { required.insert(step) }
        guard steps.count > 1 else {
            if !members.contains(where: { $0.name == step }) { members.append((step, schema, [])) }
            return
        }
        let index = members.firstIndex { $0.name == step } ?? members.endIndex
        if index == members.endIndex { members.append((step, nil, [BodySchema()])) }
        guard !members[index].inner.isEmpty else { return }
        members[index].inner[0].add(schema, at: steps.dropFirst(), isRequired: isRequired)
    }

    var json: JSONValue {
        let properties = members.map { member in
            JSONObject.Member(member.name, member.schema ?? member.inner.first?.json ?? .object(JSONObject()))
        }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
        let names = members.map(\.name).filter(required.contains)
        if !names.isEmpty { object["required"] = .array(names.map { .string($0) }) }
        return .object(object)
    }
}
