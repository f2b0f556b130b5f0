import CarillonPipeline
import Synchronization

/// The lanes of a tenant that this process holds.
///
/// A lock, because they are taken when a worker begins and named by all that it runs.
final class HeldLanes: Sendable {
    private let leases = Mutex<[Lane: LaneLease]>([:])

    func hold(_ taken: [LaneLease]) {
        leases.withLock { $0 = Dictionary(taken.map { ($0.lane, $0) }) { first, _ in first } }
    }

    var all: [LaneLease] { leases.withLock { Array($0.values) } }

    /// - Throws: `.laneLost` where it isn't held.
    func lease(_ lane: Lane) throws(StoreFailure) -> LaneLease {
        guard let lease = leases.withLock({ $0[lane] }) else {
            throw StoreFailure(.laneLost, "\(lane) isn't held by this process")
        }
        return lease
    }
}
