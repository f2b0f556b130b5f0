import GRDB
import GRDBSQLite

// Statements are prepared once a connection and kept: `sql` is a constant wherever these are called.
extension Database {
    func run<each Argument: SQLValue>(_ sql: String, _ arguments: repeat each Argument) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        var binder = Binder(statement: statement)
        repeat try binder.bind(each arguments)
        _ = try step(statement)
    }

    /// The row id of what was inserted.
    func insert<each Argument: SQLValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64 {
        try run(sql, repeat each arguments)
        return lastInsertedRowID
    }

    /// `decode` may not run the same statement again.
    func rows<Value, each Argument: SQLValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> [Value] {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        var binder = Binder(statement: statement)
        repeat try binder.bind(each arguments)
        var values: [Value] = []
        while try step(statement) { values.append(try decode(Columns(statement: statement))) }
        return values
    }

    func first<Value, each Argument: SQLValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> Value? {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        var binder = Binder(statement: statement)
        repeat try binder.bind(each arguments)
        return try step(statement) ? decode(Columns(statement: statement)) : nil
    }

    /// The first column of the first row; nil without a row, and for NULL.
    func number<each Argument: SQLValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64? {
        try first(sql, repeat each arguments) { $0[0] as Int64? } ?? nil
    }

    func exists<each Argument: SQLValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Bool {
        try first(sql, repeat each arguments) { _ in true } ?? false
    }

    /// - Returns: whether it stands on a row.
    private func step(_ statement: SQLiteStatement) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)))
        }
    }
}

/// Gives a statement its arguments, one after the other.
private struct Binder {
    let statement: SQLiteStatement
    private var index: CInt = 0

    init(statement: SQLiteStatement) {
        self.statement = statement
    }

    mutating func bind(_ value: some SQLValue) throws {
        index += 1
        let code = value.bind(to: statement, at: index)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
