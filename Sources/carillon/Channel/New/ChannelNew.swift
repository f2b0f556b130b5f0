import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct ChannelNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a channel file, from a request or an operation that a provider documents.",
        discussion: """
            The file is printed; `> tenants/channels/NAME.json` keeps it. With --from-curl it says what the curl line sends: \
            what looks like an address, a text, a setting or a secret becomes one. Secrets are known by their names, and in the \
            URL by their look, too: look whether it holds another before you keep the file. With --accepted it has a rule for what is accepted. \
            With --from-openapi and --operation it says what an OpenAPI document, 3.0 or 3.1 as JSON, has of one operation: \
            request, authentication, what the provider demands, and a rule for each documented error, by its status. \
            What nobody can read from these is listed on standard error.
            """
    )

    @Argument(help: "What `use` will name, such as acme-sms.")
    var name: String

    @Option(help: ArgumentHelp("A file with a curl line, as in the provider's documentation.", valueName: "file"))
    var fromCurl: String?

    @Option(help: ArgumentHelp("An OpenAPI document; nothing that it refers to elsewhere is read.", valueName: "file"))
    var fromOpenapi: String?

    @Option(
        help: ArgumentHelp(
            "Its operation that sends: an operationId, or as \"POST /messages\".",
            valueName: "operation"
        )
    )
    var operation: String?

    @Option(
        help: ArgumentHelp("A JSON file: the provider's answer to a message that it accepted.", valueName: "file")
    )
    var accepted: String?

    @Option(help: ArgumentHelp("The status of that answer.", valueName: "status"))
    var status = 200

    func validate() throws {
        guard let id = PluginID(name) else {
            throw ValidationError("\(name) is no name of a channel: small letters, digits and hyphens")
        }
        guard !ChannelRegistry.standard.ids.contains(id) else {
            throw ValidationError("there is a channel called \(name) already; `carillon channel list` has them all")
        }
        guard (200..<300).contains(status) else { throw ValidationError("--status is from 200 to 299") }
        guard fromCurl == nil || fromOpenapi == nil else {
            throw ValidationError("--from-curl and --from-openapi exclude one another")
        }
        guard (fromOpenapi == nil) == (operation == nil) else {
            throw ValidationError("--from-openapi and --operation go together")
        }
    }

    func run() throws {
        guard let id = PluginID(name) else { return }
        let acceptance = try accepted.map { path in
            let text = try Self.text(path)
            guard let body = try? JSONValue(parsing: text.utf8) else { throw Self.wrongUsage("\(path) is no JSON") }
            return ChannelDraft.Acceptance(status: status, body: body)
        }
        if let fromOpenapi, let operation {
            let documented = try documented(operation, in: fromOpenapi)
            var draft = ChannelDraft(id, from: documented, acceptance: acceptance)
            show(&draft, as: id, isProven: true)
        } else {
            var draft = ChannelDraft(id, from: try command(), acceptance: acceptance)
            show(&draft, as: id, isProven: false)
        }
    }

    /// Prints the file, and on standard error what is left to write.
    ///
    /// - Parameter isProven: whether what isn't right yet is told with its place.
    private func show(_ draft: inout ChannelDraft, as id: PluginID, isProven: Bool) {
        let text = draft.json().prettyText
        print(text)
        let questions = draft.questions.map { "  \($0)\n" }.joined()
        Terminal.printError("Left to write, from the provider's documentation:\n\(questions)")
        guard isProven else { return }
        var sources = SourceSet()
        let path = "\(id).json"
        let file = ChannelFile(Array(text.utf8), path: path, into: &sources)
        guard !file.diagnostics.isEmpty else { return }
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [path], noun: "file")
        Terminal.printError("\nNot as it should be yet:\n\(CompactRenderer().render(report))")
    }

    private func command() throws -> CurlCommand {
        let line = try fromCurl.map(Self.text) ?? Self.example
        do {
            return try CurlCommand(line)
        } catch {
            throw Self.wrongUsage(error.message)
        }
    }

    private func documented(_ operation: String, in path: String) throws -> DocumentedOperation {
        var sources = SourceSet()
        do {
            let document = try OpenAPIDocument.read(path, into: &sources)
            var reader = DocumentedOperationReader(document)
            do {
                let documented = try reader.operation(operation)
                Terminal.printError(reader.findings.text(sources, document.source))
                return documented
            } catch {
                throw Self.wrongUsage("\(path): \(Printable.text(error.message))")
            }
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }

    /// What is begun with where there is no line: a provider as many are.
    private static let example = """
        curl https://api.example.com/messages -H "Authorization: Bearer $TOKEN" \
        --json '{"to": "+4790012345", "text": "Hello"}'
        """

    private static func text(_ path: String) throws -> String {
        do {
            let content = try FileSystem.content(of: path, limit: ChannelFile.sizeLimit, waits: true)
            return String(decoding: content, as: UTF8.self)
        } catch {
            throw error.exit
        }
    }
}
