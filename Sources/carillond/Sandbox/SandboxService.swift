import CarillonHost
import CarillonSandbox
import Foundation
import ServiceLifecycle

/// The sandbox with all its ports.
struct SandboxService: Service {
    struct Ports: Sendable {
        /// 0 lets the system choose.
        var http: Int
        var apns: ListeningPort
        var smtp: ListeningPort
        var smtps: ListeningPort
    }

    /// The ports that were opened.
    struct OpenPorts: Sendable {
        var http = 0
        var apns = 0
        var smtp = 0
        var smtps = 0
    }

    let sandbox: Sandbox
    let certificate: SandboxCertificate
    let host: String
    let ports: Ports
    /// The option of the HTTP port, named in errors about a taken port; the others are `--apns-port` and so on.
    var option = "--port"
    /// Sends what the providers of channel files report.
    let reports: ReportSender
    /// Called with the ports in use, once all of them are open.
    let onListening: @Sendable (OpenPorts) async -> Void

    private enum Listener {
        case http
        case apns
        case smtp
        case smtps
    }

    /// - Throws: ``ListenFailure`` when a port can't be had.
    func run() async throws {
        let (heard, telling) = AsyncStream<(Listener, Int)>.makeStream()
        let services = services { telling.yield(($0, $1)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            group.addTask { try await reports.run() }
            group.addTask {
                var open = OpenPorts()
                var missing = services.count
                for await (listener, port) in heard {
                    switch listener {
                    case .http: open.http = port
                    case .apns: open.apns = port
                    case .smtp: open.smtp = port
                    case .smtps: open.smtps = port
                    }
                    missing -= 1
                    if missing == 0 { break }
                }
                guard missing == 0 else { return }
                await onListening(open)
                // Waits for the shutdown, so that this task isn't the one that ends the group.
                try await gracefulShutdown()
            }
            // Ends the other listeners as soon as one ends or fails.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func services(_ tell: @escaping @Sendable (Listener, Int) -> Void) -> [any Service] {
        [
            HTTPService(
                SandboxHandler(sandbox: sandbox, reports: reports),
                host: host,
                port: ports.http,
                option: option,
                logger: Log.quiet,
                onListening: { tell(.http, $0) }
            ),
            HTTP2Listener(
                sandbox: sandbox,
                certificate: certificate,
                host: host,
                port: ports.apns,
                option: "--apns-port",
                onListening: { tell(.apns, $0) }
            ),
            mail(ports.smtp, false, "--smtp-port") { tell(.smtp, $0) },
            mail(ports.smtps, true, "--smtps-port") { tell(.smtps, $0) },
        ]
    }

    private func mail(
        _ port: ListeningPort,
        _ isSecure: Bool,
        _ option: String,
        onListening: @escaping @Sendable (Int) -> Void
    ) -> MailListener {
        MailListener(
            sandbox: sandbox,
            certificate: certificate,
            isSecure: isSecure,
            host: host,
            port: port,
            option: option,
            onListening: onListening
        )
    }
}
