import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// A contract's route as an OpenAPI operation: what it takes from the request's fields, what it answers from the templates.
struct ContractDescription: Sendable {
    let route: ContractRoute
    let contract: Contract
    let profile: TenantProfile
    let registry: ChannelRegistry

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
        var inPath: [String: JSONValue] = [:]
        var all: [JSONValue] = []
        for field in route.request {
            if case .composed(let text) = field.source, let pattern = field.rule.pattern {
                for (name, part) in TextSchema.parts(of: text, pattern: pattern.source) {
                    inPath[name] = TextSchema.matching(part)
                }
            }
            guard case .field(let path) = field.source, path.part != .body else { continue }
            let schema = route.forgives(field) ? .anything : field.rule.schema(base: base(of: field))
            if path.part == .path {
                inPath[path.steps[0]] = field.rule.schema(schema, at: .path)
                continue
            }
            var parameter = JSONObject([
                .init("name", .string(path.steps[0])), .init("in", .string(path.part.rawValue)),
                .init("required", .boolean(field.isRequired)), .init("schema", schema),
            ])
            if path.part == .query, let style = field.rule.queryStyle {
                parameter["style"] = .string(style.style)
                parameter["explode"] = .boolean(style.explodes)
            } else {
                parameter["schema"] = field.rule.schema(schema, at: path.part)
            }
            all.append(.object(parameter))
        }
        for parameter in route.parameters { inPath[parameter.name] = parameter.rule.schema(base: TextSchema.plain()) }
        if route.operation == .notificationsStream { all.append(NativeDescription.lastEventID) }
        return route.path.parameters.map { name in
            [
                "name": .string(name), "in": "path", "required": true,
                "schema": inPath[name] ?? TextSchema.plain(),
            ]
        } + all
    }

    /// What the operation takes, where the field's own rule leaves it open.
    private func base(of field: RequestField) -> JSONValue {
        guard field.target.steps.count == 1 else {
            // Words in a language of the payload; what else is brought in an object is handed through.
            return field.target.steps[0] == "payload" ? words : .anyText
        }
        let name = field.target.steps[0]
        if name == "categories", field.rule.type == .list { return .list(.choice(profile.categories.map(\.id))) }
        return FieldSchemas(profile: profile, registry: registry).schema(of: name, in: route.operation)
    }

    private var words: JSONValue {
        TextSchema.matching(SchemaPattern.words(strippingTags: profile.policies.stripsTags))
    }

    private var requestBody: JSONValue? {
        var root = BodySchema()
        for field in route.request {
            switch field.source {
            case .field(let path) where path.part == .body:
                let schema =
                    route.forgives(field)
                    ? .anything : field.rule.schema(base: base(of: field), isOptional: !field.isRequired)
                if path.steps.isEmpty { return body(field.rule.schema(schema, at: .body)) }
                root.add(field.rule.schema(schema, at: .body), at: path.steps[...], isRequired: field.isRequired)
            case .each(let path, let fields, _) where path.part == .body:
                let schema = field.rule.schema(of: fields, isOptional: !field.isRequired)
                if path.steps.isEmpty { return body(schema) }
                root.add(schema, at: path.steps[...], isRequired: field.isRequired)
            case .composed(let text):
                let types: JSONValue = field.isRequired ? "string" : ["string", "null"]
                for path in text.fields where path.steps[0] == RequestPath.Part.body.rawValue {
                    root.add(["type": types], at: path.steps.dropFirst(), isRequired: field.isRequired)
                }
            default: break
            }
        }
        guard !root.isEmpty else { return nil }
        return body(withPushWish(root.json))
    }

    /// Where a body that can't be read is forgiven it may be anything, and the schema says what members of an object mean.
    private func body(_ schema: JSONValue) -> JSONValue {
        guard route.forgivesBody, var forgiving = schema.object else {
            return ["required": true, "content": ["application/json": ["schema": schema]]]
        }
        forgiving["type"] = nil
        return ["required": false, "content": ["application/json": ["schema": .object(forgiving)]]]
    }

    /// Log-ins take a token exactly when they may be pushed to.
    private func withPushWish(_ body: JSONValue) -> JSONValue {
        guard [.sessionsLogin, .sessionsStart, .sessionsUpdate].contains(route.operation),
            let (allowed, _) = member("pushAllowed"), let (token, field) = member("token")
        else { return body }
        let null: [JSONValue] = field.rule.isNullable ? [["type": "null"]] : []
        var rule = field.rule
        rule.isNullable = false
        return PushWishBodies(
            allowed: allowed,
            token: token,
            tokenSchema: rule.schema(base: base(of: field)),
            idleToken: ["anyOf": .array([rule.schema(base: PushWishBodies.idleText)] + null)],
            isUpdate: route.operation == .sessionsUpdate
        )
        .cases(of: body)
    }

    /// The body's own member that fills a field of the operation.
    private func member(_ name: String) -> (String, RequestField)? {
        for field in route.request where field.target.steps == [name] {
            if case .field(let path) = field.source, path.part == .body, path.steps.count == 1 {
                return (path.steps[0], field)
            }
        }
        return nil
    }

    // MARK: the answers

    private var responses: JSONObject {
        var responses = JSONObject()
        var success = JSONObject([.init("description", "Done")])
        if route.login != nil {
            return JSONObject([.init("200", .object(success))] + passedOn)
        }
        if route.operation == .notificationsStream {
            success["content"] = ["text/event-stream": ["schema": ["type": "string"]]]
        } else if let body = route.response.body {
            let schema = template.schema(of: body)
            success["content"] = ["application/json": ["schema": schema]]
        }
        if !route.response.headers.isEmpty {
            let headers = route.response.headers.map { header in
                let isSure = header.values.contains { template.isSure($0) }
                return JSONObject.Member(header.name, ["required": .boolean(isSure), "schema": .anyText])
            }
            success["headers"] = .object(JSONObject(headers))
        }
        let status = route.operation == .notificationsStream ? 200 : route.response.status
        responses["\(status)"] = .object(success)
        for (status, error) in errors.sorted(by: { $0.key < $1.key }) where responses["\(status)"] == nil {
            responses["\(status)"] = error
        }
        responses["default"] = error("Any other error")
        return responses
    }

    private var template: TemplateSchema { TemplateSchema(scopes: [ResultSchemas.surroundings, result]) }

    private var result: JSONValue {
        let filled = route.request.filter { $0.isRequired || $0.defaultValue != nil }.map { $0.target.steps[0] }
        let result = ResultSchemas(profile: profile, registry: registry).result(
            of: route.operation,
            filled: Set(filled),
            hasCursor: route.request.contains { $0.target.steps == ["cursor"] }
        )
        return route.operation == .notificationsList ? result.adding("links", ResultSchemas.links) : result
    }

    /// What the tenant's own log-in answers passes through, whatever it is; that there is no answer is told here.
    private var passedOn: [JSONObject.Member] {
        var errors: [CanonicalError] = [.badGateway, .gatewayTimeout, .tooLarge]
        if route.access != .none { errors.append(.unauthenticated) }
        if route.rateLimit != nil { errors.append(.rateLimited) }
        let own = Set(errors.map { contract.mapping(of: $0, on: route).status })
        return own.sorted().map { status in
            let told: JSONValue = ["application/json": ["schema": ["anyOf": [errorSchema, .anything]]]]
            return .init("\(status)", ["description": "Of this host, or as passed on", "content": told])
        } + [.init("default", ["description": "As passed on"])]
    }

    private var errors: [Int: JSONValue] {
        var all: [Int: JSONValue] = [:]
        for canonical in possibleErrors {
            let mapping = contract.mapping(of: canonical, on: route)
            all[mapping.status] = error(TemplateScope.text(of: mapping.code))
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
        if route.operation == .devicesRegister, profile.devices.owner == .subscription { errors.append(.rateLimited) }
        if mayReachLimit { errors.append(.limitReached) }
        if route.onUnknown == .notFound || route.operation == .devicesGet { errors.append(.notFound) }
        return errors
    }

    private var mayReachLimit: Bool {
        switch route.operation {
        case .subscriptionsAdd: true
        case .devicesRegister:
            profile.devices.owner == .subscription
                || route.request.contains { $0.target.steps.first == "subscriptions" }
        default: false
        }
    }

    private func error(_ words: String) -> JSONValue {
        let type = contract.body(on: route) == nil ? "application/problem+json" : "application/json"
        let content = JSONObject([.init(type, ["schema": errorSchema])])
        return ["description": .string(words), "content": .object(content)]
    }

    private var errorSchema: JSONValue {
        guard let body = contract.body(on: route) else { return ["$ref": "#/components/schemas/Problem"] }
        let codes = CanonicalError.allCases.map { contract.mapping(of: $0, on: route).code }
        let scope = ResultSchemas.error(codesAreNumbers: codes.contains { $0.string == nil })
        return TemplateSchema(scopes: [scope]).schema(of: body)
    }
}

