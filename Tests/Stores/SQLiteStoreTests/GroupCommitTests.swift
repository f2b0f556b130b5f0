import CarillonPipeline
import GRDB
import Testing

@testable import SQLiteStore

private struct Refusal: Error {}

@Test func `a write that fails leaves nothing behind and doesn't touch those beside it`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        let successes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        try await database.write { database in
                            try database.run("INSERT INTO user (id) VALUES (?)", ["user-\(number)"])
                            if number.isMultiple(of: 3) { throw Refusal() }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 66)
        #expect(try await database.read { try $0.number("SELECT count(*) FROM user") } == 66)
        await database.close()
    }
}

@Test func `concurrent writes share commits`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        let frames = "PRAGMA wal_checkpoint(NOOP)"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await database.write { try $0.run("INSERT INTO user (id) VALUES (?)", ["user-\(number)"]) }
                }
            }
            try await group.waitForAll()
        }
        _ = frames
        #expect(database.commitCount < 150)
        await database.close()
    }
}
