/// The columns of a statement's current row, by their names.
///
/// A name is searched for behind the last one found: whoever reads columns in the order of the query looks at each once. In
/// the first row names are compared; from the second on, it is enough that the same constant asks for the same column.
///
/// Every access to its properties ends before another begins. The compiler can't see that from another module, and would have it
/// checked for each column: 2.5 % of a page of the feed.
public final class Columns<Prepared: PreparedStatement> {
    @exclusivity(unchecked) private var statement: Prepared
    private let count: Int32
    @exclusivity(unchecked) private var next: Int32 = 0
    /// Where the constants begin that found their columns; empty in the first row.
    @exclusivity(unchecked) private var names: [UnsafePointer<UInt8>?] = []

    init(_ statement: Prepared) {
        self.statement = statement
        count = statement.columnCount
    }

    /// - Returns: whether there is one more row.
    func step() throws -> Bool {
        guard try statement.step() else { return false }
        next = 0
        if names.isEmpty { names = Array(repeating: nil, count: Int(count)) }
        return true
    }

    /// - Throws: where the query has no such column.
    public subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws { Value(statement, column: try index(of: name)) }
    }

    private func index(of name: StaticString) throws -> Int32 {
        let first = next
        if first < names.count, names[Int(first)] == name.utf8Start {
            next = first + 1
            return first
        }
        for offset in 0..<count {
            let index = (first + offset) % count
            guard let found = statement.name(of: index), isEqual(found, name) else { continue }
            if !names.isEmpty { names[Int(index)] = name.utf8Start }
            next = index + 1
            return index
        }
        throw Prepared.missing(name)
    }
}

/// Whether a C string has these bytes and no more.
private func isEqual(_ found: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
    let wanted = name.utf8Start
    var place = 0
    while place < name.utf8CodeUnitCount {
        guard UInt8(bitPattern: found[place]) == wanted[place] else { return false }
        place += 1
    }
    return found[place] == 0
}
