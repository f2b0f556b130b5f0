import CarillonModel
import CarillonPluginKit
import GRDB
import GRDBSQLite
import StoredRows

/// What a statement takes and a column holds, straight from and to SQLite: rows here are many, small and hot, and boxing
/// their values costs as much as storing them.
///
/// GRDB's own protocols do the work, but for text: GRDB hands it over as a C string, which ends at the first NUL, and two ids
/// would be one.
protocol ColumnValue {
    /// - Returns: SQLite's result code.
    func write(to statement: SQLiteStatement, at index: CInt) -> CInt
    init(_ statement: SQLiteStatement, column: CInt)
}

extension ColumnValue where Self: StatementBinding {
    func write(to statement: SQLiteStatement, at index: CInt) -> CInt { bind(to: statement, at: index) }
}

extension Int64: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self.init(sqliteStatement: statement, index: column) }
}

extension Int: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self.init(Int64(statement, column: column)) }
}

extension Bool: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self.init(sqliteStatement: statement, index: column) }
}

extension String: ColumnValue {
    func write(to statement: SQLiteStatement, at index: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty string has no address, and without one SQLite would bind NULL.
                guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
                return sqlite3_bind_text(statement, index, start, CInt(characters.count), copied)
            }
        }
    }

    init(_ statement: SQLiteStatement, column: CInt) {
        guard let start = sqlite3_column_text(statement, column) else {
            self = ""
            return
        }
        let count = Int(sqlite3_column_bytes(statement, column))
        self = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    func write(to statement: SQLiteStatement, at index: CInt) -> CInt {
        if let self { self.write(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }

    init(_ statement: SQLiteStatement, column: CInt) {
        self = sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Wrapped(statement, column: column)
    }
}

/// `SQLITE_TRANSIENT`, which Swift can't import: SQLite copies the text before the call returns.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

// MARK: - What is kept as a value of another type

extension ColumnValue where Self: StoredValue, Stored: ColumnValue {
    func write(to statement: SQLiteStatement, at index: CInt) -> CInt { stored.write(to: statement, at: index) }

    init(_ statement: SQLiteStatement, column: CInt) { self.init(stored: Stored(statement, column: column)) }
}

extension Instant: ColumnValue {}
extension ChannelID: ColumnValue {}
extension EventTypeID: ColumnValue {}
extension PluginID: ColumnValue {}
extension Topic: ColumnValue {}
extension UserID: ColumnValue {}
extension Priority: ColumnValue {}
extension NotificationState: ColumnValue {}
extension DeliveryState: ColumnValue {}
extension NotificationStanding: ColumnValue {}
extension Ending: ColumnValue {}
