import CarillonModel
import CarillonPipeline
import Foundation

let testingIdentifiers = SystemIdentifiers { Instant(epochMilliseconds: 1_772_020_800_000) }

/// Runs `body` with the path of a folder that isn't there yet, and removes it afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

func event(_ id: String, payload: String = "{}") -> AcceptedEvent {
    AcceptedEvent(
        id: "event-\(id)",
        source: "core",
        externalID: id,
        type: "transfer.completed",
        payload: payload,
        fingerprint: payload,
        revision: "r1",
        acceptedAt: Instant(epochMilliseconds: 0),
        notifications: [
            PlannedNotification(
                id: "n-\(id)",
                recipient: "ada",
                priority: .normal,
                dueAt: Instant(epochMilliseconds: 0)
            )
        ]
    )
}
