import AllocatorSettings
import CarillonLanguage
import CarillonProfiles
import Dispatch
import Synchronization

/// Checks tenants on threads of its own, so that no answer waits for a check.
final class TenantChecks: Sendable {
    /// Small tenants don't wait for large ones.
    private let small = DispatchQueue(label: "checks")
    private let large = DispatchQueue(label: "large checks", qos: .utility)
    private let begun = Mutex<[String: Check]>([:])

    /// How long nobody may have typed before a large tenant is checked again.
    private static let pause = DispatchTimeInterval.milliseconds(150)

    private struct Check {
        /// Known as long as somebody else holds it: what is out of date goes.
        weak let snapshot: TenantSnapshot?
        let cancellation: Cancellation
    }

    /// Begins the check of a tenant, and ends that of what it was before.
    ///
    /// - Parameter done: called on another thread when ``TenantSnapshot/diagnostics`` are there; never where another check of
    ///   the folder begins before.
    func begin(_ snapshot: TenantSnapshot, of folder: String, then done: @escaping @Sendable () -> Void) {
        let check = Check(snapshot: snapshot, cancellation: Cancellation())
        let (isNew, isFirst) = begun.withLock { begun in
            let earlier = begun[folder]
            guard earlier?.snapshot !== snapshot else { return (false, false) }
            earlier?.cancellation.cancel()
            begun[folder] = check
            return (true, earlier == nil)
        }
        guard isNew else { return }
        let pause = snapshot.isLarge && !isFirst ? Self.pause : .nanoseconds(0)
        let cancellation = check.cancellation
        (snapshot.isLarge ? large : small).asyncAfter(deadline: .now() + pause) { [weak snapshot] in
            guard let snapshot else { return }
            if snapshot.check(unless: cancellation) { done() }
            // It needed many times what it leaves.
            if snapshot.isLarge { allocator_settings_give_back() }
        }
    }
}
