import CarillonModel
import CarillonPipeline
import LibPQ
import StoredRows

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One connection, opened when it is first needed and again after it broke.
///
/// Belongs to one thread at a time, which waits in `poll(2)` and never in libpq: neither a full socket nor a server that is
/// silent holds it for longer than ``answerTimeout``.
final class Database {
    /// Whoever the server doesn't answer for so long gives up the connection.
    static let answerTimeout = Duration.seconds(60)
    /// In milliseconds.
    private static let listeningTime: CInt = 5_000
    private static let patienceToConnect = Duration.seconds(5)
    /// With a server of an address after which there are others.
    private static let patienceWithOneOfSeveral = Duration.seconds(2)
    /// With one that was silent the last time, where another answers.
    private static let patienceWithTheSilent = Duration.seconds(1)

    let address: PostgresAddress
    /// Names this process to others.
    let identity: HostIdentity
    private let check: (Database) throws -> Void
    private var connection: OpaquePointer?
    /// Of the server that it leads to; nil where that doesn't say.
    private var timeline: UInt32?
    /// Whoever waits for the answers doesn't do so for longer.
    var deadline: ContinuousClock.Instant?
    /// The names of the statements that are prepared, by their text.
    private var names: [String: String] = [:]
    /// PostgreSQL's text of each statement, where none is prepared.
    private var texts: [String: String] = [:]
    /// How many rows the last statement changed.
    private(set) var changesCount = 0
    /// When the plans of prepared statements are made anew.
    private var replanning = Replanning()
    /// In a transaction of a tenant: who has which of its lanes.
    var lanes = LaneHolders()
    /// The server warned that it gave up something that it was waited for, as a standby that a commit should be on.
    private var wasWarned = false

    /// - Parameter check: runs on each new connection.
    init(
        address: PostgresAddress,
        identity: HostIdentity = HostIdentity(),
        check: @escaping (Database) throws -> Void = { _ in }
    ) {
        self.address = address
        self.identity = identity
        self.check = check
    }

    deinit { close() }

    var isOpen: Bool { connection != nil }

    func close() {
        if let connection { PQfinish(connection) }
        connection = nil
        timeline = nil
        names = [:]
        replanning = Replanning()
    }

    /// Connects to the first server of the address that is a primary, unless it is connected.
    ///
    /// - Throws: what each of them lacks, where none can be used.
    func openWhereClosed() throws {
        if isOpen, isLeftBehind { close() }
        guard connection == nil else { return }
        let servers = try address.servers()
        var reasons: [String] = []
        var anAnswerCame = false
        for (index, server) in servers.enumerated() {
            let isLast = index == servers.count - 1
            let timeout =
                anAnswerCame && address.history.wasSilent(server)
                ? Self.patienceWithTheSilent : isLast ? Self.patienceToConnect : Self.patienceWithOneOfSeveral
            do {
                try connect(to: server, within: timeout)
                try refuseEarlierTimeline()
                try check(self)
                address.history.noteAnswer(of: server, isPrimary: true)
                return
            } catch {
                close()
                guard servers.count > 1, let failure = error as? PostgresError, let reason = failure.reason else {
                    throw error
                }
                if failure == Self.silence {
                    address.history.noteSilence(of: server)
                } else {
                    anAnswerCame = true
                    address.history.noteAnswer(of: server, isPrimary: false)
                }
                reasons.append("\(server.host): \(reason)")
            }
        }
        throw PostgresError(.broken(reasons.joined(separator: "; ")))
    }

    private static let silence = PostgresError(.broken("it doesn't answer"))

    /// Another connection found a server that was promoted after this one's.
    var isLeftBehind: Bool { timeline.map { $0 < identity.timeline } ?? false }

    /// A primary whose standby was promoted may still run, and would take what nobody reads.
    private func refuseEarlierTimeline() throws {
        let found: UInt32?
        do {
            let answer = try script("SELECT pg_walfile_name(pg_current_wal_lsn())").last
            found = answer.flatMap { UInt32(String($0.field(row: 0, column: 0)).prefix(8), radix: 16) }
        } catch let error as PostgresError where error.remedy == .nothing {
            // Some who offer PostgreSQL as a service don't tell.
            found = nil
        }
        timeline = found
        guard let found, !identity.note(timeline: found) else { return }
        throw PostgresError(
            .broken("it was left behind when a standby was promoted (timeline \(found), after \(identity.timeline))")
        )
    }

