/// A connection to either store's database: what the statements of both are run on.
///
/// Their SQL is one text, written as SQLite takes it, with `?` or `?1` for a parameter. PostgreSQL's connections turn it
/// into theirs once, when they prepare it (``Dialect``). Where more than words differ, a ``Wording`` has a text for each.
///
/// Statements are prepared once a connection and kept: `sql` is a constant wherever these are called.
///
/// Everything in this module is `public`: the compiler makes a version of a generic function for a store's connection, which is of
/// another module, only where it is. What `package` cost is in docs/explanation/performance.md.
public protocol SQLConnection: AnyObject, SendableMetatype {
    associatedtype Prepared: PreparedStatement

    static var dialect: Dialect { get }

    /// The statement, without arguments yet.
    func prepared(_ sql: String) throws -> Prepared

    /// How many rows the last statement changed.
    var changesCount: Int { get }
}

/// A statement that takes its arguments, one after the other, and is then stepped through, row by row.
public protocol PreparedStatement: SendableMetatype {
    mutating func bind(_ number: Int64) throws
    mutating func bind(_ truth: Bool) throws
    mutating func bind(_ text: String) throws
    /// As an array in PostgreSQL, in SQLite as a text that `json_each` takes apart.
    mutating func bind<Element: ArrayElement>(_ array: [Element]) throws
    mutating func bindNull(of type: ColumnType) throws

    /// - Returns: whether there is a row, or one more.
    mutating func step() throws -> Bool
    /// Lets go of the rows; nothing is read behind it.
    func end()

    var columnCount: Int32 { get }
    /// A column's name, ended by NUL.
    func name(of column: Int32) -> UnsafePointer<CChar>?
    func isNull(_ column: Int32) -> Bool
    /// 0 for NULL.
    func number(_ column: Int32) -> Int64
    /// False for NULL.
    func truth(_ column: Int32) -> Bool
    /// Empty for NULL.
    func text(_ column: Int32) -> String

    /// The failure to ask for a column that the query doesn't have.
    static func missing(_ column: StaticString) -> any Error
}

extension SQLConnection {
    public func run<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        _ = try statement.step()
    }

    /// `decode` may not run the same statement again.
    public func rows<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns<Prepared>) throws -> Value
    ) throws -> [Value] {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        // PostgreSQL's has columns once it has an answer.
        guard try statement.step() else { return [] }
        let columns = Columns(statement)
        var values = [try decode(columns)]
        while try columns.step() { values.append(try decode(columns)) }
        return values
    }

    public func first<Value, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument,
        decode: (Columns<Prepared>) throws -> Value
    ) throws -> Value? {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        return try statement.step() ? decode(Columns(statement)) : nil
    }

    /// What a query for one column gives.
    public func values<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> [Value] {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        var values: [Value] = []
        while try statement.step() { values.append(Value(statement, column: 0)) }
        return values
    }

    /// What a query for one column gives first; nil without a row, and for NULL.
    public func value<Value: ColumnValue, each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Value? {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        return try statement.step() ? Value?(statement, column: 0) : nil
    }

    /// A row's number; nil without a row, and for NULL.
    public func number<each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Int64? {
        try value(sql, repeat each arguments)
    }

    /// 0 where there is nothing to count.
    public func count<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int {
        try value(sql, repeat each arguments) ?? 0
    }

    public func exists<each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Bool {
        var statement = try bound(sql, repeat each arguments)
        defer { statement.end() }
        return try statement.step()
    }

    private func bound<each Argument: ColumnValue>(
        _ sql: String,
        _ arguments: repeat each Argument
    ) throws -> Prepared {
        var statement = try prepared(sql)
        for argument in repeat each arguments { try argument.write(to: &statement) }
        return statement
    }
}
