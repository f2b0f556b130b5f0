import GRDB

/// Files of the last version before the first release: their tables are those of the release under some other names.
extension Schema {
    enum Unreleased {
        /// The migration steps that such a file has.
        static let steps: Set<String> = [
            "1", "campaigns", "keys", "patience", "tallies", "endings", "suppressions", "shared tokens", "shown",
            "readers",
            "feed by time", "feed ids", "feed by urgency", "holders", "busy recipients", "places", "nobody's devices",
            "reached devices",
        ]

        /// Gives such a file's tables the names of the first release.
        static func rename(in database: Database) throws {
            for renaming in renamings { try renaming.apply(to: database) }
        }

        /// Gives tables of the first release the names that such a file has.
        static func restoreNames(in database: Database) throws {
            for renaming in renamings.reversed() { try renaming.reversed.apply(to: database) }
        }

        private static let renamings: [Renaming] = [
            .table("told", to: "dedupe_key"),
            .table("shown", to: "feed_content"),
            .column("shown", of: "user", to: "feed_count"),
            .column("coming", of: "user", to: "feed_pending"),
            .column("counts_from", of: "delivery", to: "retry_window_start"),
            .trigger("shown_removed", to: "feed_content_removed"),
            .trigger("feed_shown", to: "feed_added"),
            .trigger("delivery_coming", to: "delivery_moved_to_feed"),
        ]
    }

    /// SQLite renames tables and columns in whatever mentions them, and triggers not at all: they are made anew.
    private enum Renaming {
        case table(String, to: String)
        case column(String, of: String, to: String)
        case trigger(String, to: String)

        var reversed: Renaming {
            switch self {
            case .table(let name, to: let new): .table(new, to: name)
            case .column(let name, of: let table, to: let new): .column(new, of: table, to: name)
            case .trigger(let name, to: let new): .trigger(new, to: name)
            }
        }

        func apply(to database: Database) throws {
            switch self {
            case .table(let name, to: let new): try database.execute(sql: "ALTER TABLE \(name) RENAME TO \(new)")
            case .column(let name, of: let table, to: let new):
                try database.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(name) TO \(new)")
            case .trigger(let name, to: let new):
                let select = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?"
                guard let definition = try String.fetchOne(database, sql: select, arguments: [name]) else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
                try database.execute(sql: "DROP TRIGGER \(name)")
                try database.execute(sql: definition.replacing(name, with: new, maxReplacements: 1))
            }
        }
    }
}
