import CarillonModel
import CarillonPipeline

/// The other hosts on a shared store, which are notified of what was committed here.
struct OtherHosts: Sendable {
    private let membership: (any Membership)?

    /// - Parameter membership: nil where the store belongs to this process.
    init(_ membership: (any Membership)? = nil) {
        self.membership = membership
    }

    /// Whether there may be others.
    var mayExist: Bool { membership != nil }

    /// Notifies them soon, or never: nothing may depend on it.
    func tell(_ hints: () -> [Hint]) {
        guard let membership else { return }
        let hints = Set(hints())
        if !hints.isEmpty { membership.send(hints) }
    }

    /// Has whoever works in a lane do something, and waits for the answer.
    ///
    /// - Returns: nil where nobody answered in time: the command stays, and is carried out once somebody has the lane.
    func carryOut(
        _ command: LaneCommand,
        within limit: Duration = .seconds(5),
        pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws(StoreFailure) -> JSONValue? {
        guard let membership else { return nil }
        let number = try await membership.request(command)
        membership.send([.command(command.tenant)])
        let interval: Duration = .milliseconds(100)
        var waited: Duration = .zero
        while waited < limit {
            if let answer = try await membership.answer(to: number) { return answer }
            guard (try? await pause(interval)) != nil else { return nil }
            waited += interval
        }
        return try await membership.answer(to: number)
    }
}