extension JSONValue {
    /// The schema, with null where `other` takes it.
    fileprivate func orNull(where other: JSONValue) -> JSONValue {
        other["anyOf"]?.array?.contains(["type": "null"]) == true ? ["anyOf": [self, ["type": "null"]]] : self
    }
}

/// An object that is put together from paths into a body.
private struct BodySchema {
    private var members: [(name: String, schema: JSONValue?, inner: [BodySchema])] = []
    private var required: Set<String> = []

    var isEmpty: Bool { members.isEmpty }

    mutating func add(_ schema: JSONValue, at steps: ArraySlice<String>, isRequired: Bool) {
        guard let step = steps.first else { return }
        if isRequired { required.insert(step) }
        let index = members.firstIndex { $0.name == step } ?? members.endIndex
        if index == members.endIndex { members.append((step, nil, [])) }
        guard steps.count > 1 else {
            members[index].schema = members[index].schema ?? schema
            return
        }
        if members[index].inner.isEmpty { members[index].inner.append(BodySchema()) }
        members[index].inner[0].add(schema, at: steps.dropFirst(), isRequired: isRequired)
    }

    var json: JSONValue {
        let properties = members.map { member -> JSONObject.Member in
            let inner = member.inner.first?.json
            // What is handed through as a whole may have members that fill fields of their own.
            let both = inner.flatMap { inner in
                member.schema.map { schema -> JSONValue in ["allOf": [schema, inner.orNull(where: schema)]] }
            }
            return .init(member.name, both ?? member.schema ?? inner ?? .object(JSONObject()))
        }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
        let names = members.map(\.name).filter(required.contains)
        if !names.isEmpty { object["required"] = .array(names.map { .string($0) }) }
        return .object(object)
    }
}
