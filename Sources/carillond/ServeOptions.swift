import ArgumentParser
import CarillonHost
import CarillonModel
import Foundation
import Logging

/// The options of `serve`.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of tenant folders (default: tenants).", valueName: "dir"))
    var tenants: String?

    @Option(help: ArgumentHelp("Folder of the SQLite files, one for each tenant (default: data).", valueName: "dir"))
    var data: String?

    @OptionGroup var database: DatabaseOptions

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

    @Option(
        help: ArgumentHelp(
            "What to call this host among those that share a database (default: its machine's name and process).",
            valueName: "name"
        )
    )
    var hostName: String?

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

    @Option(
        help: ArgumentHelp(
            "Let channel files of tenants send to this origin, such as https://api.acme.example, or only those of one "
                + "tenant, https://api.acme.example=acme; repeatable.",
            valueName: "origin[=tenant]"
        )
    )
    var channelOrigin: [String] = []

    @Option(
        help: ArgumentHelp("Folder of channel files that every tenant may use: DIR/<id>.json.", valueName: "dir")
    )
    var channels: String?

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
            "Serve the studio on the admin port, where staff change tenants' texts (default: off).",
            valueName: "on|off"
        )
    )
    var studio: Switch?

    @Option(
        help: ArgumentHelp(
            "Serve the scripts and styles of inbox and studio from this folder, to work on them.",
            valueName: "dir"
        )
    )
    var webAssets: String?

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
        var store: StoreLocation
    }

    /// Each value comes from its option, else from its environment variable, else it is the default.
    func resolved() throws -> Resolved {
        let source = OptionSource()
        var configuration = HostConfiguration()
        configuration.tenants = source.tenants(tenants)
        configuration.channels = source.text(channels, "channels")
        configuration.host = source.text(host, "host") ?? configuration.host
        let ports = 0...65535
        configuration.port = try source.number(port, "port", ports) ?? configuration.port
        configuration.adminPort = try source.number(adminPort, "admin-port", ports) ?? configuration.adminPort
        if let url = source.text(publicURL, "public-url") {
            guard let known = PublicURL(url) else { throw ValidationError("--public-url is \(PublicURL.shape)") }
            configuration.publicURL = known
        }
        if let key = source.text(adminKey, "admin-key") {
            guard HostConfiguration.isLongEnough(operatorKey: key) else {
                throw ValidationError(
                    "--admin-key has at least \(HostConfiguration.keyBytes) bytes, so that nobody guesses it: "
                        + "`openssl rand -hex 32` makes one; without the option the operators' routes are closed"
                )
            }
            configuration.operatorKey = Secret(key)
        }
        for range in source.list(trustedProxies, "trusted-proxies") where !configuration.trustedProxies.trust(range) {
            throw ValidationError("--trusted-proxies takes an address or a range, such as 127.0.0.0/8, not “\(range)”")
        }
        let secretsPath = source.text(secrets, "secrets")
        configuration.secretsFile = secretsPath.map {
            SecretsFile(path: $0, environment: ProcessInfo.processInfo.environment)
        }
        configuration.secrets = try secretBook(configuration.secretsFile)
        if let role = source.text(role, "role") {
            guard let known = HostConfiguration.Role(rawValue: role) else {
                throw ValidationError("--role is all, api or worker, not “\(role)”")
            }
            configuration.role = known
        }
        for rule in source.list(egressMap, "egress-map") where !configuration.egressMap.add(rule) {
            throw ValidationError(
                "--egress-map takes ORIGIN=ORIGIN, such as https://exp.host=http://127.0.0.1:4001, not “\(rule)”"
            )
        }
        for range in source.list(egressAllow, "egress-allow") where !configuration.egressAddresses.allow(range) {
            throw ValidationError("--egress-allow takes an address or a range, such as 10.1.0.0/16, not “\(range)”")
        }
        for rule in source.list(channelOrigin, "channel-origin") where !configuration.channelOrigins.allow(rule) {
            throw ValidationError(
                "--channel-origin takes an https origin, such as https://api.acme.example, or ORIGIN=TENANT, not “\(rule)”"
            )
        }
        configuration.egressCertificates = try source.text(egressCa, "egress-ca").map(NamedFile.text)
        configuration.isPaced = try source.isOn(pacing, "pacing") ?? true
        configuration.limitsRates = try source.isOn(rateLimits, "rate-limits") ?? true
        let counts = 1...10_000_000
        configuration.limits.connections = try source.number(maxConnections, "max-connections", counts)
        configuration.limits.connectionsPerAddress = try source.number(
            maxConnectionsPerAddress,
            "max-connections-per-address",
            counts
        )
        configuration.limits.streams = try source.number(maxStreams, "max-streams", counts)
        configuration.limits.streamsPerUser =
            try source.number(maxStreamsPerUser, "max-streams-per-user", counts)
            ?? configuration.limits.streamsPerUser
        if let level = source.text(logLevel, "log-level") {
            configuration.logLevel = try Log.level(level)
        }
        configuration.webAssets = source.text(webAssets, "web-assets")
        configuration.servesStudio = try source.isOn(studio, "studio") ?? false
        configuration.alerts = try alerts.resolved()
        if let name = source.text(hostName, "host-name") {
            guard HostConfiguration.isHostName(name) else {
                throw ValidationError("--host-name is \(HostConfiguration.hostNameShape)")
            }
            configuration.hostName = name
        }
        let store = try database.location(data: data)
        configuration.dataFolder = store.folder
        return Resolved(host: configuration, store: store)
    }

    private func secretBook(_ file: SecretsFile?) throws -> SecretBook {
        guard let file else { return SecretBook(environment: ProcessInfo.processInfo.environment) }
        do {
            return try file.read()
        } catch {
            Output.printError("carillond: \(error)")
            throw ExitCode(66)
        }
    }
}
