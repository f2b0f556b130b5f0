import PostgresTesting
import StoredRows
import Testing

@testable import PostgresStore

/// How statements of both stores become PostgreSQL's.
struct DialectTests {
    @Test(arguments: [
        ("SELECT 1", "SELECT 1"),
        ("WHERE a = ? AND b = ?", "WHERE a = $1 AND b = $2"),
        ("SET a = ?2, b = ?1 WHERE c = ?2", "SET a = $2, b = $1 WHERE c = $2"),
        ("WHERE a = ?1 AND b = ? LIMIT ?11", "WHERE a = $1 AND b = $2 LIMIT $11"),
        ("WHERE a = $1 AND b = ANY($2)", "WHERE a = $1 AND b = ANY($2)"),
        ("SELECT user.id FROM user, users, user_row", "SELECT usr.id FROM usr, users, user_row"),
        ("SELECT s.user AS is_user FROM s WHERE user IS NULL", "SELECT s.usr AS is_user FROM s WHERE usr IS NULL"),
        ("SELECT 'user ?', user, '?''user' || ?", "SELECT 'user ?', usr, '?''user' || $1"),
        ("SELECT 'user", "SELECT 'user"),
    ])
    func `parameters are numbered and users named as PostgreSQL has them, but for what stands in quotes`(
        sql: String,
        expected: String
    ) {
        #expect(Dialect.postgreSQL.text(of: sql) == expected)
        #expect(Dialect.sqlite.text(of: sql) == sql)
    }
}

/// What goes to a database and comes back.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct ColumnTests {
    @Test(arguments: ["", "a", "{a,\"b\"}", "\\", "\"", "NULL", "'", "jos\u{E9}", "🔔"])
    func `a text is kept to the last byte, in an array too`(text: String) async throws {
        try await withConnection { database in
            let kept: String? = try database.value("SELECT ?", text)
            #expect(kept.map { Array($0.utf8) } == Array(text.utf8))
            let keptInArray: [String] = try database.values("SELECT unnest(?)", [text, text])
            #expect(keptInArray == [text, text])
        }
    }

    @Test func `numbers, truths and NULL are what they were, alone and in arrays`() async throws {
        try await withConnection { database in
            let numbers: [Int64] = [0, 1, -1, .max, .min]
            let keptNumbers: [Int64] = try database.values("SELECT unnest(?)", numbers)
            #expect(keptNumbers == numbers)
            #expect(try numbers.map { number in try database.number("SELECT ?", number) } == numbers)
            let truths: [Bool?] = [true, nil, false]
            let keptTruths: [Bool?] = try database.values("SELECT unnest(?) AS truth", truths)
            #expect(keptTruths == truths)
            let none: [Int64] = try database.values("SELECT unnest(?)", [] as [Int64])
            #expect(none == [])
            let null = try database.number("SELECT ?", nil as Int64?)
            #expect(null == nil)
        }
    }

    @Test func `a column that a query doesn't have is an error`() async throws {
        try await withConnection { database in
            _ = #expect(throws: PostgresError.self) {
                try database.first("SELECT 1 AS row, 2 AS rowing") { try $0["ro"] as Int64 }
            }
        }
    }

    private func withConnection(_ body: (Database) throws -> Void) async throws {
        let cluster = try await Cluster.shared.value
        let database = Database(address: try cluster.administrator(of: "postgres"))
        try database.openWhereClosed()
        try body(database)
        database.close()
    }
}
