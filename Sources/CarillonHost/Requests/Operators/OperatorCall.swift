import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// A request of an operator.
struct OperatorCall: Sendable {
    let api: OperatorAPI
    let request: APIRequest
    let parameters: [String: String]
    let actor: AuditTrail.Actor

    /// How many rows a page of a list has, unless asked for otherwise, and at most.
    static let pageSize = 50
    static let largestPage = 1000

    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Runs an operation of the store; for operators a failure is reported with its own message.
    func stored<Value: Sendable>(
        _ operation: (any Store) async throws(StoreFailure) -> Value
    ) async throws(Problem) -> Value {
        do {
            return try await operation(api.store)
        } catch {
            throw Problem(.unavailable, error.description, retryAfter: .seconds(5))
        }
    }

    /// The tenant of the path, running or not.
    ///
    /// - Throws: `not-found` where neither a tenant runs nor data is kept under this name: asking must not make a file.
    func tenant() async throws(Problem) -> OperatedTenant {
        let name = parameter("tenant")
        if let id = TenantID(name) {
            if let running = api.tenants?.tenant(id) {
                return OperatedTenant(id: id, store: running.runtime.store, running: running)
            }
            let known = try await stored { store throws(StoreFailure) in try await store.tenants() }
            if known.contains(id) {
                let part = try await stored { store throws(StoreFailure) in try await store.tenant(id) }
                return OperatedTenant(id: id, store: part, running: nil)
            }
        }
        throw Problem(.notFound, "there is no tenant called “\(name.prefix(63))”, and no data of one")
    }

    /// The tenant of the path, running or not, also where its store withholds it.
    ///
    /// - Throws: `not-found` as ``tenant()``.
    func storedTenant() async throws(Problem) -> TenantID {
        if let id = TenantID(parameter("tenant")), let store = api.store as? any MovableStore,
            try await stored({ _ throws(StoreFailure) in try await store.withholding(of: id) }) != nil
        {
            return id
        }
        return try await tenant().id
    }

    /// `limit` and `before` of the query.
    func page() throws(Problem) -> ListingPage {
        var page = ListingPage(limit: Self.pageSize)
        if let text = request.query("limit") {
            guard let limit = Int(text) ?? Int(endBeyond: text), limit > 0 else {
                throw .wrongQuery("limit", "must be a whole number above 0")
            }
            page.limit = min(limit, Self.largestPage)
        }
        if let text = request.query("before") {
            guard let row = Int64(text), row > 0 else { throw .wrongQuery("before", "must be a row, such as 4711") }
            page.before = row
        }
        return page
    }

    /// The body's members; none where there is no body.
    func body() throws(Problem) -> JSONObject {
        guard !request.body.isEmpty else { return JSONObject() }
        guard let object = (try? JSONValue(parsing: request.body))?.object else {
            throw Problem(.malformed, "the body must be a JSON object")
        }
        return object
    }

    func record(
        _ action: String,
        tenant: TenantID? = nil,
        _ facts: [String: String] = [:],
        result: AuditTrail.Result = .done
    ) {
        api.audit.record(action, by: actor, tenant: tenant?.rawValue, facts: facts, result: result)
    }
}

/// A tenant that an operator does something to.
struct OperatedTenant: Sendable {
    let id: TenantID
    let store: any TenantStore
    /// Nil where only its data is there.
    let running: ActiveTenant?

    /// The form in which it keeps a user, as far as its profile is there to say so.
    func canonical(_ user: UserID) -> UserID { running?.runtime.profile.canonical(user) ?? user }
}

extension Problem {
    static func wrongQuery(_ name: String, _ message: String) -> Problem {
        .invalid([.init(pointer: "?\(name)", code: .notAllowed, message: message)])
    }
}
