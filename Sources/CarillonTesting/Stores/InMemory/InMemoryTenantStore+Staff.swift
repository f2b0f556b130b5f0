import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: StaffSessionStore {
    func add(_ link: StaffLink) async throws(StoreFailure) {
        try with { state in
            state.staffLinks = state.staffLinks.filter { $0.value.endsAt > link.madeAt }
            state.staffLinks[link.id] = link
        }
    }

    func staffLinks(at now: Instant) async throws(StoreFailure) -> [StaffLink] {
        try with { state in
            state.staffLinks.values.filter { $0.endsAt > now }.sorted { ($0.endsAt, $0.id) > ($1.endsAt, $1.id) }
        }
    }

    func end(staffLink id: String) async throws(StoreFailure) -> StaffLink? {
        try with { $0.staffLinks.removeValue(forKey: id) }
    }

    func begin(_ session: StaffSessionRecord, by link: String) async throws(StoreFailure) -> Bool {
        try with { state in
            guard let known = state.staffLinks[link], known.endsAt > session.startedAt else { return false }
            state.staffLinks[link] = nil
            state.staffSessions = state.staffSessions.filter { $0.value.endsAt > session.startedAt }
            state.staffSessions[session.id] = session
            return true
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
