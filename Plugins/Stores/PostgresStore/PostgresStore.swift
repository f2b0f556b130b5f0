public import CarillonModel
public import CarillonPipeline
import Dispatch
import StoredRows

/// The store that several hosts share: one PostgreSQL database for all tenants.
///
/// What an operation returned from is committed. A tenant has one writer at a time, whichever host it is: see
/// docs/explanation/decisions/0011-one-writer-a-tenant.md.
///
/// An actor, because callers that open the same tenant at once must share its queue of writes.
public actor PostgresStore: Store {
    private let identifiers: any IdentifierMaker
    private let readers: ConnectionPool
    private let writers: ConnectionPool
    nonisolated let identity: HostIdentity
    /// Says that this host lives, by a direct connection.
    private let life: Session
    /// Asks about tenants and hosts.
    let office: Session
    /// Counts calls.
    private let calls: Session
    private let listener: HintListener
    let address: PostgresAddress
    var opened: [TenantID: TenantRows] = [:]
    private(set) var isClosed = false

    let hosts: PostgresMembership

    public nonisolated var membership: (any Membership)? { hosts }

    /// How many connections a host opens at most, beside the four by which it lives, listens, looks at the others and counts calls.
    public struct Connections: Sendable, Hashable {
        public var writing: Int
        public var reading: Int

        public init(writing: Int = 6, reading: Int = 4) {
            self.writing = max(1, writing)
            self.reading = max(1, reading)
        }
    }

    /// Connects; whoever is to work in lanes joins the other hosts by ``membership``.
    ///
    /// - Parameters:
    ///   - address: its user is ``PostgresSchema/Role/host``.
    ///   - direct: the same database without a pooler in between; nil where `address` has none.
    /// - Throws: `.older` or `.newer` where the database isn't prepared for this version, and `.unavailable` where it can't be
    ///   reached, or the role is one that row-level security doesn't hold for.
    public static func open(
        _ address: PostgresAddress,
        direct: PostgresAddress? = nil,
        identifiers: any IdentifierMaker,
        connections: Connections = Connections()
    ) async throws(StoreFailure) -> PostgresStore {
        let store = PostgresStore(address, direct: direct ?? address, identifiers, connections)
        do {
            store.identity.writer = try await store.office.run { try $0.nextHostNumber() }
            if direct != nil { try await store.life.run { _ in } }
        } catch {
            await store.close()
            throw error
        }
        return store
    }

    private init(
        _ address: PostgresAddress,
        direct: PostgresAddress,
        _ identifiers: any IdentifierMaker,
        _ connections: Connections
    ) {
        let identity = HostIdentity()
        func database(_ address: PostgresAddress) -> Database {
            Database(address: address, identity: identity) { try $0.refuseOtherRolesAndSchemas() }
        }
        self.address = address
        self.identity = identity
        self.identifiers = identifiers
        life = Session("life", database(direct))
        office = Session("office", database(address))
        listener = HintListener(address: direct, identity: identity)
        calls = Session("calls", database(address))
        hosts = PostgresMembership(identity: identity, life: life, office: office, calls: calls, listener: listener)
        readers = ConnectionPool(size: connections.reading, label: "reader") { database(address) }
        writers = ConnectionPool(size: connections.writing, label: "writer") { database(address) }
    }

    public func tenant(_ id: TenantID) async throws(StoreFailure) -> any TenantStore {
        guard !isClosed else { throw .closed }
        // Asked each time: another process may have begun to move it, or dropped it.
        let number = try await office.run { database in
            if let why = try database.withholding(of: id) { throw StoreFailure.withheld(id, why) }
            return try database.tenantNumber(id)
        }
        if let known = opened[id], known.number == number { return known }
        let rows = TenantRows(number: number, identifiers: identifiers, readers: readers, writers: writers)
        opened[id] = rows
        return rows
    }

    public func tenants() async throws(StoreFailure) -> [TenantID] {
        guard !isClosed else { throw .closed }
        return try await office.run { database in
            let names: [String] = try database.values("SELECT name FROM tenant ORDER BY name")
            return names.map { TenantID(unchecked: $0) }
        }
    }

    /// What the server is, and what survives what.
    public func server() async throws(StoreFailure) -> PostgresServer {
        guard !isClosed else { throw .closed }
        return try await office.run { try $0.server() }
    }

    public func drop(_ id: TenantID) async throws(StoreFailure) -> Bool {
        guard !isClosed else { throw .closed }
        if let rows = opened.removeValue(forKey: id) { await rows.close() }
        // Takes as long as there are rows: nobody else waits for it.
        return try await withSession("drop") { session throws(StoreFailure) in
            try await session.run(isBounded: false) { try $0.dropTenant(id) }
        }
    }

    public func close() async {
        isClosed = true
        for rows in opened.values { await rows.close() }
        opened = [:]
        await writers.close()
        await readers.close()
        await listener.close()
        await calls.close()
        await life.close { [identity] database in
            if identity.host != 0 { try database.leaveHosts(identity.host) }
        }
        await office.close { [identity, hosts] database in
            try hosts.sendWaiting(on: database)
            try database.forgetOutcomes(of: identity.writer)
        }
    }
}

/// Runs what blocks outside the pool of threads that Swift's tasks share.
func onOwnThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StoreFailure) -> Value
) async -> Result<Value, StoreFailure> {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(returning: Result(catching: work))
        }
    }
}
