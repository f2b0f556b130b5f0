public import CarillonModel

/// Who of a tenant's staff is signed in; durable once it is kept.
public protocol StaffSessionStore: Sendable {
    /// Keeps a link that can be opened, and forgets those that were over when it was made.
    func add(_ link: StaffLink) async throws(StoreFailure)
    /// Those that can still be opened, that which lasts longest first.
    func staffLinks(at now: Instant) async throws(StoreFailure) -> [StaffLink]
    /// Takes a link back: nobody is let in by it any more.
    ///
    /// - Returns: as it was; nil for one that was opened or taken back before, or is forgotten.
    func end(staffLink id: String) async throws(StoreFailure) -> StaffLink?
    /// Keeps the session that a link begins, which is then used up; and forgets sessions that were over when it began.
    ///
    /// - Returns: false where the link was opened or taken back before, or is over; then nothing changes.
    func begin(_ session: StaffSessionRecord, by link: String) async throws(StoreFailure) -> Bool
    /// Nil for one that was ended, or is forgotten; one that is over may still be there.
    func staffSession(_ id: String) async throws(StoreFailure) -> StaffSessionRecord?
    /// Those that aren't over, that which lasts longest first.
    func staffSessions(at now: Instant) async throws(StoreFailure) -> [StaffSessionRecord]
    /// Notes that a session is used, and until when it goes on; an earlier end than the known one changes nothing.
    func prolong(staffSession id: String, usedAt: Instant, endsAt: Instant) async throws(StoreFailure)
    /// Ends a session at once, at whichever host it is used.
    ///
    /// - Returns: whether there was one.
    func end(staffSession id: String) async throws(StoreFailure) -> Bool
}

extension StaffSessionStore {
    /// Ends a session at once, at whichever host it is used.
    ///
    /// - Returns: as it was; nil where there was none, or where somebody else has ended it meanwhile.
    public func ended(staffSession id: String) async throws(StoreFailure) -> StaffSessionRecord? {
        let session = try await staffSession(id)
        return try await end(staffSession: id) ? session : nil
    }
}

/// Which users get tests of texts from whom of the staff; durable once it is kept, and gone with the user.
public protocol TestPairingStore: Sendable {
    /// Keeps a code that a user's app shows, in place of one that it showed before; forgets what was over by `now`.
    func offer(_ pairing: TestPairing, at now: Instant) async throws(StoreFailure)
    /// Uses a code: of several who come at once with the same, one gets the pairing, in place of an earlier one of the two.
    ///
    /// - Parameter end: until when tests can be sent.
    /// - Returns: nil where there is no such code, or no longer.
    func pair(
        code: String,
        with staff: String,
        at now: Instant,
        until end: Instant
    ) async throws(StoreFailure) -> TestPairing?
    /// Whom somebody of the staff can send tests to, that which lasts longest first.
    func testPairings(of staff: String, at now: Instant) async throws(StoreFailure) -> [TestPairing]
    /// - Returns: whether that member of the staff had one with this id.
    func end(testPairing id: String, of staff: String) async throws(StoreFailure) -> Bool
    /// Ends all of a user's, codes included.
    func endTestPairings(of user: UserID) async throws(StoreFailure)
}

/// What the staff made of texts, said about it and did besides; durable once it is kept, and never changed, but for names that are
/// forgotten.
public protocol TextHistoryStore: Sendable {
    /// As ``ProposalStore/keep(_:)``, and with the proposal what was changed in it: both, or neither.
    func keep(_ proposal: ProposalRecord, noting change: TextChangeRecord) async throws(StoreFailure) -> Bool
    /// The same with what somebody did to it.
    func keep(_ proposal: ProposalRecord, noting act: StaffAct) async throws(StoreFailure) -> Bool
    func note(_ act: StaffAct) async throws(StoreFailure)
    /// All that is kept, the earliest first.
    ///
    /// - Parameter id: of an entry: only those after it.
    func history(after id: String?, limit: Int) async throws(StoreFailure) -> [StudioHistoryEntry]
    /// The changes of a text, the latest first.
    ///
    /// - Parameter before: the id of a change: only earlier ones.
    func changes(ofText place: String, before: String?, limit: Int) async throws(StoreFailure) -> [TextChangeRecord]
    func add(_ comment: ProposalComment) async throws(StoreFailure)
    /// The comments of a proposal, the earliest first.
    func comments(onProposal id: String, limit: Int) async throws(StoreFailure) -> [ProposalComment]
    /// Removes up to `limit` changes, comments and acts from before `cutoff`.
    ///
    /// - Returns: how many; fewer than `limit` when nothing is left to remove.
    func forgetTextHistory(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int
    /// Has a pseudonym stand wherever a member of the staff is named, and ends their sessions, links and pairings.
    ///
    /// A proposal that changes with that has its next version: nobody keeps one that was read before.
    ///
    /// - Parameter content: what a proposal's content is then.
    /// - Returns: whether there was anything of that name.
    func forget(
        staff name: String,
        as pseudonym: String,
        in content: @escaping @Sendable (JSONValue) -> JSONValue
    ) async throws(StoreFailure) -> Bool
}
