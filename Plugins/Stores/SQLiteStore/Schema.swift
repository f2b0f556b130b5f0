import GRDB

/// The tables of a tenant's file, and the steps from each released version of them to the next.
///
/// What the tables hold is described with their subject, in the extensions: a step that was released is never changed.
///
/// Times are milliseconds since 1970. Row ids rise in the order things came, so that tables and most indexes grow at
/// their end. Partial indexes hold only what still waits: they stay small however much is kept.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(first, merging: Unreleased.steps) { database, earlier in
            guard earlier.isEmpty else { return try Unreleased.rename(in: database) }
            let subjects = [
                users, sessions, subscriptions, suppressions, events, dedupeKeys, notifications, deliveries, pauses,
                devices, holders, feed, changes, campaigns, tallies, keys,
            ]
            for tables in subjects { try database.execute(sql: tables) }
        }
        migrator.registerMigration("used codes") { database in try database.execute(sql: usedCodes) }
        migrator.registerMigration("wide rows") { database in try database.execute(sql: wideRows) }
        migrator.registerMigration("addresses by plugin") { database in try database.execute(sql: addressesByPlugin) }
        migrator.registerMigration("proposals") { database in try database.execute(sql: proposals) }
        migrator.registerMigration("staff") { database in try database.execute(sql: staff) }
        migrator.registerMigration("text versions") { database in try database.execute(sql: textVersions) }
        migrator.registerMigration("test pairings") { database in try database.execute(sql: testPairings) }
        migrator.registerMigration("staff acts") { database in try database.execute(sql: staffActs) }
        return migrator
    }

    /// Names the step that makes a file of the first release.
    static let first = "first release"

    // Where a campaign for everyone has come to among the devices of nobody was counted from 2^40 on; rows that came from PostgreSQL
    // are beyond that.
    private static let wideRows = """
        UPDATE event SET cursor = cursor - (1 << 40) + (1 << 60) WHERE topic IS NULL AND cursor >= 1 << 40
        """

    // The host's own, in Base64.
    private static let keys = """
        CREATE TABLE key (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // Digests of codes that were used, each until its code would be good for nothing: a minute's worth.
    private static let usedCodes = """
        CREATE TABLE used_code (
            digest TEXT PRIMARY KEY,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX used_code_end ON used_code (ends_at);
        """

    // What staff propose for the tenant's texts, in JSON.
    private static let proposals = """
        CREATE TABLE proposal (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            state TEXT NOT NULL,
            author TEXT NOT NULL,
            changed_at INTEGER NOT NULL,
            content TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX proposal_by_change ON proposal (changed_at, id);
        """

    // What was made live of them, never changed: all texts of each version in JSON, and the proposal or the version that they came
    // from.
    private static let textVersions = """
        CREATE TABLE text_version (
            number INTEGER PRIMARY KEY,
            author TEXT NOT NULL,
            published_at INTEGER NOT NULL,
            revision TEXT NOT NULL,
            proposal TEXT,
            restored INTEGER,
            note TEXT NOT NULL,
            count INTEGER NOT NULL,
            texts TEXT NOT NULL
        ) STRICT;
        """
}
