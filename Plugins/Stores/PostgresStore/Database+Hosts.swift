import CarillonModel
import CarillonPipeline
import StoredRows

/// Who lives: a host's row is renewed every second for fifteen at a time, by the database's clock, and its session holds a
/// lock with the host's number, which a process that was killed gives up at once.
extension Database {
    /// The first of the two numbers of a host's lock.
    private static let hostLockClass = lockClass + 1

    /// Of a host `h`: it is alive.
    ///
    /// One whose session is gone is given ``HostLease/grace`` to come back by a new one, in which it would have renewed. Where this
    /// host's own session is a new one the server may have ended all of them: then only the time that was promised counts.
    private var isAlive: String { identity.hasNewSession ? Self.hasTime : Self.hasTimeAndSession }

    private static let hasTime = "h.until > clock_timestamp()"

    private static let hasTimeAndSession = """
        h.until > clock_timestamp() AND (
            h.renewed_at > clock_timestamp() - interval '\(HostLease.grace.milliseconds) milliseconds'
            OR EXISTS (
                SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = \(hostLockClass)
                    AND l.objid = h.number AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            )
        )
        """

    private static let lifetime = "clock_timestamp() + interval '\(HostLease.length.milliseconds) milliseconds'"

    /// A number that no host and no handle of the store has had.
    func nextHostNumber() throws -> Int64 {
        guard let number = try number("SELECT nextval('host_number_seq')") else {
            throw PostgresError(.unexpected("a handle got no number"))
        }
        return number
    }

    /// - Returns: the host's number.
    func joinHosts(_ facts: HostFacts, writer: Int64) throws -> Int64 {
        try run("DELETE FROM host WHERE until < clock_timestamp() - interval '1 day'")
        let number = try number(
            """
            INSERT INTO host (writer, facts, joined_at, renewed_at, until)
            VALUES ($1, $2, clock_timestamp(), clock_timestamp(), \(Self.lifetime)) RETURNING number
            """,
            writer,
            facts.json.text
        )
        guard let number else { throw PostgresError(.unexpected("a host got no number")) }
        try lock(host: number)
        return number
    }

    /// - Parameter facts: nil where they are the same still.
    /// - Throws: `.laneLost` where its time is over, or somebody has found it dead.
    func renewHost(_ number: Int64, _ facts: HostFacts?) throws {
        try run(
            """
            UPDATE host SET renewed_at = clock_timestamp(), until = \(Self.lifetime), facts = coalesce($2, facts)
            WHERE number = $1 AND until > clock_timestamp()
            """,
            number,
            facts?.json.text
        )
        guard changesCount > 0 else { throw StoreFailure.dead(number) }
        try lock(host: number)
    }

    /// On a new connection the lock is taken again; one that is held is left as it is.
    private func lock(host number: Int64) throws {
        let isTaken = try exists(
            """
            SELECT pg_try_advisory_lock(\(Self.hostLockClass), $1::int) WHERE NOT EXISTS (
                SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = \(Self.hostLockClass) AND l.objid = $1
                    AND l.pid = pg_backend_pid()
            )
            """,
            number
        )
        if isTaken { identity.noteNewSession() }
    }

    /// As a transaction of each tenant: whoever works in a lane still is refused from then on.
    func leaveHosts(_ number: Int64) throws {
        let tenants: [Int64] = try values("SELECT DISTINCT tenant FROM lane WHERE holder = $1 ORDER BY tenant", number)
        for tenant in tenants {
            try script("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lockClass), \(tenant))")
            try run(
                "UPDATE lane SET \(Self.freed) WHERE tenant = $1 AND holder = $2",
                tenant,
                number
            )
            try script("COMMIT")
        }
        try run("DELETE FROM host WHERE number = $1", number)
        try run("SELECT pg_advisory_unlock(\(Self.hostLockClass), $1::int)", number)
    }

    /// What a lane that nobody has is set to; its condition is for whoever has it next.
    static let freed = "holder = NULL, since = clock_timestamp()"

    func forgetOutcomes(of writer: Int64) throws {
        try run("DELETE FROM outcome WHERE writer = $1", writer)
    }

    /// Whether hosts that live have lanes of the tenant's.
    func hasHolders(_ tenant: Int32) throws -> Bool {
        try exists(
            "SELECT 1 FROM lane l JOIN host h ON h.number = l.holder AND \(isAlive) WHERE l.tenant = $1",
            Int64(tenant)
        )
    }

    func isAlive(host number: Int64) throws -> Bool {
        try exists("SELECT 1 FROM host h WHERE h.number = $1 AND h.until > clock_timestamp()", number)
    }

    /// Those of these hosts that are dead, which they are for good from this commit on.
    ///
    /// A host that renews at the same moment lives: it is removed only as it was found.
    func bury(_ hosts: [Int64]) throws -> [Int64] {
        let renewal = "(extract(epoch FROM renewed_at) * 1000000)::bigint"
        let suspects = try rows(
            """
            SELECT o.number, h.writer, \(renewal) AS renewal FROM unnest($1) o (number)
                LEFT JOIN host h ON h.number = o.number
            WHERE h.number IS NULL OR NOT (\(isAlive)) ORDER BY o.number
            """,
            hosts
        ) {
            (
                number: try $0["number"] as Int64, writer: try $0["writer"] as Int64?,
                renewal: try $0["renewal"] as Int64?
            )
        }
        var dead: [Int64] = []
        for suspect in suspects {
            if let writer = suspect.writer {
                try run("DELETE FROM host WHERE number = $1 AND \(renewal) = $2", suspect.number, suspect.renewal)
                guard changesCount > 0 else { continue }
                try forgetOutcomes(of: writer)
            }
            dead.append(suspect.number)
        }
        return dead
    }

