import CarillonModel

/// How the simulated providers are to fail: rules in the order they were given, the first that applies wins.
struct Script: Sendable {
    private(set) var rules: [ScriptRule] = []
    /// Whether any rule matches single messages; spares the hot path the search.
    private var hasMessageRules = false

    mutating func add(_ more: [ScriptRule]) {
        rules += more
        hasMessageRules = rules.contains { !$0.isForRequest }
    }

    mutating func clear() {
        self = Script()
    }

    /// The rule for a request that carries these tokens, if one applies now.
    mutating func requestRule(_ provider: Provider, tokens: [String], stage: ScriptRule.Stage?) -> ScriptRule? {
        for index in rules.indices
        where rules[index].isForRequest && (rules[index].stage == .token) == (stage == .token) {
            let isMeant =
                tokens.isEmpty
                ? rules[index].token == nil && rules[index].matches(provider, token: "")
                : tokens.contains { rules[index].matches(provider, token: $0) }
            if isMeant, rules[index].fires() { return rules[index] }
        }
        return nil
    }

    /// The error that this message is to meet now, at the given stage (nil for providers that have only one).
    mutating func error(_ provider: Provider, token: String, stage: ScriptRule.Stage?) -> ScriptedError? {
        guard hasMessageRules else { return nil }
        for index in rules.indices where rules[index].error != nil && !rules[index].isForRequest {
            guard rules[index].matches(provider, token: token) else { continue }
            // By default, an Expo error shows in the ticket.
            if let stage, (rules[index].stage ?? .ticket) != stage { continue }
            if let code = rules[index].error, rules[index].fires() {
                return ScriptedError(code: code, retryAfter: rules[index].retryAfter)
            }
        }
        return nil
    }

    /// How long receipts of this token keep one waiting, if a rule specifies that.
    mutating func receiptDelay(token: String) -> Duration? {
        guard hasMessageRules else { return nil }
        for index in rules.indices where rules[index].receiptsAfter != nil {
            if rules[index].matches(.expo, token: token), rules[index].fires() { return rules[index].receiptsAfter }
        }
        return nil
    }

    /// What a rule has about the reports on this message, if one applies now.
    mutating func reporting(_ provider: Provider, token: String) -> ScriptRule? {
        guard hasMessageRules else { return nil }
        for index in rules.indices where rules[index].isAboutReports {
            if rules[index].matches(provider, token: token), rules[index].fires() { return rules[index] }
        }
        return nil
    }

    /// How many messages a second a rule allows each project; nil leaves it as it is.
    func perSecond(_ provider: Provider) -> Int? {
        guard hasMessageRules else { return nil }
        return rules.first { $0.perSecond != nil && $0.matches(provider, token: "") }?.perSecond
    }

    /// The project a token belongs to, if a rule specifies that.
    ///
    /// Isn't used up.
    func project(_ provider: Provider, token: String) -> String? {
        guard hasMessageRules else { return nil }
        return rules.first { $0.project != nil && $0.matches(provider, token: token) }?.project
    }
}

/// An error that a message is to meet, in the provider's own code.
struct ScriptedError: Sendable {
    let code: String
    let retryAfter: Int?
}
