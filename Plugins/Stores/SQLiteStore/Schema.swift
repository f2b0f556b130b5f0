import GRDB

/// The tables of a tenant's file, and the steps from each version of them to the next.
///
/// What each step does stands with its subject, in the extensions: a step that was released is never changed.
///
/// Times are milliseconds since 1970. Row ids rise in the order things came, so that tables and most indexes grow at
/// their end. Partial indexes hold only what still waits: they stay small however much is kept.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            let tables = [
                users, events, dedupes, notifications, deliveries, devices, sessions, feed, changes, subscriptions,
                pauses,
            ]
            for table in tables {
                try database.execute(sql: table)
            }
        }
        migrator.registerMigration("campaigns") { database in try database.execute(sql: campaigns) }
        migrator.registerMigration("keys") { database in try database.execute(sql: keys) }
        migrator.registerMigration("patience") { database in try database.execute(sql: patience) }
        migrator.registerMigration("tallies") { database in try database.execute(sql: tallies) }
        migrator.registerMigration("endings") { database in try database.execute(sql: endings) }
        migrator.registerMigration("suppressions") { database in try database.execute(sql: suppressions) }
        migrator.registerMigration("shared tokens") { database in try database.execute(sql: sharedTokens) }
        migrator.registerMigration("shown") { database in try database.execute(sql: shown) }
        migrator.registerMigration("readers") { database in try database.execute(sql: readers) }
        migrator.registerMigration("feed by time") { database in try database.execute(sql: feedByTime) }
        migrator.registerMigration("feed ids") { database in try database.execute(sql: feedIDs) }
        migrator.registerMigration("feed by urgency") { database in try database.execute(sql: feedByUrgency) }
        migrator.registerMigration("holders") { database in try database.execute(sql: holders) }
        migrator.registerMigration("busy recipients") { database in try database.execute(sql: busyRecipients) }
        migrator.registerMigration("places") { database in
            try database.execute(sql: places)
            try database.keepPlaces()
        }
        migrator.registerMigration("nobody's devices") { database in try database.execute(sql: nobody) }
        migrator.registerMigration("reached devices") { database in try database.execute(sql: reached) }
        return migrator
    }

    // The host's own, in Base64.
    private static let keys = """
        CREATE TABLE key (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

/// What `notification.status` holds.
enum NotificationState: Int64 {
    case scheduled = 0
    case routed = 1
    case cancelled = 2
}

/// What `delivery.status` holds.
///
/// Those before `delivered` are open. Queries repeat `status < 2`, for SQLite to see that a partial index will do.
enum DeliveryState: Int64 {
    case waiting = 0
    case leased = 1
    case delivered = 2
    case failed = 3
    case cancelled = 4
}
