import LibPQ

/// A statement's answer, which is freed with the last who refers to it.
final class Answer {
    let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var rowCount: CInt { PQntuples(result) }

    /// How many rows were changed; 0 where the statement changes none.
    var changesCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func field(row: CInt, column: CInt) -> Field? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            Field(bytes: UnsafeBufferPointer(start: $0, count: count))
        }
    }
}

/// The columns of an answer's row, by their names.
///
/// A name is searched for behind the last one found: whoever reads columns in the order of the query compares each name once.
final class Columns {
    private let answer: Answer
    private let count: CInt
    private var next: CInt = 0
    var row: CInt = 0

    init(_ answer: Answer) {
        self.answer = answer
        count = PQnfields(answer.result)
    }

    /// - Throws: where the query has no such column.
    subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws { Value(answer.field(row: row, column: try index(of: name))) }
    }

    private func index(of name: StaticString) throws -> CInt {
        let found = name.withUTF8Buffer { wanted -> CInt? in
            for _ in 0..<count {
                let index = next
                next = index + 1 == count ? 0 : index + 1
                if let name = PQfname(answer.result, index), isEqual(name, wanted) { return index }
            }
            return nil
        }
        guard let found else { throw PostgresError(.unexpected("the query has no column “\(name)”")) }
        return found
    }
}

/// Whether a C string has these bytes and no more.
private func isEqual(_ found: UnsafePointer<CChar>, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    for (offset, byte) in wanted.enumerated() where UInt8(bitPattern: found[offset]) != byte { return false }
    return found[wanted.count] == 0
}
