import CarillonSandbox
import Synchronization

/// What simulated providers report, until a test sends it.
///
/// A class with a lock: requests are answered concurrently.
final class KeptReports: Sendable {
    private let kept = Mutex<[SandboxReport]>([])

    var all: [SandboxReport] { kept.withLock { $0 } }

    /// Those that overtake the answer, which are no longer kept.
    func takeEarly() -> [SandboxReport] {
        kept.withLock { kept in
            defer { kept.removeAll { $0.delay == .zero } }
            return kept.filter { $0.delay == .zero }
        }
    }

    func add(_ report: SandboxReport) { kept.withLock { $0.append(report) } }
}
