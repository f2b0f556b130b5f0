public import CarillonPipeline
import LibPQ

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

    /// - Parameters:
    ///   - url: or pairs like `host=db-1 dbname=carillon`.
    ///   - password: in place of one in the address, which others could read in the list of processes.
    ///   - passwordFile: where the password is looked up otherwise, in libpq's form, unless the address names one.
    /// - Throws: `.unavailable` where it can't be read, or names no database or user.
    public init(url: String, password: String? = nil, passwordFile: String? = nil) throws(StoreFailure) {
        let own = try OwnParameters(of: url)
        preparesStatements = own.preparesStatements
        guard let parsed = PQconninfoParse(own.rest, nil) else {
            throw StoreFailure(
                .unavailable,
                "the database's address can't be read: write it as postgres://user@host:5432/database"
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

    /// Without the password.
    public var description: String {
        let host = options["host"] ?? options["hostaddr"] ?? "localhost"
        return "the database \(options["dbname"] ?? "") on \(host)"
    }

    public var hasPassword: Bool { options["password"] != nil }

    public var user: String { options["user"] ?? "" }

    /// What libpq is given: everything by name, so that no variable and no file of the process's user says otherwise.
    ///
    /// - Throws: where a host's name has no address: libpq itself would wait for that without a limit.
    func parameters() throws(PostgresError) -> [(keyword: String, value: String)] {
        var all = options
        let hosts = (all["host"] ?? "localhost").split(separator: ",", omittingEmptySubsequences: false).map(
            String.init
        )
        let ports = (all["port"] ?? "5432").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if all["hostaddr"] == nil, !hosts.contains(where: { $0.hasPrefix("/") }) {
            var resolved: [(host: String, address: String, port: String)] = []
            for (index, host) in hosts.enumerated() {
                let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : "5432"
                for address in addresses(of: host.isEmpty ? "localhost" : host) {
                    resolved.append((host, address, port.isEmpty ? "5432" : port))
                }
            }
            guard !resolved.isEmpty else { throw PostgresError(.broken("no address was found for its host")) }
            all["host"] = resolved.map(\.host).joined(separator: ",")
            all["hostaddr"] = resolved.map(\.address).joined(separator: ",")
            all["port"] = resolved.map(\.port).joined(separator: ",")
        } else {
            all["port"] = ports.joined(separator: ",")
        }
        let fixed = [
            "client_encoding": "UTF8", "application_name": all["application_name"] ?? "carillon",
            "target_session_attrs": "read-write", "gssencmode": "disable", "sslmode": all["sslmode"] ?? "prefer",
            "passfile": all["passfile"] ?? "/dev/null/none",
            // A host that was cut off is noticed within seconds.
            "keepalives_idle": "3", "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "8000",
        ]
        all.merge(fixed) { _, fixed in fixed }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
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
