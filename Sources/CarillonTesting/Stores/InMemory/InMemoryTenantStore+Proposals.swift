import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: ProposalStore {
    func keep(_ proposal: ProposalRecord) async throws(StoreFailure) -> Bool {
        try with { $0.keep(proposal) }
    }

    func proposal(_ id: String) async throws(StoreFailure) -> ProposalRecord? {
        try with { $0.proposals[id] }
    }

    func proposals(limit: Int) async throws(StoreFailure) -> [ProposalRecord] {
        try with { state in
            let sorted = state.proposals.values.sorted { ($0.changedAt, $0.id) > ($1.changedAt, $1.id) }
            return Array(sorted.prefix(limit))
        }
    }
}

extension InMemoryTenantStore: TextVersionStore {
    func publish(
        _ version: TextVersion,
        texts: JSONValue,
        of proposal: ProposalRecord?,
        noting act: StaffAct
    ) async throws(StoreFailure) -> Bool {
        try with { state in
            guard state.textVersions.count + 1 == version.number else { return false }
            if let proposal, !state.keep(proposal) { return false }
            state.textVersions.append((version, texts))
            state.staffActs.append(act)
            return true
        }
    }

    func textVersions(limit: Int) async throws(StoreFailure) -> [TextVersion] {
        try with { $0.textVersions.suffix(limit).reversed().map(\.version) }
    }

    func textVersion(_ number: Int) async throws(StoreFailure) -> TextVersion? {
        try with { $0.textVersions.first { $0.version.number == number }?.version }
    }

    func texts(ofVersion number: Int) async throws(StoreFailure) -> JSONValue? {
        try with { $0.textVersions.first { $0.version.number == number }?.texts }
    }
}

extension InMemoryState {
    mutating func keep(_ proposal: ProposalRecord) -> Bool {
        guard (proposals[proposal.id]?.version ?? 0) + 1 == proposal.version else { return false }
        proposals[proposal.id] = proposal
        return true
    }
}
