import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Who gets in on every route of every port: route × role × tenant, over the tables that answer.
///
/// The routes of the products' contracts are in ``ContractAccessTests``.
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

    /// A table of the port for apps, and where its routes stand.
    private struct Place: CustomStringConvertible {
        let table: RouteTable<PublicEndpoint>
        var prefix: [String] = []
        var host = "127.0.0.1"

        var description: String { "http://\(host)/\(prefix.joined(separator: "/"))" }
    }

    /// A host with every kind of route: `shop` has a contract, an inbox page, a table for Supabase's clients and a host.
    private static func start() async throws -> (host: TestHost, places: [Place]) {
        let accesses = ContractRoute.Access.allCases
        let contract = try accesses.flatMap { access in
            try [RequestMethod.get, .post, .put, .patch, .delete].map { method in
                let path = try #require(PathTemplate("/own/\(access.rawValue)/{id}"))
                var route = ContractRoute(method, path, operation: operation(for: access), access: access)
                if route.operation == .devicesRegister {
                    route.request = [RequestField(FieldPath(["token"]), from: .field(RequestPath(.query, ["token"])))]
                }
                return route
            }
        }
        let host = await TestHost.start(withWorkers: false) { profile in
            profile.notificationIDs = .uuid
            profile.hosts = ["shop.example"]
            profile.contract = Contract(basePath: "/base", routes: contract)
            profile.supabase = .testing
            profile.inbox = InboxSettings(page: "/notifications")
        }
        let routes = try #require(host.directory.served("shop")).routes
        let places = [
            Place(table: PublicEndpoint.table), Place(table: routes.underName, prefix: ["shop"]),
            Place(table: try #require(routes.atRoot), host: "shop.example"),
        ]
        return (host, places)
    }

    /// One that doesn't ask again who it is; where anybody comes, a field is missing first.
    private static func operation(for access: ContractRoute.Access) -> CarillonProfiles.Operation {
        switch access {
        case .user: .preferencesGet
        case .service: .campaignsList
        case .optionalUser, .none: .devicesRegister
        }
    }

    private static func kind(_ endpoint: PublicEndpoint) -> String {
        switch endpoint {
        case .health: "health"
        case .operators: "operators"
        case .native: "native"
        case .contract: "contract"
        case .supabase: "supabase"
        case .supabaseByKey: "supabaseByKey"
        case .webFile: "webFile"
        case .inboxPage: "inboxPage"
        }
    }

    private static func request<Endpoint>(
        _ method: String,
        _ route: DeclaredRoute<Endpoint>,
        of tenant: String = "shop",
        behind prefix: [String] = [],
        at host: String = "127.0.0.1",
        by role: Role
    ) -> APIRequest {
        let path = route.path.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name):
                switch name {
                case "tenant": tenant
                case "table": "notifications"
                default: "x"
                }
            }
        }
        var request = APIRequest(method, path: prefix + path, body: Array("{}".utf8))
        request.headers = [
            ("content-type", "application/json"), ("host", host), ("apikey", "the-app"),
            ("sec-fetch-site", "same-origin"),
        ]
        if let bearer = role.bearer { request.headers.append(("authorization", "Bearer \(bearer)")) }
        return request
    }

    /// The methods that reach a route.
    private static func methods(_ method: RequestMethod) -> [String] {
        method == .get ? ["GET", "HEAD"] : [method.rawValue]
    }

    @Test func `every kind of route stands in the tables that are looked at`() async throws {
        let (host, places) = try await Self.start()
        let own: Set = ["contract", "supabase", "inboxPage"]
        let everywhere: Set = ["health", "operators", "native", "webFile"]
        let kinds = places.map { Set($0.table.routes.map { Self.kind($0.endpoint) }) }
        #expect(kinds == [everywhere.union(["supabaseByKey"]), own, everywhere.union(own)])
        await host.stop()
    }

    @Test func `a route lets in the callers it is for and nobody else`() async throws {
        let (host, places) = try await Self.start()
        for place in places {
            for route in place.table.routes {
                let namesTenant = route.path.parameters.contains("tenant")
                for tenant in namesTenant ? ["shop", "other"] : ["shop"] {
                    for role in Role.allCases {
                        let isLetIn = Self.isLetIn(role, to: route.endpoint, of: tenant)
                        for method in Self.methods(route.method) {
                            let request = Self.request(
                                method,
                                route,
                                of: tenant,
                                behind: place.prefix,
                                at: place.host,
                                by: role
                            )
                            let answer = await host.api.respond(to: request)
                            let text = "\(role) got \(answer.status) from \(method) \(route.path) at \(place)"
                            #expect(Self.isIn(answer, route.endpoint) == isLetIn, "\(text) of \(tenant)")
                            #expect(answer.status != 405 && answer.status < 500, "\(text)")
                        }
                    }
                }
            }
        }
        await host.stop()
    }

    private static func isLetIn(_ role: Role, to endpoint: PublicEndpoint, of tenant: String) -> Bool {
        switch endpoint {
        // To Supabase's clients a service's key is a token like any other, and no good one.
        case .supabase, .supabaseByKey:
            role.isLetIn(endpoint.access, of: tenant) && (endpoint.access == .anyone || role != .service)
        default: role.isLetIn(endpoint.access, of: tenant)
        }
    }

    private static func isIn(_ answer: APIResponse, _ endpoint: PublicEndpoint) -> Bool {
        switch endpoint {
        // Users are told by 403 what nobody may do to the table.
        case .supabase(.rows), .supabaseByKey(.rows): answer.status != 401
        default: answer.status != 401 && answer.status != 403
        }
    }

    @Test func `OpenAPI says of each route whether it lets in who brings nothing`() async throws {
        let (host, places) = try await Self.start()
        let document = await host.send("GET", "/v1/shop/openapi.json").json
        var count = 0
        for place in places where place.host != "shop.example" {
            for route in place.table.routes {
                switch route.endpoint {
                case .native, .contract: break
                case .health, .operators, .supabase, .supabaseByKey, .webFile, .inboxPage: continue
                }
                let path = place.prefix.isEmpty ? "\(route.path)" : "/shop\(route.path)"
                let described = document["paths"]?[path.replacing("{tenant}", with: "shop")]?[
                    route.method.rawValue.lowercased()
                ]
                let security = try #require(described?["security"]?.array, "\(route.method) \(path)")
                let isOpen = security.contains(.object(JSONObject()))
                #expect(isOpen == Role.nobody.isLetIn(route.endpoint.access, of: "shop"), "\(route.method) \(path)")
                count += 1
            }
        }
        let operations = (document["paths"]?.object?.members ?? []).map { $0.value.object?.members.count ?? 0 }
        #expect(count > 0 && count == operations.reduce(0, +))
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
    @Test func `every path of every port tells its methods`() async throws {
        let (host, places) = try await Self.start()
        let admin = AdminSurface(api: host.api, metrics: host.page)
        let local = LocalSurface(operators: host.api.operators)
        for place in places {
            await Self.expectMethods(of: place.table, behind: place.prefix, at: place.host, by: host.api)
        }
        await Self.expectMethods(of: AdminSurface.table, by: admin)
        await Self.expectMethods(of: LocalSurface.table, by: local)
        await host.stop()
    }

    private static func expectMethods<Endpoint>(
        of table: RouteTable<Endpoint>,
        behind prefix: [String] = [],
        at name: String = "127.0.0.1",
        by handler: any RequestHandler
    ) async {
        for route in table.routes {
            let asked = ["OPTIONS", "BREW"].map { request($0, route, behind: prefix, at: name, by: .operator) }
            let options = await handler.respond(to: asked[0])
            let refused = await handler.respond(to: asked[1])
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