    private func connect(to server: ServerAddress, within timeout: Duration) throws {
        let parameters = server.parameters
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        let names = keywords.map { UnsafePointer($0) } + [nil]
        let contents = values.map { UnsafePointer($0) } + [nil]
        guard let made = PQconnectStartParams(names, contents, 0) else { throw PostgresError(.broken("no memory")) }
        connection = made
        let end = ContinuousClock.now + timeout
        var state = PGRES_POLLING_WRITING
        do {
            guard PQstatus(made) != CONNECTION_BAD else { throw refusal(of: made) }
            while state != PGRES_POLLING_OK {
                let isReading = state == PGRES_POLLING_READING
                try wait(made, toRead: isReading, toWrite: !isReading, until: end)
                state = PQconnectPoll(made)
                guard state != PGRES_POLLING_FAILED else { throw refusal(of: made) }
            }
            guard PQsetnonblocking(made, 1) == 0 else {
                throw PostgresError(.broken("it can't be used without blocking"))
            }
        } catch {
            close()
            throw error
        }
        watchWarnings(of: made)
    }

    private func refusal(of connection: OpaquePointer) -> PostgresError {
        PostgresError(ofConnecting: String(cString: PQerrorMessage(connection)), avoidingTLS: address.avoidsTLS)
    }

    private func watchWarnings(of connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { database, result in
            guard let database, let result, let code = libpq_sqlstate(result), String(cString: code) == "01000" else {
                return
            }
            Unmanaged<Database>.fromOpaque(database).takeUnretainedValue().wasWarned = true
        }
        PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: - Exchanging

    /// Runs statements without parameters, one after the other, in one round trip.
    ///
    /// - Returns: an answer for each.
    @discardableResult
    func script(_ sql: String) throws -> [Answer] {
        try ask { PQsendQuery($0, sql) }
    }

    /// Runs a statement, which is prepared the first time and kept, unless the address says otherwise: `sql` is a constant
    /// wherever this is called.
    func execute(_ sql: String, types: [UInt32], _ parameters: ParameterText) throws -> Answer {
        guard !parameters.hasNUL else { throw PostgresError(.textWithNUL) }
        let answers = try parameters.withPointers { pointers in
            let count = CInt(pointers.count)
            guard address.preparesStatements else {
                let text = text(of: sql)
                return try ask { PQsendQueryParams($0, text, count, types, pointers, nil, nil, 0) }
            }
            let name = try names[sql] ?? prepare(sql, types: types)
            return try ask { PQsendQueryPrepared($0, name, count, pointers, nil, nil, 0) }
        }
        guard let answer = answers.last else { throw PostgresError(.unexpected("a statement had no answer")) }
        changesCount = answer.changesCount
        return answer
    }

    private func text(of sql: String) -> String {
        if let known = texts[sql] { return known }
        let text = Self.dialect.text(of: sql)
        texts[sql] = text
        return text
    }

    private func prepare(_ sql: String, types: [UInt32]) throws -> String {
        let name = "s\(names.count)"
        let text = Self.dialect.text(of: sql)
        try ask { PQsendPrepare($0, name, text, CInt(types.count), types) }
        names[sql] = name
        return name
    }

    @discardableResult
    private func ask(_ send: (OpaquePointer) -> CInt) throws -> [Answer] {
        guard let connection else { throw PostgresError(.broken("the connection was closed")) }
        let longest = ContinuousClock.now + Self.answerTimeout
        let end = deadline.map { min($0, longest) } ?? longest
        guard send(connection) == 1 else { throw broken() }
        try flush(connection, until: end)
        var answers: [Answer] = []
        var refused: PostgresError?
        while let result = try nextResult(connection, until: end) {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: answers.append(Answer(result))
            default:
                refused = refused ?? PostgresError(result)
                PQclear(result)
            }
        }
        if PQstatus(connection) == CONNECTION_BAD { throw broken(refused) }
        if let refused {
            // Answers come as usual after this one, but the server ends.
            if refused.remedy == .reconnect { close() }
            if case .refused("0A000", _) = refused.cause { close() }
            throw refused
        }
        return answers
    }

