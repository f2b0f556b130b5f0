public import CarillonModel
public import CarillonPipeline

/// The port's `TestPairingStore`.
extension StoredTenant {
    public func offer(_ pairing: TestPairing, at now: Instant) async throws(StoreFailure) {
        try await write { database in
            let row = try database.row(of: pairing.user)
            try database.run("DELETE FROM test_pairing WHERE ends_at <= ?", now)
            try database.run("DELETE FROM test_pairing WHERE user = ? AND code IS NOT NULL", row)
            try database.run(
                "INSERT INTO test_pairing (id, user, code, staff, ends_at) VALUES (?, ?, ?, ?, ?)",
                pairing.id,
                row,
                pairing.code,
                pairing.staff,
                pairing.endsAt
            )
        }
    }

    public func pair(
        code: String,
        with staff: String,
        at now: Instant,
        until end: Instant
    ) async throws(StoreFailure) -> TestPairing? {
        try await write { database in
            let found = try database.first(
                TestPairing.select + " WHERE p.code = ? AND p.ends_at > ?",
                code,
                now
            ) { columns in (pairing: try TestPairing(columns), user: try columns["owner_row"] as Int64) }
            guard let (offered, user) = found else { return nil }
            var pairing = offered
            try database.run(
                "UPDATE test_pairing SET code = NULL, staff = ?, ends_at = ? WHERE id = ? AND code = ?",
                staff,
                end,
                offered.id,
                code
            )
            guard database.changesCount == 1 else { return nil }
            try database.run(
                "DELETE FROM test_pairing WHERE user = ? AND staff = ? AND id <> ?",
                user,
                staff,
                pairing.id
            )
            (pairing.code, pairing.staff, pairing.endsAt) = (nil, staff, end)
            return pairing
        }
    }

    public func testPairings(of staff: String, at now: Instant) async throws(StoreFailure) -> [TestPairing] {
        try await read { database in
            try database.rows(
                TestPairing.select + " WHERE p.staff = ? AND p.ends_at > ? ORDER BY p.ends_at DESC, p.id DESC",
                staff,
                now
            ) { try TestPairing($0) }
        }
    }

    public func end(testPairing id: String, of staff: String) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.run("DELETE FROM test_pairing WHERE id = ? AND staff = ?", id, staff)
            return database.changesCount == 1
        }
    }

    public func endTestPairings(of user: UserID) async throws(StoreFailure) {
        try await write { database in
            guard let row = try database.knownRow(of: user) else { return }
            try database.run("DELETE FROM test_pairing WHERE user = ?", row)
        }
    }
}

extension StoreConnection {
    /// All of a user's, the oldest first.
    func testPairings(ofUser row: Int64) throws -> [TestPairing] {
        try rows(TestPairing.select + " WHERE p.user = ?", row) { try TestPairing($0) }.sorted { $0.id < $1.id }
    }
}

extension TestPairing {
    fileprivate static let select = """
        SELECT p.id, u.id AS owner, p.user AS owner_row, p.code, p.staff, p.ends_at
            FROM test_pairing p JOIN user u ON u.row = p.user
        """

    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(
            id: columns["id"],
            user: columns["owner"],
            code: columns["code"],
            staff: columns["staff"],
            endsAt: columns["ends_at"]
        )
    }
}
