import CarillonModel
import CarillonPipeline
import StoredRows
import Synchronization

extension TenantRows: LaneStore {
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease] {
        let taken = try await write { database in
            try database.requireLife()
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

    func releaseLanes(_ leases: [LaneLease], at now: Instant) async throws(StoreFailure) {
        try await writeLastly { database in
            let own = leases.filter(database.lanes.isHeld).map(\.lane)
            guard !own.isEmpty else { return }
            let channels = database.lanes.channels(of: own)
            try database.run(
                """
                UPDATE delivery SET status = \(delivery: .waiting), due_at = $1
                WHERE status = \(delivery: .leased) AND attempted_at IS NULL AND \(LaneChannels.condition("channel", 2))
                """,
                now,
                channels.named,
                channels.except + database.lanes.ownChannels(beside: own)
            )
            try database.run(
                "UPDATE lane SET \(Database.freed) WHERE tenant = tenant_number() AND channel = ANY($1)",
                own.map(\.name)
            )
            database.lanes.free(own)
        }
    }

    func note(_ condition: JSONValue, of lease: LaneLease) async throws(StoreFailure) {
        try await write { database in
            try database.require(lease)
            try database.run(
                "UPDATE lane SET condition = $1 WHERE tenant = tenant_number() AND channel = $2",
                condition.text,
                lease.lane.name
            )
        }
    }

    func conditions(of leases: [LaneLease]) async throws(StoreFailure) -> [ChannelID: JSONValue] {
        try await read { database in
            try database.requireToRead(leases)
            let found = try database.rows(
                """
                SELECT channel, condition FROM lane
                WHERE tenant = tenant_number() AND channel = ANY($1) AND condition IS NOT NULL
                """,
                leases.compactMap(\.lane.servedChannel)
            ) { (channel: try $0["channel"] as ChannelID, text: try $0["condition"] as String) }
            return Dictionary(
                found.compactMap { channel, text in
                    (try? JSONValue(parsing: Array(text.utf8))).map { (channel, $0) }
                }
            ) { first, _ in first }
        }
    }
}

extension Database {
    /// - Throws: `.laneLost` where the caller's host isn't alive.
    fileprivate func requireLife() throws {
        guard try isAlive(host: lanes.host) else {
            throw StoreFailure(.laneLost, "this host isn't alive in the store: it joins before it takes lanes")
        }
    }

    /// Whoever had them is refused from this commit on, should it live after all.
    fileprivate func freeLanesOfTheDead() throws {
        let others = lanes.others
        guard !others.isEmpty else { return }
        let dead = try bury(others)
        guard !dead.isEmpty else { return }
        try run("UPDATE lane SET \(Self.freed) WHERE tenant = tenant_number() AND holder = ANY($1)", dead)
        lanes.free(from: dead)
    }

    /// Takes a lane that is free; one that this host has keeps its epoch.
    ///
    /// - Returns: nil where another has it.
    fileprivate func take(_ lane: Lane) throws -> LaneLease? {
        if lanes.holder(of: lane) == lanes.host, let epoch = lanes.epoch(of: lane) {
            return LaneLease(lane, epoch: epoch)
        }
        guard lanes.holder(of: lane) == nil else { return nil }
        let epoch = try number(
            """
            INSERT INTO lane AS l (tenant, channel, holder, epoch) VALUES (tenant_number(), $1, $2, 1)
            ON CONFLICT (tenant, channel) DO UPDATE
                SET holder = excluded.holder, epoch = l.epoch + 1, since = clock_timestamp()
            RETURNING epoch
            """,
            lane.name,
            lanes.host
        )
        guard let epoch else { throw PostgresError(.unexpected("a lane got no epoch")) }
        let lease = LaneLease(lane, epoch: epoch)
        lanes.note(lease)
        return lease
    }
}
