import CarillonModel

/// Keeps the server's idea of this device true: whose it is, under which push token, and whether it may be reached.
///
/// It registers at every log-in, at a cold start (at most once an hour), with a new token, and when what the server knows of
/// the device has changed. A log-out says goodbye before the credentials go; a goodbye that couldn't be sent is kept for a day
/// with what it needs, and given up when the same device has been registered anew.
public struct RegistrationReducer: Reducer {
    /// Whether the former token is unregistered once the new one is registered.
    ///
    /// Not where the server knows the device by an id of its own: there one registration replaces the other.
    public let forgetsFormerToken: Bool

    /// - Parameter forgetsFormerToken: false where the server knows the device by an id of its own.
    public init(forgetsFormerToken: Bool = true) {
        self.forgetsFormerToken = forgetsFormerToken
    }

    /// A cold start registers again after so many milliseconds: an hour.
    public static let freshness: Int64 = 3_600_000
    /// How long a goodbye is kept, in milliseconds: a day.
    public static let goodbyeLifetime: Int64 = 86_400_000
    /// How long a log-out waits for its goodbye, in milliseconds.
    public static let goodbyeTimeout: Int64 = 2000
    /// How often something is tried before it waits for the foreground or another network.
    public static let tries = 3

    /// What is known of this device and what the server was told; keep it over a restart.
    public struct State: Sendable, Hashable {
        public var phase = Phase.unknown
        public var user: String?
        public var token: String?
        /// What else the server is to know: locale, time zone, the app's version.
        public var details: [String: String] = [:]
        public var isAllowed = false
        /// What the server confirmed last.
        public var confirmed: Confirmed?
        public var failures = 0
        /// Not to be tried again before.
        public var notBefore: Int64?
        public var hasRefreshed = false
        public var goodbyes: [Goodbye] = []
        /// The token whose goodbye a log-out waits for, with the credentials.
        public var leaving: String?

        public init() {}
    }

