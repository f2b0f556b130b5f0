import GRDB

// Statements are prepared once a connection and kept: `sql` is a constant wherever these are called.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The row id of what was inserted.
    func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        try run(sql, arguments)
        return lastInsertedRowID
    }

    /// `decode` may not run the same statement again.
    func rows<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        _ decode: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try decode(row)) }
        return values
    }

    func first<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        _ decode: (Row) throws -> Value
    ) throws -> Value? {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try cursor.next().map(decode)
    }

    /// The first column of the first row; nil without a row, and for NULL.
    func number(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int64? {
        try first(sql, arguments) { $0[0] as Int64? } ?? nil
    }

    func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try first(sql, arguments) { _ in true } ?? false
    }
}
