import CarillonPipeline
import CarillonTesting
import Dispatch
import GRDB
import StoredRows
import Synchronization
import Testing

@testable import SQLiteStore

private struct Refusal: Error {}

/// Holds a thread until it is opened.
private final class Gate: Sendable {
    private let opening = DispatchSemaphore(value: 0)
    private let reached = Mutex(false)

    var isReached: Bool { reached.withLock(\.self) }

    func pass() {
        reached.withLock { $0 = true }
        opening.wait()
    }

    func open() { opening.signal() }
}

@Test func `a write that fails leaves nothing behind and doesn't touch those beside it`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        let successes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        try await database.write { database in
                            try database.run("INSERT INTO user (id) VALUES (?)", "user-\(number)")
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

@Test func `writes that come during a commit share the next one`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        let gate = Gate()
        async let first: Void = database.write { _ in gate.pass() }
        try await waitUntil { gate.isReached }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await database.write { try $0.run("INSERT INTO user (id) VALUES (?)", "user-\(number)") }
                }
            }
            try await waitUntil { database.group.waitingCount >= 50 }
            gate.open()
            try await group.waitForAll()
        }
        try await first
        #expect(database.group.commitCount == 2)
        await database.close()
    }
}

@Test func `a write after the end fails, one before it is kept`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        try await database.write { try $0.run("INSERT INTO user (id) VALUES ('ada')") }
        await database.close()
        await #expect(throws: StoreFailure.self) {
            try await database.write { try $0.run("INSERT INTO user (id) VALUES ('ben')") }
        }
        let again = try openDatabase(folder)
        #expect(try await again.read { try $0.number("SELECT count(*) FROM user") } == 1)
        await again.close()
    }
}
