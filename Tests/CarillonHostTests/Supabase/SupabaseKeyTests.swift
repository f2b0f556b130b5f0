import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import ExpoPush
import InAppChannel
import Synchronization
import Testing

@testable import CarillonHost

/// Supabase clients that don't name a tenant: their key says whose app it is.
struct SupabaseKeyTests {
    private static func profile(
        _ id: TenantID,
        keys: [String],
        hosts: [String] = [],
        servesRows: Bool = true,
        page: String? = nil
    ) -> TenantProfile {
        .shop(id) { profile in
            profile.notificationIDs = .uuid
            profile.hosts = hosts
            profile.supabase = .testing
            profile.supabase?.keys = keys
            profile.supabase?.servesRows = servesRows
            profile.cors = page.map { CrossOriginPolicy(origins: [$0], allowsCredentials: true) }
        }
    }

    /// Tenants that run, and what was reported of them.
    private struct World {
        let assembly: HostAssembly
        let warnings: [TenantWarning]
        let observer: ReportedProfiles
        let kept: TestStore
        let keeping: Task<Void, Never>?

        var directory: TenantDirectory { assembly.directory }
        var api: API { assembly.api }

        func stop() async { await kept.remove(assembly, keeping) }

        func ask(
            _ method: String = "GET",
            _ path: [String] = ["rest", "v1", "notifications"],
            key: String? = nil,
            host: String? = nil,
            headers: [(name: String, value: String)] = []
        ) async -> APIResponse {
            var request = APIRequest(method, path: path)
            request.headers = key.map { [("apikey", $0)] } ?? []
            if let host { request.headers.append(("host", host)) }
            request.headers += headers
            return await api.respond(to: request)
        }
    }

    /// A lock, because anyone observes.
    private final class ReportedProfiles: PipelineObserver {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }

