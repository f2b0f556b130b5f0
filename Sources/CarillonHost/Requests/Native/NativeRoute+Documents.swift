import CarillonModel
import CarillonProfiles

/// What anybody may know of a tenant.
extension NativeRoute {
    static let openAPI = NativeRoute(.openAPI, .anyone, Form(answer: .document)) { call throws(Problem) in
        call.tenant.openAPI.response(to: call.request)
    }

    static let clientProfile = NativeRoute(
        .clientProfile,
        .anyone,
        Form(answer: .object(ClientProfile.members + [BrowserPush.member]))
    ) { call throws(Problem) in
        call.tenant.clientProfile.response(to: call.request)
    }
}
