public import CarillonModel

/// Who of a tenant's staff is signed in; durable once it is kept.
public protocol StaffSessionStore: Sendable {
    /// Keeps a session, and forgets those that were over when it began.
    func begin(_ session: StaffSessionRecord) async throws(StoreFailure)
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

/// What the staff made of texts and said about it; durable once it is kept, and never changed.
public protocol TextHistoryStore: Sendable {
    /// As ``ProposalStore/keep(_:)``, and with the proposal what was changed in it: both, or neither.
    func keep(_ proposal: ProposalRecord, noting change: TextChangeRecord) async throws(StoreFailure) -> Bool
    /// The changes of a text, the latest first.
    ///
    /// - Parameter before: the id of a change: only earlier ones.
    func changes(ofText place: String, before: String?, limit: Int) async throws(StoreFailure) -> [TextChangeRecord]
    func add(_ comment: ProposalComment) async throws(StoreFailure)
    /// The comments of a proposal, the earliest first.
    func comments(onProposal id: String, limit: Int) async throws(StoreFailure) -> [ProposalComment]
    /// Removes up to `limit` changes and comments from before `cutoff`.
    ///
    /// - Returns: how many; fewer than `limit` when nothing is left to remove.
    func forgetTextHistory(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int
}
