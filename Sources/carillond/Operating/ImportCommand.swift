import ArgumentParser
import CarillonModel
import CarillonProfiles

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in users, devices, subscriptions and preferences from a file of JSON lines.",
        discussion: """
            Each line stands alone, and the file may be taken in again: what is there already is left as it is. Where no \
            host has the data, lines are checked against the tenant's folder. Ends with 1 where a line was refused.
            """
    )

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: ArgumentHelp("Into which tenant.", valueName: "tenant"))
    var tenant: String

    @Option(
        help: ArgumentHelp("Folder of tenant folders (default: tenants, or CARILLON_TENANTS).", valueName: "dir")
    )
    var tenants: String?

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let pieces: FilePieces
        do {
            pieces = try FilePieces(path: file)
        } catch {
            Output.printError("carillond: can't read \(error)")
            throw ExitCode(66)
        }
        let folder = OptionSource().tenants(tenants)
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/import"
        let report = try await options.ask(tenants: folder) { try await $0.send(pieces, to: path) }
        if options.format == .json {
            Output.print(report.text)
        } else {
            for refusal in report["refusals"]?.array ?? [] { Output.printError(Self.summary(refusal)) }
            let refused = report["refused"]?.integer ?? 0
            let reported = Int64(report["refusals"]?.array?.count ?? 0)
            if refused > reported { Output.printError("and \(refused - reported) more lines") }
            let counts = ["lines", "accepted", "unchanged", "refused"].map { "\(report[$0]?.integer ?? 0) \($0)" }
            Output.print(counts.joined(separator: ", "))
        }
        guard report["refused"] == 0 else { throw ExitCode(1) }
    }

    private static func summary(_ refusal: JSONValue) -> String {
        let faults = (refusal["errors"]?.array ?? []).map { fault in
            let pointer = fault["pointer"]?.string ?? ""
            return "\(pointer.isEmpty ? "it" : pointer) \(fault["message"]?.string ?? "")"
        }
        return "line \(refusal["line"]?.integer ?? 0): \(faults.joined(separator: "; "))"
    }
}
