import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What an app asks so that its user gets tests of texts from the tenant's studio.
extension NativeRoute {
    static let testPairings = [offerTestPairing, endTestPairings]

    private static let offerTestPairing = NativeRoute(
        .offerTestPairing,
        .user,
        Form(
            answer: .object([
                .text("code", "What somebody of the tenant's staff types in the studio, once.", "K7QF-M2XD"),
                .instant("expiresAt", "Until when."),
            ])
        )
    ) { call throws(Problem) in
        guard case .user(let token) = call.caller else { throw .noUserToken }
        let code = TestCode()
        let now = call.host.clock.now
        let pairing = TestPairing(
            id: OrderedIdentifiers(call.host.identifiers).uuid(),
            user: token.user,
            code: code.digest,
            endsAt: now.advanced(by: TestCode.lifetime)
        )
        try await call.operation(JSONObject()).stored { store throws(StoreFailure) in
            try await store.offer(pairing, at: now)
        }
        return APIResponse(json: ["code": .string(code.text), "expiresAt": .string(pairing.endsAt.rfc3339)])
    }

    private static let endTestPairings = NativeRoute(
        .endTestPairings,
        .user,
        Form(answer: .nothing)
    ) { call throws(Problem) in
        guard case .user(let token) = call.caller else { throw .noUserToken }
        try await call.operation(JSONObject()).stored { store throws(StoreFailure) in
            try await store.endTestPairings(of: token.user)
        }
        return APIResponse(status: 204)
    }
}
