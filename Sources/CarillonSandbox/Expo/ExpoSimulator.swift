import CarillonModel

/// Simulates Expo's push service.
///
/// Source: Expo, “Send notifications with the Expo Push Service”.
struct ExpoSimulator: Sendable {
    static let sendPath = "/--/api/v2/push/send"
    static let receiptsPath = "/--/api/v2/push/getReceipts"

    private static let defaultProject = "@sandbox/app"

    var receipts: ExpoReceiptBook
    private let accessToken: String?
    private let rate: Int?
    private var buckets: [String: TokenBucket] = [:]

    init(_ configuration: SandboxConfiguration) {
        receipts = ExpoReceiptBook(delay: configuration.expoReceiptDelay)
        accessToken = configuration.expoAccessToken
        rate = configuration.expoRate
    }

    /// The project's access token: none required, none sent, a wrong one.
    ///
    /// - Parameter known: those made known later.
    func credentialFault(in request: SandboxRequest, known: Set<String>) -> SandboxResponse? {
        let tokens = known.union([accessToken].compactMap(\.self))
        guard !tokens.isEmpty else { return nil }
        guard let sent = request.value(of: "authorization") else {
            return ExpoWording.problem(401, "UNAUTHORIZED", "This project needs an access token")
        }
        return tokens.contains { sent == "Bearer \($0)" } ? nil : ExpoWording.wrongToken
    }

    /// Tickets for what passed every check, in order.
    mutating func accept(
        _ batch: ExpoBatch,
        script: inout Script,
        log: inout MessageLog,
        now: Instant
    ) -> Result<[JSONValue], ExpoRefusal> {
        var projects: [String: [String]] = [:]
        for recipient in batch.recipients {
            projects[script.project(.expo, token: recipient.token) ?? Self.defaultProject, default: []]
                .append(recipient.token)
        }
        guard projects.count == 1, let project = projects.keys.first else {
            return .failure(ExpoRefusal(tooManyProjects: projects))
        }
        if let rate = script.perSecond(.expo) ?? rate,
            !buckets["\(project) \(rate)", default: TokenBucket(rate: rate, now: now)]
                .take(batch.recipients.count, now: now)
        {
            return .failure(.tooFast)
        }
        return .success(
            batch.recipients.map { recipient in
                ticket(for: recipient, batch.messages[recipient.message], &script, &log, now)
            }
        )
    }

    private mutating func ticket(
        for recipient: ExpoBatch.Recipient,
        _ message: JSONObject,
        _ script: inout Script,
        _ log: inout MessageLog,
        _ now: Instant
    ) -> JSONValue {
        let token = recipient.token
        if let error = script.error(.expo, token: token, stage: .ticket) {
            log.add(.expo, token: token, outcome: error.code, message: .object(message), at: now)
            return ExpoWording.failure(error.code, token: token)
        }
        // Too large a message is accepted, and only its receipt reports that.
        let error =
            script.error(.expo, token: token, stage: .receipt)?.code
            ?? (ExpoMessageCheck.size(of: message) > 4096 ? "MessageTooBig" : nil)
        let delay = script.receiptDelay(token: token)
        log.add(.expo, token: token, outcome: error ?? "ok", message: .object(message), at: now)
        return ["status": "ok", "id": .string(receipts.issue(error: error, delay: delay, token: token, at: now))]
    }

    /// The receipts that are ready, by id.
    func receipts(for ids: [JSONValue], now: Instant) -> JSONValue {
        var found = JSONObject()
        for id in ids.compactMap(\.string) { found[id] = receipts.receipt(id, now: now) }
        return ["data": .object(found)]
    }
}

/// Why a batch is refused although every message is well-formed.
struct ExpoRefusal: Error {
    let response: SandboxResponse
    let reason: String

    static let tooFast = ExpoRefusal(
        response: ExpoWording.problem(429, "TOO_MANY_REQUESTS", "The project sends too many notifications a second"),
        reason: "more notifications a second than the project may send"
    )

    init(tooManyProjects projects: [String: [String]]) {
        let details = projects.sorted { $0.key < $1.key }.map { project, tokens in
            JSONObject.Member(project, .array(tokens.map(JSONValue.string)))
        }
        reason = "tokens of more than one project"
        response = ExpoWording.problem(
            400,
            "PUSH_TOO_MANY_EXPERIENCE_IDS",
            "All messages of a request must be for the same project",
            details: .object(JSONObject(details))
        )
    }

    private init(response: SandboxResponse, reason: String) {
        self.response = response
        self.reason = reason
    }
}