    func livingHosts() throws -> [LiveHost] {
        try rows(
            """
            SELECT number, facts, (extract(epoch FROM joined_at) * 1000)::bigint AS joined_at,
                (extract(epoch FROM renewed_at) * 1000)::bigint AS renewed_at
            FROM host h WHERE \(isAlive) ORDER BY number
            """
        ) { columns in
            LiveHost(
                number: HostNumber(rawValue: try columns["number"]),
                facts: HostFacts(text: try columns["facts"]),
                joinedAt: try columns["joined_at"],
                renewedAt: try columns["renewed_at"]
            )
        }
    }

    func laneStates() throws -> [LaneState] {
        try rows(
            """
            SELECT t.name, l.channel, h.number AS holder, l.epoch, (extract(epoch FROM l.since) * 1000)::bigint AS since,
                CASE WHEN h.number IS NOT NULL THEN l.condition END AS condition
            FROM lane l JOIN tenant t ON t.number = l.tenant LEFT JOIN host h ON h.number = l.holder AND \(isAlive)
            ORDER BY t.name, l.channel
            """
        ) { columns in
            let name: String = try columns["name"]
            let channel: String = try columns["channel"]
            let holder: Int64? = try columns["holder"]
            let epoch: Int64 = try columns["epoch"]
            let since: Instant = try columns["since"]
            let condition: String? = try columns["condition"]
            return LaneState(
                tenant: TenantID(unchecked: name),
                lane: channel.isEmpty ? .home : .channel(ChannelID(unchecked: channel)),
                holder: holder.map(HostNumber.init),
                epoch: epoch,
                since: since,
                condition: condition.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
            )
        }
    }
}

extension HostFacts {
    /// A host whose facts can't be read, as those of a version to come, takes no lanes as far as this one knows.
    fileprivate init(text: String) {
        let json = try? JSONValue(parsing: Array(text.utf8))
        self = json.flatMap { HostFacts(json: $0) } ?? HostFacts(name: "", address: "", version: "", takesLanes: false)
    }
}

extension StoreFailure {
    static func dead(_ host: Int64) -> StoreFailure {
        StoreFailure(.laneLost, "host \(host) hasn't renewed in time")
    }
}

// MARK: - Of all tenants at once

extension Database {
    /// Tenants of which something waits in a lane of the host's: see ``Schema/acrossTenants``.
    func agenda(of host: Int64, at now: Instant) throws -> Set<TenantID> {
        let names: [String] = try values(
            "SELECT name FROM tenant WHERE number IN (SELECT agenda($1, $2))",
            host,
            now
        )
        return Set(names.map { TenantID(unchecked: $0) })
    }

    func positions(of readers: [FeedReader]) throws -> [FeedReader: Int64] {
        let found = try rows(
            "SELECT place, latest FROM positions($1, $2)",
            readers.map(\.tenant.rawValue),
            readers.map(\.user.rawValue)
        ) { (reader: readers[Int(try $0["place"] as Int64) - 1], position: try $0["latest"] as Int64) }
        return Dictionary(found.map { ($0.reader, $0.position) }) { first, _ in first }
    }
}

extension Database {
    func textVersions(of tenants: [String]) throws -> [TenantID: Int] {
        let found = try rows("SELECT name, newest FROM text_versions($1)", tenants) {
            (tenant: TenantID(unchecked: try $0["name"]), newest: Int(try $0["newest"] as Int64))
        }
        return Dictionary(found.map { ($0.tenant, $0.newest) }) { first, _ in first }
    }
}

// MARK: - Commands

extension Database {
    func request(_ command: LaneCommand) throws -> Int64 {
        try run(
            """
            DELETE FROM command WHERE at < clock_timestamp() - interval '1 day'
                OR answer IS NOT NULL AND at < clock_timestamp() - interval '1 hour'
            """
        )
        let number = try number(
            "INSERT INTO command (tenant, channel, request) VALUES ($1, $2, $3) RETURNING number",
            Int64(try tenantNumber(command.tenant)),
            command.lane.name,
            command.request.text
        )
        guard let number else { throw PostgresError(.unexpected("a command got no number")) }
        return number
    }

    func commands(for host: Int64) throws -> [NumberedCommand] {
        let found = try rows(
            """
            SELECT c.number, t.name, c.channel, c.request FROM command c JOIN tenant t ON t.number = c.tenant
                JOIN lane l ON l.tenant = c.tenant AND l.channel = c.channel
            WHERE c.answer IS NULL AND l.holder = $1 ORDER BY c.number
            """,
            host
        ) {
            (
                number: try $0["number"] as Int64, tenant: try $0["name"] as String,
                channel: try $0["channel"] as String,
                request: try $0["request"] as String
            )
        }
        return try found.map { row in
            NumberedCommand(
                number: row.number,
                LaneCommand(
                    try JSONValue(parsing: Array(row.request.utf8)),
                    in: row.channel.isEmpty ? .home : .channel(ChannelID(unchecked: row.channel)),
                    of: TenantID(unchecked: row.tenant)
                )
            )
        }
    }

    func answer(_ command: Int64, with answer: JSONValue) throws {
        try run(
            "UPDATE command SET answer = $2, at = clock_timestamp() WHERE number = $1 AND answer IS NULL",
            command,
            answer.text
        )
    }

    func answer(to command: Int64) throws -> JSONValue? {
        let text: String? = try value("SELECT answer FROM command WHERE number = $1", command)
        return try text.map { try JSONValue(parsing: Array($0.utf8)) }
    }
}
