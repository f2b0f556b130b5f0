import CarillonModel
import CarillonPipeline

/// Accepting events: three rows each, and a random key from the sender.
struct AcceptBenchmark {
    let tenant: any TenantStore

    func run() async throws {
        for callers in [1, 16, 64, 256] {
            let count = callers == 1 ? 500 : callers * 500
            let events = (0..<count).map { AcceptedEvent.benchmark(user: $0 % 10_000) }
            try await measure("accept, \(callers) callers", count: count, callers: callers) { [tenant] number in
                guard try await tenant.accept(events[number]) == .accepted else { throw Unexpected() }
            }
        }
    }
}

struct Unexpected: Error {}

extension AcceptedEvent {
    static func benchmark(user: Int, at: Instant = now()) -> AcceptedEvent {
        let id = identifiers.uuid()
        let recipient = UserID(unchecked: "7f1c2a54-0000-4000-8000-\(1_000_000_000 + user)")
        let payload = """
            {"transfer_id":"\(id)","amount":{"value":"12.50","currency":"NOK"},"sender":"Ada Lovelace",\
            "note":"for the tickets","at":"2026-02-25T12:00:00Z"}
            """
        return AcceptedEvent(
            id: id,
            source: "https://core.example/transfers",
            externalID: identifiers.hexadecimal(digits: 32),
            type: user.isMultiple(of: 4) ? "transfer.failed" : "transfer.completed",
            payload: payload,
            fingerprint: identifiers.hexadecimal(digits: 64),
            revision: "2f6c9a1b",
            acceptedAt: at,
            notifications: [
                PlannedNotification(id: identifiers.uuid(), recipient: recipient, priority: .normal, dueAt: at)
            ]
        )
    }
}
