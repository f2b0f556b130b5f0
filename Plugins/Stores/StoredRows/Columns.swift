/// The columns of a statement's current row, by their names.
///
/// A name is searched for behind the last one found: whoever reads columns in the order of the query compares each name once.
package final class Columns<Prepared: PreparedStatement> {
    var statement: Prepared
    private let count: Int32
    private var next: Int32 = 0

    package init(_ statement: Prepared) {
        self.statement = statement
        count = statement.columnCount
    }

    /// - Throws: where the query has no such column.
    package subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws { Value(statement, column: try index(of: name)) }
    }

    private func index(of name: StaticString) throws -> Int32 {
        let found = name.withUTF8Buffer { wanted -> Int32? in
            for _ in 0..<count {
                let index = next
                next = index + 1 == count ? 0 : index + 1
                if let name = statement.name(of: index), isEqual(name, wanted) { return index }
            }
            return nil
        }
        guard let found else { throw Prepared.missing(name) }
        return found
    }
}

/// Whether a C string has these bytes and no more.
private func isEqual(_ found: UnsafePointer<CChar>, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    for (offset, byte) in wanted.enumerated() where UInt8(bitPattern: found[offset]) != byte { return false }
    return found[wanted.count] == 0
}
