import CarillonModel
import CarillonPipeline
import StoredRows
import Synchronization

extension TenantRows: LaneStore {
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease] {
        let taken = try await write { database in
            try database.freeLanesOfTheDead()
            let taken = try lanes.compactMap { try database.take($0) }
            guard !taken.isEmpty else { return taken }
            if taken.contains(where: { $0.lane == .home }) {
                let latest: Instant? = try database.value("SELECT max(accepted_at) FROM event")
                if let latest, latest > now { try database.clockWentBack(from: latest, to: now, isKnown: false) }
            }
            _ = try database.reclaimLeases(in: taken.map(\.lane), leasedBefore: nil, except: [], at: now)
            return taken
        }
        // What an earlier scan found may not be so any more.
        crowds.withLock { $0 = [:] }
        routingCrowd.withLock { $0 = nil }
        return taken
    }
}

extension Database {
    /// Whoever had them is refused from this commit on, should it live after all.
    fileprivate func freeLanesOfTheDead() throws {
        let others = lanes.others
        guard !others.isEmpty else { return }
        let alive: [Int64] = try values(
            "SELECT h.number FROM host h WHERE h.number = ANY($1) AND \(Self.isAlive)",
            others
        )
        let dead = others.filter { !alive.contains($0) }
        guard !dead.isEmpty else { return }
        try run("UPDATE lane SET holder = NULL WHERE tenant = tenant_number() AND holder = ANY($1)", dead)
        try run("DELETE FROM outcome WHERE tenant = tenant_number() AND host = ANY($1)", dead)
        lanes.free(from: dead)
    }

    /// Takes a lane that is free; one that this host has keeps its epoch.
    ///
    /// - Returns: nil where another has it.
    fileprivate func take(_ lane: Lane) throws -> LaneLease? {
        if lanes.holder(of: lane) == host, let epoch = lanes.epoch(of: lane) { return LaneLease(lane, epoch: epoch) }
        guard lanes.holder(of: lane) == nil else { return nil }
        let epoch = try number(
            """
            INSERT INTO lane AS l (tenant, channel, holder, epoch) VALUES (tenant_number(), $1, $2, 1)
            ON CONFLICT (tenant, channel) DO UPDATE SET holder = excluded.holder, epoch = l.epoch + 1 RETURNING epoch
            """,
            lane.name,
            host
        )
        guard let epoch else { throw PostgresError(.unexpected("a lane got no epoch")) }
        let lease = LaneLease(lane, epoch: epoch)
        lanes.note(lease)
        return lease
    }
}
