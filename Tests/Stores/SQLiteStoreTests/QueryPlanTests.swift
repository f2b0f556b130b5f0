import CarillonTesting
import GRDB
import StoredRows
import Synchronization
import Testing

@testable import SQLiteStore

/// With a million rows a scan would take seconds: whatever the rules of conformance make the store ask goes by an index.
@Test func `no statement scans a table or sorts what it finds`() async throws {
    let statements = Recorded()
    for rule in StoreConformance.rules {
        try await withFolder { folder in
            var options = TenantDatabase.Options(identifiers: testingIdentifiers)
            options.watch = { database in
                database.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.sql) }
                }
            }
            let store = try SQLiteStore(folder: folder, options: options)
            try await rule.check(store)
            await store.close()
        }
    }
    let queries = statements.all.filter { text in
        ["SELECT", "UPDATE", "INSERT", "DELETE"].contains { text.hasPrefix($0) }
            && !text.contains("sqlite_") && !text.contains("grdb_")
    }
    #expect(queries.count > 40)
    try await withFolder { folder in
        let database = try openDatabase(folder)
        for query in queries {
            let steps = try await database.read { database in
                let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(query)")
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            let bad = badSteps(steps, of: query)
            #expect(bad.isEmpty, "\(query)")
        }
        await database.close()
    }
}

/// The steps of a query's plan that take longer the more is kept.
private func badSteps(_ steps: [String], of query: String) -> [String] {
    let scans = steps.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
    return scans.filter { step in
        let sortsPage = step == "USE TEMP B-TREE FOR ORDER BY" && steps.contains("SCAN f")
        return !step.isHarmless && !sortsPage && !step.countsUsers(in: query)
    }
}

extension String {
    /// Once a campaign, to tell how many there are.
    fileprivate func countsUsers(in query: String) -> Bool {
        hasPrefix("SCAN user USING COVERING INDEX") && query.hasPrefix("SELECT count(*) FROM user")
    }

    /// A page of a feed and the list of a query's types are small, and so are the paused channels.
    ///
    /// Versions of texts are read from the newest on.
    ///
    /// A partial index holds only what waits: the first of it, or its least, is what is asked for.
    fileprivate var isHarmless: Bool {
        let small = ["SCAN f", "SCAN pause", "SCAN nobody", "SCAN json_each", "SCAN text_version"]
        let waiting = [
            "notification_due", "delivery_due", "delivery_receipt", "event_unexpanded", "delivery_held",
            "delivery_failed", "event_by_time", "event_ending", "proposal_by_change",
        ]
        return small.contains { self == $0 || hasPrefix($0 + " ") } || waiting.contains { hasSuffix("INDEX \($0)") }
    }
}

private final class Recorded: Sendable {
    private let texts = Mutex<Set<String>>([])

    var all: [String] { texts.withLock { $0.sorted() } }

    func add(_ text: String) { texts.withLock { _ = $0.insert(text) } }
}
