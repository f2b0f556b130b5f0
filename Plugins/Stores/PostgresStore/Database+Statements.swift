import LibPQ
import StoredRows

typealias Columns = StoredRows.Columns<PostgresPrepared>

extension Database: SQLConnection {
    static var dialect: Dialect { .postgreSQL }

    func prepared(_ sql: String) throws -> PostgresPrepared { PostgresPrepared(sql: sql, database: self) }
}

/// A statement of PostgreSQL's, sent with its arguments at the first step.
struct PostgresPrepared: PreparedStatement {
    private let sql: String
    private let database: Database
    /// The numbers of the arguments' types in `pg_type`.
    private var types: [UInt32] = []
    private var arguments = ParameterText()
    private var answer: Answer?
    private var row: CInt = 0

    init(sql: String, database: Database) {
        self.sql = sql
        self.database = database
    }

    mutating func bind(_ number: Int64) throws {
        begin(.number)
        arguments.append(number)
    }

    mutating func bind(_ truth: Bool) throws {
        begin(.truth)
        arguments.append(truth ? "t" : "f")
    }

    mutating func bind(_ text: String) throws {
        begin(.text)
        arguments.append(text)
    }

    mutating func bind<Element: ArrayElement>(_ array: [Element]) throws {
        begin(Element.arrayType)
        arguments.beginArray()
        for element in array { try element.write(to: &self) }
        arguments.endArray()
    }

    mutating func bindNull(of type: ColumnType) throws {
        begin(type)
        arguments.appendNull()
    }

    /// An array's elements are no arguments of their own.
    private mutating func begin(_ type: ColumnType) {
        if !arguments.isInArray { types.append(type.number) }
    }

    mutating func step() throws -> Bool {
        if answer == nil {
            answer = try database.execute(sql, types: types, arguments)
        } else {
            row += 1
        }
        return row < (answer?.rowCount ?? 0)
    }

    func end() {}

    var columnCount: Int32 { answer.map { PQnfields($0.result) } ?? 0 }
    func name(of column: Int32) -> UnsafePointer<CChar>? {
        answer.flatMap { UnsafePointer(PQfname($0.result, column)) }
    }
    func isNull(_ column: Int32) -> Bool { field(column) == nil }
    func number(_ column: Int32) -> Int64 { Int64(field(column)) }
    func truth(_ column: Int32) -> Bool { Bool(field(column)) }
    func text(_ column: Int32) -> String { String(field(column)) }

    private func field(_ column: Int32) -> Field? { answer?.field(row: row, column: column) }

    static func missing(_ column: StaticString) -> any Error {
        PostgresError(.unexpected("the query has no column “\(column)”"))
    }
}

extension ColumnType {
    /// The number in `pg_type`, which is the same in every database.
    fileprivate var number: UInt32 {
        switch self {
        case .number: 20
        case .text: 25
        case .truth: 16
        case .numbers: 1016
        case .texts: 1009
        case .truths: 1000
        }
    }
}
