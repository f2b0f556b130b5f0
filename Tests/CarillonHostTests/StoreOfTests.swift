import Foundation
import PostgresTesting
import Testing

/// What the hosts of a test keep everything in.
enum StoreOfTests: String, Sendable {
    /// Memory, or a SQLite file where a test asks for a disk.
    case embedded
    /// The store that several hosts share, whether a test asks for a disk or not.
    case postgresql

    /// That of the test that runs.
    @TaskLocal static var current = only ?? .embedded

    /// Where `CARILLON_STORE` names one, no test runs on the other.
    static let only = ProcessInfo.processInfo.environment["CARILLON_STORE"].map { name in
        guard let store = StoreOfTests(rawValue: name) else { fatalError("CARILLON_STORE is no store: \(name)") }
        return store
    }
}

/// Says on which stores the tests of a suite run, one store after the other.
struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let stores: [StoreOfTests]

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        for store in stores {
            try await StoreOfTests.$current.withValue(store) {
                let naming = IssueHandlingTrait.compactMapIssues { issue in
                    var issue = issue
                    issue.comments.append("on the store \(store.rawValue)")
                    return issue
                }
                try await naming.provideScope(for: test, testCase: testCase, performing: function)
            }
        }
    }
}

extension Trait where Self == StoreTrait {
    /// Both stores do the same here.
    ///
    /// Without a PostgreSQL server on this machine it is one of them: see `PostgresHostTests`.
    static var onBothStores: StoreTrait {
        if let only = StoreOfTests.only { return StoreTrait(stores: [only]) }
        return StoreTrait(stores: Cluster.isMissing ? [.embedded] : [.embedded, .postgresql])
    }

    /// What is looked at is a file, a store that fails when it is told to, what a host without lanes or one that has ended does there, or
    /// the limits of callers, which a shared database counts by its own clock.
    static var onEmbeddedStore: StoreTrait { StoreTrait(stores: [.embedded]) }
}
