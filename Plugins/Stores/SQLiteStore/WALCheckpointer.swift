import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Checkpoints the write-ahead log (WAL) beside the writer.
///
/// Left alone, SQLite does that in the commit that makes the log too long, and that commit, with all that wait behind
/// it, takes as long as thousands of pages and a flush of the file do. Here another connection does it. What is written
/// meanwhile is little, and the writer checkpoints it itself, after which the log begins anew: else it would grow for
/// as long as the load lasts. Source: https://www.sqlite.org/wal.html, “Checkpointing”.
final class WALCheckpointer: Sendable {
    private struct State {
        var isRunning = false
        /// How long the log may become before it is tried again.
        var limit: Int
        /// Something in the log is to be forgotten.
        var mustEmpty = false
        var isEmptying = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let log: WALSize
    private let longLog: Int
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "carillon.store.write-back")

    /// - Parameter longLog: pages; a log of this length is checkpointed.
    init(pool: DatabasePool, log: WALSize, longLog: Int) {
        self.pool = pool
        self.log = log
        self.longLog = longLog
        state = Mutex(State(limit: longLog))
    }

    /// To be called after a commit.
    func startIfLong() {
        let pages = log.pages
        let starts = state.withLock { state in
            if pages < longLog { state.limit = longLog }
            guard pages >= state.limit, !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
        guard starts else { return }
        queue.async {
            // What the first leaves is what was written while it ran; the second is short.
            for _ in 0..<2 { try? Self.withConnection(to: self.pool.path) { _ = try $0.checkpoint(.passive) } }
            self.pool.asyncWriteWithoutTransaction { database in
                _ = try? database.checkpoint(.passive)
                self.end()
            }
        }
    }

    private func end() {
        state.withLock { state in
            state.isRunning = false
            // Where it failed, or a reader still needs the log, it isn't tried again at every commit.
            state.limit = log.pages + longLog / 4
        }
    }

    /// How long writers may be kept waiting for readers to end, in milliseconds.
    private static let timeLimit = 100
    /// Pauses between attempts to empty the log, in milliseconds: each is twice the one before, up to the longest.
    private static let pauses = (first: 250, longest: 8000)

    /// Has the log emptied: what was removed from the file is still in it.
    ///
    /// It is tried until it is done: it takes a moment in which nobody reads an earlier state.
    func emptySoon() {
        let starts = state.withLock { state in
            state.mustEmpty = true
            defer { state.isEmptying = true }
            return !state.isEmptying
        }
        if starts { empty(pausingAfterwards: Self.pauses.first) }
    }

    private func empty(pausingAfterwards pause: Int) {
        queue.async {
            let isWanted = self.state.withLock { state in
                state.isEmptying = state.mustEmpty && !state.isClosed
                state.mustEmpty = false
                return state.isEmptying
            }
            guard isWanted else { return }
            // Most of it beside the writer, which then has little left to do.
            try? Self.withConnection(to: self.pool.path) { _ = try $0.checkpoint(.passive) }
            self.pool.asyncWriteWithoutTransaction { database in
                guard (try? database.emptyLog(within: Self.timeLimit)) == nil else {
                    // There may be more to forget by now.
                    return self.empty(pausingAfterwards: Self.pauses.first)
                }
                self.state.withLock { $0.mustEmpty = true }
                self.queue.asyncAfter(deadline: .now() + .milliseconds(pause)) {
                    self.empty(pausingAfterwards: min(pause * 2, Self.pauses.longest))
                }
            }
        }
    }

    /// Waits for what runs; the writer may still have its part to do.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Checkpoints everything and removes the log, so that what is left after a clean end is one file.
    ///
    /// The last connection to close does that, and a pool's last are readers, which may not. Where it fails, the log
    /// stays, and the next start reads it.
    static func finish(_ path: String) {
        try? withConnection(to: path) { _ in }
    }

    private static func withConnection(to path: String, _ body: (Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.label = "carillon.store.write-back"
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        // A connection that has read nothing has no log open.
        _ = try connection.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        try connection.inDatabase(body)
        try connection.close()
    }
}

extension Database {
    /// Checkpoints everything, and truncates the log's file to nothing.
    ///
    /// - Parameter timeLimit: how long readers of earlier states are waited for, in milliseconds.
    fileprivate func emptyLog(within timeLimit: Int) throws {
        let usual = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
        try execute(sql: "PRAGMA busy_timeout = \(timeLimit)")
        defer { try? execute(sql: "PRAGMA busy_timeout = \(usual)") }
        _ = try checkpoint(.truncate)
    }
}

/// How many pages the log has, as its writer learned at the last commit.
final class WALSize: Sendable {
    private let count = Atomic(0)

    var pages: Int { count.load(ordering: .relaxed) }

    /// Instead of what SQLite does by itself when the log is long.
    ///
    /// This must outlive the connection.
    func watch(_ database: Database) {
        let address = Unmanaged.passUnretained(self).toOpaque()
        _ = sqlite3_wal_hook(
            database.sqliteConnection,
            { address, _, _, pages in
                guard let address else { return SQLITE_OK }
                Unmanaged<WALSize>.fromOpaque(address).takeUnretainedValue().note(Int(pages))
                return SQLITE_OK
            },
            address
        )
    }

    private func note(_ pages: Int) {
        count.store(pages, ordering: .relaxed)
    }
}
