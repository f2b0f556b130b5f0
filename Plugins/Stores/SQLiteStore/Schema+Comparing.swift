import CarillonPipeline
import GRDB

extension Schema {
    /// Brings a tenant's file up to this version.
    ///
    /// - Throws: `.newer` or `.older` where this version can't; then it is left as it is.
    static func bringUpToDate(_ file: some DatabaseWriter, path: String) throws {
        try file.read { try refuseOthers($0, path: path) }
        try migrator.migrate(file)
    }

    /// Looks at a file that nobody has opened yet, which is only read for that.
    ///
    /// A connection that may write changes the header of some files as soon as it is opened, and checkpoints the log
    /// when it is closed. What can't be read without writing, such as a file whose last change must be rolled back
    /// first, is left to ``bringUpToDate(_:path:)``.
    ///
    /// - Throws: `.newer` or `.older` where this version can't bring it up to date.
    static func refuseOthers(at path: String) throws(StoreFailure) {
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting(isReadOnly: true))
            defer { try? queue.close() }
            try queue.read { try refuseOthers($0, path: path) }
        } catch let failure as StoreFailure {
            throw failure
        } catch {}
    }

    /// - Throws: `.newer` or `.older` where this version can't bring the file up to date.
    static func refuseOthers(_ database: Database, path: String) throws {
        let steps = try migrator.appliedIdentifiers(database)
        guard !steps.isSubset(of: migrator.migrations), steps != Unreleased.steps else { return }
        guard !steps.isStrictSubset(of: Unreleased.steps) else {
            throw StoreFailure(
                .older,
                "\(path) was written by a version from before the first release, and is left as it is: run the last of these on it "
                    + "once, or move it away for the tenant to begin anew (docs/guides/upgrade.md)"
            )
        }
        throw StoreFailure(
            .newer,
            "\(path) was written by a later version of Carillon, and is left as it is: run that version again, or put a backup "
                + "from before the upgrade in its place (docs/guides/upgrade.md)"
        )
    }
}

/// Whether a file is one that this store made, as far as its schema shows.
extension Schema {
    /// What `sqlite_schema` has of a table, an index or a trigger.
    private struct Object: Hashable {
        let type: String
        let name: String
        let table: String
        /// Without what versions of SQLite write differently.
        let definition: String
    }

    /// The file has the tables, indexes and triggers of this version or of one before it, and nothing beside them.
    static func isOurs(_ database: Database) throws -> Bool {
        let found = try objects(in: database)
        let queue = try DatabaseQueue()
        defer { try? queue.close() }
        for version in migrator.migrations {
            try migrator.migrate(queue, upTo: version)
            if try queue.read({ try objects(in: $0) }) == found { return true }
        }
        return try isUnreleased(found)
    }

    private static func isUnreleased(_ found: Set<Object>) throws -> Bool {
        let queue = try DatabaseQueue()
        defer { try? queue.close() }
        try migrator.migrate(queue, upTo: first)
        try queue.write { try Unreleased.restoreNames(in: $0) }
        return try queue.read { try objects(in: $0) } == found
    }

    private static func objects(in database: Database) throws -> Set<Object> {
        let rows = try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 1000")
        return Set(
            rows.map { row in
                let definition: String? = row["sql"]
                return Object(
                    type: row["type"],
                    name: row["name"],
                    table: row["tbl_name"],
                    definition: (definition ?? "").lowercased().filter { !$0.isWhitespace && $0 != "\"" }
                )
            }
        )
    }
}
