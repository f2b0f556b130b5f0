// Statements are prepared once a connection and kept: `sql` is a constant wherever these are called.
extension Database {
    func run<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws {
        _ = try answer(sql, repeat each arguments)
    }

    func rows<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> [Value] {
        let answer = try answer(sql, repeat each arguments)
        let columns = Columns(answer)
        return try (0..<answer.rowCount).map { row in
            columns.row = row
            return try decode(columns)
        }
    }

    func first<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns) throws -> Value
    ) throws -> Value? {
        let answer = try answer(sql, repeat each arguments)
        return answer.rowCount > 0 ? try decode(Columns(answer)) : nil
    }

    /// What a query for one column gives.
    func values<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> [Value] {
        let answer = try answer(sql, repeat each arguments)
        return (0..<answer.rowCount).map { Value(answer.field(row: $0, column: 0)) }
    }

    /// What a query for one column gives first; nil without a row, and for NULL.
    func value<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Value? {
        let answer = try answer(sql, repeat each arguments)
        return answer.rowCount > 0 ? Value?(answer.field(row: 0, column: 0)) : nil
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
        try answer(sql, repeat each arguments).rowCount > 0
    }

    private func answer<each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Answer {
        var types: [UInt32] = []
        var text = ParameterText()
        for argument in repeat each arguments {
            types.append(type(of: argument).typeNumber)
            argument.write(to: &text)
        }
        return try execute(sql, types: types, text)
    }
}
