import CarillonModel
import CarillonProfiles

/// What anybody may know of a tenant.
extension NativeRoute {
    static let openAPI = NativeRoute(.get, "/v1/{tenant}/openapi.json", .anyone) { call throws(Problem) in
        call.tenant.openAPI.response(to: call.request)
    }

    static let clientProfile = NativeRoute(
        .get,
        "/v1/{tenant}/client-profile",
        .anyone,
        result: ClientProfile.members
    ) { call throws(Problem) in
        call.tenant.clientProfile.response(to: call.request)
    }
}
