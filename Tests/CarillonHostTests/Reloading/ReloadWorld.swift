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

@testable import CarillonHost

/// Tenants in a folder on disk, a host in memory that runs them, and what looks at the folder again.
struct ReloadWorld: Sendable {
    let folder: URL
    let directory: TenantDirectory
    let reloader: TenantReloader
    let api: API
    let clock: ManualClock
    let store: InMemoryStore
    let settled: SettledCounter
    let metrics: HostMetrics
    let lines: RecordedLines
    let egress: ScriptedEgress

    static func start(
        _ tenants: [String],
        keepsMissing: Bool = false,
        expo: @escaping ScriptedEgress.Answer = TestHost.everythingTaken
    ) async throws -> ReloadWorld {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        for tenant in tenants { try write(tenant, into: folder) }
        try write(secrets: "first", into: folder)
        let clock = ManualClock()
        let store = InMemoryStore(identifiers: SystemIdentifiers { clock.now })
        let settled = SettledCounter()
        let metrics = HostMetrics()
        let egress = ScriptedEgress(expo)
        let lines = RecordedLines()
        let registry = ChannelRegistry([ExpoChannel.self, InAppFeed.self])
        let folders = TenantFolders(
            folder.appending(path: "tenants").path,
            registry: registry,
            keepsMissing: keepsMissing
        )
        let secretsFile = SecretsFile(path: folder.appending(path: "secrets.json").path, environment: [:])
        let observer = Observers(all: [MetricsObserver(metrics: metrics), settled])
        let parts = RuntimeParts.testing(registry, clock: clock, observer: observer, egress: egress)
        let directory = TenantDirectory(
            store: store,
            secrets: try secretsFile.read(),
            parts: parts
        )
        let profiles = folders.load()
        let reloader = TenantReloader(
            folders: folders,
            stamps: profiles.stamps,
            secretsFile: secretsFile,
            directory: directory,
            metrics: metrics,
            audit: AuditTrail(lines.logger("audit")),
            logger: lines.logger("host")
        )
        _ = await directory.start(profiles.tenants, failures: profiles.failures, workers: .paced)
        let api = API(
            directory: directory,
            host: HostContext(
                parts,
                limiter: RateLimiter(),
                audit: AuditTrail(lines.logger("audit")),
                egress: { _, _ in egress }
            ),
            operatorKey: Secret(TestHost.operatorKey),
            reload: { await reloader.reload(by: $0).json }
        )
        return ReloadWorld(
            folder: folder,
            directory: directory,
            reloader: reloader,
            api: api,
            clock: clock,
            store: store,
            settled: settled,
            metrics: metrics,
            lines: lines,
            egress: egress
        )
    }

    func end() async {
        await directory.stop()
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

    func write(_ tenant: String, body: String = "{$order} has left", hosts: [JSONValue] = []) throws {
        try Self.write(tenant, body: body, hosts: hosts, into: folder)
    }

    func write(secrets key: String, service: String = TestHost.serviceKey) throws {
        try Self.write(secrets: key, service: service, into: folder)
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
        body: String = "{$order} has left",
        hosts: [JSONValue] = [],
        into folder: URL
    ) throws {
        let profile: JSONValue = [
            "tenant": .string(tenant), "name": "Shop", "hosts": .array(hosts),
            "locales": ["default": "en", "supported": ["en"]],
            "channels": [
                "push": ["use": "expo", "settings": ["accessToken": ["$secret": "expo"]]],
                "in-app": ["use": "in-app"],
            ],
            "auth": ["services": [["header": "X-Service-Key", "key": ["$secret": "service"]]]],
        ]
        let events: JSONValue = [
            "events": [
                "order.shipped": [
                    "summary": "An order has left", "payload": ["order": ["type": "text", "maxLength": 20]],
                    "channels": ["in-app", "push"],
                ]
            ]
        ]
        let templates: JSONValue = [
            "locale": "en", "messages": ["order.shipped": ["title": "Order", "body": .string(body)]],
        ]
        let files: [(String, JSONValue)] = [
            ("profile.json", profile), ("events.json", events), ("templates/en.json", templates),
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

extension RuntimeParts {
    static func testing(
        _ registry: ChannelRegistry,
        clock: ManualClock,
        observer: any PipelineObserver,
        egress: ScriptedEgress
    ) -> RuntimeParts {
        RuntimeParts(
            registry: registry,
            egress: { _, _ in egress },
            cryptography: SwiftCryptography(),
            clock: clock,
            observer: observer,
            timeZones: SystemTimeZones(),
            identifiers: SystemIdentifiers { clock.now },
            streams: { _ in NoStreams() },
            journal: SilentJournal()
        )
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
