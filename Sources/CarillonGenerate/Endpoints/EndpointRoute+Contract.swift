import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Routes of a tenant's contract.
extension EndpointRoute {
    init(_ route: ContractRoute, of contract: Contract, _ profile: TenantProfile, _ registry: ChannelRegistry) {
        let specification = route.operation.specification.with(toggles: profile.toggles.map(\.name))
        let filled = route.request.filter { $0.isRequired || $0.defaultValue != nil }.map { $0.target.steps[0] }
        let reader = ResultReader(
            profile: profile,
            registry: registry,
            filled: Set(filled),
            hasCursor: route.request.contains { $0.target.steps == ["cursor"] },
            isOfContract: true
        )
        let result = TemplateReader(scopes: [reader.shape(of: specification.result)])
        self.init(
            operation: route.operation,
            summary: specification.summary,
            method: route.method,
            // With the contract's base path: that is the one that the product's apps know.
            path: contract.paths(of: route).last ?? route.path,
            prefix: "/\(profile.id)",
            access: route.access,
            inputs: Self.inputs(of: route, specification),
            // The tenant's own log-in answers as it likes.
            answer: route.login != nil ? .open : route.response.body.map(result.shape(of:)),
            errors: EndpointErrorForm(of: route, in: contract, devicesOf: profile.devices.owner)
        )
    }

    private static func inputs(of route: ContractRoute, _ specification: OperationSpecification) -> [EndpointInput] {
        var inputs: [EndpointInput] = []
        func add(_ input: EndpointInput) {
            guard let index = inputs.firstIndex(where: { $0.place == input.place }) else { return inputs.append(input) }
            // What fills several fields must be given where one of them needs it.
            if input.presence == .required { inputs[index].presence = .required }
            inputs[index].limit = inputs[index].limit ?? input.limit
        }
        for field in route.request {
            let known = specification.field(field.target.steps[0])
            let isWhole = field.target.steps.count == 1
            let summary = isWhole ? known?.meaning ?? "" : ""
            let kind = isWhole ? known?.kind : nil
            let isNullable = field.rule.isNullable
            let hasNull = isNullable && isWhole && known?.isNullable == true
            let presence: EndpointPresence =
                field.isRequired ? (isNullable ? .nullable : .required) : (hasNull ? .optionalOrNull : .optional)
            switch field.source {
            case .constant: break
            case .field(let path):
                add(
                    EndpointInput(
                        written: path.written,
                        place: path.place,
                        type: EndpointType(field.rule),
                        presence: path.part == .path ? .required : presence,
                        separator: field.rule.separator,
                        limit: EndpointLimit(field.rule, filling: kind),
                        summary: summary
                    )
                )
            case .each(let path, let fields, _):
                let members = fields.map { member in
                    EndpointType.Member(
                        name: member.name,
                        type: EndpointType(member.rule),
                        presence: member.isOptional ? .optional : member.rule.isNullable ? .nullable : .required
                    )
                }
                add(
                    EndpointInput(
                        written: path.written,
                        place: path.place,
                        type: .list(members.isEmpty ? .open : .object(members)),
                        presence: presence,
                        limit: EndpointLimit(field.rule, of: members.isEmpty ? [] : fields, filling: kind),
                        summary: summary
                    )
                )
            case .composed(let text):
                for path in text.fields.compactMap({ RequestPath($0.description) }) {
                    add(
                        EndpointInput(
                            written: path.written,
                            place: path.place,
                            type: .text,
                            presence: path.part == .path ? .required : presence,
                            summary: ""
                        )
                    )
                }
            }
        }
        for parameter in route.path.parameters where !inputs.contains(where: { $0.place == .path(parameter) }) {
            let rule = route.parameters.first { $0.name == parameter }?.rule ?? ValueRule()
            add(
                EndpointInput(
                    written: parameter,
                    place: .path(parameter),
                    type: EndpointType(rule),
                    presence: .required,
                    limit: EndpointLimit(rule),
                    summary: ""
                )
            )
        }
        guard route.login != nil else { return inputs }
        // What is wrong with it never keeps anybody from logging in.
        for index in inputs.indices { inputs[index].limit = nil }
        let others = EndpointInput(
            written: "others",
            place: .body([]),
            type: .open,
            presence: .optional,
            summary: "What else the log-in takes, such as a password: an object."
        )
        return inputs + [others]
    }
}

extension RequestPath {
    /// The name for the caller; a whole body is called that.
    fileprivate var written: String { steps.isEmpty ? "body" : steps.joined(separator: "_") }

    fileprivate var place: EndpointPlace {
        switch part {
        case .body: .body(steps)
        case .query: .query(steps[0])
        case .path: .path(steps[0])
        case .header: .header(steps[0])
        }
    }
}

extension EndpointErrorForm {
    init(of route: ContractRoute, in contract: Contract, devicesOf owner: DevicePolicy.Owner) {
        let possible = route.possibleErrors(devicesOf: owner).union(CanonicalError.ofAnyRequest)
        let all = CanonicalError.allCases.filter(possible.contains).map { error -> Known in
            let mapping = contract.mapping(of: error, on: route)
            let message = mapping.message.flatMap { $0.fields.isEmpty ? $0.resolved(in: TemplateScope([:])) : nil }
            return Known(status: mapping.status, code: TemplateScope.text(of: mapping.code), message: message)
        }
        let own = route.possibleErrors(devicesOf: owner)
        let expected = CanonicalError.allCases.filter(own.contains).map { contract.mapping(of: $0, on: route) }
        self.init(
            body: contract.body(on: route),
            all: all,
            expected: expected.map { (TemplateScope.text(of: $0.code), $0.status) }
        )
    }
}
