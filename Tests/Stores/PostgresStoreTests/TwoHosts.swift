import CarillonModel
import CarillonPipeline
import PostgresTesting

@testable import CarillonTesting
@testable import PostgresStore

let testingIdentifiers = SystemIdentifiers { Instant(epochMilliseconds: 1_772_020_800_000) }

extension PostgresStore {
    /// As a host of its own does.
    func join() async throws { _ = try await membership?.join(.testing) }
}

/// Runs `body` with two hosts that joined on one database.
func withTwoHosts(
    _ body: (_ first: PostgresStore, _ second: PostgresStore, _ cluster: Cluster, _ database: String) async throws ->
        Void
) async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let first = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        let second = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        for host in [first, second] { try await host.join() }
        try await body(first, second, cluster, database)
        await first.close()
        await second.close()
    }
}

func event(_ id: String, to recipient: UserID = "ada") -> AcceptedEvent {
    AcceptedEvent(
        id: "event-\(id)",
        source: "core",
        externalID: id,
        type: "transfer.completed",
        payload: "{}",
        fingerprint: "{}",
        revision: "r1",
        acceptedAt: Instant(epochMilliseconds: 0),
        notifications: [
            PlannedNotification(
                id: "n-\(id)",
                recipient: recipient,
                priority: .normal,
                dueAt: Instant(epochMilliseconds: 0)
            )
        ]
    )
}

extension Cluster {
    /// As after fifteen seconds without a sign of it.
    func letFirstHostDie(in database: String) throws {
        try sql(
            """
            UPDATE carillon.host SET until = clock_timestamp(), renewed_at = clock_timestamp() - interval '15 seconds'
            WHERE number = (SELECT min(number) FROM carillon.host)
            """,
            in: database
        )
    }
}
