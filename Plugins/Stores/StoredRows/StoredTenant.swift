public import CarillonModel
public import CarillonPipeline
public import CarillonPluginKit

/// One tenant in either store.
///
/// What the operations do is in the extensions, one for each part of the port, as far as both stores do it alike.
public protocol StoredTenant: Sendable {
    associatedtype Connection: StoreConnection

    /// Makes the ids of devices.
    var identifiers: any IdentifierMaker { get }

    /// Runs `body` on what was committed last.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(StoreFailure) -> Value

    /// The same for a page of rows that an index finds, which holds up no thread for long.
    func readPage<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(StoreFailure) -> Value

    /// Runs `body` in a transaction that other writes share; durable on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(StoreFailure) -> Value
}

extension StoredTenant {
    public func readPage<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try await read(body)
    }
}

/// A connection in a transaction of a tenant's: what each store does in its own way, for what both do alike.
public protocol StoreConnection: SQLConnection {
    /// Makes a user who isn't known yet.
    ///
    /// - Returns: the user's row.
    func add(_ user: UserID) throws -> Int64

    /// The rows of the events that their senders gave this id; no more than two.
    func events(sentAs id: String) throws -> [Int64]

    /// Ends an event: nothing more of it goes out.
    func end(_ event: Int64, dedupe: Int64?, as ending: Ending, at now: Instant) throws

    /// Removes a device, with the subscriptions on it and what waits for it.
    func removeDevice(_ id: String, _ reason: OutcomeReason, at now: Instant) throws
}
