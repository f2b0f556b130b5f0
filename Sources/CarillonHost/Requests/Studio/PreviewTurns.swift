import CarillonModel
import CarillonProfiles
import CarillonStudio
import Synchronization

/// Whose turn it is: of one person's previews of a text the newest, and the older ones end.
///
/// A page asks again while it waits, and shows the newest alone. A lock, because any request begins a turn.
final class PreviewTurns: Sendable {
    fileprivate struct Key: Hashable {
        let tenant: TenantID
        let browser: String
        let place: TextPlace
    }

    private let newest = Mutex<[Key: Cancellation]>([:])

    /// One preview, from its beginning to its end.
    struct Turn: Sendable {
        /// Cancelled when a newer one begins.
        let cancellation = Cancellation()
        fileprivate let turns: PreviewTurns
        fileprivate let key: Key

        func end() {
            turns.newest.withLock { newest in
                if newest[key] === cancellation { newest[key] = nil }
            }
        }
    }

    /// Begins a preview of a text, and ends the one before.
    func begin(of place: TextPlace, in tenant: TenantID, for member: StaffMember) -> Turn {
        let turn = Turn(turns: self, key: Key(tenant: tenant, browser: member.browser, place: place))
        let older = newest.withLock { newest in
            defer { newest[turn.key] = turn.cancellation }
            return newest[turn.key]
        }
        older?.cancel()
        return turn
    }
}
