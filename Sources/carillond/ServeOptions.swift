import ArgumentParser
import CarillonHost
import CarillonModel
import Configuration
import Foundation
import Logging

/// The options of `serve`.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of tenant folders (default: tenants).", valueName: "dir"))
    var tenants: String?

    @Option(help: ArgumentHelp("Folder of the SQLite files, one for each tenant (default: data).", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("Address to listen on (default: 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(help: "Port to listen on (default: 8080).")
    var port: Int?

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Where the world reaches this host, such as https://notify.example; mails link there to unsubscribe.",
            valueName: "url"
        )
    )
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Believe the X-Forwarded-For of proxies in this range, such as 127.0.0.0/8; repeatable.",
            valueName: "cidr"
        )
    )
    var trustedProxies: [String] = []

    @Option(help: "Port for health and operators, on loopback (default: 9090).")
    var adminPort: Int?

    @Option(help: ArgumentHelp("Key of the operator's routes; without one they are closed.", valueName: "key"))
    var adminKey: String?

    @Option(help: ArgumentHelp("JSON file of secrets: tenant, name, string.", valueName: "file"))
    var secrets: String?

    @Option(help: ArgumentHelp("What this process does: all, api or worker (default: all).", valueName: "role"))
    var role: String?

    @Option(
        help: ArgumentHelp(
            "Send what is meant for one origin to another, such as https://exp.host=http://127.0.0.1:4001; repeatable.",
            valueName: "origin=origin"
        )
    )
    var egressMap: [String] = []

    @Option(
        help: ArgumentHelp(
            "Let web push and webhooks reach private addresses in this range, such as 10.1.0.0/16; repeatable.",
            valueName: "cidr"
        )
    )
    var egressAllow: [String] = []

    @Option(help: ArgumentHelp("PEM file of certificates trusted in addition.", valueName: "file"))
    var egressCa: String?

    @Option(
        help: ArgumentHelp(
            "Keep to providers' rates, on or off; off for load tests only (default: on).",
            valueName: "on|off"
        )
    )
    var pacing: Switch?

    @Option(
        help: ArgumentHelp("Callers' limits, on or off; off for load tests only (default: on).", valueName: "on|off")
    )
    var rateLimits: Switch?

    @Option(
        help: ArgumentHelp(
            "Connections of all clients together (default: what the limit of open files leaves, 65536 at most).",
            valueName: "n"
        )
    )
    var maxConnections: Int?

    @Option(
        help: ArgumentHelp(
            "Connections of one client address (default: a quarter of all).",
            valueName: "n"
        )
    )
    var maxConnectionsPerAddress: Int?

    @Option(help: ArgumentHelp("Open streams of feeds (default: half of the connections).", valueName: "n"))
    var maxStreams: Int?

    @Option(help: ArgumentHelp("Open streams of one user (default: 10).", valueName: "n"))
    var maxStreamsPerUser: Int?

    @Option(
        help: ArgumentHelp(
            "trace, debug, info, notice, warning, error or critical (default: info).",
            valueName: "level"
        )
    )
    var logLevel: String?

    @OptionGroup(title: "Alerts") var alerts: AlertOptions

    struct Resolved {
        var host: HostConfiguration
        var data: String
    }

    /// Options, then environment variables, then defaults.
    func resolved() throws -> Resolved {
        let environment = ConfigReader(provider: EnvironmentVariablesProvider()).scoped(to: "carillon")
        func text(_ option: String?, _ key: ConfigKey) -> String? { option ?? environment.string(forKey: key) }
        func list(_ key: ConfigKey) -> [String] {
            environment.string(forKey: key)?.split(separator: ",").map(String.init) ?? []
        }
        func number(_ option: Int?, _ key: ConfigKey, _ name: String) throws -> Int? {
            if let option { return option }
            guard let text = environment.string(forKey: key) else { return nil }
            guard let number = Int(text) else { throw ValidationError("\(name) must be a number, not “\(text)”") }
            return number
        }
        var configuration = HostConfiguration()
        configuration.tenants = text(tenants, "tenants") ?? configuration.tenants
        configuration.host = text(host, "host") ?? configuration.host
        configuration.port = try port(try number(port, "port", "CARILLON_PORT"), "--port") ?? configuration.port
        configuration.adminPort =
            try port(try number(adminPort, "admin.port", "CARILLON_ADMIN_PORT"), "--admin-port")
            ?? configuration.adminPort
        if let url = text(publicURL, "public.url") {
            guard let known = PublicURL(url) else { throw ValidationError("--public-url is \(PublicURL.shape)") }
            configuration.publicURL = known
        }
        if let key = text(adminKey, "admin.key") {
            guard key.utf8.count >= HostConfiguration.keyBytes else {
                throw ValidationError(
                    "--admin-key has at least \(HostConfiguration.keyBytes) bytes, so that nobody guesses it: "
                        + "`openssl rand -hex 32` makes one; without the option the operators' routes are closed"
                )
            }
            configuration.operatorKey = Secret(key)
        }
        for range in trustedProxies + list("trusted.proxies") where !configuration.trustedProxies.trust(range) {
            throw ValidationError("--trusted-proxies takes an address or a range, such as 127.0.0.0/8, not “\(range)”")
        }
        let secretsPath = text(secrets, "secrets")
        configuration.secretsFile = secretsPath.map {
            SecretsFile(path: $0, environment: ProcessInfo.processInfo.environment)
        }
        configuration.secrets = try secretBook(configuration.secretsFile)
        if let role = text(role, "role") {
            guard let known = HostConfiguration.Role(rawValue: role) else {
                throw ValidationError("--role is all, api or worker, not “\(role)”")
            }
            configuration.role = known
        }
        for rule in egressMap + list("egress.map") where !configuration.egressMap.add(rule) {
            throw ValidationError(
                "--egress-map takes ORIGIN=ORIGIN, such as https://exp.host=http://127.0.0.1:4001, not “\(rule)”"
            )
        }
        for range in egressAllow + list("egress.allow") where !configuration.egressAddresses.allow(range) {
            throw ValidationError("--egress-allow takes an address or a range, such as 10.1.0.0/16, not “\(range)”")
        }
        configuration.egressCertificates = try text(egressCa, "egress.ca").map(NamedFile.text)
        let paced = try pacing ?? Switch(environment.string(forKey: "pacing"), "CARILLON_PACING")
        configuration.isPaced = paced != .off
        let limited = try rateLimits ?? Switch(environment.string(forKey: "rate.limits"), "CARILLON_RATE_LIMITS")
        configuration.limitsRates = limited != .off
        func limit(_ option: Int?, _ key: ConfigKey, _ name: String) throws -> Int? {
            let variable = "CARILLON_" + name.uppercased().replacing("-", with: "_")
            guard let given = try number(option, key, variable) else { return nil }
            guard (1...10_000_000).contains(given) else {
                throw ValidationError("--\(name) is from 1 to 10000000, not \(given)")
            }
            return given
        }
        configuration.limits.connections = try limit(maxConnections, "max.connections", "max-connections")
        configuration.limits.connectionsPerAddress = try limit(
            maxConnectionsPerAddress,
            "max.connections.per.address",
            "max-connections-per-address"
        )
        configuration.limits.streams = try limit(maxStreams, "max.streams", "max-streams")
        configuration.limits.streamsPerUser =
            try limit(maxStreamsPerUser, "max.streams.per.user", "max-streams-per-user")
            ?? configuration.limits.streamsPerUser
        if let level = text(logLevel, "log.level") {
            configuration.logLevel = try Log.level(level)
        }
        configuration.alerts = try alerts.resolved()
        let data = text(data, "data") ?? "data"
        configuration.dataFolder = data
        return Resolved(host: configuration, data: data)
    }

    private func port(_ number: Int?, _ name: String) throws -> Int? {
        guard let number else { return nil }
        guard (0...65535).contains(number) else { throw ValidationError("\(name) is from 0 to 65535") }
        return number
    }

    private func secretBook(_ file: SecretsFile?) throws -> SecretBook {
        guard let file else { return SecretBook(environment: ProcessInfo.processInfo.environment) }
        do {
            return try file.read()
        } catch {
            Output.complain("carillond: \(error)")
            throw ExitCode(66)
        }
    }
}

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument {
    case on
    case off

    /// From an environment variable; nil where there is none.
    init?(_ text: String?, _ name: String) throws {
        guard let text else { return nil }
        guard let value = Switch(rawValue: text) else { throw ValidationError("\(name) is on or off, not “\(text)”") }
        self = value
    }
}
