import CarillonModel
public import CarillonPipeline
import GRDB
public import StoredRows

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A tenant's file as another kind of store reads or writes it, row by row: what takes tenants from one kind to the other.
///
/// Used by one thread at a time.
public final class TenantFile {
    public let path: String
    private let queue: DatabaseQueue

    private init(path: String, queue: DatabaseQueue) {
        self.path = path
        self.queue = queue
    }

    public func close() { try? queue.close() }

    private func doing<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw StoreFailure(error, path: path)
        }
    }
}

// MARK: - Writing

extension TenantFile {
    /// Makes an empty one of this version, where nothing is.
    public static func make(at path: String) throws(StoreFailure) -> TenantFile {
        guard access(path, F_OK) != 0 else {
            throw StoreFailure(.unavailable, "\(path) is there already; name another place")
        }
        try DataFolder.make(path)
        do {
            var configuration = Configuration()
            // Whoever is cut off begins anew, and what refers to what is checked at the end.
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase {
                try $0.execute(
                    sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536"
                )
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try Schema.migrator.migrate(queue)
            return TenantFile(path: path, queue: queue)
        } catch {
            remove(path)
            throw StoreFailure(error, path: path)
        }
    }

    public static func remove(_ path: String) {
        for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
    }

    public func add(_ rows: CopiedRows, to table: CopiedTable) throws(StoreFailure) {
        try doing { database in
            // The hash by which an event's key is found can't be computed by SQLite itself.
            let keyed = table == .event ? table.columns.firstIndex { $0.name == "external_id" } : nil
            let names = table.columns.map(\.name) + (keyed == nil ? [] : ["key"])
            let places = names.map { _ in "?" }.joined(separator: ", ")
            let insert = "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))"
            try database.inTransaction {
                for row in 0..<rows.count {
                    var statement = try database.prepared(insert)
                    defer { statement.end() }
                    try rows.bind(row: row, to: &statement)
                    if let keyed { try statement.bind(FowlerNollVo.column(rows.texts(keyed)[row] ?? "")) }
                    _ = try statement.step()
                }
                return .commit
            }
        }
    }

    /// Checks that all that is referred to is there, and has everything put on disk.
    public func finish() throws(StoreFailure) {
        let isWhole = try doing { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") == nil }
        guard isWhole else { throw StoreFailure(.corrupted, "\(path): rows refer to others that aren't there") }
        do { try queue.close() } catch { throw StoreFailure(error, path: path) }
        try DataFolder.flush(path)
    }
}

// MARK: - Reading

extension TenantFile {
    /// Opens one that anybody may have made: what it declares to contain is compared with this store's tables, and every page is
    /// looked at.
    ///
    /// - Throws: `.older` or `.newer` where another version has written it, `.corrupted` where it is damaged, or no tenant's file.
    public static func open(at path: String) throws(StoreFailure) -> TenantFile {
        try DataFolder.check(path, of: path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting())
            guard try queue.read({ try Schema.migrator.appliedIdentifiers($0) }) == Set(Schema.migrator.migrations)
            else {
                throw StoreFailure(
                    .older,
                    "\(path) was written by an earlier version: restore it into a data folder and run this version on that once"
                )
            }
            return TenantFile(path: path, queue: queue)
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    /// Runs `body` on the file as it is at one moment, in which rows can be numbered anew.
    public func reading<Value>(_ body: (TenantFileRows) throws -> Value) throws -> Value {
        try queue.inDatabase { database in
            for table in CopiedTable.all where table.isNumbered {
                try database.execute(
                    sql: "CREATE TEMP TABLE row_of_\(table.name) (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)"
                )
            }
            try database.execute(sql: "BEGIN")
            defer { try? database.execute(sql: "ROLLBACK") }
            return try body(TenantFileRows(database: database))
        }
    }
}

/// The rows of a tenant's file, as they are at one moment.
public struct TenantFileRows {
    let database: Database

    public func count(of table: CopiedTable) throws -> Int {
        try database.count("SELECT count(*) FROM \(table.name) t WHERE \(table.condition)")
    }

    /// Gives the table's rows other numbers, in their order.
    ///
    /// - Parameter numbers: more of them, rising, as many as it is asked for.
    public func number(_ table: CopiedTable, by numbers: (Int) throws -> [Int64]) throws {
        var last = Int64.min
        while true {
            let rows: [Int64] = try database.values(
                "SELECT row FROM \(table.name) WHERE row > ? ORDER BY row LIMIT \(Self.page)",
                last
            )
            guard let end = rows.last else { return }
            for (old, new) in zip(rows, try numbers(rows.count)) {
                try database.run("INSERT INTO temp.row_of_\(table.name) (old, new) VALUES (?, ?)", old, new)
            }
            last = end
        }
    }

    /// Hands over all rows, page by page, with the numbers they were given.
    ///
    /// - Parameters:
    ///   - others: what is put in place of a column's value, by its name.
    ///   - more: columns that follow the table's own.
    public func read(
        _ table: CopiedTable,
        others: [String: String] = [:],
        more: [(sql: String, content: CopiedTable.Content)] = [],
        _ body: (CopiedRows) throws -> Void
    ) throws {
        let contents = table.columns.map(\.content) + more.map(\.content)
        let expressions =
            table.columns.map { others[$0.name] ?? Self.expression(for: $0, of: table) } + more.map(\.sql)
        let order = table.isNumbered ? "ORDER BY t.row" : ""
        let statement = try database.prepared(
            """
            SELECT \(expressions.joined(separator: ", ")) FROM \(table.name) t WHERE \(table.condition) \(order)
            """
        )
        defer { statement.end() }
        var rows = CopiedRows(contents)
        while try statement.step() {
            rows.append(statement)
            guard rows.count == Self.page else { continue }
            try body(rows)
            rows = CopiedRows(contents)
        }
        if rows.count > 0 { try body(rows) }
    }

    /// How many rows are handed over together.
    private static let page = 1000

    private static func expression(for column: CopiedTable.Column, of table: CopiedTable) -> String {
        switch column.content {
        case .number, .text, .truth: "t.\(column.name)"
        case .ownRow: newRow("t.\(column.name)", of: table.name)
        case .anyRow(of: let other): newRow("t.\(column.name)", of: other)
        // What is gone has no number: 0 is nobody's.
        case .row(of: let other): "coalesce(\(newRow("t.\(column.name)", of: other)), 0)"
        }
    }

    /// The number that a row was given.
    public static func newRow(_ old: String, of table: String) -> String {
        "(SELECT m.new FROM temp.row_of_\(table) m WHERE m.old = \(old))"
    }

    /// The number of the last row that isn't behind one which may be gone; 0 where there is none.
    public static func lastRow(upTo old: String, of table: String) -> String {
        "coalesce((SELECT m.new FROM temp.row_of_\(table) m WHERE m.old <= \(old) ORDER BY m.old DESC LIMIT 1), 0)"
    }

    /// From where on an event's cursor counts devices of nobody.
    public static var firstDevice: Int64 { TenantDatabase.firstDevice }
}
