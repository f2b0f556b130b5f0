import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import CarillonTesting
import Foundation
import Synchronization

@testable import CarillonHost

/// A host with the five products as their files say, a store of the test's, a scripted Expo, and a clock that stands still.
struct ProductHost: Sendable {
    let assembly: HostAssembly
    let clock: ManualClock
    let egress: ScriptedEgress
    let settled: SettledCounter
    private let kept: TestStore
    private let keeping: Task<Void, Never>?

    var api: API { assembly.api }
    var directory: TenantDirectory { assembly.directory }

    static let serviceKey = "a-key-of-a-service"

    /// - Parameters:
    ///   - folder: of tenants, inside the repository.
    ///   - serviceAccount: Google's, where the test has a stand-in for it.
    static func start(
        of folder: String = "tenants",
        answering answer: @escaping ScriptedEgress.Answer = TestHost.everythingTaken,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        clock: ManualClock = ManualClock(),
        serviceAccount: String? = nil,
        change: (inout ProfileParts) -> Void = { _ in }
    ) async throws -> ProductHost {
        let egress = ScriptedEgress(answer)
        let settled = SettledCounter()
        let registry = ChannelRegistry.standard
        let profiles = load(folder, registry)
        let tenants = profiles.tenants.map { $0.changed(change) }
        let secrets = tenants.map { tenant -> (String, [String: Secret]) in
            let keys = tenant.secretNames.compactMap { name -> (String, Secret)? in
                switch name {
                case "fcm-service-account": serviceAccount.map { (name, Secret($0)) }
                case "jwt-secret": (name, Secret(TestHost.userSecret))
                default: (name, Secret(serviceKey))
                }
            }
            return (tenant.id.rawValue, Dictionary(uniqueKeysWithValues: keys))
        }
        var configuration = HostConfiguration()
        configuration.secrets = SecretBook(file: Dictionary(uniqueKeysWithValues: secrets))
        let kept = await TestStore.open(clock)
        var time = kept.time
        time.pause = pause
        let assembly = HostAssembly(
            configuration,
            profiles: LoadedProfiles(tenants: tenants, failures: profiles.failures),
            store: kept.store,
            registry: registry,
            network: ScriptedNetwork(http: egress),
            time: time,
            observer: settled,
            logger: RecordedLines().logger("host")
        )
        let keeping = await kept.start(assembly).keeping
        return ProductHost(
            assembly: assembly,
            clock: clock,
            egress: egress,
            settled: settled,
            kept: kept,
            keeping: keeping
        )
    }

    /// Ends, and leaves nothing.
    func stop() async { await kept.remove(assembly, keeping) }

    /// Each folder is read once: hundreds of tests start from the same files, which took most of their time.
    private static let loaded = Mutex<[String: LoadedProfiles]>([:])

    private static func load(_ folder: String, _ registry: ChannelRegistry) -> LoadedProfiles {
        loaded.withLock { loaded in
            if let known = loaded[folder] { return known }
            let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let tenants = TenantFolders(repository.appending(path: folder).path, registry: registry).load()
            loaded[folder] = tenants
            return tenants
        }
    }

    struct Answer: Sendable {
        var status: Int
        var json: JSONValue
        var headers: [String: String]
        /// `error.code` of the products' error bodies.
        var code: String? { json["error"]?["code"]?.string }
    }

    func call(
        _ method: String,
        _ target: String,
        user: String? = nil,
        service: String? = nil,
        host: String? = nil,
        headers: [(name: String, value: String)] = [],
        _ json: JSONValue? = nil,
        body: String? = nil
    ) async -> Answer {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        var request = APIRequest(method, path: path, query: query, headers: headers, target: target)
        if let user { request.headers.append(("authorization", "Bearer \(TestHost.token(user))")) }
        if let service { request.headers.append((service, Self.serviceKey)) }
        if let host { request.headers.append(("host", host)) }
        if let json {
            request.body = json.utf8
            request.headers.append(("content-type", "application/json"))
        }
        if let body { request.body = Array(body.utf8) }
        let answer = await api.respond(to: request)
        return Answer(
            status: answer.status,
            json: (try? JSONValue(parsing: answer.bytes)) ?? .null,
            headers: Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        )
    }
}
