import ArgumentParser
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Foundation

struct MoveTenant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a tenant from SQLite to PostgreSQL, or back, while hosts run on both.",
        discussion: """
            The tenant's callers are told to come again (503 with Retry-After) from when it is frozen until hosts at the other end serve \
            it; other tenants notice nothing. Cut short at any point, the same command goes on. Nothing is removed: what is left behind \
            isn't used any more, and dropped when you say so.
            """
    )

    @Argument(help: "The tenant.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Where to: a data folder, or a database such as postgres://carillon_host@db.example/carillon (or CARILLON_MOVE_TO).",
            valueName: "dir|url"
        )
    )
    var to: String?

    @Flag(help: "Give up a move that hasn't arrived: the tenant goes on where it was.")
    var cancel = false

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let target = try location()
        let source = try options.database.location(data: options.data)
        guard (source.folder == nil) != (target.folder == nil) else {
            throw ValidationError(
                "a tenant is moved between a data folder and a database: one is named by --data or --database, the other by --to"
            )
        }
        do {
            let move = try await TenantMove(of: name, from: source, to: target)
            do {
                let outcome = cancel ? try await move.cancel() : try await move.run()
                await move.close()
                Output.print(options.format == .json ? outcome.json.text : outcome.text)
            } catch {
                await move.close()
                throw error
            }
        } catch let failure as OperatorConnection.Failure {
            Output.printError("carillond: \(failure.description)")
            throw ExitCode(failure.status)
        }
    }

    private func location() throws -> StoreLocation {
        guard let text = OptionSource().text(to, "move-to") else {
            throw ValidationError("say where to with --to, or in CARILLON_MOVE_TO")
        }
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix) else { return .folder(text) }
        if let to, DatabaseAddress.hasPassword(to) {
            throw ValidationError(
                "the address in --to has a password, which everybody on this machine can read in the list of processes: put the "
                    + "address into CARILLON_MOVE_TO, or the password into a file that PGPASSFILE names"
            )
        }
        return .database(try DatabaseAddress(text), direct: nil)
    }
}

/// A move of a tenant from one store to the other, step by step (`MovableStore`).
///
/// What was done stands in the two stores: whoever begins
/// again goes on from there.
struct TenantMove {
    struct Outcome {
        var text: String
        var json: JSONValue
    }

    private struct End {
        let location: StoreLocation
        let connection: OperatorConnection
        let path: String

        init(_ location: StoreLocation, _ tenant: String) async throws {
            self.location = location
            path = "/v1/tenants/\(PercentEncoding.encode(tenant))/move"
            connection = try await .open(location)
        }

        func ask(_ step: String, _ body: JSONValue? = nil) async throws -> JSONValue {
            try await connection.ask("POST", "\(path)/\(step)", body: body)
        }

        func state() async throws -> State { State(try await connection.ask("GET", path)) }
    }

    private struct State {
        let withheld: Withholding?
        let arrival: String?
        let isEmpty: Bool

        init(_ json: JSONValue) {
            withheld = json["withheld"].flatMap { Withholding(json: $0) }
            arrival = json["arrival"]?.string
            isEmpty = json["isEmpty"] == true
        }
    }

    private let tenant: String
    private let source: End
    private let target: End

    init(of tenant: String, from source: StoreLocation, to target: StoreLocation) async throws {
        let here = try await End(source, tenant)
        do {
            self.target = try await End(target, tenant)
        } catch {
            await here.connection.close()
            throw error
        }
        self.tenant = tenant
        self.source = here
    }

    func close() async {
        await source.connection.close()
        await target.connection.close()
    }

