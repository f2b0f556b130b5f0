/// Which errors the clients of a contract can get.
extension CanonicalError {
    /// Errors of any request, before a route is found or independent of it: about HTTP, about limits, and about the
    /// host itself.
    public static let ofAnyRequest: Set<CanonicalError> = [
        .malformed, .notFound, .methodNotAllowed, .requestTimeout, .tooLarge, .unsupportedMediaType, .rateLimited,
        .internal, .unavailable,
    ]
}

extension ContractRoute {
    /// The errors with which a request to this route can end.
    ///
    /// - Parameter owner: to whom the tenant's devices belong.
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

    /// The errors of the operation itself.
    private func ownErrors(_ owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        let specification = operation.specification
        let unknown: Set<CanonicalError> = specification.reportsUnknown && onUnknown == .notFound ? [.notFound] : []
        let filled = Set(request.map { $0.target.steps[0] })
        return unknown.union(specification.errors.all(filling: filled, devicesOf: owner))
    }
}

extension Contract {
    /// Errors that clients can get in the contract's own body although the contract has no code for them.
    ///
    /// - Parameters:
    ///   - route: nil for the errors of any request.
    ///   - owner: to whom the tenant's devices belong.
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
    /// Whether its value comes from the request's body.
    public var readsBody: Bool {
        switch source {
        case .field(let path), .each(let path, _, _): path.part == .body
        case .composed(let text): text.fields.contains { $0.steps.first == RequestPath.Part.body.rawValue }
        case .constant: false
        }
    }
}