        func observe(_ observation: Observation) {
            guard case .incomplete(let tenant, let message) = observation else { return }
            kept.withLock { $0.append("\(tenant): \(message)") }
        }
    }

    private static func start(_ profiles: [TenantProfile]) async -> World {
        let clock = ManualClock()
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let reported = ReportedProfiles()
        let registry = ChannelRegistry([ExpoChannel.self, InAppFeed.self])
        var configuration = HostConfiguration()
        configuration.secrets = SecretBook(
            file: Dictionary(
                uniqueKeysWithValues: ["a", "b", "c"].map { name in
                    (name, ["jwt": Secret(TestHost.userSecret), "service": Secret(TestHost.serviceKey)])
                }
            )
        )
        configuration.role = .api
        let kept = await TestStore.open(clock)
        let assembly = HostAssembly(
            configuration,
            profiles: LoadedProfiles(tenants: profiles),
            store: kept.store,
            registry: registry,
            network: ScriptedNetwork(http: egress),
            time: kept.time,
            observer: reported,
            logger: RecordedLines().logger("host")
        )
        let (warnings, keeping) = await kept.start(assembly)
        return World(assembly: assembly, warnings: warnings, observer: reported, kept: kept, keeping: keeping)
    }

    @Test func `a key leads to its tenant, and what is no tenant's to nobody`() async {
        let world = await Self.start([
            Self.profile("a", keys: ["ka", "shared"]), Self.profile("b", keys: ["kb", "shared"]),
        ])
        for key in ["ka", "kb"] { #expect(await world.ask(key: key).status == 200, "\(key)") }
        for key in ["shared", "unknown", nil] {
            let answer = await world.ask(key: key)
            #expect(answer.status == 404, "\(key ?? "none")")
            #expect((try? JSONValue(parsing: answer.bytes))?["detail"]?.string?.contains("apikey") == true)
        }
        // Below its name a tenant is known, and its key is looked at.
        #expect(await world.ask("GET", ["a", "rest", "v1", "notifications"], key: "shared").status == 200)
        #expect(await world.ask("GET", ["a", "rest", "v1", "notifications"], key: "kb").status == 401)
        await world.stop()
    }

    @Test func `what a key leads to is that tenant's profile`() async {
        let world = await Self.start([
            Self.profile("a", keys: ["ka"]), Self.profile("b", keys: ["kb"], servesRows: false),
        ])
        #expect(await world.ask(key: "kb").status == 404)
        #expect(await world.ask("GET", ["realtime", "v1", "websocket"], key: "kb").status == 426)
        await world.stop()
    }

    @Test func `the paths tell their methods, whosever the key is`() async {
        let world = await Self.start([Self.profile("a", keys: ["ka"]), Self.profile("b", keys: ["kb"])])
        for key in ["ka", nil] {
            let options = await world.ask("OPTIONS", key: key)
            #expect(options.status == 204)
            #expect(options.headers.first { $0.name == "allow" }?.value == "DELETE, GET, HEAD, OPTIONS, PATCH, POST")
            #expect(await world.ask("PUT", key: key).status == 405)
        }
        #expect(await world.ask("HEAD", key: "ka").status == 200)
        await world.stop()
    }

    @Test(arguments: [
        (path: ["rest", "v1", "notifications"], host: String?.none, grantsCredentials: false),
        (path: ["rest", "v1", "notifications"], host: "a.example", grantsCredentials: true),
        (path: ["a", "rest", "v1", "notifications"], host: nil, grantsCredentials: true),
    ])
    func `a page's app works at every base, though its browser asks without the key`(
        path: [String],
        host: String?,
        grantsCredentials: Bool
    ) async {
        let page = "https://app.a.example"
        let world = await Self.start([
            Self.profile("a", keys: ["ka"], hosts: ["a.example"], page: page), Self.profile("b", keys: ["kb"]),
        ])
        let asking = [
            (name: "origin", value: page), ("access-control-request-method", "PATCH"),
            ("access-control-request-headers", "apikey,authorization,content-type,prefer,x-client-info"),
        ]
        let preflight = await world.ask("OPTIONS", path, host: host, headers: asking)
        #expect(preflight.status == 204)
        #expect(preflight.value(of: "access-control-allow-origin") == page)
        #expect(preflight.value(of: "access-control-allow-methods")?.contains("PATCH") == true)
        #expect(preflight.value(of: "access-control-allow-headers")?.contains("apikey") == true)
        #expect((preflight.value(of: "access-control-allow-credentials") != nil) == grantsCredentials)
        let answer = await world.ask("GET", path, key: "ka", host: host, headers: [("origin", page)])
        #expect(answer.status == 200)
        #expect(answer.value(of: "access-control-allow-origin") == page)
        #expect(answer.value(of: "access-control-expose-headers")?.contains("Content-Range") == true)
        await world.stop()
    }

    @Test func `a page that no tenant with rows knows may send nothing, and others read their own tenant's`() async {
        let world = await Self.start([
            Self.profile("a", keys: ["ka"], page: "https://app.a.example"),
            Self.profile("b", keys: ["kb"], servesRows: false, page: "https://app.b.example"),
            Self.profile("c", keys: ["kc"], page: "https://app.c.example"),
        ])
        for page in ["https://app.b.example", "https://evil.example", "null"] {
            let asking = [(name: "origin", value: page), ("access-control-request-method", "GET")]
            let preflight = await world.ask("OPTIONS", headers: asking)
            #expect(preflight.value(of: "access-control-allow-origin") == nil, "\(page)")
        }
        let answer = await world.ask(key: "kc", headers: [("origin", "https://app.a.example")])
        #expect(answer.status == 200)
        #expect(answer.value(of: "access-control-allow-origin") == nil)
        await world.stop()
    }

    @Test func `a tenant's own host is nobody else's, whatever the key`() async {
        let world = await Self.start([
            Self.profile("a", keys: ["ka"], hosts: ["a.example"]), Self.profile("b", keys: ["kb"]),
        ])
        #expect(await world.ask(key: "ka", host: "a.example").status == 200)
        #expect(await world.ask(key: "kb", host: "a.example").status == 401)
        #expect(await world.ask(key: "kb", host: "elsewhere.example").status == 200)
        await world.stop()
    }

    @Test func `keys that leave open whose app it is are reported at start, and when a tenant comes`() async {
        let world = await Self.start([
            Self.profile("a", keys: ["ka", "shared"]), Self.profile("b", keys: ["shared"]),
        ])
        #expect(
            world.warnings.map { "\($0.tenant): \($0.message)" } == [
                "a: the key at /realtime/supabase/apiKeys/1 is one of b, too; give each tenant its own"
                    + " [T0138 ambiguous-app-key]",
                "b: the key at /realtime/supabase/apiKeys/0 is one of a, too; give each tenant its own"
                    + " [T0138 ambiguous-app-key]",
            ]
        )
        #expect(world.warnings.allSatisfy(\.isServed) && world.observer.all.isEmpty)
        #expect(await world.directory.put(Self.profile("c", keys: [])) == .started)
        let reason =
            "it has no apiKeys in realtime.supabase, and Supabase clients ask for a, b, too; give it a key"
            + " [T0138 ambiguous-app-key]"
        #expect(world.observer.all == ["c: \(reason)"])
        await world.stop()
    }

    @Test func `a tenant alone with such clients needs no key`() async {
        let world = await Self.start([Self.profile("a", keys: []), .shop("b")])
        #expect(world.warnings.isEmpty)
        #expect(await world.ask(key: "any").status == 200)
        await world.stop()
    }
}

extension APIResponse {
    fileprivate func value(of name: String) -> String? { headers.first { $0.name == name }?.value }
}
