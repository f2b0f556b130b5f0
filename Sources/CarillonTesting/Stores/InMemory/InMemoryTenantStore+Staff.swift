import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: StaffSessionStore {
    func begin(_ session: StaffSessionRecord) async throws(StoreFailure) {
        try with { state in
            state.staffSessions = state.staffSessions.filter { $0.value.endsAt > session.startedAt }
            state.staffSessions[session.id] = session
        }
    }

    func staffSession(_ id: String) async throws(StoreFailure) -> StaffSessionRecord? {
        try with { $0.staffSessions[id] }
    }

    func staffSessions(at now: Instant) async throws(StoreFailure) -> [StaffSessionRecord] {
        try with { state in
            state.staffSessions.values.filter { $0.endsAt > now }.sorted { ($0.endsAt, $0.id) > ($1.endsAt, $1.id) }
        }
    }

    func prolong(staffSession id: String, usedAt: Instant, endsAt: Instant) async throws(StoreFailure) {
        try with { state in
            guard let session = state.staffSessions[id], session.endsAt < endsAt else { return }
            state.staffSessions[id]?.usedAt = usedAt
            state.staffSessions[id]?.endsAt = endsAt
        }
    }

    func end(staffSession id: String) async throws(StoreFailure) -> Bool {
        try with { $0.staffSessions.removeValue(forKey: id) != nil }
    }
}

extension InMemoryTenantStore: TestPairingStore {
    func offer(_ pairing: TestPairing, at now: Instant) async throws(StoreFailure) {
        try with { state in
            state.testPairings = state.testPairings.filter { _, known in
                known.endsAt > now && !(known.user == pairing.user && known.code != nil)
            }
            state.testPairings[pairing.id] = pairing
        }
    }

    func pair(
        code: String,
        with staff: String,
        at now: Instant,
        until end: Instant
    ) async throws(StoreFailure) -> TestPairing? {
        try with { state in
            let found = state.testPairings.values.first { $0.code == code && $0.endsAt > now }
            guard var pairing = found else { return nil }
            state.testPairings = state.testPairings.filter { $0.value.user != pairing.user || $0.value.staff != staff }
            (pairing.code, pairing.staff, pairing.endsAt) = (nil, staff, end)
            state.testPairings[pairing.id] = pairing
            return pairing
        }
    }

    func testPairings(of staff: String, at now: Instant) async throws(StoreFailure) -> [TestPairing] {
        try with { state in
            state.testPairings.values.filter { $0.staff == staff && $0.endsAt > now }
                .sorted { ($0.endsAt, $0.id) > ($1.endsAt, $1.id) }
        }
    }

    func end(testPairing id: String, of staff: String) async throws(StoreFailure) -> Bool {
        try with { state in
            guard state.testPairings[id]?.staff == staff else { return false }
            state.testPairings[id] = nil
            return true
        }
    }

    func endTestPairings(of user: UserID) async throws(StoreFailure) {
        try with { state in state.testPairings = state.testPairings.filter { $0.value.user != user } }
    }
}

extension InMemoryTenantStore: TextHistoryStore {
    func keep(_ proposal: ProposalRecord, noting change: TextChangeRecord) async throws(StoreFailure) -> Bool {
        try with { state in
            guard (state.proposals[proposal.id]?.version ?? 0) + 1 == proposal.version else { return false }
            state.proposals[proposal.id] = proposal
            state.textChanges.append(change)
            return true
        }
    }

    func changes(
        ofText place: String,
        before: String?,
        limit: Int
    ) async throws(StoreFailure) -> [TextChangeRecord] {
        try with { state in
            let found = state.textChanges.filter { change in
                change.place == place && before.map { change.id < $0 } ?? true
            }
            return Array(found.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    func add(_ comment: ProposalComment) async throws(StoreFailure) {
        try with { $0.comments.append(comment) }
    }

    func comments(onProposal id: String, limit: Int) async throws(StoreFailure) -> [ProposalComment] {
        try with { state in
            Array(state.comments.filter { $0.proposal == id }.sorted { $0.id < $1.id }.prefix(limit))
        }
    }

    func forgetTextHistory(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try with { state in
            let changes = state.textChanges.filter { $0.changedAt < cutoff }.sorted { $0.changedAt < $1.changedAt }
            let gone = Set(changes.prefix(limit).map(\.id))
            state.textChanges.removeAll { gone.contains($0.id) }
            let comments = state.comments.filter { $0.writtenAt < cutoff }.sorted { $0.writtenAt < $1.writtenAt }
            let silent = Set(comments.prefix(limit - gone.count).map(\.id))
            state.comments.removeAll { silent.contains($0.id) }
            return gone.count + silent.count
        }
    }
}
