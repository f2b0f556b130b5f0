import CarillonModel

/// One way to fail, and what it applies to.
struct ScriptRule: Sendable {
    /// Where the connection is closed without an answer.
    enum Drop: String, Sendable {
        /// Nothing of the request is carried out.
        case before
        /// It is carried out, only the answer is missing: how duplicates come about.
        case after
        /// Nothing is carried out, and HTTP/2 reports that: the client may send it again without fear.
        case goAway = "goaway"

        var isBefore: Bool { self != .after }
    }

    /// What of a delivery it is about, where that has parts.
    enum Stage: String, Sendable {
        /// Expo's first answer; the default.
        case ticket
        /// Expo's late answer.
        case receipt
        /// Google's token endpoint.
        case token
    }

    var provider: Provider?
    var token: TokenPattern?
    /// The share of what matches that it applies to: every tenth for 0.1, not one in ten by chance.
    var rate: Double?
    /// How often it applies before it is used up.
    var times: Int?

    var error: String?
    var stage: Stage?
    var status: Int?
    var body: String?
    var retryAfter: Int?
    var delay: Duration?
    var drop: Drop?
    /// How long Expo's receipts keep one waiting; nil leaves them as they are.
    var receiptsAfter: Duration?
    /// What the provider of a channel file reports last about a message: a sample of its callbacks.
    var report: String?
    /// How long after the answer, and after one another, it reports; ``never`` for not at all.
    var reportAfter: Duration?
    /// How often it reports the same.
    var reportCopies: Int?
    /// Its reports are proven with another secret.
    var isForgedReport = false
    /// The ticket list is one short.
    var losesTicket = false
    /// The project, or app, that the tokens belong to.
    var project: String?

    /// Messages a second that a project of Expo's may send.
    var perSecond: Int?

    /// Grows by ``rate`` with every match and fires at one.
    var pressure = 0.0

    /// Whether it fails the request as a whole, whatever the messages.
    var isForRequest: Bool { status != nil || drop != nil || delay != nil || losesTicket }

    /// Longer than anything is waited for.
    static let never = Duration.seconds(172_800)

    var isAboutReports: Bool { report != nil || reportAfter != nil || reportCopies != nil || isForgedReport }

    func matches(_ provider: Provider, token: String) -> Bool {
        (self.provider.map { $0 == provider } ?? true) && (self.token.map { $0.matches(token) } ?? true)
    }

    /// Whether it applies this time; counts.
    mutating func fires() -> Bool {
        if let times, times <= 0 { return false }
        if let rate {
            pressure += rate
            guard pressure >= 0.999_999 else { return false }
            pressure -= 1
        }
        times = times.map { $0 - 1 }
        return true
    }
}

/// A token, or its beginning followed by `*`.
struct TokenPattern: Sendable, Hashable {
    let text: String

    func matches(_ token: String) -> Bool {
        text.hasSuffix("*") ? token.hasPrefix(text.dropLast()) : token == text
    }
}
