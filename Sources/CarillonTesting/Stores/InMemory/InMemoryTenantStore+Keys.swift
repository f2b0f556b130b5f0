import CarillonPipeline

extension InMemoryTenantStore: KeyStore {
    func key(_ name: String, orNew new: [UInt8]) async throws(StoreFailure) -> [UInt8] {
        try with { state in
            state.keys[name] = state.keys[name] ?? new
            return state.keys[name] ?? new
        }
    }
}
