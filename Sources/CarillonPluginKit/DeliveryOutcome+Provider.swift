extension OutcomeReason {
    /// A provider's own code, taken only when it has the form of one: letters and underscores, at most 64.
    ///
    /// Anything else might carry what must not be recorded, such as the token that was refused.
    public init(providerCode code: String?, _ message: String = "") {
        let isPlain =
            code.map { code in
                !code.isEmpty && code.utf8.count <= 64
                    && code.utf8.allSatisfy { (65...90).contains($0 & 0xDF) || $0 == UInt8(ascii: "_") }
            } ?? false
        self.init(isPlain ? code ?? "Unknown" : "Unknown", message)
    }

    /// An answer with nothing but its HTTP status.
    public init(status: Int) {
        self.init("HTTP\(status)", "the provider answered with status \(status)", scope: Scope(ofStatus: status))
    }

    /// A refusal in a form that isn't the provider's, such as the page of a proxy: no verdict about any message.
    public init(foreignAnswer status: Int, insteadOf provider: String, code: String = "UnreadableAnswer") {
        let text = "what answered with status \(status) isn't \(provider), by the form of its answer"
        self.init(code, text, scope: .provider)
    }
}

extension OutcomeReason.Scope {
    /// Of a request that was answered as a whole.
    ///
    /// A status of 500 may be caused by what the server was sent.
    init(ofStatus status: Int) {
        self = status == 500 ? .request : .provider
    }
}

extension EgressFailure {
    /// What follows for every message of the request.
    public var outcome: DeliveryOutcome {
        switch self {
        case .notSent(let text): .deferred(OutcomeReason("NotSent", text, scope: .provider), after: nil)
        case .noAnswer(let text): .uncertain(OutcomeReason("NoAnswer", text, scope: .provider))
        case .forbidden(let text): .misconfigured(OutcomeReason("ForbiddenDestination", text, scope: .provider))
        }
    }
}

extension DeliveryOutcome {
    /// The reason, where the outcome has one.
    public var reason: OutcomeReason? {
        switch self {
        case .accepted, .tooLarge: nil
        case .deferred(let reason, _), .refused(let reason), .gone(let reason, _), .misconfigured(let reason),
            .uncertain(let reason):
            reason
        }
    }
}
