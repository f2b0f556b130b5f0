import ArgumentParser
import Foundation

/// Which database several hosts share; none is SQLite, in a folder.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep everything in this PostgreSQL database, which several hosts share, such as "
                + "postgres://carillon_host@db.example/carillon, in place of --data.",
            valueName: "url"
        )
    )
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The same database past a pooler that --database names (default: as --database).",
            valueName: "url"
        )
    )
    var databaseDirect: String?

    /// Where everything is kept.
    ///
    /// - Parameter data: the option `--data`.
    func location(data: String?) throws -> StoreLocation {
        let source = OptionSource()
        guard let url = source.text(database, "database") else {
            guard source.text(databaseDirect, "database-direct") == nil else {
                throw ValidationError("--database-direct is the way past a pooler: name the pooler with --database")
            }
            return .folder(source.data(data))
        }
        guard data == nil else {
            throw ValidationError(
                "--data is for SQLite, and \(database == nil ? "CARILLON_DATABASE" : "--database") names a PostgreSQL database: "
                    + "leave one of them out"
            )
        }
        for (name, option) in [("database", database), ("database-direct", databaseDirect)] {
            guard let option, DatabaseAddress.hasPassword(option) else { continue }
            throw ValidationError(
                "the address in --\(name) has a password, which everybody on this machine can read in the list of processes: "
                    + "put the address into \(OptionSource.variableName(name)), or the password into a file that PGPASSFILE names"
            )
        }
        return .database(
            try DatabaseAddress(url),
            direct: try source.text(databaseDirect, "database-direct").map { try DatabaseAddress($0) }
        )
    }
}
