import CarillonModel

/// The last reports that simulated providers sent, or couldn't send, and how many there were.
struct ReportLog: Sendable {
    private struct Entry: Sendable {
        let provider: String
        let report: String
        let token: String
        /// What the host answered; nil where nothing was answered.
        let status: Int?
        /// Why nothing was sent, or answered.
        let problem: String?
        let at: Instant
    }

    private static let kept = 100
    private var entries: [Entry] = []
    private var total = 0

    mutating func add(
        _ report: String,
        of provider: String,
        to token: String,
        status: Int?,
        problem: String?,
        at now: Instant
    ) {
        let entry = Entry(
            provider: provider,
            report: report,
            token: token,
            status: status,
            problem: problem,
            at: now
        )
        if entries.count < Self.kept { entries.append(entry) } else { entries[total % Self.kept] = entry }
        total += 1
    }

    /// Oldest first.
    var json: JSONValue {
        let start = entries.count < Self.kept ? 0 : total % Self.kept
        let last = (entries[start...] + entries[..<start]).map { entry -> JSONValue in
            var object = JSONObject([
                .init("provider", .string(entry.provider)), .init("report", .string(entry.report)),
                .init("token", .string(entry.token)), .init("sentAt", .string(entry.at.rfc3339)),
            ])
            object["status"] = entry.status.map { JSONValue($0) }
            object["problem"] = entry.problem.map(JSONValue.string)
            return .object(object)
        }
        return ["total": JSONValue(total), "last": .array(last)]
    }
}
