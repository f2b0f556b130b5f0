import ArgumentParser
import CarillonHost
import CarillonSandbox
import Logging

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run local stand-ins for the push providers.",
        discussion: """
            They check requests as strictly as the real ones, can be told to fail (POST /sandbox/script), and list what \
            they received (GET /sandbox/messages). Point a host at them with --egress-map, such as \
            --egress-map https://exp.host=http://127.0.0.1:4001.
            """
    )

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: "Port to listen on.")
    var port = 4001

    func run() async throws {
        let sandbox = Sandbox { SystemClock().now }
        let host = host
        let service = HTTPService(
            SandboxHandler(sandbox: sandbox),
            host: host,
            port: port,
            logger: Log.quiet,
            onListening: { port in
                Output.say(
                    "The sandbox listens on http://\(host):\(port); what it got: http://\(host):\(port)/sandbox/messages"
                )
            }
        )
        try await Running.untilSignal([service], logger: Log.quiet)
    }
}
