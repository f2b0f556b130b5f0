extension Array where Element == OutgoingMessage {
    /// One outcome for each message, in order, with at most `width` of them under way at once.
    ///
    /// For providers that take one message a request: their connection is shared (HTTP/2), so waiting is the only cost.
    public func delivered(
        width: Int = 64,
        by deliver: @escaping @Sendable (OutgoingMessage) async -> DeliveryOutcome
    ) async -> [DeliveryOutcome] {
        await withTaskGroup(of: (Int, DeliveryOutcome).self) { group in
            var outcomes = [DeliveryOutcome?](repeating: nil, count: count)
            var next = 0
            while next < Swift.min(width, count) {
                group.addTask { [next] in (next, await deliver(self[next])) }
                next += 1
            }
            for await (index, outcome) in group {
                outcomes[index] = outcome
                guard next < count else { continue }
                group.addTask { [next] in (next, await deliver(self[next])) }
                next += 1
            }
            // The group has answered for every index.
            return outcomes.map { $0 ?? .uncertain(OutcomeReason("NoOutcome")) }
        }
    }
}
