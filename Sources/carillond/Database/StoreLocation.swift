import ArgumentParser
import CarillonHost
import CarillonPipeline
import Foundation
import Logging
import SQLiteStore

#if PostgreSQL
import PostgresStore
#endif

/// Where everything accepted is kept.
enum StoreLocation: Sendable {
    /// SQLite files, of one host at a time.
    case folder(String)
    /// PostgreSQL, of several hosts; `direct` leads past a pooler.
    case database(DatabaseAddress, direct: DatabaseAddress?)

    /// For people, without a password; the same whoever asks, from wherever.
    var name: String {
        switch self {
        case .folder(let folder): return "the data folder \(URL(filePath: folder).standardizedFileURL.path)"
        case .database(let address, _):
            #if PostgreSQL
            return "\(address.address)"
            #else
            return DatabaseAddress.missing
            #endif
        }
    }

    /// Nil for a database.
    var folder: String? { if case .folder(let folder) = self { folder } else { nil } }

    func open() async throws(StoreFailure) -> any Store {
        let identifiers = SystemIdentifiers { SystemClock().now }
        switch self {
        case .folder(let folder): return try SQLiteStore(folder: folder, identifiers: identifiers)
        case .database(let address, let direct):
            #if PostgreSQL
            return try await PostgresStore.open(address.address, direct: direct?.address, identifiers: identifiers)
            #else
            // No address of such a database can be made.
            throw StoreFailure(.unavailable, DatabaseAddress.missing)
            #endif
        }
    }
}

/// The address of a PostgreSQL database, as far as this program knows such databases.
struct DatabaseAddress: Sendable {
    static let missing = "this program was built without PostgreSQL: build it with the package's trait PostgreSQL"

    #if PostgreSQL
    let address: PostgresAddress
    #endif

    /// The password may be in the file that `PGPASSFILE` names.
    init(_ url: String) throws {
        #if PostgreSQL
        do throws(StoreFailure) {
            address = try PostgresAddress(url: url, passwordFile: ProcessInfo.processInfo.environment["PGPASSFILE"])
        } catch {
            throw ValidationError(error.description)
        }
        #else
        throw ValidationError(Self.missing)
        #endif
    }

    static func hasPassword(_ url: String) -> Bool {
        #if PostgreSQL
        (try? PostgresAddress(url: url))?.hasPassword ?? false
        #else
        false
        #endif
    }
}

extension Store {
    /// Says at the start which server keeps everything, and what survives what.
    func report(to logger: Logger) async {
        #if PostgreSQL
        guard let store = self as? PostgresStore else { return }
        do {
            let server = try await store.server()
            let isSafe = server.durability == .server || server.durability == .standby
            logger.log(
                level: isSafe ? .notice : .warning,
                "keeping everything in PostgreSQL",
                metadata: [
                    "database": "\(server.database)", "version": "\(server.version)", "schema": "\(server.schema)",
                    "promise": "\(server.durability)",
                ]
            )
        } catch {
            logger.error("can't ask the database what it is", metadata: ["reason": "\(error)"])
        }
        #endif
    }
}
