import ArgumentParser
import CarillonChannels
import CarillonDiagnostics
import CarillonHost
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import Foundation
import Logging

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run local stand-ins for the push providers.",
        discussion: """
            They check requests as strictly as the real ones, can be told to fail (POST /sandbox/script), and list what \
            they received (GET /sandbox/messages). Expo, FCM, web push, webhooks and the providers of channel files \
            are on one HTTP port, APNs is on HTTP/2 over TLS, mail on SMTP. Point a host at them with --egress-map, as printed at the start.
            """
    )

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: "Port of Expo, FCM, web push, webhooks and the sandbox's own routes.")
    var port = 4001

    @Option(help: "Port of APNs (default: 4002 beside 4001 where it is free, else any).")
    var apnsPort: Int?

    @Option(help: "Port of the mail relay, with STARTTLS (default: 4003 likewise).")
    var smtpPort: Int?

    @Option(help: "Port of the mail relay with TLS from the first byte (default: 4004 likewise).")
    var smtpsPort: Int?

    @Option(
        help: ArgumentHelp(
            "PEM file of a certificate chain for the TLS ports; without one, a certificate is made.",
            valueName: "file"
        )
    )
    var tlsCert: String?

    @Option(help: ArgumentHelp("PEM file of its private key.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Where to write the PEM that --egress-ca takes; in the temporary folder when silent, until the end.",
            valueName: "file"
        )
    )
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Folder of channel files whose providers are simulated too, beside those that come with the program.",
            valueName: "dir"
        )
    )
    var channels: String?

    @Option(
        help: ArgumentHelp(
            "Send what the providers of channel files report by themselves to the host at this origin, such as http://127.0.0.1:8080.",
            valueName: "origin"
        )
    )
    var reports: String?

    func validate() throws {
        if let reports, !Self.isOrigin(reports) {
            throw ValidationError("--reports is http:// or https:// with a host and perhaps a port, not “\(reports)”")
        }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key go together")
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty else { return false }
        return ["http", "https"].contains(url.scheme) && url.path.isEmpty && url.query == nil && url.user == nil
    }

    func run() async throws {
        FileDescriptors.raiseLimit()
        let certificate: SandboxCertificate
        if let tlsCert, let tlsKey {
            certificate = SandboxCertificate(chain: try NamedFile.text(tlsCert), key: try NamedFile.text(tlsKey))
        } else {
            certificate = try SandboxCertificate(selfMadeAt: Date())
        }
        let authority: AuthorityFile
        do {
            authority = try AuthorityFile(certificate.authority, at: caFile)
        } catch {
            Output.printError("carillond: can't write the certificate: \(error.localizedDescription)")
            throw ExitCode(66)
        }
        defer { authority.remove() }
        let host = host
        let sandbox = Sandbox { SystemClock().now }
        sandbox.play(ProviderPack.channels + (try channels.map(Self.channels) ?? []), of: "")
        let service = SandboxService(
            sandbox: sandbox,
            certificate: certificate,
            host: host,
            ports: .init(
                http: port,
                apns: listeningPort(apnsPort, 4002),
                smtp: listeningPort(smtpPort, 4003),
                smtps: listeningPort(smtpsPort, 4004)
            ),
            reports: ReportSender(sandbox, to: reports),
            onListening: { ports in Output.print(SandboxGreeting.text(host: host, ports: ports, ca: authority.path)) }
        )
        do {
            try await Running.untilSignal([service], logger: Log.quiet)
        } catch let failure as SandboxFailure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(1)
        }
    }

    /// - Throws: an exit status, after saying what is wrong with one of the files.
    private static func channels(in folder: String) throws -> [DeclaredChannel] {
        do {
            let (channels, report) = try ChannelFolder.read(folder, registry: .standard)
            guard report.count(.error) == 0 else {
                Output.printError(TextRenderer(isColored: false).render(report))
                throw ExitCode(66)
            }
            return channels
        } catch let unreadable as UnreadablePath {
            Output.printError("carillond: \(unreadable)")
            throw ExitCode(66)
        }
    }

    /// A port that the user didn't ask for must not keep the sandbox from starting.
    private func listeningPort(_ chosen: Int?, _ usual: Int) -> ListeningPort {
        if let chosen { return .exactly(chosen) }
        return port == 4001 ? .preferably(usual) : .exactly(0)
    }
}

/// What the sandbox prints once it is up: all addresses, and the options for a host that is to use it.
enum SandboxGreeting {
    static func text(host: String, ports: SandboxService.OpenPorts, ca: String) -> String {
        // Use the name in the certificate, because mapped origins must match it.
        let name = host == "127.0.0.1" || host == "0.0.0.0" || host == "::" ? "localhost" : host
        var lines = [
            "The sandbox listens on http://\(host):\(ports.http); what it got: http://\(host):\(ports.http)/sandbox/messages"
        ]
        lines.append("  APNs   https://\(name):\(ports.apns)  (HTTP/2)")
        lines.append("  SMTP   smtp://\(name):\(ports.smtp)  (STARTTLS)")
        lines.append("  SMTPS  smtps://\(name):\(ports.smtps)")
        lines.append("  CA     \(ca)")
        lines.append("A host uses it with")
        lines.append("  --egress-map https://exp.host=http://\(host):\(ports.http)")
        for origin in ["https://oauth2.googleapis.com", "https://fcm.googleapis.com"] {
            lines.append("  --egress-map \(origin)=http://\(host):\(ports.http)")
        }
        lines.append("  --egress-map https://api.push.apple.com=https://\(name):\(ports.apns) --egress-ca \(ca)")
        return lines.joined(separator: "\n")
    }
}

/// The authority's certificate in a file, for `--egress-ca`.
struct AuthorityFile {
    let path: String
    /// The folder to remove at the end; nil where the operator chose the place.
    private let folder: URL?

    init(_ pem: String, at path: String?) throws {
        if let path {
            self.path = path
            folder = nil
        } else {
            // A new folder, so that nobody else can have put a file there.
            let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-sandbox-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            self.folder = folder
            self.path = folder.appending(path: "ca.pem").path
        }
        try Data(pem.utf8).write(to: URL(filePath: self.path))
    }

    func remove() {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }
}
