import LibPQ

/// What went wrong with a statement or a connection.
///
/// Never with the server's own message: that may hold values of rows. The constraint's name and the SQLSTATE say enough.
struct PostgresError: Error, Hashable {
    enum Cause: Hashable {
        /// The connection is gone, or never was.
        case broken(String)
        /// The server isn't the one that was meant, or one of the two wants TLS and the other doesn't: it won't pass.
        case mistrusted(String)
        /// What the server answered, as SQLSTATE.
        case refused(String, constraint: String?)
        /// A text with NUL, which PostgreSQL can't keep.
        case textWithNUL
        /// An answer that nothing expects.
        case unexpected(String)
    }

    var cause: Cause
    /// The connection broke after COMMIT was sent and before its answer: whether it was done isn't known.
    var isOfCommit = false

    init(_ cause: Cause) { self.cause = cause }

    /// Why a server can't be used; nil where it answered a statement with an error.
    var reason: String? {
        switch cause {
        case .broken(let reason), .mistrusted(let reason): reason
        case .refused, .textWithNUL, .unexpected: nil
        }
    }

    /// Of a result that is an error.
    init(_ result: OpaquePointer) {
        let code = libpq_sqlstate(result).map { String(cString: $0) } ?? ""
        let constraint = libpq_constraint(result).map { String(cString: $0) }
        self.init(.refused(code, constraint: constraint))
    }

    enum Remedy: Hashable {
        /// The same once more, on the same connection.
        case again
        /// The same once more, on a new connection.
        case reconnect
        case nothing
    }

    var remedy: Remedy {
        switch cause {
        case .broken: return .reconnect
        case .mistrusted, .textWithNUL, .unexpected: return .nothing
        case .refused(let code, _):
            switch code {
            // Serialization, deadlock, a lock that wasn't to be had in time; a prepared statement that a new column made stale.
            case "40001", "40P01", "55P03", "0A000": return .again
            // A pooler gave the session to another client: what was prepared is there no more, or already.
            case "26000", "42P05": return .reconnect
            // The server ends, starts, has no room for a connection, or is no primary (any more).
            case "57P01", "57P02", "57P03", "53300", "25006", "25P03", "25P02": return .reconnect
            case _ where code.hasPrefix("08"): return .reconnect
            default: return .nothing
            }
        }
    }
}
