import CarillonModel
import GRDB
import StoredRows
import Testing

@testable import SQLiteStore

/// What rows are read and written by.
struct ColumnTests {
    @Test func `columns are found by their names, in whatever order they are asked for`() throws {
        let found = try DatabaseQueue().read { database in
            try database.first("SELECT 1 AS row, 'push' AS channel, NULL AS device, 7 AS due_at") { columns in
                (
                    dueAt: try columns["due_at"] as Instant, row: try columns["row"] as Int64,
                    device: try columns["device"] as String?, channel: try columns["channel"] as ChannelID,
                    again: try columns["row"] as Int64
                )
            }
        }
        let row = try #require(found)
        #expect(row.dueAt == Instant(epochMilliseconds: 7) && row.row == 1 && row.again == 1)
        #expect(row.device == nil && row.channel == "push")
    }

    @Test(arguments: ["ro", "rows", "ROW", ""])
    func `a column that a query doesn't have is an error that names it`(name: String) throws {
        let failure = #expect(throws: DatabaseError.self) {
            try DatabaseQueue().read { database in
                _ = try database.first("SELECT 1 AS row, 2 AS rowing") { try Self.read(name, $0) }
            }
        }
        #expect(failure?.message?.contains("“\(name)”") == true)
    }

    /// Names are constants.
    private static func read(_ name: String, _ columns: StoredRows.Columns<SQLitePrepared>) throws -> Int64 {
        switch name {
        case "ro": try columns["ro"]
        case "rows": try columns["rows"]
        case "ROW": try columns["ROW"]
        default: try columns[""]
        }
    }

    @Test(arguments: ["", "a", "a\0b", "\0", "jos\u{E9}", "🔔"])
    func `a text is kept to the last byte`(text: String) throws {
        let kept: String? = try DatabaseQueue().read { try $0.value("SELECT ?", text) }
        #expect(kept.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func `states stand in SQL as their numbers, and numbers of no state are read as an end`() {
        #expect("status < \(delivery: .delivered)" == "status < 2")
        #expect("status = \(notification: .scheduled)" == "status = 0")
        #expect(DeliveryState(stored: 9) == .failed && NotificationState(stored: 9) == .cancelled)
    }
}
