import CarillonPipeline

extension StoreFailure {
    /// What went wrong with the database at `place`, which is its name without a password.
    init(_ error: any Error, at place: String) {
        if let failure = error as? StoreFailure {
            self = failure
            return
        }
        guard let error = error as? PostgresError else {
            self.init(.unavailable, "\(place): \(type(of: error))")
            return
        }
        guard !error.isOfCommit else {
            self.init(
                .unknown,
                "\(place): the connection broke during a commit, and the database couldn't be asked what became of it"
            )
            return
        }
        switch error.cause {
        case .broken(let reason), .mistrusted(let reason):
            self.init(.unavailable, "\(place) can't be reached: \(reason)")
        case .textWithNUL: self.init(.unavailable, "a text with the character NUL can't be kept in PostgreSQL")
        case .unexpected(let what): self.init(.unavailable, "\(place): \(what)")
        case .refused(let code, let constraint):
            self.init(sqlstate: code, constraint: constraint, at: place)
        }
    }

    private init(sqlstate code: String, constraint: String?, at place: String) {
        switch code {
        case "53100":
            self.init(.full, "no room to write \(place): free some space on its server (\(code))")
        case "53300":
            self.init(
                .unavailable,
                "\(place) takes no more connections: raise max_connections or run fewer hosts (\(code))"
            )
        case "25006":
            self.init(.readOnly, "\(place) can only be read, as a standby: name the primary in the address (\(code))")
        case "XX001", "XX002":
            self.init(.corrupted, "\(place) is damaged: stop the service and restore a backup (\(code))")
        case "42501":
            self.init(
                .unavailable,
                "\(place) refuses what this role may not do: run `carillond database prepare` and connect as "
                    + "\(PostgresSchema.Role.host.rawValue) (\(code))"
            )
        case "3D000":
            self.init(
                .unavailable,
                "\(place) doesn't exist: make it (`createdb`), then run `carillond database prepare` (\(code))"
            )
        case "26000", "42P05":
            self.init(
                .unavailable,
                "\(place): a pooler stands between that doesn't know prepared statements: add ?prepared=off to the address (\(code))"
            )
        case "42P01", "42703", "42883", "3F000":
            self.init(.older, "\(place) lacks what this version needs: run `carillond database prepare` (\(code))")
        case "55P03":
            self.init(.locked, "\(place): another transaction holds what is needed for too long (\(code))")
        case "23503" where constraint == "outcome_tenant":
            self.init(.unavailable, "\(place): the tenant was removed")
        case _ where code.hasPrefix("28"):
            self.init(
                .unavailable,
                "\(place) refuses this user or password: look at the role, which `carillond database prepare` makes without a "
                    + "password, at the file that PGPASSFILE names, and at the server's pg_hba.conf (\(code))"
            )
        default:
            self.init(.unavailable, "\(place): \(constraint.map { "\($0), " } ?? "")SQLSTATE \(code)")
        }
    }
}
