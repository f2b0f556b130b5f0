import CarillonModel

/// The kinds of conditions that operators are alerted of.
///
/// Users see these texts: `docs/guides/operate.md` has a line for each.
enum AlertKind: String, Sendable, CaseIterable, Comparable {
    /// Credentials or settings are wrong, or most devices were reported gone at once: nothing is sent.
    case channelPaused = "channel-paused"
    /// A secret or a setting is missing, so the channel couldn't be opened.
    case channelUnavailable = "channel-unavailable"
    /// The provider demands other credentials for single addresses, while others are reached.
    case addressCredentials = "address-credentials"
    case circuitOpen = "circuit-open"
    case deadLetters = "dead-letters"
    case renderFailed = "render-failed"
    case receiptsOverdue = "receipts-overdue"
    case tenantNotServed = "tenant-not-served"
    /// The tenant runs with what it had before.
    case folderRejected = "folder-rejected"
    case diskNearlyFull = "disk-nearly-full"

    static func < (left: AlertKind, right: AlertKind) -> Bool { left.rawValue < right.rawValue }

    /// How long the condition must be gone to count as recovered, so that one that comes and goes is a single alert.
    var recoveryTime: Duration {
        switch self {
        case .channelPaused, .channelUnavailable, .tenantNotServed, .folderRejected: .zero
        case .circuitOpen: .seconds(60)
        case .deadLetters, .receiptsOverdue, .diskNearlyFull: .seconds(300)
        case .renderFailed: .seconds(3600)
        // The owner of such a token may get only one notification a day.
        case .addressCredentials: .seconds(24 * 3600)
        }
    }

    /// How long after a start the condition is unknown, because the evidence isn't stored.
    var detectionDelay: Duration {
        switch self {
        case .channelPaused, .channelUnavailable, .tenantNotServed, .folderRejected, .diskNearlyFull: .zero
        case .circuitOpen: CircuitBreaker.longestOpenTime
        case .deadLetters, .renderFailed, .addressCredentials, .receiptsOverdue: AlertEvidence.window
        }
    }

    /// The command that shows details.
    ///
    /// - Parameter tenant: the tenant of the alert.
    func advice(tenant: String?) -> String {
        let tenant = tenant.map { " --tenant \($0)" } ?? ""
        return switch self {
        case .channelPaused, .channelUnavailable, .circuitOpen: "carillond channels\(tenant)"
        case .addressCredentials: "carillond deliveries\(tenant) --status held"
        case .deadLetters, .renderFailed: "carillond deliveries\(tenant) --status failed"
        case .receiptsOverdue: "carillond channels\(tenant), and the log's lines about receipts"
        case .tenantNotServed, .folderRejected: "carillond tenants, and carillon validate on the tenant's folder"
        case .diskNearlyFull: "df on the data folder; free space, or move the data to a larger disk"
        }
    }
}
