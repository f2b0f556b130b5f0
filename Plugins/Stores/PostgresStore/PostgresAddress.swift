public import CarillonPipeline
import LibPQ
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where a database is, and as whom it is opened: `postgres://carillon_host@db-1,db-2/carillon`, as libpq reads it.
///
/// Several hosts are a primary and its standbys; whichever is the primary is used.
///
/// `?prepared=off` in it is ours: for a pooler in transaction mode that doesn't know prepared statements.
public struct PostgresAddress: Sendable, CustomStringConvertible {
    private let options: [String: String]
    /// Whether a statement is prepared by name once for each connection, rather than sent with its text each time.
    let preparesStatements: Bool
    /// All copies of an address share it.
    let history = ServerHistory()

    /// - Parameters:
    ///   - url: or pairs like `host=db-1 dbname=carillon`.
    ///   - password: in place of one in the address, which others could read in the list of processes.
    ///   - passwordFile: where the password is looked up otherwise, in libpq's form, unless the address names one.
    /// - Throws: `.unavailable` where it can't be read, or names no database or user.
    public init(url: String, password: String? = nil, passwordFile: String? = nil) throws(StoreFailure) {
        let own = try OwnParameters(of: url)
        preparesStatements = own.preparesStatements
        var message: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(message) }
        guard let parsed = PQconninfoParse(own.rest, &message) else {
            let unknown = message.flatMap { Self.unknownOption(in: String(cString: $0)) }
            throw StoreFailure(
                .unavailable,
                unknown.map { "the database's address has the option \($0), which libpq doesn't know" }
                    ?? "the database's address can't be read: write it as postgres://user@host:5432/database"
            )
        }
        defer { PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        for needed in ["dbname", "user"] where options[needed, default: ""].isEmpty {
            throw StoreFailure(
                .unavailable,
                "the database's address names no \(needed == "user" ? "user" : "database"): write it as "
                    + "postgres://user@host:5432/database"
            )
        }
        guard options["service"] == nil else {
            throw StoreFailure(.unavailable, "the database's address names a service file: write out what it says")
        }
        if let password { options["password"] = password }
        options["passfile"] = options["passfile"] ?? passwordFile
        self.options = options
    }

    /// The option that libpq's message is about; nil where it is about something else, which may be a password.
    private static func unknownOption(in message: String) -> Substring? {
        for beginning in ["invalid URI query parameter: \"", "invalid connection option \""]
        where message.hasPrefix(beginning) {
            return message.dropFirst(beginning.count).prefix { $0 != "\"" }
        }
        return nil
    }

    /// Without the password.
    public var description: String {
        let host = options["host"] ?? options["hostaddr"] ?? "localhost"
        return "the database \(options["dbname"] ?? "") on \(host)"
    }

    public var hasPassword: Bool { options["password"] != nil }

    /// Whether it asks for connections without TLS, where the server takes both.
    var avoidsTLS: Bool { ["disable", "allow"].contains(options["sslmode"]) }

    public var user: String { options["user"] ?? "" }

    /// The servers that it names, each with what libpq is given for it: first those that answered when they were last asked.
    ///
    /// libpq itself would try one after the other too, but would wait for one that is silent as long as for all together.
    ///
    /// - Throws: where no host's name has an address: libpq itself would wait for that without a limit.
    func servers() throws(PostgresError) -> [ServerAddress] {
        func list(_ keyword: String) -> [String] {
            (options[keyword] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (hosts, known, ports) = (list("host"), list("hostaddr"), list("port"))
        var servers: [ServerAddress] = []
        for index in 0..<max(hosts.count, known.count, 1) {
            let named = index < hosts.count ? hosts[index] : ""
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            let host = named.isEmpty ? "localhost" : named
            // A socket in a folder has none.
            let found =
                index < known.count && !known[index].isEmpty
                ? [known[index]] : host.hasPrefix("/") ? [nil] : addresses(of: host).map(Optional.some)
            servers += found.map { address in
                var own = ["host": host, "port": port.isEmpty ? "5432" : port]
                own["hostaddr"] = address
                return ServerAddress(
                    host: host,
                    id: "\(address ?? host):\(own["port"] ?? "")",
                    parameters: parameters(own)
                )
            }
        }
        guard !servers.isEmpty else { throw PostgresError(.broken("no address was found for its host")) }
        return history.sorted(servers)
    }

    /// Everything by name, so that no variable and no file of the process's user says otherwise.
    private func parameters(_ server: [String: String]) -> [(keyword: String, value: String)] {
        var all = options
        all["hostaddr"] = nil
        let fixed = [
            "client_encoding": "UTF8", "application_name": all["application_name"] ?? "carillon",
            "target_session_attrs": "read-write", "gssencmode": "disable", "sslmode": all["sslmode"] ?? "prefer",
            "passfile": all["passfile"] ?? "/dev/null/none",
            // A host that was cut off is noticed within seconds.
            "keepalives_idle": "3", "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "8000",
        ]
        all.merge(fixed) { _, fixed in fixed }
        all.merge(server) { _, server in server }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// One of the servers of an address.
struct ServerAddress {
    /// As the address names it.
    var host: String
    /// Tells it from the others.
    var id: String
    /// For libpq.
    var parameters: [(keyword: String, value: String)]
}

/// What became of the latest connections to the servers of an address.
final class ServerHistory: Sendable {
    private struct State {
        /// Those that didn't answer.
        var silent: Set<String> = []
        /// The one that was the primary.
        var primary: String?
    }

    private let state = Mutex(State())

    func noteSilence(of server: ServerAddress) {
        state.withLock { _ = $0.silent.insert(server.id) }
    }

    func noteAnswer(of server: ServerAddress, isPrimary: Bool) {
        state.withLock { state in
            state.silent.remove(server.id)
            if isPrimary { state.primary = server.id } else if state.primary == server.id { state.primary = nil }
        }
    }

    func wasSilent(_ server: ServerAddress) -> Bool { state.withLock { $0.silent.contains(server.id) } }

    fileprivate func sorted(_ servers: [ServerAddress]) -> [ServerAddress] {
        let state = state.withLock(\.self)
        func rank(_ server: ServerAddress) -> Int {
            state.silent.contains(server.id) ? 2 : server.id == state.primary ? 0 : 1
        }
        // Equal ones stay in their order.
        return (0...2).flatMap { wanted in servers.filter { rank($0) == wanted } }
    }
}

/// What of a URL isn't for libpq.
private struct OwnParameters {
    /// The URL without it.
    var rest: String
    var preparesStatements = true

    init(of url: String) throws(StoreFailure) {
        rest = url
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"), let mark = url.firstIndex(of: "?") else {
            return
        }
        var others: [Substring] = []
        for parameter in url[url.index(after: mark)...].split(separator: "&") {
            switch parameter {
            case "prepared=off": preparesStatements = false
            case "prepared=on": preparesStatements = true
            case _ where parameter.hasPrefix("prepared="):
                throw StoreFailure(.unavailable, "the database's address can't be read: prepared is on or off")
            default: others.append(parameter)
            }
        }
        rest = url[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }
}

/// A name's addresses in text, in the system's order; none where it has none.
private func addresses(of host: String) -> [String] {
    var hints = addrinfo()
    #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next?.pointee {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            entry.ai_addr,
            entry.ai_addrlen,
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        if code == 0 {
            found.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        next = entry.ai_next
    }
    return found
}
