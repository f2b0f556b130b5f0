import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// The root of a tenant's own host, where its contract stands beside the host's own routes.
struct HostRootTests {
    private static let name = (name: "host", value: "api.shop.example")

    /// A host whose first tenant has these routes, by method and path, behind a base path too; their answers are 204.
    private static func host(_ routes: [(RequestMethod, String)], withHost: Bool = true) async throws -> TestHost {
        let own = try routes.map { method, path in
            ContractRoute(method, try #require(PathTemplate(path)), operation: .preferencesGet, access: .user)
        }
        return await TestHost.start(withWorkers: false) { profile in
            profile.hosts = withHost ? [name.value] : []
            profile.contract = Contract(basePath: "/base", routes: own)
        }
    }

    @Test(arguments: [
        ("/v1/messages", 204), ("/base/v1/messages", 204), ("/shop/v1/messages", 204), ("/v1/nothing", 404),
        // The contract's own words come first where they are literal, and the host's where those are.
        ("/v1/shop/notifications", 204), ("/v1/other/notifications", 401), ("/v1/shop/preferences", 200),
        ("/health/live", 200), ("/health/other", 204), ("/v1/tenants", 401),
    ])
    func `one rule says whether the host or the contract answers`(path: String, status: Int) async throws {
        let host = try await Self.host([
            (.get, "/v1/messages"), (.get, "/v1/shop/notifications"), (.get, "/v1/{a}/{b}"), (.get, "/{a}/other"),
        ])
        #expect(await host.send("GET", path, bearer: TestHost.token(), headers: [Self.name]).status == status)
        await host.stop()
    }

    @Test func `validation knows every route that stands at the root of a host`() {
        let own = PublicEndpoint.everywhere.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(own) == HostRoutes.names && own.count == HostRoutes.names.count)
    }

    @Test func `a path's methods are those of host and contract together`() async throws {
        let host = try await Self.host([(.put, "/v1/shop/devices"), (.delete, "/v1/{a}/{b}")])
        let both = await host.send("OPTIONS", "/v1/shop/devices", headers: [Self.name])
        #expect(both.status == 204 && both.headers["allow"] == "DELETE, OPTIONS, POST, PUT")
        let elsewhere = await host.send("OPTIONS", "/v1/shop/devices")
        #expect(elsewhere.status == 204 && elsewhere.headers["allow"] == "OPTIONS, POST")
        let wrong = await host.send("PUT", "/v1/shop/notifications", headers: [Self.name])
        #expect(wrong.status == 405 && wrong.headers["allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH")
        await host.stop()
    }

    @Test func `a contract that can't be told from the host's own routes isn't served on a host`() async throws {
        let routes: [(RequestMethod, String)] = [(.get, "/mine"), (.get, "/v1/{account}/notifications")]
        let host = try await Self.host(routes)
        #expect(host.directory.tenant("shop") == nil && host.directory.tenant("other") != nil)
        let rejection = try #require(host.directory.rejection(of: "shop"))
        #expect(rejection.report.contains("GET /v1/{account}/notifications (contract.json at /routes/1)"))
        #expect(rejection.report.contains("GET /v1/{tenant}/notifications (the host's own notifications.list)"))
        await host.stop()
        let plain = try await Self.host(routes, withHost: false)
        #expect(await plain.send("GET", "/shop/v1/x/notifications", bearer: TestHost.token()).status == 204)
        await plain.stop()
    }

    @Test func `a contract whose routes can't be told apart behind its base path isn't served`() async throws {
        let host = try await Self.host([(.get, "/{id}"), (.get, "/base/{name}")], withHost: false)
        let report = try #require(host.directory.rejection(of: "shop")).report
        #expect(report.contains("GET /base/{name} (contract.json at /routes/1)"))
        #expect(report.contains("GET /base/{id} (contract.json at /routes/0)"))
        await host.stop()
    }
}
