import CarillonModel
import CarillonProfiles
import CarillonStudio
import Synchronization

/// Whose turn it is: of one person's previews of a text the newest, and the older ones end; and so many a second of each.
///
/// A page asks again while it waits, and shows the newest alone. One that comes a little too early waits for its time, so that
/// who types quickly sees the last words. A lock, because any request begins a turn.
final class PreviewTurns: Sendable {
    /// How many each session may have begun within a second, and at once.
    static let perSecond = 5
    /// From one to the next.
    private static let interval: Duration = .milliseconds(1000 / perSecond)
    /// How long one waits at most for its time.
    static let longestWait: Duration = .seconds(1)

    fileprivate struct Visitor: Hashable {
        let tenant: TenantID
        let browser: String
    }

    fileprivate struct Key: Hashable {
        let visitor: Visitor
        let place: TextPlace
    }

    private struct State {
        var newest: [Key: Turn] = [:]
        /// When the next one would begin if each had waited for the one before.
        var next: [Visitor: Instant] = [:]
    }

    private let state = Mutex(State())

    /// One preview, from its beginning to its end.
    struct Turn: Sendable {
        /// Cancelled when a newer one begins.
        let cancellation = Cancellation()
        fileprivate let signal = WakeSignal()
        fileprivate let turns: PreviewTurns
        fileprivate let key: Key

        /// Whether it may begin now.
        enum Time: Sendable, Hashable {
            case begins
            case waits(Duration)
            /// So many are waiting that there may be another one only after this time.
            case refused(Duration)
        }

        /// Takes its place among the session's.
        func wait(at now: Instant) -> Time { turns.wait(of: key.visitor, at: now) }

        /// Waits for its time, or until a newer one begins.
        ///
        /// - Returns: false where one did: the time that was kept for this one is free again.
        func isStillWanted(
            after time: Duration,
            _ pause: @escaping @Sendable (Duration) async throws -> Void
        ) async -> Bool {
            let signal = signal
            let timer = Task {
                try? await pause(time)
                signal.notify()
            }
            await signal.wait(atMost: nil)
            timer.cancel()
            guard cancellation.isCancelled || Task.isCancelled else { return true }
            turns.release(key.visitor)
            return false
        }

        func end() {
            turns.state.withLock { state in
                if state.newest[key]?.cancellation === cancellation { state.newest[key] = nil }
            }
        }
    }

    /// Begins a preview of a text, and ends the one before.
    func begin(of place: TextPlace, in tenant: TenantID, for member: StaffMember) -> Turn {
        let visitor = Visitor(tenant: tenant, browser: member.browser)
        let turn = Turn(turns: self, key: Key(visitor: visitor, place: place))
        let older = state.withLock { state in
            defer { state.newest[turn.key] = turn }
            return state.newest[turn.key]
        }
        older?.cancellation.cancel()
        older?.signal.notify()
        return turn
    }

    private func wait(of visitor: Visitor, at now: Instant) -> Turn.Time {
        state.withLock { state in
            // What is over counts no more; a clock that was set back leaves nothing behind either.
            let end = now.advanced(by: Self.interval * Self.perSecond + Self.longestWait)
            state.next = state.next.filter { now < $0.value && $0.value <= end }
            let next = max(state.next[visitor] ?? now, now)
            let wait = now.duration(to: next) - Self.interval * (Self.perSecond - 1)
            guard wait <= Self.longestWait else { return .refused(wait - Self.longestWait) }
            state.next[visitor] = next.advanced(by: Self.interval)
            return wait > .zero ? .waits(wait) : .begins
        }
    }

    private func release(_ visitor: Visitor) {
        state.withLock { state in
            if let next = state.next[visitor] { state.next[visitor] = next.advanced(by: .zero - Self.interval) }
        }
    }
}