    func run() async throws -> Outcome {
        let (here, there) = (try await source.state(), try await target.state())
        let begun = self.begun(here)
        let id = begun ?? UUID().uuidString.lowercased()
        if begun == nil || there.arrival != id {
            guard there.isEmpty else { throw present }
            try await freeze(id, isNew: begun == nil)
            do {
                try await transfer(id)
            } catch let failure as OperatorConnection.Failure {
                throw cutShort(failure)
            }
        }
        do {
            _ = try await target.ask("readmit")
        } catch let failure as OperatorConnection.Failure {
            throw cutShort(failure)
        }
        return moved(id)
    }

    /// The id of the same move, where it was begun before.
    private func begun(_ here: State) -> String? {
        guard let known = here.withheld, known.direction == .leaving, known.peer == target.location.name else {
            return nil
        }
        return known.id
    }

    /// First at the other end: where that can't be reached, nothing happens here.
    private func freeze(_ id: String, isNew: Bool) async throws {
        let arriving = Withholding(id: id, .arriving, peer: source.location.name)
        let leaving = Withholding(id: id, .leaving, peer: target.location.name)
        _ = try await target.ask("withhold", arriving.json)
        do {
            _ = try await source.ask("withhold", leaving.json)
        } catch {
            // As it was, unless it is frozen here after all: then the same command goes on.
            if isNew, let state = try? await source.state(), state.withheld?.id != id {
                _ = try? await target.ask("readmit")
            }
            throw error
        }
    }

    private func transfer(_ id: String) async throws {
        var body = JSONObject(Withholding(id: id, .arriving, peer: source.location.name).json.object?.members ?? [])
        if let folder = source.location.folder {
            // Nobody has it open.
            body["from"] = .string(Self.path("\(tenant).sqlite", in: folder))
            _ = try await target.ask("receive", .object(body))
        } else if let folder = target.location.folder {
            let copy = Self.path("\(tenant).moving", in: folder)
            try? FileManager.default.removeItem(atPath: copy)
            defer { try? FileManager.default.removeItem(atPath: copy) }
            _ = try await source.ask("copy", ["to": .string(copy)])
            body["from"] = .string(copy)
            _ = try await target.ask("receive", .object(body))
        }
    }

    private static func path(_ name: String, in folder: String) -> String {
        URL(filePath: folder).standardizedFileURL.appending(path: name).path
    }

    func cancel() async throws -> Outcome {
        let (here, there) = (try await source.state(), try await target.state())
        guard let id = begun(here) else {
            throw OperatorConnection.Failure(
                description: "no move of \(tenant) from \(source.location.name) to \(target.location.name) is under way"
            )
        }
        guard there.arrival != id else {
            throw OperatorConnection.Failure(
                description:
                    "\(tenant) has arrived in \(target.location.name), and may work there: repeat the command without --cancel"
            )
        }
        if there.withheld?.id == id { _ = try await target.ask("readmit") }
        _ = try await source.ask("readmit")
        return Outcome(
            text: "\(tenant) goes on in \(source.location.name)",
            json: ["cancelled": .string(id), "tenant": .string(tenant), "in": .string(source.location.name)]
        )
    }

    private func moved(_ id: String) -> Outcome {
        let option = source.location.folder.map { "--data \($0)" } ?? "--database …"
        return Outcome(
            text: """
                \(tenant) is in \(target.location.name) now
                what \(source.location.name) still has of it isn't used any more: once its folder is moved away at the hosts there,
                  carillond tenants drop \(tenant) --yes \(option)
                """,
            json: [
                "moved": .string(id), "tenant": .string(tenant), "from": .string(source.location.name),
                "to": .string(target.location.name),
            ]
        )
    }

    private var present: OperatorConnection.Failure {
        OperatorConnection.Failure(description: StoreFailure.occupied(target.location.name, by: tenant).description)
    }

    private func cutShort(_ failure: OperatorConnection.Failure) -> OperatorConnection.Failure {
        OperatorConnection.Failure(
            description:
                "\(failure.description)\n\(tenant) is frozen at both ends, and whole in \(source.location.name): repeat the "
                + "command to go on, or with --cancel to give the move up",
            status: failure.status
        )
    }
}
