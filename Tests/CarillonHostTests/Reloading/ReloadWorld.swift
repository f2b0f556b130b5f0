import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import ExpoPush
import Foundation
import InAppChannel
import Logging
import Synchronization
import Testing

@testable import CarillonHost

/// Tenants in a folder on disk, a host that runs them, and what looks at the folder again.
struct ReloadWorld: Sendable {
    let folder: URL
    let reloader: TenantReloader
    let assembly: HostAssembly
    let clock: ManualClock
    let settled: SettledCounter
    let lines: RecordedLines
    let egress: ScriptedEgress
    private let kept: TestStore
    private let keeping: Task<Void, Never>?
    /// How the tenants' staff make words live; nil where there is no studio.
    private let publishing: String?

    var directory: TenantDirectory { assembly.directory }
    var api: API { assembly.api }
    var store: any Store { assembly.store }
    var metrics: HostMetrics { assembly.metrics }

    /// - Parameters:
    ///   - channels: files of the operator's, by name.
    ///   - publishing: as `studio.publish` has it, where the host serves a studio.
    ///   - cluster: the store that it shares with other hosts, with their clock; a test has it renew, look and listen.
    static func start(
        _ tenants: [String],
        publishing: String? = nil,
        sharing cluster: (store: InMemoryCluster, clock: ManualClock)? = nil,
        keepsMissing: Bool = false,
        channels: [String: String] = [:],
        expo: @escaping ScriptedEgress.Answer = TestHost.everythingTaken
    ) async throws -> ReloadWorld {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        for tenant in tenants { try write(tenant, publishing: publishing, into: folder) }
        try write(secrets: "first", into: folder)
        for (name, text) in channels { try write(channel: name, text, into: folder) }
        let clock = cluster?.clock ?? ManualClock()
        let settled = SettledCounter()
        let egress = ScriptedEgress(expo)
        let lines = RecordedLines()
        let registry = ChannelRegistry([ExpoChannel.self, InAppFeed.self])
        let folders = TenantFolders(
            folder.appending(path: "tenants").path,
            registry: registry,
            channels: channels.isEmpty ? nil : folder.appending(path: "operator").path,
            keepsMissing: keepsMissing
        )
        let secretsFile = SecretsFile(path: folder.appending(path: "secrets.json").path, environment: [:])
        var configuration = HostConfiguration()
        configuration.secretsFile = secretsFile
        configuration.secrets = try secretsFile.read()
        configuration.operatorKey = Secret(TestHost.operatorKey)
        configuration.servesStudio = publishing != nil
        configuration.tenants = folder.appending(path: "tenants").path
        let kept = await TestStore.open(clock)
        let assembly = HostAssembly(
            configuration,
            profiles: folders.load(),
            folders: folders,
            store: cluster?.store.handle() ?? kept.store,
            registry: registry,
            network: ScriptedNetwork(http: egress),
            time: cluster == nil ? kept.time : .manual(clock),
            observer: settled,
            logger: lines.logger("host"),
            audit: lines.logger("audit")
        )
        var keeping: Task<Void, Never>?
        if cluster == nil { keeping = await kept.start(assembly).keeping } else { _ = await assembly.start() }
        return ReloadWorld(
            folder: folder,
            reloader: try #require(assembly.reloader),
            assembly: assembly,
            clock: clock,
            settled: settled,
            lines: lines,
            egress: egress,
            kept: kept,
            keeping: keeping,
            publishing: publishing
        )
    }

    func end() async {
        await kept.remove(assembly, keeping)
        try? FileManager.default.removeItem(at: folder)
    }

    func status(of tenant: String) -> JSONValue? {
        directory.json.array?.first { $0["id"] == .string(tenant) }
    }

    func gauge(_ name: String, _ labels: [String: String]) async throws -> Double? {
        var text = PrometheusText()
        await Gauges(tenants: directory, clock: clock).write(to: &text)
        metrics.write(to: &text)
        return try PrometheusPage(text.text).value(name, labels)
    }

    func post(_ id: String, to tenant: String = "shop", key: String = TestHost.serviceKey) async -> Int {
        var request = APIRequest("POST", path: ["v1", tenant, "events"])
        request.headers = [
            ("content-type", "application/json"), ("authorization", "Bearer \(key)"),
        ]
        request.body = TestHost.event(id).utf8
        return await api.respond(to: request).status
    }

