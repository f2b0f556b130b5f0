public import CarillonModel
public import CarillonPipeline

/// A store that keeps everything in memory and forgets it with the process: for tests, previews and trying things out.
///
/// It does all that a store on disk does, and passes the same `StoreConformance`; only its size is bounded by memory,
/// and looking for what is due takes longer the more waits.
public actor InMemoryStore: Store {
    private var parts: [TenantID: InMemoryTenantStore] = [:]
    private let identifiers: any IdentifierMaker
    private var isClosed = false

    public init(identifiers: any IdentifierMaker) {
        self.identifiers = identifiers
    }

    public func tenant(_ id: TenantID) throws(StoreFailure) -> any TenantStore {
        guard !isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
        if let known = parts[id] { return known }
        let made = InMemoryTenantStore(InMemoryTables(identifiers: identifiers))
        parts[id] = made
        return made
    }

    /// Marks a tenant's deliveries as attempted `count` times without an answer, as where the connection breaks during a commit.
    public func loseAnswers(toMarks count: Int, of id: TenantID) throws(StoreFailure) {
        _ = try tenant(id)
        try parts[id]?.with { $0.lostMarks = count }
    }

    public func tenants() throws(StoreFailure) -> [TenantID] { parts.keys.sorted() }

    public func drop(_ id: TenantID) throws(StoreFailure) -> Bool {
        guard let dropped = parts.removeValue(forKey: id) else { return false }
        dropped.tables.close()
        return true
    }

    public func close() {
        isClosed = true
        for tenant in parts.values { tenant.tables.close() }
        parts = [:]
    }
}
