import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Who gets in on every route of every port: route × role × tenant, over the tables that answer.
///
/// Contracts' routes are in ``ContractAccessTests``.
struct RouteMatrixTests {
    /// Of the tenants `shop` and `other`.
    private enum Role: CaseIterable {
        case user
        case service
        case otherUser
        case otherService
        case `operator`
        case nobody

        var bearer: String? {
            switch self {
            case .user: TestHost.token()
            case .service: TestHost.serviceKey
            case .otherUser: TestHost.token(secret: TestHost.otherUserSecret)
            case .otherService: "service-key-of-other"
            case .operator: TestHost.operatorKey
            case .nobody: nil
            }
        }

        func isLetIn(_ access: Access, of tenant: String) -> Bool {
            let (user, service): (Role, Role) = tenant == "shop" ? (.user, .service) : (.otherUser, .otherService)
            return switch access {
            case .anyone: true
            case .user: self == user
            case .service: self == service
            case .userOrService: self == user || self == service
            case .optionalUser: self == user || self == service || self == .nobody
            case .operator: self == .operator
            }
        }
    }

    private static func request<Endpoint>(
        _ method: String,
        _ route: DeclaredRoute<Endpoint>,
        of tenant: String = "shop",
        by role: Role
    ) -> APIRequest {
        let path = route.path.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): name == "tenant" ? tenant : "x"
            }
        }
        var request = APIRequest(method, path: path, body: Array("{}".utf8))
        request.headers = [("content-type", "application/json"), ("host", "127.0.0.1")]
        if let bearer = role.bearer { request.headers.append(("authorization", "Bearer \(bearer)")) }
        return request
    }

    /// The methods that reach a route.
    private static func methods(_ method: RequestMethod) -> [String] {
        method == .get ? ["GET", "HEAD"] : [method.rawValue]
    }

    @Test func `a route lets in the callers it is for and nobody else`() async {
        let host = await TestHost.start(withWorkers: false)
        for route in PublicEndpoint.table.routes {
            let access: Access =
                switch route.endpoint {
                case .health, .contract, .supabase, .supabaseByKey, .webFile, .inboxPage: .anyone
                case .operators: .operator
                case .native(let native): native.access
                }
            for tenant in ["shop", "other"] {
                for role in Role.allCases {
                    for method in Self.methods(route.method) {
                        let answer = await host.api.respond(to: Self.request(method, route, of: tenant, by: role))
                        let isIn = answer.status != 401 && answer.status != 403
                        let place = "\(role) got \(answer.status) from \(method) \(route.path) of \(tenant)"
                        #expect(isIn == role.isLetIn(access, of: tenant), "\(place)")
                        #expect(answer.status != 405 && answer.status < 500, "\(place)")
                    }
                }
            }
        }
        await host.stop()
    }

    @Test func `the admin port lets operators in, and anybody to health and, by address, to the metrics`() async {
        let host = await TestHost.start(withWorkers: false)
        let surface = AdminSurface(api: host.api, metrics: host.page)
        for route in AdminSurface.table.routes {
            var isForAll = true
            if case .operators = route.endpoint { isForAll = false }
            for role in Role.allCases {
                for method in Self.methods(route.method) {
                    let answer = await surface.respond(to: Self.request(method, route, by: role))
                    let isIn = answer.status != 401 && answer.status != 403
                    let place = "\(role) got \(answer.status) from \(method) \(route.path)"
                    #expect(isIn == (isForAll || role == .operator), "\(place)")
                    #expect(answer.status != 405 && answer.status < 500, "\(place)")
                }
            }
        }
        await host.stop()
    }

    @Test func `the socket lets in who may open it`() async {
        let host = await TestHost.start(withWorkers: false)
        let surface = LocalSurface(operators: host.api.operators)
        for route in LocalSurface.table.routes {
            for method in Self.methods(route.method) {
                let answer = await surface.respond(to: Self.request(method, route, by: .nobody))
                let place = "\(answer.status) from \(method) \(route.path)"
                #expect(![401, 403, 405].contains(answer.status) && answer.status < 500, "\(place)")
            }
        }
        await host.stop()
    }

    /// To OPTIONS with the methods alone, to others with a problem.
    @Test func `every path of every port tells its methods`() async {
        let host = await TestHost.start(withWorkers: false)
        let admin = AdminSurface(api: host.api, metrics: host.page)
        let local = LocalSurface(operators: host.api.operators)
        await Self.expectMethods(of: PublicEndpoint.table, by: host.api)
        await Self.expectMethods(of: AdminSurface.table, by: admin)
        await Self.expectMethods(of: LocalSurface.table, by: local)
        await host.stop()
    }

    private static func expectMethods<Endpoint>(of table: RouteTable<Endpoint>, by handler: any RequestHandler) async {
        for route in table.routes {
            let options = await handler.respond(to: request("OPTIONS", route, by: .operator))
            let refused = await handler.respond(to: request("BREW", route, by: .operator))
            #expect(options.status == 204 && options.bytes.isEmpty, "OPTIONS \(route.path)")
            #expect(refused.status == 405, "BREW \(route.path)")
            for answer in [options, refused] {
                let allowed =
                    answer.headers.first { $0.name == "allow" }?.value.split(separator: ", ").map(String.init) ?? []
                #expect(Set(methods(route.method) + ["OPTIONS"]).isSubset(of: allowed), "\(route.path): \(allowed)")
                #expect(allowed == allowed.sorted() && Set(allowed).count == allowed.count, "\(route.path)")
            }
        }
    }

    @Test func `who has no key isn't told which methods operators have`() async {
        let host = await TestHost.start(withWorkers: false)
        let admin = AdminSurface(api: host.api, metrics: host.page)
        for method in ["OPTIONS", "PUT"] {
            for path in [["v1", "tenants"], ["v1", "tenants", "reload"]] {
                #expect(await host.api.respond(to: APIRequest(method, path: path)).status == 401)
                #expect(await admin.respond(to: APIRequest(method, path: path)).status == 401)
            }
            #expect(await admin.respond(to: APIRequest(method, path: ["v1", "alerts"])).status == 401)
            #expect(await admin.respond(to: APIRequest(method, path: ["v1", "tenants", "x", "y"])).status == 401)
        }
        await host.stop()
    }
}
