import CarillonModel
public import GRDB
import GRDBSQLite
public import StoredRows

typealias Columns = StoredRows.Columns<SQLitePrepared>

extension Database: SQLConnection {
    public static var dialect: Dialect { .sqlite }

    public func prepared(_ sql: String) throws -> SQLitePrepared {
        SQLitePrepared(statement: try cachedStatement(sql: sql).sqliteStatement)
    }

    /// The row id of what was inserted.
    func insert<each Argument: ColumnValue>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64 {
        try run(sql, repeat each arguments)
        return lastInsertedRowID
    }
}

/// A statement of SQLite's: values go straight to it and come straight from it.
///
/// GRDB's own protocols would do as much, but for text: GRDB hands it over as a C string, which ends at the first NUL, and
/// two ids would be one. Its `Row` makes a dictionary of the columns' names for each query.
public struct SQLitePrepared: PreparedStatement {
    private let statement: SQLiteStatement
    private var index: CInt = 0

    init(statement: SQLiteStatement) {
        self.statement = statement
    }

    public mutating func bind(_ number: Int64) throws {
        index += 1
        try check(sqlite3_bind_int64(statement, index, number))
    }

    public mutating func bind(_ truth: Bool) throws { try bind(Int64(truth ? 1 : 0)) }

    public mutating func bind(_ text: String) throws {
        index += 1
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty string has no address, and without one SQLite would bind NULL.
                guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
                return sqlite3_bind_text(statement, index, start, CInt(characters.count), copied)
            }
        }
        try check(code)
    }

    public mutating func bind<Element: ArrayElement>(_ array: [Element]) throws {
        try bind(JSONValue.array(array.map(\.json)).text)
    }

    public mutating func bindNull(of type: ColumnType) throws {
        index += 1
        try check(sqlite3_bind_null(statement, index))
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    public func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let code = sqlite3_extended_errcode(sqlite3_db_handle(statement))
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    public func end() { sqlite3_reset(statement) }

    public var columnCount: Int32 { sqlite3_column_count(statement) }
    public func name(of column: Int32) -> UnsafePointer<CChar>? { sqlite3_column_name(statement, column) }
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    public func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    public func truth(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }

    public func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public static func missing(_ column: StaticString) -> any Error {
        DatabaseError(resultCode: .SQLITE_ERROR, message: "the query has no column “\(column)”")
    }
}

/// `SQLITE_TRANSIENT`, which Swift can't import: SQLite copies the text before the call returns.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
