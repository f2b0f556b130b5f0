import ArgumentParser
import CarillonPipeline
import Foundation

#if PostgreSQL
import PostgresStore
#endif

struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database",
        abstract: "Make ready the PostgreSQL database that several hosts share.",
        subcommands: [PrepareDatabase.self]
    )
}

struct PrepareDatabase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Make the roles, and bring the tables up to this version.",
        discussion: """
            Run it as a user who may make roles and a schema in the database, such as postgres, or one with CREATEROLE who \
            owns the database; hosts connect as carillon_host. Run again it changes nothing. It gives no role a password: do \
            that by hand. Prints the statements that it ran.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The database, as its administrator, such as postgres://postgres@db.example/carillon (or CARILLON_DATABASE_ADMIN).",
            valueName: "url"
        )
    )
    var database: String?

    @Flag(help: "Print what would be done, and do nothing.")
    var dryRun = false

    func run() async throws {
        guard let url = OptionSource().text(database, "database-admin") else {
            throw ValidationError("name the database with --database, or in CARILLON_DATABASE_ADMIN")
        }
        if let database, DatabaseAddress.hasPassword(database) {
            throw ValidationError(
                "the address in --database has a password, which everybody on this machine can read in the list of processes: "
                    + "put the address into CARILLON_DATABASE_ADMIN, or the password into a file that PGPASSFILE names"
            )
        }
        #if PostgreSQL
        let address = try DatabaseAddress(url)
        do throws(StoreFailure) {
            let statements = try await PostgresSchema.prepare(address.address, dryRun: dryRun)
            for statement in statements { Output.print(statement + ";") }
            guard !dryRun else {
                return Output.printError(
                    statements.isEmpty ? "nothing is to be done" : "nothing was done: this was a dry run"
                )
            }
            Output.printError(statements.isEmpty ? "it was prepared already" : "it is prepared")
        } catch {
            Output.printError("carillond: \(error)")
            throw ExitCode(1)
        }
        #else
        _ = try DatabaseAddress(url)
        #endif
    }
}
