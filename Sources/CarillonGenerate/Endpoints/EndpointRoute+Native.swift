import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The host's own routes.
extension EndpointRoute {
    /// Nil where apps can't call it, where its answer goes on and on, and where it is about switches and the profile has none.
    init?(native operation: CarillonProfiles.Operation, _ profile: TenantProfile, _ registry: ChannelRegistry) {
        let specification = operation.specification.with(toggles: profile.toggles.map(\.name))
        guard let route = specification.route, !operation.isStream, !specification.ownResult.isEmpty else { return nil }
        switch route.access {
        case .service: return nil
        case .user, .userOrService: break
        }
        let owner = profile.devices.owner
        let path = PathTemplate(route.path.description.replacing("{tenant}", with: profile.id.rawValue)) ?? route.path
        var inputs = path.parameters.map { parameter in
            let field = specification.field(route.field(of: parameter))
            return EndpointInput(
                written: parameter,
                place: .path(parameter),
                type: field.map { EndpointType($0.kind) } ?? .text,
                presence: .required,
                limit: field.flatMap { EndpointLimit($0.kind) },
                summary: field?.meaning ?? ""
            )
        }
        // Users are themselves; only services name one.
        func isUsers(_ field: OperationField) -> Bool { route.access != .userOrService || field.name != "userId" }
        if route.source.hasBody {
            inputs += specification.fieldsOfBody(at: route).filter(isUsers).map { field in
                EndpointInput(
                    written: field.name,
                    place: .body([field.name]),
                    type: EndpointType(field.kind),
                    presence: field.presence(isNeeded: field.isRequired(devicesOf: owner)),
                    limit: EndpointLimit(field.kind),
                    summary: field.meaning
                )
            }
        } else {
            for parameter in route.source.parameters {
                guard let field = specification.field(parameter.field), isUsers(field) else { continue }
                inputs.append(
                    EndpointInput(
                        written: parameter.name,
                        place: .query(parameter.name),
                        type: EndpointType(field.kind),
                        presence: field.isRequired(devicesOf: owner) ? .required : .optional,
                        separator: ",",
                        limit: EndpointLimit(field.kind),
                        summary: field.meaning
                    )
                )
            }
        }
        let members = route.answer ?? specification.ownResult
        let reader = ResultReader(
            profile: profile,
            registry: registry,
            filled: Set(inputs.filter { $0.presence == .required }.map(\.written))
        )
        let member = members.first { $0.name == route.member }
        let answer =
            member.map { reader.shape(of: $0.shape) }
            ?? reader.object(members.filter { route.only?.contains($0.name) ?? true })
        self.init(
            operation: operation,
            summary: specification.summary,
            method: route.method,
            path: path,
            prefix: "",
            access: .user,
            inputs: inputs,
            answer: route.status == 204 ? nil : answer,
            errors: EndpointErrorForm(ofNative: specification, devicesOf: owner)
        )
    }
}

extension EndpointErrorForm {
    init(ofNative specification: OperationSpecification, devicesOf owner: DevicePolicy.Owner) {
        let filled = Set(specification.fields.map(\.name))
        let own = specification.errors.all(filling: filled, devicesOf: owner)
            .union([.unauthenticated, .forbidden, .malformed, .validation])
        let all = CanonicalError.allCases.filter(own.union(CanonicalError.ofAnyRequest).contains)
        self.init(
            body: nil,
            all: all.map { Known(status: $0.status, code: $0.rawValue, message: nil) },
            expected: CanonicalError.allCases.filter(own.contains).map { ($0.rawValue, $0.status) }
        )
    }
}
