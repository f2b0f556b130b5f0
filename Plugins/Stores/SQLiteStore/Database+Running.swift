import GRDB
import GRDBSQLite

// Statements are prepared once a connection and kept: `sql` is a constant wherever these are called.
extension Database {
    func run<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        _ = try step(statement)
    }

    /// The row id of what was inserted.
    func insert<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64 {
        try run(sql, repeat each arguments)
        return lastInsertedRowID
    }

    /// `decode` may not run the same statement again.
    func rows<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> [Value] {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        let columns = Columns(statement)
        var values: [Value] = []
        while try step(statement) { values.append(try decode(columns)) }
        return values
    }

    func first<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> Value? {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        return try step(statement) ? decode(Columns(statement)) : nil
    }

    /// What a query for one column gives.
    func values<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> [Value] {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        var values: [Value] = []
        while try step(statement) { values.append(Value(statement, column: 0)) }
        return values
    }

    /// What a query for one column gives first; nil without a row, and for NULL.
    func value<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Value? {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        return try step(statement) ? Value?(statement, column: 0) : nil
    }

    /// A row's number; nil without a row, and for NULL.
    func number<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64? {
        try value(sql, repeat each arguments)
    }

    /// 0 where there is nothing to count.
    func count<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int {
        try value(sql, repeat each arguments) ?? 0
    }

    func exists<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Bool {
        let statement = try bound(sql, repeat each arguments)
        defer { sqlite3_reset(statement) }
        return try step(statement)
    }

    private func bound<each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> SQLiteStatement {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        var binder = Binder(statement: statement)
        repeat try binder.bind(each arguments)
        return statement
    }

    /// - Returns: whether there is a row.
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

    mutating func bind(_ value: some ColumnValue) throws {
        index += 1
        let code = value.write(to: statement, at: index)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
