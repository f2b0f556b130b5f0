public import CarillonModel

/// The access token of one account: fetched when needed, kept until shortly before it ends, and fetched once however many
/// request it at the same time.
///
/// An actor, because both state and the order of what happens to it matter. Source: RFC 6749, sections 4.4 and 5, and
/// RFC 7523, section 2.1.
public actor AccessTokens {
    /// Why there is no token.
    ///
    /// Without one nothing was sent, so nothing is uncertain.
    public enum Problem: Error, Sendable, Hashable {
        case deferred(OutcomeReason, after: Duration?)
        case misconfigured(OutcomeReason)

        public var outcome: DeliveryOutcome {
            switch self {
            case .deferred(let reason, let after): .deferred(reason, after: after)
            case .misconfigured(let reason): .misconfigured(reason)
            }
        }
    }

    /// The request for a token, at a time.
    public typealias Request = @Sendable (Instant) throws(CryptographyFailure) -> EgressRequest

    private struct Token: Sendable {
        let value: String
        /// From then on it isn't used any more.
        let staleAt: Instant
    }

    /// How long before its end a token is replaced.
    private static let margin = Duration.seconds(225)

    private let provider: String
    private let account: String
    private let request: Request
    private let egress: any Egress
    private let clock: any WallClock
    private var current: Token?
    private var fetching: Task<Result<Token, Problem>, Never>?

    /// - Parameters:
    ///   - provider: who grants them, as reasons name it.
    ///   - account: what is refused, as reasons name it: “service account”.
    public init(of provider: String, for account: String, host: ChannelHost, request: @escaping Request) {
        self.provider = provider
        self.account = account
        self.request = request
        egress = host.egress
        clock = host.clock
    }

    /// A token that can be used now, and isn't `rejected`, which was refused before.
    public func token(insteadOf rejected: String? = nil) async -> Result<String, Problem> {
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
            return await answer(to: try request(now), now)
        } catch {
            return .failure(.misconfigured(OutcomeReason("InvalidKey", error.message)))
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
        guard response.status == 200 else { return .failure(problem(of: response, json, now)) }
        // `expires_in` may come as a text.
        guard let value = json?["access_token"]?.string, !value.isEmpty, Secret(value).isHeaderSafe else {
            let message = "\(provider)'s token answer can't be read"
            return .failure(.deferred(OutcomeReason("UnreadableToken", message, scope: .provider), after: nil))
        }
        let lifetime = json?["expires_in"]?.integer ?? json?["expires_in"]?.string.flatMap { Int64($0) } ?? 3600
        let life = max(.seconds(min(lifetime, 86400)) - Self.margin, .seconds(30))
        return .success(Token(value: value, staleAt: now.advanced(by: life)))
    }

    private static func problem(of failure: EgressFailure) -> Problem {
        switch failure {
        case .notSent(let message), .noAnswer(let message):
            .deferred(OutcomeReason("NoAccessToken", message, scope: .provider), after: nil)
        case .forbidden(let message): .misconfigured(OutcomeReason("ForbiddenDestination", message))
        }
    }

    private func problem(of response: EgressResponse, _ json: JSONValue?, _ now: Instant) -> Problem {
        let code = json?["error"]?.string
        let reason =
            code.map { OutcomeReason(providerCode: $0, "\(provider) refuses the \(account)").concerningProvider }
            ?? OutcomeReason(status: response.status).concerningProvider
        let passing = ["internal_failure", "server_error", "temporarily_unavailable"]
        if [408, 425, 429].contains(response.status) || response.status >= 500 || passing.contains(code ?? "") {
            return .deferred(reason, after: response.retryAfter(at: now))
        }
        // A refusal has an error in its JSON, so a page with status 400 is no verdict about the account.
        guard [401, 403].contains(response.status) || response.status == 400 && code != nil else {
            return .deferred(
                OutcomeReason(foreignAnswer: response.status, insteadOf: provider, code: "UnreadableToken"),
                after: response.retryAfter(at: now)
            )
        }
        return .misconfigured(reason)
    }
}
