/// Which errors clients of a contract can be told of.
extension CanonicalError {
    /// Those of any request, before a route is found or whatever it does: of HTTP, of bounds, and of the host itself.
    public static let ofAnyRequest: Set<CanonicalError> = [
        .malformed, .notFound, .methodNotAllowed, .requestTimeout, .tooLarge, .unsupportedMediaType, .rateLimited,
        .internal, .unavailable,
    ]
}

extension Operation {
    /// Whether a route says by `onUnknown` what becomes of a request for something that isn't there.
    public var tellsUnknown: Bool {
        switch self {
        case .devicesUnregister, .subscriptionsRemove, .sessionsEnd, .notificationsMark, .notificationsOpened: true
        default: false
        }
    }
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
        switch operation {
        case .eventsAccept, .campaignsCreate: [.conflict]
        case .eventsTrace, .deliveriesRedrive, .devicesGet, .campaignsGet, .subscriptionsList: [.notFound]
        case .campaignsPause, .campaignsResume, .campaignsCancel: [.notFound, .conflict]
        case .notificationsSend: [.noDevice, .tokenGone, .rateLimited, .conflict]
        case .notificationsStream: [.rateLimited]
        case .devicesRegister: registrationErrors(owner)
        case .subscriptionsAdd:
            owner == .subscription ? [.limitReached, .notFound, .rateLimited] : [.limitReached, .notFound]
        case let operation where operation.tellsUnknown: onUnknown == .notFound ? [.notFound] : []
        case .sessionsStart: [.tokenMalformed]
        case .sessionsUpdate: [.tokenMalformed, .notFound]
        case .sessionsLogin: [.badGateway, .gatewayTimeout]
        case .devicesUnregister, .subscriptionsRemove, .sessionsEnd, .notificationsMark, .notificationsOpened,
            .notificationsList, .preferencesGet, .preferencesSet,
            .usersPut, .usersErase, .deliveriesFailed, .deliveriesRedriveFailed, .campaignsList:
            []
        }
    }

    private func registrationErrors(_ owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        var errors: Set<CanonicalError> = [.tokenMalformed]
        switch owner {
        // A session that doesn't exist, or mustn't be pushed to.
        case .session: errors.insert(.notFound)
        case .subscription: errors.formUnion([.rateLimited, .limitReached])
        case .user: break
        }
        if request.contains(where: { $0.target.steps.first == "subscriptions" }) { errors.insert(.limitReached) }
        return errors
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
