/// Which errors clients of a contract can be told of.
extension CanonicalError {
    /// Those of any request, before a route is found or whatever it does: of HTTP, of bounds, and of the host itself.
    public static let ofAnyRequest: Set<CanonicalError> = [
        .malformed, .notFound, .methodNotAllowed, .requestTimeout, .tooLarge, .unsupportedMediaType, .rateLimited,
        .internal, .unavailable,
    ]
}

extension ContractRoute {
    /// What a request can end with once this route has it.
    ///
    /// - Parameter owner: whose the tenant's devices are.
    public func possibleErrors(devicesOf owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        var errors: Set<CanonicalError> = [.internal, .unavailable]
        if !request.isEmpty { errors.formUnion([.malformed, .validation, .tooLarge]) }
        if !parameters.isEmpty { errors.insert(.validation) }
        errors.formUnion(request.map(\.error) + parameters.map(\.error))
        if request.contains(where: \.readsBody) { errors.insert(.unsupportedMediaType) }
        if access != .none { errors.formUnion([.unauthenticated, .forbidden]) }
        if rateLimit != nil { errors.insert(.rateLimited) }
        return errors.union(ownErrors(owner))
    }

    /// Those of the operation.
    private func ownErrors(_ owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        let specification = operation.specification
        let unknown: Set<CanonicalError> = specification.reportsUnknown && onUnknown == .notFound ? [.notFound] : []
        let filled = Set(request.map { $0.target.steps[0] })
        return unknown.union(specification.errors.all(filling: filled, devicesOf: owner))
    }
}

extension Contract {
    /// Errors that clients can get in the contract's own body, and that it has no code for.
    ///
    /// - Parameters:
    ///   - route: nil: of any request.
    ///   - owner: whose the tenant's devices are.
    package func errorsWithoutCode(
        on route: ContractRoute?,
        devicesOf owner: DevicePolicy.Owner
    ) -> Set<CanonicalError> {
        guard body(on: route) != nil else { return [] }
        let all = route?.possibleErrors(devicesOf: owner) ?? CanonicalError.ofAnyRequest
        return all.filter { writtenMapping(of: $0, on: route) == nil }
    }
}

extension RequestField {
    /// Whether it is taken from the request's body.
    public var readsBody: Bool {
        switch source {
        case .field(let path), .each(let path, _, _): path.part == .body
        case .composed(let text): text.fields.contains { $0.steps.first == RequestPath.Part.body.rawValue }
        case .constant: false
        }
    }
}