    /// Takes in what comes meanwhile: else both sides could wait for each other.
    private func flush(_ connection: OpaquePointer, until end: ContinuousClock.Instant) throws {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1:
                if try wait(connection, toRead: true, toWrite: true, until: end), PQconsumeInput(connection) == 0 {
                    throw broken()
                }
            default: throw broken()
            }
        }
    }

    private func nextResult(_ connection: OpaquePointer, until end: ContinuousClock.Instant) throws -> OpaquePointer? {
        while PQisBusy(connection) == 1 {
            try wait(connection, toRead: true, toWrite: false, until: end)
            guard PQconsumeInput(connection) == 1 else { throw broken() }
        }
        return PQgetResult(connection)
    }

    /// Waits for what others send on the channels that this connection listens to, for some seconds.
    ///
    /// - Parameter wakeUp: a descriptor that ends waiting as soon as there is something to read.
    /// - Returns: the texts, in order; none where it was woken up, or nothing came.
    func notifications(orUntil wakeUp: CInt) throws -> [String] {
        guard let connection else { throw PostgresError(.broken("the connection was closed")) }
        while true {
            var texts: [String] = []
            while let notification = PQnotifies(connection) {
                texts.append(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            guard texts.isEmpty else { return texts }
            var watched = [PQsocket(connection), wakeUp].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&watched, 2, Self.listeningTime)
            guard count >= 0 || errno == EINTR else { throw broken() }
            if count == 0 || watched[1].revents != 0 { return [] }
            guard PQconsumeInput(connection) == 1 else { throw broken() }
        }
    }

    private func broken(_ refusal: PostgresError? = nil) -> PostgresError {
        close()
        return PostgresError(refusal.map(\.cause) ?? .broken("the connection broke"))
    }

    /// - Returns: whether there is something to read.
    @discardableResult
    private func wait(
        _ connection: OpaquePointer,
        toRead: Bool,
        toWrite: Bool,
        until end: ContinuousClock.Instant
    ) throws -> Bool {
        var watched = pollfd()
        // Another one after each step of connecting.
        watched.fd = PQsocket(connection)
        watched.events = Int16((toRead ? Int32(POLLIN) : 0) | (toWrite ? Int32(POLLOUT) : 0))
        while true {
            let left = max(.zero, end - ContinuousClock.now)
            let count = poll(&watched, 1, CInt(clamping: left.milliseconds))
            if count > 0 { return Int32(watched.revents) & ~Int32(POLLOUT) != 0 }
            guard count < 0, errno == EINTR else {
                close()
                throw Self.silence
            }
        }
    }
}

// MARK: - Transactions

extension Database {
    /// In the tenant's rows, as they are at one moment.
    func read<Value>(_ tenant: Int32, _ body: (Database) throws -> Value) throws -> Value {
        try openWhereClosed()
        try replanWhereDue()
        let answers = try script(
            """
            BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
            SELECT set_config('carillon.tenant', '\(tenant)', true);
            \(LaneHolders.select(tenant))
            """
        )
        lanes = LaneHolders(answers.last, host: identity.host)
        do {
            let value = try body(self)
            try script("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Has the server plan prepared statements again, as there is more in its tables than when it did.
    ///
    /// It keeps a plan until it has analysed a table anew, which may be minutes away, and one that was made when there was little reads
    /// all there is.
    private func replanWhereDue() throws {
        if address.preparesStatements, replanning.isDue() { try script("DISCARD PLANS") }
    }

    /// Begins a transaction that writes to the tenant's rows, after all others that do.
    ///
    /// Who has which lane is looked up in a statement after the lock: an earlier one may see what was before it.
    func begin(_ tenant: Int32) throws {
        try openWhereClosed()
        try replanWhereDue()
        let answers = try script(
            """
            BEGIN;
            SELECT set_config('carillon.tenant', '\(tenant)', true), pg_advisory_xact_lock(\(Self.lockClass), \(tenant));
            \(LaneHolders.select(tenant))
            """
        )
        lanes = LaneHolders(answers.last, host: identity.host)
    }

    /// The first of the two numbers of a tenant's lock.
    static let lockClass = 1_667_330_668

    /// Notes the transaction's number with what it did, so that whoever doesn't get the answer can look it up.
    ///
    /// - Throws: with ``PostgresError/isOfCommit`` where it isn't known whether it was done.
    func commit(_ tenant: Int32, as number: Int64) throws {
        wasWarned = false
        do {
            let answer = try script(
                """
                INSERT INTO outcome (tenant, writer, number) VALUES (\(tenant), \(identity.writer), \(number))
                    ON CONFLICT (tenant, writer) DO UPDATE SET number = excluded.number;
                COMMIT
                """
            ).last
            // After an error in it a transaction ends by being rolled back, whatever was asked for.
            guard let answer, String(cString: PQcmdStatus(answer.result)) == "COMMIT" else {
                throw PostgresError(.unexpected("a transaction was rolled back by itself"))
            }
        } catch var error as PostgresError {
            error.isOfCommit = error.remedy == .reconnect
            throw error
        }
        if wasWarned {
            var error = PostgresError(.broken("a standby didn't confirm a commit"))
            error.isOfCommit = true
            throw error
        }
    }

    /// The number of the tenant's last transaction of this handle that was done.
    func lastOutcome(_ tenant: Int32) throws -> Int64? {
        try number("SELECT number FROM outcome WHERE tenant = $1 AND writer = $2", Int64(tenant), identity.writer)
    }

    /// After something failed; a connection that can't even do that is closed.
    func rollBack() {
        guard isOpen else { return }
        do { try script("ROLLBACK") } catch { close() }
    }
}