    /// Where the registration stands.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        case unknown
        /// Asks the platform for a token.
        case fetching
        case registering
        case registered
        /// Failed ``RegistrationReducer/tries`` times; goes on in the foreground or with another network.
        case postponed
        /// The server refused for good: until another token, another user or another permission.
        case refused
    }

    /// What the server has.
    public struct Confirmed: Sendable, Hashable {
        public let token: String
        public let user: String
        public let details: [String: String]
        public let at: Int64

        /// - Parameters:
        ///   - token: the platform's push token.
        ///   - user: whose device it is.
        ///   - details: what else the server was told.
        ///   - at: when it said yes, in milliseconds since 1970.
        public init(token: String, user: String, details: [String: String], at: Int64) {
            self.token = token
            self.user = user
            self.details = details
            self.at = at
        }
    }

    /// A device that is to be unregistered.
    public struct Goodbye: Sendable, Hashable {
        public let token: String
        public let user: String
        /// Names the sealed credentials that the request needs; never the credentials themselves.
        public let credentials: String
        public let at: Int64

        /// - Parameters:
        ///   - token: the platform's push token.
        ///   - user: who left.
        ///   - credentials: the name of the sealed ones, never themselves; empty where those of who is signed in will do.
        ///   - at: when it was due, in milliseconds since 1970.
        public init(token: String, user: String, credentials: String, at: Int64) {
            self.token = token
            self.user = user
            self.credentials = credentials
            self.at = at
        }
    }

    /// What the person, the platform and the server bring.
    public enum Event: Sendable, Hashable {
        /// A cold start, with whoever is signed in.
        case launched(user: String?, at: Int64)
        case signedIn(String)
        case signedOut(credentials: String, at: Int64)
        case permission(isAllowed: Bool)
        /// The platform's token, asked for or not.
        case token(String)
        case tokenFailed(at: Int64)
        case detailsChanged([String: String])
        /// The server's answer to a registration; `isTokenFault` where it names the token as what is wrong.
        case answered(RequestOutcome, isTokenFault: Bool, at: Int64)
        case credentialsRefreshed(isSuccess: Bool)
        /// A pause is over.
        case timer
        /// The app came to the foreground, or the network changed.
        case reachable(at: Int64)
        case goodbyeAnswered(token: String, RequestOutcome)
        /// ``RegistrationReducer/goodbyeTimeout`` has passed since the log-out.
        case goodbyeTimedOut
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        case fetchToken
        case register(token: String, user: String, details: [String: String])
        case wait(Wait)
        case refreshCredentials
        case goodbye(Goodbye)
        case dropCredentials
        /// Of the user who leaves.
        case removeDelivered
        case clearBadge
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch event {
        case .launched(let user, let at): return launch(&state, user: user, at: at)
        case .signedIn(let user): return signIn(&state, user)
        case .signedOut(let credentials, let at): return signOut(&state, credentials, at: at)
        case .permission(let isAllowed): return permit(&state, isAllowed)
        case .token(let token): return take(&state, token)
        case .tokenFailed(let at): return state.phase == .fetching ? fail(&state, at: at, retryAfter: nil) : []
        case .detailsChanged(let details):
            state.details = details
            let isDue = state.phase == .registered && state.isAllowed && state.confirmed?.details != details
            return isDue ? register(&state) : []
        case .answered(let outcome, let isTokenFault, let at):
            return answer(&state, outcome, isTokenFault: isTokenFault, at: at)
        case .credentialsRefreshed(let isSuccess):
            guard state.phase == .registering, state.hasRefreshed else { return [] }
            guard isSuccess else {
                state.phase = .refused
                return []
            }
            return register(&state)
        case .timer: return retry(&state)
        case .reachable(let at): return reach(&state, at: at)
        case .goodbyeAnswered(let token, let outcome): return settle(&state, token, outcome)
        case .goodbyeTimedOut: return dropCredentials(&state, after: state.leaving)
        }
    }

    // MARK: coming

    private func launch(_ state: inout State, user: String?, at now: Int64) -> [Effect] {
        guard let user else {
            // A session that ended without a log-out: nothing may be registered for whoever that was.
            state.user = nil
            state.phase = .unknown
            state.confirmed = nil
            state.leaving = nil
            return sendGoodbyes(&state, at: now)
        }
        let isFresh =
            state.confirmed.map { now >= $0.at && now - $0.at < Self.freshness && $0.user.exact == user.exact } ?? false
        state.user = user
        state.leaving = nil
        state.failures = 0
        guard state.isAllowed else { return sendGoodbyes(&state, at: now) }
        state.phase = isFresh ? .registered : .fetching
        // The platform may have another token by now, so it is asked even where one is known.
        return sendGoodbyes(&state, at: now) + [.fetchToken]
    }

    private func signIn(_ state: inout State, _ user: String) -> [Effect] {
        // A goodbye of the same user that arrived late would end the new registration.
        state.goodbyes.removeAll { $0.user.exact == user.exact }
        state.user = user
        state.leaving = nil
        state.failures = 0
        state.notBefore = nil
        state.hasRefreshed = false
        state.confirmed = nil
        return start(&state)
    }

    private func permit(_ state: inout State, _ isAllowed: Bool) -> [Effect] {
        guard state.isAllowed != isAllowed else { return [] }
        state.isAllowed = isAllowed
        // A denial is no error: what is registered stays, because the provider tells the server when the token ends.
        guard isAllowed else {
            if state.phase != .registered { state.phase = .unknown }
            return []
        }
        return state.phase == .registered ? [] : start(&state)
    }

    private func start(_ state: inout State) -> [Effect] {
        guard state.isAllowed, state.user != nil else { return [] }
        guard state.token == nil else { return register(&state) }
        state.phase = .fetching
        return [.fetchToken]
    }

    private func take(_ state: inout State, _ token: String) -> [Effect] {
        let isNew = state.token?.exact != token.exact
        state.token = token
        state.failures = isNew ? 0 : state.failures
        guard state.isAllowed, state.user != nil else { return [] }
        if !isNew, state.phase == .registered || state.phase == .registering || state.phase == .refused { return [] }
        state.hasRefreshed = false
        return register(&state)
    }

    private func register(_ state: inout State) -> [Effect] {
        guard let token = state.token, let user = state.user else { return [] }
        state.phase = .registering
        return [.register(token: token, user: user, details: state.details)]
    }

    // MARK: answers

    private func answer(
        _ state: inout State,
        _ outcome: RequestOutcome,
        isTokenFault: Bool,
        at now: Int64
    ) -> [Effect] {
        // Permission may have been withdrawn since, and then the server has registered the device all the same.
        let isExpected = state.phase == .registering || state.phase == .unknown && !state.isAllowed && outcome.isSuccess
        guard isExpected, let token = state.token, let user = state.user else { return [] }
        if outcome.isSuccess { return confirm(&state, token, user, at: now) }
        if outcome.status == 401, !state.hasRefreshed {
            state.hasRefreshed = true
            return [.refreshCredentials]
        }
        if outcome.isTemporary { return fail(&state, at: now, retryAfter: outcome.retryAfter) }
        state.phase = .refused
        // A token that the server won't have is asked for anew the next time.
        if isTokenFault { state.token = nil }
        return []
    }

    private func confirm(_ state: inout State, _ token: String, _ user: String, at now: Int64) -> [Effect] {
        let former = state.confirmed
        state.phase = .registered
        state.failures = 0
        state.notBefore = nil
        state.hasRefreshed = false
        state.confirmed = Confirmed(token: token, user: user, details: state.details, at: now)
        // The device is this user's now, whoever's it was.
        state.goodbyes.removeAll { $0.token.exact == token.exact }
        guard forgetsFormerToken, let former, former.token.exact != token.exact else { return [] }
        let goodbye = Goodbye(token: former.token, user: user, credentials: "", at: now)
        state.goodbyes.append(goodbye)
        return [.goodbye(goodbye)]
    }

    private func fail(_ state: inout State, at now: Int64, retryAfter: Int64?) -> [Effect] {
        state.failures += 1
        let wait = Wait.doubling(after: state.failures, first: 1000, limit: 4000, retryAfter: retryAfter)
        guard state.failures <= Self.tries else {
            state.phase = .postponed
            state.notBefore = retryAfter.map { now + min($0, Wait.longest) }
            return []
        }
        return [.wait(wait)]
    }

    private func retry(_ state: inout State) -> [Effect] {
        guard state.failures > 0 else { return [] }
        switch state.phase {
        case .fetching: return [.fetchToken]
        case .registering: return register(&state)
        case .unknown, .registered, .postponed, .refused: return []
        }
    }

    private func reach(_ state: inout State, at now: Int64) -> [Effect] {
        let goodbyes = sendGoodbyes(&state, at: now)
        guard state.phase == .postponed, now >= state.notBefore ?? now else { return goodbyes }
        state.failures = 0
        return goodbyes + start(&state)
    }

    // MARK: leaving

    private func signOut(_ state: inout State, _ credentials: String, at now: Int64) -> [Effect] {
        guard let user = state.user else { return [] }
        let token = state.phase == .registering ? state.token : state.confirmed?.token
        state.user = nil
        state.phase = .unknown
        state.failures = 0
        state.notBefore = nil
        state.hasRefreshed = false
        state.confirmed = nil
        let leaving: [Effect] = [.removeDelivered, .clearBadge]
        guard let token else { return [.dropCredentials] + leaving }
        let goodbye = Goodbye(token: token, user: user, credentials: credentials, at: now)
        state.goodbyes.append(goodbye)
        state.leaving = token
        return [.goodbye(goodbye)] + leaving
    }

    private func settle(_ state: inout State, _ token: String, _ outcome: RequestOutcome) -> [Effect] {
        // Gone already is as good as gone now; credentials that don't hold any more never will.
        if outcome.isSuccess || !outcome.isTemporary { state.goodbyes.removeAll { $0.token.exact == token.exact } }
        return dropCredentials(&state, after: token)
    }

    private func dropCredentials(_ state: inout State, after token: String?) -> [Effect] {
        guard let leaving = state.leaving, leaving.exact == token?.exact else { return [] }
        state.leaving = nil
        return [.dropCredentials]
    }

    private func sendGoodbyes(_ state: inout State, at now: Int64) -> [Effect] {
        state.goodbyes.removeAll { now - $0.at > Self.goodbyeLifetime }
        return state.goodbyes.map { .goodbye($0) }
    }
}
