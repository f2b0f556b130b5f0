import CarillonPipeline
import CarillonTesting
import Foundation
import PostgresStore
import PostgresTesting
import SQLiteStore
import Synchronization
import Testing

@testable import CarillonHost

/// The store of a test's host, and where it is.
struct TestStore: Sendable {
    enum Place: Sendable, Hashable {
        case memory
        case folder(String)
        /// Of the shared cluster.
        case database(String)
    }

    let store: any Store
    let place: Place
    private let clock: ManualClock

    /// - Parameters:
    ///   - onDisk: in a folder where the test's store is embedded, and not in memory.
    ///   - earlier: where to go on.
    static func open(
        _ clock: ManualClock,
        onDisk: Bool = false,
        after earlier: Place? = nil
    ) async -> TestStore {
        let identifiers = SystemIdentifiers { clock.now }
        await endThoseOfEarlierTests()
        do {
            let place: Place
            if let earlier { place = earlier } else { place = try await newPlace(onDisk: onDisk) }
            let store: any Store
            switch place {
            case .memory: store = InMemoryStore(identifiers: identifiers)
            case .folder(let folder): store = try SQLiteStore(folder: folder, identifiers: identifiers)
            case .database(let name):
                let address = try await Cluster.shared.value.host(of: name)
                store = try await PostgresStore.open(address, identifiers: identifiers)
            }
            let opened = TestStore(store: store, place: place, clock: clock)
            opened.note { await opened.removeAll() }
            return opened
        } catch {
            Issue.record(error, "no store for this test")
            return TestStore(store: InMemoryStore(identifiers: identifiers), place: .memory, clock: clock)
        }
    }

    private static func newPlace(onDisk: Bool) async throws -> Place {
        switch StoreOfTests.current {
        case .postgresql: return .database(try await Cluster.shared.value.makeDatabase())
        case .embedded where onDisk:
            return .folder(FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path)
        case .embedded: return .memory
        }
    }

    /// A host's; a shared store counts the time by which hosts live by its own clock.
    var time: HostTime {
        var time = HostTime.manual(clock)
        if case .database = place { time.uptime = HostTime.systemUptime() }
        return time
    }

    /// Starts a host on this store, as `HostService` does.
    ///
    /// - Returns: what isn't served, and the task that keeps the host alive where it could share the store, with its tenants'
    ///   lanes in its hands.
    func start(_ assembly: HostAssembly) async -> (warnings: [TenantWarning], keeping: Task<Void, Never>?) {
        let warnings = await assembly.start()
        guard let keeper = assembly.keeper else { return (warnings, nil) }
        let keeping = Task { await keeper.run() }
        note { await remove(assembly, keeping) }
        do {
            try await waitUntil { assembly.directory.livingHosts != 0 }
            if assembly.configuration.role != .api {
                try await waitUntil { assembly.directory.runtimes.allSatisfy(\.lanes.areHeld) }
            }
        } catch {
            Issue.record(error, "the host didn't join, or didn't get its lanes")
        }
        return (warnings, keeping)
    }

    /// Ends a host, and leaves what is in the store.
    func leave(_ assembly: HostAssembly, _ keeping: Task<Void, Never>?) async {
        note(nil)
        await assembly.directory.stop()
        keeping?.cancel()
        await keeping?.value
        await assembly.keeper?.leave()
        if place != .memory { await store.close() }
    }

    /// Ends a host, and leaves nothing.
    func remove(_ assembly: HostAssembly, _ keeping: Task<Void, Never>?) async {
        await leave(assembly, keeping)
        await removeAll()
    }

    private func removeAll() async {
        if place != .memory { await store.close() }
        switch place {
        case .memory: break
        case .folder(let folder): try? FileManager.default.removeItem(atPath: folder)
        case .database(let name): try? await Cluster.shared.value.drop(name)
        }
    }
}

// A test in memory may simply leave its host. On a database such a host would go on with its connections, of which a server has few.
extension TestStore {
    private struct Ending: Sendable {
        let test: Test.ID?
        let end: @Sendable () async -> Void
    }

    private static let endings = Mutex<[Place: Ending]>([:])

    /// - Parameter end: how to end what is on the database, should its test not do so; nil where it has.
    private func note(_ end: (@Sendable () async -> Void)?) {
        guard case .database = place else { return }
        Self.endings.withLock { $0[place] = end.map { Ending(test: Test.current?.id, end: $0) } }
    }

    /// Only where all tests run on the database: they do so one after the other.
    private static func endThoseOfEarlierTests() async {
        guard StoreOfTests.only == .postgresql else { return }
        let current = Test.current?.id
        let left = endings.withLock { endings in
            let left = endings.filter { $0.value.test != current }
            for place in left.keys { endings[place] = nil }
            return left
        }
        for ending in left.values { await ending.end() }
    }
}
