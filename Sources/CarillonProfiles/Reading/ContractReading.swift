import CarillonModel

/// Reads the values of `contract.json`.
struct ContractReading {
    let root: JSONNode

    /// - Parameter routes: the result of ``routes()``.
    func contract(_ routes: [ContractRoute?]) -> Contract {
        Contract(basePath: root.text("basePath"), routes: routes.compactMap(\.self), errors: errors(root["errors"]))
    }

    /// One for each element; nil where something is missing, which the shape checker has reported.
    func routes() -> [ContractRoute?] { (root["routes"]?.elements ?? []).map(route) }

    private func route(_ node: JSONNode) -> ContractRoute? {
        guard let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let path = node.made("path", { PathTemplate($0) }),
            let operation = node.made("operation", { Operation(rawValue: $0) }),
            let access = node.made("auth", { ContractRoute.Access(rawValue: $0) })
        else { return nil }
        var route = ContractRoute(method, path, operation: operation, access: access)
        route.rateLimit = node.made("rateLimit") { RateLimit($0) }
        route.parameters = (node["params"]?.members ?? []).map { member in
            let error = member.value.made("error") { CanonicalError(rawValue: $0) } ?? .validation
            return PathParameter(member.name, Self.rule(member.value), error: error)
        }
        route.request = (node["request"]?.members ?? []).compactMap { requestField($0, of: operation) }
        if let response = node["response"] {
            route.response = ContractResponse(
                status: response.number("status") ?? 200,
                headers: (response["headers"]?.members ?? []).map(answerHeader),
                body: response["body"].flatMap(TemplateReading.answer)
            )
        }
        route.errors = errors(node["errors"])
        route.onUnknown = node.made("onUnknown") { .init(rawValue: $0) } ?? .ignore
        if let upstream = node.text("upstream"), let user = node.made("userId", { FieldPath($0) }),
            let session = node.made("sessionId", { FieldPath($0) })
        {
            route.login = LoginForwarding(
                upstream: upstream,
                userID: user,
                sessionID: session,
                headers: node.texts("headers")
            )
        }
        return route
    }

    private func answerHeader(_ member: JSONMember) -> AnswerHeader {
        let values = member.value.string == nil ? member.value.elements : [member.value]
        return AnswerHeader(member.name, values.compactMap { $0.string.flatMap { try? PlaceholderText($0) } })
    }

    private func errors(_ node: JSONNode?) -> ContractErrors {
        var errors = ContractErrors(body: node?["body"].flatMap(TemplateReading.answer))
        for member in node?["codes"]?.members ?? [] {
            guard let error = CanonicalError(rawValue: member.name), let code = member.value["code"]?.value else {
                continue
            }
            errors.codes[error] = ErrorMapping(
                status: member.value.number("status") ?? error.status,
                code: code,
                message: member.value.made("message") { try? PlaceholderText($0) }
            )
        }
        return errors
    }

    private func requestField(_ member: JSONMember, of operation: Operation) -> RequestField? {
        let node = member.value
        guard let target = FieldPath(member.name) else { return nil }
        // Preferences have names that the profile declares, which aren't ids.
        let input = operation.specification.field(target.steps[0])
        let isID = target.steps.count == 1 && input?.form.takesIntegersAsText == true
        guard let source = source(node, isID: isID) else { return nil }
        var field = RequestField(target, from: source)
        let rule = Self.rule(node)
        field.rule = isID ? rule.ofID() : rule
        field.defaultValue = node["default"]?.value
        field.isOptional = node.flag("optional") ?? false
        field.error = node.made("error") { CanonicalError(rawValue: $0) } ?? .validation
        return field
    }

    /// - Parameter isID: whether the operation takes ids, or objects that contain ids.
    private func source(_ node: JSONNode, isID: Bool) -> RequestSource? {
        if let constant = node["value"]?.value { return .constant(constant) }
        if let path = node.made("each", { RequestPath($0) }) {
            let fields = (node["fields"]?.members ?? []).map { member -> ElementField in
                let rule = Self.rule(member.value)
                return ElementField(
                    member.name,
                    isID ? rule.ofID() : rule,
                    isOptional: member.value.flag("optional") ?? false
                )
            }
            return .each(path, fields: fields, as: node["as"].flatMap(TemplateReading.answer))
        }
        return node.made("from") { RequestSource(written: $0) }
    }

    private static func rule(_ node: JSONNode) -> ValueRule {
        var rule = ValueRule()
        rule.type = node.made("type") { RequestType(rawValue: $0) }
        if let values = node["values"] {
            let listed = values.elements.compactMap { $0.value.map { ValueRule.AllowedValue($0) } }
            let mapped = values.members.compactMap { member in
                member.value.value.map { meaning in
                    ValueRule.AllowedValue(rule.written(member.name), meaning: meaning, isName: rule.type == nil)
                }
            }
            rule.values = listed + mapped
        }
        rule.pattern = node.made("pattern") { TextPattern($0) }
        rule.maxLength = node.number("maxLength")
        rule.minimum = node.number("minimum")
        rule.maximum = node.number("maximum")
        rule.clamps = node.flag("clamp") ?? false
        rule.isNullable = node.flag("nullable") ?? false
        if let items = node["items"] { rule.items = .each(Self.rule(items)) }
        rule.minItems = node.number("minItems")
        rule.maxItems = node.number("maxItems")
        rule.format = node.made("format") { ValueFormat($0) }
        rule.separator = node.text("separator")
        return rule
    }
}
