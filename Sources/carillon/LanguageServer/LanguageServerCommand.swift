import ArgumentParser
import CarillonProfiles

struct LanguageServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Serve an editor: faults, finished words, completion and renaming while you type.",
        discussion: """
            Speaks the Language Server Protocol on standard input and output, and is started by an editor. It ends with its \
            client.
            """
    )

    @Flag(help: "Standard input and output, which is the only way: for editors that say so.")
    var stdio = false

    @Option(help: ArgumentHelp("Add lines of the server's own to this file, not to standard error.", valueName: "file"))
    var log: String?

    @Option(name: .customLong("client-process-id"), help: ArgumentHelp("End with this process.", valueName: "pid"))
    var parent: Int?

    @OptionGroup var files: ChannelFiles

    func run() throws {
        let serverLog: ServerLog
        do {
            serverLog = try ServerLog(file: log)
        } catch {
            throw error.exit
        }
        var connection = ServerConnection(channels: files.channels, log: serverLog)
        throw ExitCode(connection.serve(parent: parent))
    }
}