    /// Asks as an operator.
    func operate(_ method: String, _ path: String) async -> JSONValue {
        var request = APIRequest(method, path: path.split(separator: "/").map(String.init), target: path)
        request.headers = [("authorization", "Bearer \(TestHost.operatorKey)"), ("host", "127.0.0.1:9090")]
        let surface = AdminSurface(api: assembly.api, metrics: assembly.metricsPage)
        return (try? JSONValue(parsing: await surface.respond(to: request).bytes)) ?? .null
    }

    func write(
        _ tenant: String,
        title: String = "Order",
        body: String = "{$order} has left",
        hosts: [JSONValue] = []
    ) throws {
        try Self.write(tenant, publishing: publishing, title: title, body: body, hosts: hosts, into: folder)
    }

    func write(secrets key: String, service: String = TestHost.serviceKey) throws {
        try Self.write(secrets: key, service: service, into: folder)
    }

    func write(channel name: String, _ text: String) throws { try Self.write(channel: name, text, into: folder) }

    private static func write(channel name: String, _ text: String, into folder: URL) throws {
        let channels = folder.appending(path: "operator")
        try FileManager.default.createDirectory(at: channels, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: channels.appending(path: "\(name).json"))
    }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(at: folder.appending(path: path), to: folder.appending(path: other))
    }

    func removeTenant(_ tenant: String) throws {
        try FileManager.default.removeItem(at: folder.appending(path: "tenants/\(tenant)"))
    }

    private static func write(
        secrets key: String,
        service: String = TestHost.serviceKey,
        into folder: URL
    ) throws {
        let json: JSONValue = [
            "shop": ["service": .string(service), "expo": .string(key)],
            "club": ["service": .string(TestHost.serviceKey), "expo": "the-same"],
        ]
        try Data(json.utf8).write(to: folder.appending(path: "secrets.json"))
    }

    private static func write(
        _ tenant: String,
        publishing: String?,
        title: String = "Order",
        body: String = "{$order} has left",
        hosts: [JSONValue] = [],
        into folder: URL
    ) throws {
        var profile: JSONObject = [
            "tenant": .string(tenant), "name": "Shop", "hosts": .array(hosts),
            "locales": ["default": "en", "supported": ["en"]],
            "channels": [
                "push": ["use": "expo", "settings": ["accessToken": ["$secret": "expo"]]],
                "in-app": ["use": "in-app"],
            ],
            "auth": ["services": [["header": "X-Service-Key", "key": ["$secret": "service"]]]],
        ]
        profile["studio"] = publishing.map { ["publish": .string($0)] }
        let events: JSONValue = [
            "events": [
                "order.shipped": [
                    "summary": "An order has left", "payload": ["order": ["type": "text", "maxLength": 20]],
                    "channels": ["in-app", "push"],
                ]
            ]
        ]
        let templates: JSONValue = [
            "locale": "en", "messages": ["order.shipped": ["title": .string(title), "body": .string(body)]],
        ]
        let files: [(String, JSONValue)] = [
            ("profile.json", .object(profile)), ("events.json", events), ("templates/en.json", templates),
            ("samples/order.shipped.json", ["order": "A-1"]),
        ]
        for (path, json) in files {
            let file = folder.appending(path: "tenants/\(tenant)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            // Only what changed is written: a file that is written again has another stamp.
            if (try? Data(contentsOf: file)) != Data(json.utf8) { try Data(json.utf8).write(to: file) }
        }
    }
}

/// Log lines as a test reads them: `label: message key=value …`, keys sorted.
///
/// A lock, because anyone logs.
final class RecordedLines: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func lines(_ label: String) -> [String] { all.filter { $0.hasPrefix("\(label): ") } }

    func logger(_ label: String) -> Logger {
        Logger(label: label) { Handler(label: $0, lines: self) }
    }

    private struct Handler: LogHandler {
        let label: String
        let lines: RecordedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
            lines.kept.withLock { $0.append("\(label): \(event.message)\(facts.joined())") }
        }
    }
}

extension String {
    /// Without the marks around values, U+2068 and U+2069.
    var withoutIsolates: String { filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }
}
