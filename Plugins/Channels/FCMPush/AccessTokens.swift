import CarillonModel
import CarillonPluginKit

/// The access token of one service account: fetched when needed, kept until shortly before it ends, and fetched once
/// however many request it at the same time.
///
/// An actor, because both state and the order of what happens to it matter. Source: RFC 7523, section 2.1.
actor AccessTokens {
    enum Problem: Error, Hashable {
        case deferred(OutcomeReason, after: Duration?)
        case misconfigured(OutcomeReason)

        var outcome: DeliveryOutcome {
            switch self {
            case .deferred(let reason, let after): .deferred(reason, after: after)
            case .misconfigured(let reason): .misconfigured(reason)
            }
        }
    }

    private struct Token: Sendable {
        let value: String
        /// From then on it isn't used any more.
        let staleAt: Instant
    }

    /// The endpoint every service account uses; the key file's own `token_uri` can't send the assertion elsewhere.
    private static let endpoint = "https://oauth2.googleapis.com/token"
    /// How long before its end a token is replaced.
    private static let margin = Duration.seconds(225)

    private let account: ServiceAccount
    private let egress: any Egress
    private let cryptography: any Cryptography
    private let clock: any WallClock
    private var current: Token?
    private var fetching: Task<Result<Token, Problem>, Never>?

    init(account: ServiceAccount, host: ChannelHost) {
        self.account = account
        egress = host.egress
        cryptography = host.cryptography
        clock = host.clock
    }

    /// A token that can be used now, and isn't `rejected`, which was refused before.
    func token(insteadOf rejected: String? = nil) async -> Result<String, Problem> {
        if let current, current.staleAt > clock.now, current.value != rejected { return .success(current.value) }
        let task = fetching ?? Task { await fetch() }
        fetching = task
        let result = await task.value
        // Whoever wakes first takes note; later ones find that done.
        if fetching == task {
            fetching = nil
            current = try? result.get()
        }
        return result.map(\.value)
    }

    private func fetch() async -> Result<Token, Problem> {
        let now = clock.now
        do throws(CryptographyFailure) {
            let request = EgressRequest(
                .post,
                Self.endpoint,
                headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("\(Self.grant)&assertion=\(try assertion(now))".utf8)
            )
            return await answer(to: request, now)
        } catch {
            return .failure(.misconfigured(OutcomeReason("InvalidKey", error.message)))
        }
    }

    private static let grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    private func assertion(_ now: Instant) throws(CryptographyFailure) -> String {
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        var header = JSONObject([.init("alg", "RS256"), .init("typ", "JWT")])
        header["kid"] = account.keyID.map(JSONValue.string)
        let claims: JSONValue = [
            "iss": .string(account.email), "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": .string(Self.endpoint), "iat": JSONValue(seconds), "exp": JSONValue(seconds + 3600),
        ]
        return try JSONWebToken.make(header: .object(header), claims: claims) { input throws(CryptographyFailure) in
            try cryptography.rs256(input, key: account.key)
        }
    }

    private func answer(to request: EgressRequest, _ now: Instant) async -> Result<Token, Problem> {
        let response: EgressResponse
        do throws(EgressFailure) {
            response = try await egress.send(request)
        } catch {
            return .failure(Self.problem(of: error))
        }
        let json = try? JSONValue(parsing: response.body)
        guard response.status == 200 else { return .failure(Self.problem(of: response, json, now)) }
        // `expires_in` may come as a text.
        guard let value = json?["access_token"]?.string, Secret(value).isHeaderSafe else {
            return .failure(
                .deferred(
                    OutcomeReason("UnreadableToken", "Google's token answer can't be read", scope: .provider),
                    after: nil
                )
            )
        }
        let lifetime = json?["expires_in"]?.integer ?? json?["expires_in"]?.string.flatMap { Int64($0) } ?? 3600
        let life = max(.seconds(min(lifetime, 86400)) - Self.margin, .seconds(30))
        return .success(Token(value: value, staleAt: now.advanced(by: life)))
    }

    /// Without a token nothing was sent, so nothing is uncertain.
    private static func problem(of failure: EgressFailure) -> Problem {
        switch failure {
        case .notSent(let message): .deferred(OutcomeReason("NoAccessToken", message, scope: .provider), after: nil)
        case .noAnswer(let message): .deferred(OutcomeReason("NoAccessToken", message, scope: .provider), after: nil)
        case .forbidden(let message): .misconfigured(OutcomeReason("ForbiddenDestination", message))
        }
    }

    private static func problem(of response: EgressResponse, _ json: JSONValue?, _ now: Instant) -> Problem {
        let code = json?["error"]?.string
        let reason =
            code.map { OutcomeReason(providerCode: $0, "Google refuses the service account").concerningProvider }
            ?? OutcomeReason(status: response.status).concerningProvider
        let passing = ["internal_failure", "server_error", "temporarily_unavailable"]
        if [408, 425, 429].contains(response.status) || response.status >= 500 || passing.contains(code ?? "") {
            return .deferred(reason, after: response.retryAfter(at: now))
        }
        // Google refuses with an error in its JSON, so a page with status 400 is no verdict about the account.
        guard [401, 403].contains(response.status) || response.status == 400 && code != nil else {
            return .deferred(
                OutcomeReason(foreignAnswer: response.status, insteadOf: "Google", code: "UnreadableToken"),
                after: response.retryAfter(at: now)
            )
        }
        return .misconfigured(reason)
    }
}
