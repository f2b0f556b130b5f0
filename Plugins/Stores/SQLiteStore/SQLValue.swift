import GRDB
import GRDBSQLite

/// What a statement takes and a column holds, straight from and to SQLite: rows here are many, small and hot, and boxing
/// their values costs as much as storing them.
protocol SQLValue {
    /// - Returns: SQLite's result code.
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt
    static func read(_ statement: SQLiteStatement, _ column: CInt) -> Self
}

/// The columns of the row that a statement stands on, from 0.
struct Columns {
    let statement: SQLiteStatement

    subscript<Value: SQLValue>(column: Int) -> Value { Value.read(statement, CInt(column)) }
}

extension Int64: SQLValue {
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt { sqlite3_bind_int64(statement, index, self) }

    static func read(_ statement: SQLiteStatement, _ column: CInt) -> Int64 {
        sqlite3_column_int64(statement, column)
    }
}

extension Int: SQLValue {
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt { Int64(self).bind(to: statement, at: index) }

    static func read(_ statement: SQLiteStatement, _ column: CInt) -> Int { Int(Int64.read(statement, column)) }
}

extension Bool: SQLValue {
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt {
        (self ? 1 as Int64 : 0).bind(to: statement, at: index)
    }

    static func read(_ statement: SQLiteStatement, _ column: CInt) -> Bool { Int64.read(statement, column) != 0 }
}

extension String: SQLValue {
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty string has no address, and without one SQLite would bind NULL.
                guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
                return sqlite3_bind_text(statement, index, start, CInt(characters.count), copied)
            }
        }
    }

    static func read(_ statement: SQLiteStatement, _ column: CInt) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    func bind(to statement: SQLiteStatement, at index: CInt) -> CInt {
        if let self { self.bind(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }

    static func read(_ statement: SQLiteStatement, _ column: CInt) -> Wrapped? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Wrapped.read(statement, column)
    }
}

/// `SQLITE_TRANSIENT`, which Swift can't import: SQLite copies the text before the call returns.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
