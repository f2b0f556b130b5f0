public import CarillonClient
import CarillonModel

/// Does what a silent push asks for, within the time that the system gives, for
/// `application(_:didReceiveRemoteNotification:) async` of the app's delegate.
public enum BackgroundPush {
    /// What the work has: the system gives 30 seconds.
    public static let time: Duration = .seconds(25)

    /// What the system is told; its own type has the same three.
    public enum Outcome: Sendable, Hashable {
        case newData
        case noData
        case failed
    }

    /// Answers once: with what the work came to, or when its time is over.
    ///
    /// - Parameters:
    ///   - userInfo: the push as it came.
    ///   - time: after which the work is cancelled, and not waited for.
    /// - Returns: ``Outcome/failed`` where the time was over first.
    public static func handle(
        _ userInfo: [AnyHashable: Any],
        shape: PushShape,
        within time: Duration = time,
        by work: @escaping @Sendable (ReceivedPush) async -> Outcome
    ) async -> Outcome {
        await handle(ReceivedPush(JSONValue(payload: userInfo), shape: shape), within: time, by: work)
    }

    private static func handle(
        _ push: ReceivedPush,
        within time: Duration,
        by work: @escaping @Sendable (ReceivedPush) async -> Outcome
    ) async -> Outcome {
        let (outcomes, first) = AsyncStream.makeStream(of: Outcome.self)
        let working = Task { first.yield(await work(push)) }
        let deadline = Task {
            try? await Task.sleep(for: time)
            if !Task.isCancelled { first.yield(.failed) }
        }
        defer {
            working.cancel()
            deadline.cancel()
        }
        for await outcome in outcomes { return outcome }
        return .failed
    }
}
