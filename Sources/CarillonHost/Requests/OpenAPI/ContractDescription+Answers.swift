import CarillonModel
import CarillonProfiles

/// The answers of a contract's route: its result, and each error in the contract's form.
extension ContractDescription {
    var responses: JSONObject {
        var responses = JSONObject()
        var success = JSONObject([.init("description", "Done")])
        if route.login != nil {
            return JSONObject([.init("200", .object(success))] + passedOn)
        }
        if specification.answer == .stream {
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
        let status = specification.answer == .stream ? 200 : route.response.status
        responses["\(status)"] = .object(success)
        for (status, error) in errors.sorted(by: { $0.key < $1.key }) where responses["\(status)"] == nil {
            responses["\(status)"] = error
        }
        responses["default"] = error("Any other error")
        return responses
    }

    private var template: TemplateSchema {
        let feedValues = specification.givesPages ? profile.feedValues(registry: registry) : [:]
        let filled = route.request.filter { $0.isRequired || $0.defaultValue != nil }.map { $0.target.steps[0] }
        let schema = ResultSchema(
            profile: profile,
            registry: registry,
            filled: Set(filled),
            hasCursor: route.request.contains { $0.target.steps == ["cursor"] },
            isOfContract: true
        )
        return TemplateSchema(scopes: [schema.schema(of: specification.result)], feedValues: feedValues)
    }

    /// The tenant's own log-in answers as it likes; the host itself answers where there is no answer.
    private var passedOn: [JSONObject.Member] {
        var errors: [CanonicalError] = [.badGateway, .gatewayTimeout, .tooLarge]
        if route.access != .none { errors.append(.unauthenticated) }
        if route.rateLimit != nil { errors.append(.rateLimited) }
        let own = Set(errors.map { contract.mapping(of: $0, on: route).status })
        return own.sorted().map { status in
            let content: JSONValue = ["application/json": ["schema": ["anyOf": [errorSchema, .anything]]]]
            return .init("\(status)", ["description": "Of this host, or as passed on", "content": content])
        } + [.init("default", ["description": "As passed on"])]
    }

    private var errors: [Int: JSONValue] {
        var all: [Int: JSONValue] = [:]
        let errors = route.possibleErrors(devicesOf: profile.devices.owner)
        for canonical in CanonicalError.allCases where errors.contains(canonical) {
            let mapping = contract.mapping(of: canonical, on: route)
            all[mapping.status] = error(TemplateScope.text(of: mapping.code))
        }
        return all
    }

    private func error(_ description: String) -> JSONValue {
        let type = contract.body(on: route) == nil ? "application/problem+json" : "application/json"
        let content = JSONObject([.init(type, ["schema": errorSchema])])
        return ["description": .string(description), "content": .object(content)]
    }

    /// Of the body of an error: the contract's own, or problem details.
    var errorSchema: JSONValue {
        guard let body = contract.body(on: route) else { return ["$ref": "#/components/schemas/Problem"] }
        let codes = CanonicalError.allCases.map { contract.mapping(of: $0, on: route).code }
        let scope = ResultSchema(profile: profile, registry: registry, codes: codes).schema(of: .errors)
        return TemplateSchema(scopes: [scope]).schema(of: body)
    }
}
