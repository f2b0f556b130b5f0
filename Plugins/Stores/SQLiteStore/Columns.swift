import GRDB
import GRDBSQLite

/// The columns of a statement's current row, by their names.
///
/// GRDB's `Row` makes a dictionary of the names for each query. Here a name is searched for behind the last one found:
/// whoever reads columns in the order of the query compares each name once.
final class Columns {
    private let statement: SQLiteStatement
    private let count: CInt
    private var next: CInt = 0

    init(_ statement: SQLiteStatement) {
        self.statement = statement
        count = sqlite3_column_count(statement)
    }

    /// - Throws: where the query has no such column.
    subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws { Value(statement, column: try index(of: name)) }
    }

    private func index(of name: StaticString) throws -> CInt {
        let found = name.withUTF8Buffer { wanted -> CInt? in
            for _ in 0..<count {
                let index = next
                next = index + 1 == count ? 0 : index + 1
                if let name = sqlite3_column_name(statement, index), isEqual(name, wanted) { return index }
            }
            return nil
        }
        guard let found else {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "the query has no column “\(name)”")
        }
        return found
    }
}

/// Whether a C string has these bytes and no more.
private func isEqual(_ found: UnsafePointer<CChar>, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    for (offset, byte) in wanted.enumerated() where UInt8(bitPattern: found[offset]) != byte { return false }
    return found[wanted.count] == 0
}
