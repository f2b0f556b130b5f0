import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: TextHistoryStore {
    func keep(_ proposal: ProposalRecord, noting change: TextChangeRecord) async throws(StoreFailure) -> Bool {
        try with { state in
            guard state.keep(proposal) else { return false }
            state.textChanges.append(change)
            return true
        }
    }

    func keep(_ proposal: ProposalRecord, noting act: StaffAct) async throws(StoreFailure) -> Bool {
        try with { state in
            guard state.keep(proposal) else { return false }
            state.staffActs.append(act)
            return true
        }
    }

    func note(_ act: StaffAct) async throws(StoreFailure) {
        try with { $0.staffActs.append(act) }
    }

    func history(after id: String?, limit: Int) async throws(StoreFailure) -> [StudioHistoryEntry] {
        try with { state in
            let all =
                state.textChanges.map { StudioHistoryEntry.change($0) } + state.comments.map { .comment($0) }
                + state.staffActs.map { .act($0) }
            return Array(all.filter { $0.id > id ?? "" }.sorted { $0.id < $1.id }.prefix(limit))
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
            let acts = state.staffActs.filter { $0.doneAt < cutoff }.sorted { $0.doneAt < $1.doneAt }
            let done = Set(acts.prefix(limit - gone.count - silent.count).map(\.id))
            state.staffActs.removeAll { done.contains($0.id) }
            return gone.count + silent.count + done.count
        }
    }

    func forget(
        staff name: String,
        as pseudonym: String,
        in content: @escaping @Sendable (JSONValue) -> JSONValue
    ) async throws(StoreFailure) -> Bool {
        try with { $0.forget(staff: name, as: pseudonym, in: content) }
    }
}

extension InMemoryState {
    fileprivate mutating func forget(
        staff name: String,
        as pseudonym: String,
        in content: (JSONValue) -> JSONValue
    ) -> Bool {
        var isFound = false
        /// The name that stands for one.
        func other(_ known: String) -> String {
            guard known == name else { return known }
            isFound = true
            return pseudonym
        }
        for index in textChanges.indices { textChanges[index].author = other(textChanges[index].author) }
        for index in comments.indices { comments[index].author = other(comments[index].author) }
        for index in staffActs.indices {
            staffActs[index].name = staffActs[index].name.map(other)
            staffActs[index].subject = staffActs[index].subject.map(other)
        }
        for index in textVersions.indices {
            textVersions[index].version.author = other(textVersions[index].version.author)
        }
        for (id, known) in proposals {
            var proposal = known
            proposal.author = other(known.author)
            proposal.content = content(known.content)
            guard proposal != known else { continue }
            isFound = true
            proposal.version += 1
            proposals[id] = proposal
        }
        let counts = staffSessions.count + staffLinks.count + testPairings.count
        staffSessions = staffSessions.filter { $0.value.name != name }
        staffLinks = staffLinks.filter { $0.value.name != name }
        testPairings = testPairings.filter { $0.value.staff != name }
        return isFound || staffSessions.count + staffLinks.count + testPairings.count < counts
    }
}
