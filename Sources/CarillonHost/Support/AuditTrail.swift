import CarillonModel
import Crypto
public import Logging
import Synchronization

/// Who did what to the host, for the record: one line for each action of an operator, under the label `audit`.
///
/// Never holds keys, payloads or addresses, and a user only as ``pseudonym(of:)``.
public struct AuditTrail: Sendable {
    /// On whose behalf.
    enum Actor: Sendable, Hashable, CustomStringConvertible {
        /// An operator with the operator key.
        case operatorKey
        /// A system user who can open the data folder or the socket in it.
        case local
        case signal
        case fileChange
        /// A service of the tenant.
        case service
        /// Somebody of the tenant's staff, as their link to the studio called them.
        case staff(String)
        /// A caller with an invalid key.
        case unknown

        var description: String {
            switch self {
            case .operatorKey: "operator-key"
            case .local: "local"
            case .signal: "signal"
            case .fileChange: "file-change"
            case .service: "service"
            case .staff(let name): "staff: \(name)"
            case .unknown: "unknown"
            }
        }
    }

    enum Result: String, Sendable {
        case done
        case refused
        case failed
    }

    private let logger: Logger?
    private let refusals = Refusals()

    /// - Parameter logger: where the lines go; nil is nowhere.
    public init(_ logger: Logger?) {
        self.logger = logger
    }

    func record(
        _ action: String,
        by actor: Actor,
        tenant: String? = nil,
        facts: [String: String] = [:],
        result: Result
    ) {
        guard let logger else { return }
        var metadata: Logger.Metadata = ["who": "\(actor)", "result": "\(result.rawValue)"]
        metadata["tenant"] = tenant.map { "\($0)" }
        for (name, fact) in facts { metadata[name] = "\(fact)" }
        logger.notice("\(action)", metadata: metadata)
    }

    /// Notes that a key was refused: at most one line a minute for each tenant, with how many there were.
    func keyRefused(tenant: String? = nil, at now: Instant) {
        guard let count = refusals.add(tenant ?? "", at: now) else { return }
        record("key.use", by: .unknown, tenant: tenant, facts: ["count": "\(count)"], result: .refused)
    }

    /// Shows whether two lines are about the same user, and whether one is about a user whose id is known; nothing
    /// else.
    static func pseudonym(of user: UserID) -> String {
        let digest = SHA256.hash(data: Array(user.rawValue.utf8))
        return "sha256:" + digest.prefix(8).hexadecimal
    }
}

/// How often keys were refused since the last line about it.
///
/// A lock, because any request may come with a wrong key.
private final class Refusals: Sendable {
    private struct Entry {
        var count = 0
        var loggedAt: Instant?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// - Returns: how many to report; nil while it is too early to report again.
    func add(_ tenant: String, at now: Instant) -> Int? {
        entries.withLock { entries in
            var entry = entries[tenant] ?? Entry()
            entry.count += 1
            defer { entries[tenant] = entry }
            if let loggedAt = entry.loggedAt, now < loggedAt.advanced(by: .seconds(60)) { return nil }
            let count = entry.count
            entry = Entry(count: 0, loggedAt: now)
            return count
        }
    }
}
