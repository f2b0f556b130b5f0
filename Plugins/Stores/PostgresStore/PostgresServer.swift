import CarillonPipeline
import StoredRows

/// The server of a database, as a host finds it.
public struct PostgresServer: Sendable, Hashable {
    /// What survives what, once it was answered.
    public enum Durability: Sendable, Hashable, CustomStringConvertible {
        /// `fsync` or `full_page_writes` is off.
        case none
        /// `synchronous_commit` is off.
        case late
        /// On the server's disk; on a standby some time later, if there is one.
        case server
        /// On a standby, too.
        case standby

        public var description: String {
            switch self {
            case .none: "none, because fsync or full_page_writes is off: a crash of its machine may destroy everything"
            case .late: "synchronous_commit is off: a crash of the server may lose what was accepted last"
            case .server:
                "what was accepted survives a crash of the server; a failover may lose the last of it, because no standby is "
                    + "synchronous"
            case .standby: "what was accepted survives a crash of the server, and a failover to its synchronous standby"
            }
        }
    }

    /// Without a password.
    public var database: String
    /// Such as `15.18`.
    public var version: String
    /// Of Carillon's tables.
    public var schema: Int
    public var durability: Durability
}

extension Database {
    func server() throws -> PostgresServer {
        let found = try first(
            """
            SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
                current_setting('full_page_writes') AS pages, current_setting('synchronous_commit') AS commits,
                current_setting('synchronous_standby_names') AS standbys, s.version AS schema
            FROM schema_state s
            """
        ) { columns in
            let settings = (fsync: try columns["fsync"] as String, pages: try columns["pages"] as String)
            return PostgresServer(
                database: "\(address)",
                version: try columns["version"],
                schema: try columns["schema"],
                durability: .init(
                    isFlushed: settings.fsync == "on" && settings.pages == "on",
                    commits: try columns["commits"],
                    standbys: try columns["standbys"]
                )
            )
        }
        guard let found else { throw PostgresError(.unexpected("it doesn't say what it is")) }
        return found
    }
}

extension PostgresServer.Durability {
    fileprivate init(isFlushed: Bool, commits: String, standbys: String) {
        if !isFlushed {
            self = .none
        } else if commits == "off" {
            self = .late
        } else if standbys.isEmpty || commits == "local" {
            self = .server
        } else {
            self = .standby
        }
    }
}
