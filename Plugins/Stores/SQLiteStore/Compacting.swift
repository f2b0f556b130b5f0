import Dispatch
import GRDB
import Synchronization

/// Writes a tenant's file anew after somebody was erased.
///
/// `secure_delete` overwrites what is removed, but not the copies of entries that stay in the unused part of a page
/// when SQLite splits or joins pages. Only `VACUUM` leaves nothing of them. The tenant's writes wait meanwhile, about a
/// second for 100 MB, so it is done once for all who are erased within a while, which is longer for larger files. The
/// request for it is committed together with the erasing (`user_version`): a host that was killed does it at its
/// next start.
///
/// Source: https://www.sqlite.org/lang_vacuum.html; https://www.sqlite.org/pragma.html#pragma_secure_delete.
final class Compacting: Sendable {
    private struct State {
        var isScheduled = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let writeBack: WALCheckpointer
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "carillon.store.compacting")

    /// Seconds that are waited for more who are erased: these, and one for so many bytes of the file.
    private static let pause = (least: 1.0, bytesForOne: 4 << 20)
    /// Seconds until it is tried again where it fails, such as when the disk is full.
    private static let longestPause = 3600.0

    /// In bytes: less than a second's work.
    private static let smallFile = 64 << 20

    init(pool: DatabasePool, writeBack: WALCheckpointer) {
        self.pool = pool
        self.writeBack = writeBack
    }

    /// To be called when the file is opened, and after the commit that erased somebody.
    func startIfWanted() {
        guard (try? pool.read { try $0.wantsCompacting }) == true else { return }
        let starts = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled && !state.isClosed
        }
        if starts { schedule(after: usualPause) }
    }

    private var usualPause: Double {
        let bytes = (try? pool.read { try $0.size }) ?? 0
        return Self.pause.least + Double(bytes / Self.pause.bytesForOne)
    }

    private func schedule(after pause: Double) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.compact(pausingAfterwards: pause * 2) }
    }

    private func compact(pausingAfterwards pause: Double) {
        guard !state.withLock(\.isClosed) else { return }
        pool.asyncWriteWithoutTransaction { database in
            do {
                try database.compact()
                self.state.withLock { $0.isScheduled = false }
                self.writeBack.emptySoon()
            } catch {
                self.schedule(after: min(pause, Self.longestPause))
            }
        }
    }

    /// Ends it.
    ///
    /// A small file that is to be rewritten is written so at once, for nobody may open it soon; a larger one is when it
    /// is next opened.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            queue.async {
                try? self.pool.writeWithoutTransaction { database in
                    guard try database.wantsCompacting, try database.size <= Self.smallFile else { return }
                    try database.compact()
                }
                continuation.resume()
            }
        }
    }
}

extension Database {
    /// Whether somebody was erased since the file was last written anew.
    fileprivate var wantsCompacting: Bool {
        get throws { try Int.fetchOne(self, sql: "PRAGMA user_version") == 1 }
    }

    fileprivate func compact() throws {
        try execute(sql: "VACUUM")
        try setWantsCompacting(false)
    }

    func setWantsCompacting(_ isWanted: Bool) throws {
        try execute(sql: "PRAGMA user_version = \(isWanted ? 1 : 0)")
    }

    /// In bytes.
    fileprivate var size: Int {
        get throws {
            let pages = try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0
            return try pages * (Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0)
        }
    }
}
