public import CarillonModel
public import CarillonPipeline
import SQLiteStore
import StoredRows

/// Tenants as files that either kind of store takes in.
extension PostgresStore: CopyableStore {
    /// How often a copy is made anew because somebody was erased while it was made.
    private static let copyLimit = 5

    public nonisolated func copyName(of tenant: TenantID) -> String { "\(tenant).sqlite" }

    /// As a SQLite file, by one transaction beside which writers go on; the server keeps what is removed meanwhile until it is done.
    ///
    /// Whoever is erased meanwhile isn't in it.
    public func copy(_ tenant: TenantID, to path: String) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        guard let number = try await office.run({ try $0.knownTenantNumber(tenant) }) else {
            throw StoreFailure(.unavailable, "there is no \(tenant) in \(address)")
        }
        try await withSession("copy") { session throws(StoreFailure) in
            for _ in 0..<Self.copyLimit {
                let isWhole = try await session.run(isBounded: false) { database in
                    let file = try TenantFile.make(at: path)
                    do {
                        let users = try database.copyTenant(number, into: file)
                        try file.finish()
                        if try database.hasUsers(users, of: number) { return true }
                    } catch {
                        file.close()
                        TenantFile.remove(path)
                        throw error
                    }
                    TenantFile.remove(path)
                    return false
                }
                guard !isWhole else { return }
            }
            throw StoreFailure(.unavailable, "users of \(tenant) were erased each time it was copied: try again later")
        }
    }
}

/// That a tenant is withheld stands in its row, which every transaction that writes looks at.
extension PostgresStore: MovableStore {
    public func withholding(of tenant: TenantID) async throws(StoreFailure) -> Withholding? {
        guard !isClosed else { throw .closed }
        return try await office.run { try $0.withholding(of: tenant) }
    }

    public func withheld() async throws(StoreFailure) -> [TenantID: Withholding] {
        guard !isClosed else { throw .closed }
        return try await office.run { database in
            let found = try database.rows("SELECT name, withheld FROM tenant WHERE withheld IS NOT NULL") { columns in
                (TenantID(unchecked: try columns["name"]), Withholding(text: try columns["withheld"]))
            }
            return Dictionary(found.compactMap { id, why in why.map { (id, $0) } }) { first, _ in first }
        }
    }

    public func withhold(_ tenant: TenantID, for move: Withholding) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        try await office.run { [address] database in
            if move.direction == .leaving, try database.knownTenantNumber(tenant) == nil {
                throw StoreFailure(.unavailable, "there is no \(tenant) in \(address)")
            }
            try database.begin(try database.tenantNumber(tenant))
            if let known = database.lanes.withholding, known != move { throw StoreFailure.otherMove(tenant, known) }
            try database.run("UPDATE tenant SET withheld = $1 WHERE name = $2", move.json.text, tenant.rawValue)
            try database.script("COMMIT")
        }
        hosts.send([.lanes])
    }

    public func vacate(_ tenant: TenantID) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        guard let number = try await office.run({ try $0.knownTenantNumber(tenant) }) else { return }
        let end = ContinuousClock.now + Self.vacating
        while try await office.run({ try $0.hasHolders(number) }), ContinuousClock.now < end {
            do { try await Task.sleep(for: .milliseconds(100)) } catch { break }
        }
        try await office.run { database in
            try database.begin(number)
            try database.run(
                "UPDATE lane SET \(Database.freed) WHERE tenant = $1 AND holder IS NOT NULL",
                Int64(number)
            )
            try database.script("COMMIT")
        }
        if let rows = opened.removeValue(forKey: tenant) { await rows.close() }
    }

    /// How long hosts have to give lanes back: a provider's answer may take that long.
    private static let vacating = Duration.seconds(30)

    public func receive(
        _ path: String,
        as tenant: TenantID,
        in move: Withholding?
    ) async throws(StoreFailure) -> [String: Int] {
        guard !isClosed else { throw .closed }
        let counts = try await withSession("receive") { session throws(StoreFailure) in
            // Once: a commit whose answer is lost is found by whoever asks again.
            try await session.run(within: .zero, isBounded: false) { database in
                let file = try TenantFile.open(at: path)
                defer { file.close() }
                return try database.receive(file, as: tenant, in: move)
            }
        }
        hosts.send([.lanes, .work(tenant)])
        return counts
    }

    public func isEmpty(_ tenant: TenantID) async throws(StoreFailure) -> Bool {
        guard !isClosed else { throw .closed }
        return try await office.run { database in
            guard let number = try database.knownTenantNumber(tenant) else { return true }
            return try database.read(number) { try $0.isEmpty() }
        }
    }

    public func arrival(of tenant: TenantID) async throws(StoreFailure) -> String? {
        guard !isClosed else { throw .closed }
        return try await office.run { database in
            guard let number = try database.knownTenantNumber(tenant) else { return nil }
            return try database.read(number) { database in
                try database.value("SELECT value FROM key WHERE name = $1", Withholding.arrivalKey)
            }
        }
    }

    public func readmit(_ tenant: TenantID) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        try await office.run { database in
            guard let number = try database.knownTenantNumber(tenant) else { return }
            try database.begin(number)
            try database.run("UPDATE tenant SET withheld = NULL WHERE name = $1", tenant.rawValue)
            try database.script("COMMIT")
        }
        hosts.send([.lanes])
    }

    /// Takes as long as there are rows: nobody else waits for it.
    func withSession<Value>(
        _ label: String,
        _ body: (Session) async throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        let session = Session(
            label,
            Database(address: address, identity: identity) { try $0.refuseOtherRolesAndSchemas() }
        )
        let result: Result<Value, StoreFailure>
        do throws(StoreFailure) {
            result = .success(try await body(session))
        } catch {
            result = .failure(error)
        }
        await session.close()
        return try result.get()
    }
}

extension Database {
    /// Nil where there is no such tenant.
    func knownTenantNumber(_ id: TenantID) throws -> Int32? {
        try number("SELECT number FROM tenant WHERE name = $1", id.rawValue).map { Int32($0) }
    }

    func withholding(of id: TenantID) throws -> Withholding? {
        let text: String? = try value("SELECT withheld FROM tenant WHERE name = $1", id.rawValue)
        return text.flatMap { Withholding(text: $0) }
    }
}
