import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// A contract's route as an OpenAPI operation: what it takes from the request's fields, what it answers from the templates.
struct ContractDescription: Sendable {
    let route: ContractRoute
    /// Where it answers, within the tenant's part of the path.
    let path: String
    let contract: Contract
    let profile: TenantProfile
    let registry: ChannelRegistry

    var json: JSONObject {
        var object = JSONObject([
            .init("operationId", .string("\(route.method.rawValue) \(path)")),
            .init("summary", .string(route.operation.rawValue)),
            .init("tags", ["contract"]),
        ])
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object["requestBody"] = requestBody
        object["responses"] = .object(responses)
        return object
    }

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
        if specification.answer == .stream { all.append(NativeDescription.lastEventID) }
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
            // Texts in a language of the payload; other members of an object are passed on.
            return field.target.steps[0] == "payload" ? plainText : .anyText
        }
        guard let kind = specification.field(field.target.steps[0])?.kind else { return TextSchema.plain() }
        let context = FieldContext(profile: profile, registry: registry)
        return field.rule.type == .list ? kind.schemaOfList(in: context) : kind.schema(in: context)
    }

    var specification: OperationSpecification {
        route.operation.specification.with(toggles: profile.toggles.map(\.name))
    }

    private var plainText: JSONValue {
        TextSchema.matching(SchemaPattern.visibleText(strippingTags: profile.policies.stripsTags))
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
                let types: JSONValue = field.isRequired ? ["string", "integer"] : ["string", "integer", "null"]
                let part: JSONValue = [
                    "type": types, "minimum": JSONValue(Int64.min), "maximum": JSONValue(Int64.max),
                ]
                for path in text.fields where path.steps[0] == RequestPath.Part.body.rawValue {
                    root.add(part, at: path.steps.dropFirst(), isRequired: field.isRequired)
                }
            default: break
            }
        }
        guard !root.isEmpty else { return nil }
        return body(withPushRequest(root.json))
    }

    /// Where a body that can't be read is forgiven it may be anything, and the schema says what members of an object mean.
    private func body(_ schema: JSONValue) -> JSONValue {
        guard route.toleratesAnyBody, var forgiving = schema.object else {
            return ["required": true, "content": ["application/json": ["schema": schema]]]
        }
        forgiving["type"] = nil
        return ["required": false, "content": ["application/json": ["schema": .object(forgiving)]]]
    }

    /// Log-ins take a token exactly when they may be pushed to.
    private func withPushRequest(_ body: JSONValue) -> JSONValue {
        guard case .pushPermission(let isUpdate) = specification.body, let (allowed, _) = member("pushAllowed"),
            let (token, field) = member("token")
        else { return body }
        let null: [JSONValue] = field.rule.isNullable ? [["type": "null"]] : []
        var rule = field.rule
        rule.isNullable = false
        return PushRequestBodies(
            allowed: allowed,
            token: token,
            tokenSchema: rule.schema(base: base(of: field)),
            idleToken: ["anyOf": .array([rule.schema(base: PushRequestBodies.idleText)] + null)],
            isUpdate: isUpdate
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
}
