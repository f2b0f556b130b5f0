import CarillonModel
import Crypto
import Synchronization

/// Codes that were used since this process began, for as long as they would be good.
///
/// Only codes of the host's own making get here, which live for a minute: the list stays short. A lock, because requests come
/// side by side, and of two with one code one must lose.
final class UsedCodes: Sendable {
    /// Codes that were made earlier may have been used in another life of the process.
    let since: Instant
    private let ends = Mutex<[[UInt8]: Instant]>([:])

    init(since: Instant) {
        self.since = since
    }

    /// - Returns: false where it was used before.
    func add(_ code: String, until end: Instant, at now: Instant) -> Bool {
        let digest = Array(SHA256.hash(data: Array(code.utf8)))
        return ends.withLock { ends in
            ends = ends.filter { $0.value > now }
            return ends.updateValue(end, forKey: digest) == nil
        }
    }
}
