import CarillonPipeline
import StoredRows

/// What a group of writes does at once for all who ask for it, by statements that take many.
protocol CommonWrite: Sendable {
    associatedtype Output: Sendable

    /// - Returns: an output for each, in their order.
    static func run(_ all: [Self], on database: Database) throws -> [Output]
}

/// A write that a group does together with the others of its kind.
protocol JoinableWrite: AnyObject, Sendable {
    /// Equal for those that are done together.
    var kind: ObjectIdentifier { get }

    /// - Parameter all: those of this kind, this one among them.
    func run(_ all: [any JoinableWrite], on database: Database) throws
}

/// A ``CommonWrite`` whose caller waits.
final class PendingCommonWrite<Content: CommonWrite>: GroupedWrite, JoinableWrite {
    private let content: Content
    private let write: PendingWrite<Database, Content.Output>

    init(_ content: Content, continuation: CheckedContinuation<Result<Content.Output, StoreFailure>, Never>) {
        self.content = content
        write = PendingWrite(
            body: { database in
                guard let output = try Content.run([content], on: database).first else { throw Self.noOutput }
                return output
            },
            continuation: continuation
        )
    }

    var since: ContinuousClock.Instant { write.since }
    var kind: ObjectIdentifier { ObjectIdentifier(Content.self) }

    /// Alone, without the others of its kind.
    func run(_ database: Database) throws { try write.run(database) }

    func run(_ all: [any JoinableWrite], on database: Database) throws {
        let own = all.compactMap { $0 as? PendingCommonWrite<Content> }
        let outputs = try Content.run(own.map { $0.content }, on: database)
        guard outputs.count == own.count else { throw Self.noOutput }
        for (pending, output) in zip(own, outputs) { pending.write.succeed(with: output) }
    }

    func fail(_ failure: StoreFailure) { write.fail(failure) }

    func finish(_ groupFailure: StoreFailure?) { write.finish(groupFailure) }

    private static var noOutput: PostgresError { PostgresError(.unexpected("a write has no outcome")) }
}
