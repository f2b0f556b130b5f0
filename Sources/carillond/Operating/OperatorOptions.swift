import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonProfiles
import Foundation

/// Where an operator's command finds the data, and how it answers.
struct OperatorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Folder of the SQLite files (default: data, or CARILLON_DATA).", valueName: "dir")
    )
    var data: String?

    @Option(help: ArgumentHelp("table or json.", valueName: "format"))
    var format: OutputFormat = .table

    @OptionGroup var database: DatabaseOptions

    /// Asks the host that uses the folder, the folder itself where no host does, or the database; prints the error and exits
    /// where none answers.
    ///
    /// - Parameter tenants: as for ``OperatorConnection/open(_:tenants:)``.
    func ask<Answer>(
        tenants: String? = nil,
        _ body: (OperatorConnection) async throws -> Answer
    ) async throws -> Answer {
        do {
            let connection = try await OperatorConnection.open(database.location(data: data), tenants: tenants)
            do {
                let answer = try await body(connection)
                await connection.close()
                return answer
            } catch {
                await connection.close()
                throw error
            }
        } catch let failure as OperatorConnection.Failure {
            Output.printError("carillond: \(failure.description)")
            throw ExitCode(failure.status)
        }
    }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people, at most 80 columns wide.
    case table
    /// For programs.
    case json
}

/// Selects the tenants.
struct TenantOption: ParsableArguments {
    @Option(help: ArgumentHelp("Only this tenant; all, unless given.", valueName: "tenant"))
    var tenant: String?

    func names(_ connection: OperatorConnection) async throws -> [String] {
        if let tenant { return [tenant] }
        let answer = try await connection.ask("GET", "/v1/tenants")
        return answer["tenants"]?.array?.filter { $0["status"] != "failed" }.compactMap { $0["id"]?.string } ?? []
    }

    /// Asks each tenant for the same list.
    ///
    /// - Throws: `OperatorConnection.Failure` only where no tenant has an answer: a channel that one tenant lacks,
    ///   another may have.
    func lists(
        _ name: String,
        _ query: [(String, String?)],
        _ connection: OperatorConnection
    ) async throws -> [(tenant: String, answer: JSONValue)] {
        var answers: [(String, JSONValue)] = []
        var missing: [OperatorConnection.Failure] = []
        for tenant in try await names(connection) {
            let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/\(name)"
            do {
                answers.append((tenant, try await connection.ask("GET", path, query: query)))
            } catch let failure as OperatorConnection.Failure where failure.isNotFound {
                missing.append(failure)
            }
        }
        guard answers.isEmpty, !missing.isEmpty else { return answers }
        throw OperatorConnection.Failure(description: missing.map(\.description).joined(separator: "\n"))
    }
}

/// Selects a part of a list.
struct PageOptions: ParsableArguments {
    static let largest = 1000

    @Option(help: ArgumentHelp("How many at most, of each tenant.", valueName: "number"))
    var limit = 50

    @Option(help: ArgumentHelp("Only what stands before this row: the next page.", valueName: "row"))
    var before: Int64?

    var query: [(String, String?)] { [("limit", "\(limit)"), ("before", before.map { "\($0)" })] }

    func validate() throws {
        guard (1...Self.largest).contains(limit) else { throw ValidationError("--limit is from 1 to \(Self.largest)") }
        guard before.map({ $0 > 0 }) != false else { throw ValidationError("--before is a row, such as 4711") }
    }
}

/// Ids as options of commands: a text that can't be an id is refused before any host is asked.
enum NamedID {
    static func checkChannel(_ text: String?) throws {
        guard text.map({ ChannelID($0) == nil }) != true else {
            throw ValidationError("--channel is the id of a channel: \(ChannelID.shape)")
        }
    }

    static func checkUser(_ text: String?) throws {
        guard text.map({ UserID($0) == nil }) != true else {
            throw ValidationError("--user is the id of a user: \(UserID.shape)")
        }
    }
}
