import CarillonModel
public import CarillonPipeline

/// What every store must do, whatever it is made of.
///
/// A store's tests run each rule of ``rules`` against an empty store and expect it not to throw:
///
/// ```swift
/// @Test(arguments: StoreConformance.rules)
/// func `the store does what every store must`(rule: StoreConformance.Rule) async throws {
///     try await rule.check(InMemoryStore(identifiers: SystemIdentifiers { .testing }))
/// }
/// ```
public enum StoreConformance {
    public struct Rule: Sendable, CustomStringConvertible {
        /// A sentence.
        public let description: String
        private let body: @Sendable (StoreUnderTest) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (StoreUnderTest) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// - Throws: ``StoreViolation`` where the rule is broken, and whatever the store throws.
        public func check(_ store: any Store) async throws {
            _ = try await store.membership?.join(.testing)
            let subject = try await StoreUnderTest(store: store, tenant: store.tenant("globex"))
            try await body(subject)
        }
    }

    public static var rules: [Rule] {
        let first = accepting + queueing + settling + devices + feed + users + tracing + tenants
        let second = preferences + receipts + operating + forgetting + topics + inspecting + sessions + waiting
        let third = following + channels + campaigns + endings + importing + keys + exactness
        return first + second + third + proposals + staff + studioHistory + testPairings + textVersions + fairness
            + lanes + reports
    }
}

/// How a store broke a rule.
public struct StoreViolation: Error, CustomStringConvertible {
    public let description: String
}

/// A store, and the tenant's part that a rule is tried on.
struct StoreUnderTest: Sendable {
    let store: any Store
    let tenant: any TenantStore
}

func require(
    _ condition: Bool,
    _ what: @autoclosure () -> String,
    line: Int = #line
) throws(StoreViolation) {
    guard !condition else { return }
    throw StoreViolation(description: "\(what()) (line \(line))")
}

func requireEqual<Value: Equatable>(
    _ found: Value,
    _ expected: Value,
    _ what: @autoclosure () -> String,
    line: Int = #line
) throws(StoreViolation) {
    try require(found == expected, "\(what()): \(found) instead of \(expected)", line: line)
}

func requireValue<Value>(
    _ value: Value?,
    _ what: @autoclosure () -> String,
    line: Int = #line
) throws(StoreViolation) -> Value {
    guard let value else { throw StoreViolation(description: "\(what()) (line \(line))") }
    return value
}
