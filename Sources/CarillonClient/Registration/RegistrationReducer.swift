import CarillonModel

/// Keeps the server's idea of this device true: whose it is, under which push token, and whether it may be reached.
///
/// It registers at every log-in, at a cold start (at most once an hour), with a new token, and when what the server knows of
/// the device has changed. A log-out says goodbye before the credentials go; a goodbye that couldn't be sent is kept for a day
/// with what it needs, and given up when the same device has been registered anew.
///
/// What asks the server has a number, which its answer brings back: so an answer counts for the token and the user that were
/// asked for, whoever is signed in by then.
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
    /// Registrations whose answers are waited for, the latest.
    static let openLimit = 20
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
        /// The number of the goodbye that a log-out waits for, with the credentials.
        public var leaving: Int64?
        /// Registrations on their way, the latest last: also those whose token or user isn't the present one any more.
        public var open: [Registration] = []
        /// The number of the registration that counts, until its answer is there.
        public var current: Int64?
        /// The number under which credentials are being refreshed.
        public var refreshing: Int64?
        /// The number that was given last; a log-out doesn't set it back.
        public var lastRequest: Int64 = 0

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

    /// What the server was asked to register.
    public struct Registration: Sendable, Hashable {
        public let request: Int64
        public let token: String
        public let user: String
        public let details: [String: String]

        /// - Parameters:
        ///   - request: what its answer brings back.
        ///   - token: the platform's push token.
        ///   - user: whose device it is.
        ///   - details: what else the server is to know.
        public init(request: Int64, token: String, user: String, details: [String: String]) {
            self.request = request
            self.token = token
            self.user = user
            self.details = details
        }
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
        /// Its own, however often it is sent.
        public let request: Int64
        public let token: String
        public let user: String
        /// Names the sealed credentials that the request needs; never the credentials themselves.
        public let credentials: String
        public let at: Int64

        /// - Parameters:
        ///   - request: what its answer brings back.
        ///   - token: the platform's push token.
        ///   - user: who left.
        ///   - credentials: the name of the sealed ones, never themselves; empty where those of who is signed in will do.
        ///   - at: when it was due, in milliseconds since 1970.
        public init(request: Int64, token: String, user: String, credentials: String, at: Int64) {
            self.request = request
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
        case answered(RequestOutcome, isTokenFault: Bool, request: Int64, at: Int64)
        case credentialsRefreshed(isSuccess: Bool, request: Int64)
        /// A pause is over.
        case timer
        /// The app came to the foreground, or the network changed.
        case reachable(at: Int64)
        case goodbyeAnswered(RequestOutcome, request: Int64)
        /// ``RegistrationReducer/goodbyeTimeout`` has passed since the log-out.
        case goodbyeTimedOut
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        case fetchToken
        case register(Registration)
        case wait(Wait)
        case refreshCredentials(request: Int64)
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
        case .answered(let outcome, let isTokenFault, let request, let at):
            guard let index = state.open.firstIndex(where: { $0.request == request }) else { return [] }
            let registration = state.open.remove(at: index)
            guard state.current == request else { return takeLate(&state, registration, outcome, at: at) }
            return answer(&state, registration, outcome, isTokenFault: isTokenFault, at: at)
        case .credentialsRefreshed(let isSuccess, let request):
            guard state.refreshing == request else { return [] }
            state.refreshing = nil
            guard state.phase == .registering else { return [] }
            guard isSuccess else {
                state.phase = .refused
                return []
            }
            return register(&state)
        case .timer: return retry(&state)
        case .reachable(let at): return reach(&state, at: at)
        case .goodbyeAnswered(let outcome, let request): return settle(&state, request, outcome)
        case .goodbyeTimedOut: return state.leaving.map { dropCredentials(&state, after: $0) } ?? []
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
            (state.current, state.refreshing) = (nil, nil)
            return sendGoodbyes(&state, at: now)
        }
        let isFresh =
            state.confirmed.map { confirmed in
                now >= confirmed.at && now - confirmed.at < Self.freshness && confirmed.user.exact == user.exact
                    && state.token.map { $0.exact == confirmed.token.exact } ?? true
            } ?? false
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
        forget(&state)
        return start(&state)
    }

    /// What was asked and answered for whoever was signed in.
    func forget(_ state: inout State) {
        state.failures = 0
        state.notBefore = nil
        state.hasRefreshed = false
        state.confirmed = nil
        (state.current, state.refreshing) = (nil, nil)
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
        let request = number(&state)
        let registration = Registration(request: request, token: token, user: user, details: state.details)
        state.phase = .registering
        state.current = request
        state.refreshing = nil
        state.open = state.open.suffix(Self.openLimit - 1) + [registration]
        return [.register(registration)]
    }

    func number(_ state: inout State) -> Int64 {
        state.lastRequest += 1
        return state.lastRequest
    }

    // MARK: answers

    private func answer(
        _ state: inout State,
        _ registration: Registration,
        _ outcome: RequestOutcome,
        isTokenFault: Bool,
        at now: Int64
    ) -> [Effect] {
        state.current = nil
        // Permission may have been withdrawn since, and then the server has registered the device all the same.
        if outcome.isSuccess { return confirm(&state, registration, at: now) }
        guard state.phase == .registering else { return [] }
        if outcome.status == 401, !state.hasRefreshed {
            state.hasRefreshed = true
            state.refreshing = number(&state)
            return [.refreshCredentials(request: state.lastRequest)]
        }
        if outcome.isTemporary { return fail(&state, at: now, retryAfter: outcome.retryAfter) }
        state.phase = .refused
        // A token that the server won't have is asked for anew the next time.
        if isTokenFault { state.token = nil }
        return []
    }

    private func confirm(_ state: inout State, _ registration: Registration, at now: Int64) -> [Effect] {
        state.phase = .registered
        state.failures = 0
        state.notBefore = nil
        state.hasRefreshed = false
        // The device is this user's now, whoever's it was.
        state.goodbyes.removeAll { $0.token.exact == registration.token.exact }
        let effects = note(&state, registration, at: now)
        guard state.token?.exact != registration.token.exact || state.details != registration.details else {
            return effects
        }
        // Something has changed while it was on its way.
        state.phase = .unknown
        return effects + start(&state)
    }

    /// The server knows this token now, and the former one no longer says anything.
    private func note(_ state: inout State, _ registration: Registration, at now: Int64) -> [Effect] {
        let former = state.confirmed
        state.confirmed = Confirmed(
            token: registration.token,
            user: registration.user,
            details: registration.details,
            at: now
        )
        guard let former, former.token.exact != registration.token.exact else { return [] }
        return forget(&state, former.token, of: registration.user, at: now)
    }

    private func forget(_ state: inout State, _ token: String, of user: String, at now: Int64) -> [Effect] {
        guard forgetsFormerToken else { return [] }
        return [bid(&state, token, user, credentials: "", at: now)]
    }

    /// The answer to a registration whose token or user has been replaced since: the server may have taken it all the same.
    private func takeLate(
        _ state: inout State,
        _ late: Registration,
        _ outcome: RequestOutcome,
        at now: Int64
    ) -> [Effect] {
        guard outcome.isSuccess else { return [] }
        let isPresent = state.token?.exact == late.token.exact
        guard state.user?.exact == late.user.exact else {
            // Its goodbye may have come before it, and the device may be theirs again.
            let again = state.goodbyes.filter { $0.token.exact == late.token.exact && $0.user.exact == late.user.exact }
            let isTaken = isPresent && state.isAllowed && (state.phase == .registering || state.phase == .registered)
            return again.map { .goodbye($0) } + (isTaken ? register(&state) : [])
        }
        if isPresent { return [] }
        let isConfirmed = state.confirmed.map { $0.token.exact == state.token?.exact } ?? false
        guard state.phase == .registered || isConfirmed else {
            // Until the present token is registered, this one is what reaches the device.
            state.goodbyes.removeAll { $0.token.exact == late.token.exact && $0.user.exact == late.user.exact }
            return note(&state, late, at: now)
        }
        guard !forgetsFormerToken else { return forget(&state, late.token, of: late.user, at: now) }
        return state.phase == .registered ? register(&state) : []
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
        guard state.failures > 0, state.current == nil, state.refreshing == nil else { return [] }
        switch state.phase {
        case .fetching: return [.fetchToken]
        case .registering: return register(&state)
        case .unknown, .registered, .postponed, .refused: return []
        }
    }

    private func reach(_ state: inout State, at now: Int64) -> [Effect] {
        let goodbyes = sendGoodbyes(&state, at: now)
        guard state.phase == .postponed, isDue(state, at: now) else { return goodbyes }
        state.failures = 0
        return goodbyes + start(&state)
    }

    /// A clock that was set back by more than any pause says nothing of how long it has lasted.
    private func isDue(_ state: State, at now: Int64) -> Bool {
        state.notBefore.map { now >= $0 || $0 - now > Wait.longest } ?? true
    }
}
