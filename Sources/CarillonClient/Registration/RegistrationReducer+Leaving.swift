// Log-outs, and what the server is told of devices that are somebody's no longer.

import CarillonModel

extension RegistrationReducer {
    func signOut(_ state: inout State, _ credentials: String, at now: Int64) -> [Effect] {
        guard let user = state.user else { return [] }
        let present = state.phase == .registering ? state.token : state.confirmed?.token
        // One may be on its way while another is registered: neither may reach whoever comes next.
        let others = forgetsFormerToken ? [state.confirmed?.token] : []
        let open = state.open.filter { $0.user.exact == user.exact }.map(\.token)
        var tokens: [String] = []
        for token in ([present] + others).compactMap(\.self) + open
        where !tokens.contains(where: { $0.exact == token.exact }) {
            tokens.append(token)
        }
        state.user = nil
        state.phase = .unknown
        forget(&state)
        let leaving: [Effect] = [.removeDelivered, .clearBadge]
        let first = state.lastRequest + 1
        let goodbyes = tokens.map { bid(&state, $0, user, credentials: credentials, at: now) }
        guard !goodbyes.isEmpty else { return [.dropCredentials] + leaving }
        state.leaving = first
        return goodbyes + leaving
    }

    func bid(
        _ state: inout State,
        _ token: String,
        _ user: String,
        credentials: String,
        at now: Int64
    ) -> Effect {
        let goodbye = Goodbye(request: number(&state), token: token, user: user, credentials: credentials, at: now)
        state.goodbyes.append(goodbye)
        return .goodbye(goodbye)
    }

    func settle(_ state: inout State, _ request: Int64, _ outcome: RequestOutcome) -> [Effect] {
        // Gone already is as good as gone now; credentials that don't hold any more never will.
        if outcome.isSuccess || !outcome.isTemporary { state.goodbyes.removeAll { $0.request == request } }
        return dropCredentials(&state, after: request)
    }

    func dropCredentials(_ state: inout State, after request: Int64) -> [Effect] {
        guard state.leaving == request else { return [] }
        state.leaving = nil
        return [.dropCredentials]
    }

    func sendGoodbyes(_ state: inout State, at now: Int64) -> [Effect] {
        // A clock that was set back counts as no time gone.
        state.goodbyes = state.goodbyes.map { goodbye in
            Goodbye(
                request: goodbye.request,
                token: goodbye.token,
                user: goodbye.user,
                credentials: goodbye.credentials,
                at: min(goodbye.at, now)
            )
        }
        .filter { now - $0.at <= Self.goodbyeLifetime }
        return state.goodbyes.map { .goodbye($0) }
    }
}
