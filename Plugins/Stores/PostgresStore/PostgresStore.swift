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
    private let membership: HostSession
    private let address: PostgresAddress
    private var opened: [TenantID: TenantRows] = [:]
    private var isClosed = false

    /// How many connections a host opens at most, beside the one that says it is alive.
    public struct Connections: Sendable, Hashable {
        public var writing: Int
        public var reading: Int

        public init(writing: Int = 6, reading: Int = 4) {
            self.writing = max(1, writing)
            self.reading = max(1, reading)
        }
    }

    /// Connects as a host, and joins the others.
    ///
    /// - Parameters:
    ///   - url: see ``PostgresAddress``; its user is ``PostgresSchema/Role/host``.
    ///   - password: in place of one in `url`.
    ///   - name: of this host, for people.
    /// - Throws: `.older` or `.newer` where the database isn't prepared for this version, and `.unavailable` where it can't be
    ///   reached, or the role is one that row-level security doesn't hold for.
    public static func open(
        url: String,
        password: String? = nil,
        name: String = "",
        identifiers: any IdentifierMaker,
        connections: Connections = Connections()
    ) async throws(StoreFailure) -> PostgresStore {
        try await open(
            PostgresAddress(url: url, password: password),
            name: name,
            identifiers: identifiers,
            connections: connections,
            isRenewed: true
        )
    }

    /// - Parameter isRenewed: false for a host that is believed dead after a while, for tests.
    static func open(
        _ address: PostgresAddress,
        name: String = "",
        identifiers: any IdentifierMaker,
        connections: Connections = Connections(),
        isRenewed: Bool
    ) async throws(StoreFailure) -> PostgresStore {
        let membership = HostSession(address: address, name: name)
        let host = try await membership.join(isRenewed: isRenewed)
        return PostgresStore(
            address: address,
            host: host,
            membership: membership,
            identifiers: identifiers,
            connections: connections
        )
    }

    private init(
        address: PostgresAddress,
        host: Int64,
        membership: HostSession,
        identifiers: any IdentifierMaker,
        connections: Connections
    ) {
        func database() -> Database {
            Database(address: address, host: host) { try $0.refuseOtherRolesAndSchemas() }
        }
        self.address = address
        self.membership = membership
        self.identifiers = identifiers
        readers = ConnectionPool(size: connections.reading, label: "reader", database)
        writers = ConnectionPool(size: connections.writing, label: "writer", database)
    }

    public func tenant(_ id: TenantID) async throws(StoreFailure) -> any TenantStore {
        guard !isClosed else { throw .closed }
        if let known = opened[id] { return known }
        let number = try await membership.run { try $0.tenantNumber(id) }
        // Somebody else may have opened it meanwhile.
        if let known = opened[id] { return known }
        let rows = TenantRows(number: number, identifiers: identifiers, readers: readers, writers: writers)
        opened[id] = rows
        return rows
    }

    public func tenants() async throws(StoreFailure) -> [TenantID] {
        guard !isClosed else { throw .closed }
        return try await membership.run { database in
            let names: [String] = try database.values("SELECT name FROM tenant ORDER BY name")
            return names.map { TenantID(unchecked: $0) }
        }
    }

    public func drop(_ id: TenantID) async throws(StoreFailure) -> Bool {
        guard !isClosed else { throw .closed }
        if let rows = opened.removeValue(forKey: id) { await rows.close() }
        return try await membership.run { try $0.dropTenant(id) }
    }

    public func close() async {
        isClosed = true
        for rows in opened.values { await rows.close() }
        opened = [:]
        await writers.close()
        await readers.close()
        await membership.leave()
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
