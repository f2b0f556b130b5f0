import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonStandard
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the tenants of a folder.",
        discussion: """
            Every option is an environment variable too: --admin-port is CARILLON_ADMIN_PORT. An option wins over its \
            variable. Secrets come from the file named by --secrets and from CARILLON_SECRET_<TENANT>_<NAME>, such as \
            CARILLON_SECRET_ACME_JWT_SECRET; the variable wins.
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        // Before anything else: until then, the first process of a container ignores SIGTERM, and any other process
        // ends at SIGHUP.
        let signals = await TrappedSignals()
        FileDescriptors.raiseLimit()
        var settings = try options.resolved()
        settings.host.operatorSocket = settings.store.folder.flatMap { OperatorSocket.path(in: $0) }
        let logger = Log.logger(level: settings.host.logLevel)
        let registry = ChannelRegistry.standard
        let folders = TenantFolders(settings.host.tenants, registry: registry, channels: settings.host.channels)
        let profiles = folders.load()
        for failure in profiles.failures.sorted(by: { $0.key < $1.key }) {
            Output.printError(failure.value.report)
        }
        guard !profiles.isUnreadable else { throw ExitCode(66) }
        let store: any Store
        do {
            store = try await settings.store.open()
        } catch {
            Output.printError("carillond: \(error)")
            throw ExitCode(1)
        }
        await store.report(to: logger)
        let host = try HostService(
            settings.host,
            profiles: profiles,
            folders: folders,
            store: store,
            registry: registry,
            logger: logger,
            audit: Log.logger(level: .info, label: "audit"),
            onListening: { [settings] port in
                signals.hostIsServing()
                logger.notice(
                    "serving",
                    metadata: [
                        "address": "http://\(settings.host.host):\(port)", "tenants": "\(profiles.tenants.count)",
                        "role": "\(settings.host.role.rawValue)",
                    ]
                )
            }
        )
        signals.servicesBegin()
        try await Running.untilEnd([host, ReloadOnHangup(host: host, signals: signals), EndOnSignal(signals: signals)])
    }
}

/// Makes the host reload its tenants and secrets at each SIGHUP, once it serves.
private struct ReloadOnHangup: Service {
    let host: HostService
    let signals: TrappedSignals

    func run() async {
        for await _ in signals.serving.cancelOnGracefulShutdown() { break }
        for await _ in signals.hangups.cancelOnGracefulShutdown() { await host.reload() }
    }
}

/// Ends at SIGTERM or SIGINT, and ends the other services with it.
private struct EndOnSignal: Service {
    let signals: TrappedSignals

    func run() async {
        for await _ in signals.ends.cancelOnGracefulShutdown() { break }
    }
}

/// Runs services together until SIGTERM or SIGINT.
enum Running {
    /// Runs until SIGTERM, SIGINT or SIGHUP (a closed terminal), unless `nohup` makes the process ignore the latter.
    ///
    /// - Throws: `ExitCode(1)` after saying why a port can't be had.
    static func untilSignal(_ services: [any Service], logger: Logger) async throws {
        try await untilEnd(services, signals: [.sigterm, .sigint] + (isHangupIgnored ? [] : [.sighup]))
    }

    private static var isHangupIgnored: Bool {
        let former = signal(SIGHUP, SIG_IGN)
        _ = signal(SIGHUP, former)
        return unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Runs until one of the services ends, or one of the signals arrives.
    ///
    /// - Throws: `ExitCode(1)` after saying why a port can't be had.
    static func untilEnd(_ services: [any Service], signals: [UnixSignal] = []) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
            gracefulShutdownSignals: signals,
            logger: Log.quiet
        )
        configuration.maximumGracefulShutdownDuration = .seconds(9)
        configuration.services.append(.init(service: LastResort(), successTerminationBehavior: .ignore))
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let failure as ListenFailure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(1)
        }
    }
}

/// Exits the process when services don't stop in time: after SIGTERM, SIGKILL would be next.
///
/// Nothing is lost, as with SIGKILL; deliveries that were being sent are uncertain at the next start.
private struct LastResort: Service {
    private static let timeLimit = DispatchTimeInterval.milliseconds(9_500)

    func run() async throws {
        try await gracefulShutdown()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeLimit) {
            Output.printError("carillond: ended without waiting any longer for what was under way")
            Foundation.exit(0)
        }
    }
}

/// Writes log lines to standard error, one line each, with metadata as `key=value`.
enum Log {
    static func logger(level: Logger.Level, label: String = "carillond") -> Logger {
        var logger = Logger(label: label, factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = level
        return logger
    }

    /// - Throws: a message for a person who mistyped a level.
    static func level(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text) else {
            let list = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no log level “\(text)”; there is \(list)")
        }
        return level
    }

    /// For libraries, whose routine messages aren't logged.
    static let quiet = logger(level: .critical)
}
