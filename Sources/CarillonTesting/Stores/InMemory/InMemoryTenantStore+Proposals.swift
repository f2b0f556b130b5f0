import CarillonPipeline

extension InMemoryTenantStore: ProposalStore {
    func keep(_ proposal: ProposalRecord) async throws(StoreFailure) -> Bool {
        try with { state in
            guard (state.proposals[proposal.id]?.version ?? 0) + 1 == proposal.version else { return false }
            state.proposals[proposal.id] = proposal
            return true
        }
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
