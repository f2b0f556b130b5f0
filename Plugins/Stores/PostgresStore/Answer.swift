import LibPQ

/// A statement's answer, which is freed with the last who refers to it.
final class Answer {
    let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var rowCount: CInt { PQntuples(result) }

    /// How many rows were changed; 0 where the statement changes none.
    var changesCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// Nil for NULL.
    func field(row: CInt, column: CInt) -> Field? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            Field(bytes: UnsafeBufferPointer(start: $0, count: count))
        }
    }
}

/// The text of a column in a row.
struct Field {
    let bytes: UnsafeBufferPointer<UInt8>
}

extension Int64 {
    /// 0 for NULL.
    init(_ field: Field?) {
        guard let bytes = field?.bytes else {
            self = 0
            return
        }
        var value: Int64 = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        // Downwards, because the least number has no positive one.
        for byte in bytes where byte != UInt8(ascii: "-") { value = value &* 10 &- Int64(byte &- UInt8(ascii: "0")) }
        self = isNegative ? value : 0 &- value
    }
}

extension Int64? {
    init(_ field: Field?) { self = field.map { Int64($0) } }
}

extension Bool {
    init(_ field: Field?) { self = field?.bytes.first == UInt8(ascii: "t") }
}

extension String {
    /// Empty for NULL.
    init(_ field: Field?) { self = field.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }
}
